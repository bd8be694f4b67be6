import type { DefaultTreeAdapterTypes, Token } from "parse5";

/** Anything that holds nodes: an element, or the whole document. */
export interface HtmlParent {
  readonly childNodes: readonly DefaultTreeAdapterTypes.ChildNode[];
}
export type HtmlElement = DefaultTreeAdapterTypes.Element;

/** What goes on to the end of the source because nothing closes it. */
export interface UnclosedHtml {
  /** `<!--`, `<script>`; `<a` where the tag itself has no end. */
  readonly name: string;
  /** 1-based line that it begins on. */
  readonly line: number;
  /** Behind it, white space not counted. */
  readonly characters: number;
}

export interface ParsedHtml {
  readonly document: DefaultTreeAdapterTypes.Document;
  /** A comment, a tag, or an element whose content is no markup. */
  readonly unclosed?: UnclosedHtml;
  /** Elements that nothing closes, those with an optional end tag too. */
  readonly open: ReadonlySet<unknown>;
}

/**
 * The tree that a browser would build, less the elements that only give a face to words (`b`, `font`, `code`). HTML opens
 * such an element again in every block until it is closed: 3,000 unclosed ones made 4.5 million nodes. Without them time and
 * memory follow the length; one that may hide its words stands as a `span`. The tree may be deeper than calls can nest: go through it with `walkHtml`.
 *
 * @param withPlaces - each element has its `sourceCodeLocation`, which takes time and memory
 */
export async function parseHtml(source: string, withPlaces = false): Promise<ParsedHtml> {
  const { html, Parser, Token } = await import("parse5");
  const tags = html.TAG_ID;
  const faces = new Set([
    ...[tags.B, tags.BIG, tags.CODE, tags.EM, tags.FONT, tags.I, tags.S],
    ...[tags.SMALL, tags.STRIKE, tags.STRONG, tags.TT, tags.U],
  ]);
  const raw = new Set([tags.SCRIPT, tags.STYLE, tags.TITLE, tags.TEXTAREA, tags.IFRAME, tags.XMP, tags.NOFRAMES, tags.NOSCRIPT]);
  const voids = new Set([
    ...[tags.AREA, tags.BASE, tags.BR, tags.COL, tags.EMBED, tags.HR, tags.IMG, tags.INPUT, tags.LINK],
    ...[tags.META, tags.PARAM, tags.SOURCE, tags.TRACK, tags.WBR],
  ]);
  // In XML `<a id="x"/>` is a whole element; HTML ignores the slash, and `<script/>` would swallow the rest of the page.
  const isXml = /^\s*<\?xml\s|<html\s[^>]*xmlns=/i.test(source.slice(0, 2000));

  let lastComment: Token.CommentToken | undefined;
  let unclosed: UnclosedHtml | undefined;
  let openAtEnd: ReadonlySet<unknown> | undefined;

  /** Of each kind of face the open ones: whether it may hide its words, and so stays, as an element that opens only once. */
  const open = new Map<number, boolean[]>();

  class TextParser extends Parser<DefaultTreeAdapterTypes.DefaultTreeAdapterMap> {
    override onStartTag(token: Token.TagToken): void {
      const closed = isXml && token.selfClosing && !voids.has(token.tagID);
      const isFace = faces.has(token.tagID);
      if (closed && (isFace || raw.has(token.tagID))) return;
      if (isFace) {
        const mayHide = token.attrs.some(({ name }) => HIDING.has(name));
        const ofKind = open.get(token.tagID) ?? [];
        ofKind.push(mayHide);
        open.set(token.tagID, ofKind);
        if (mayHide) super.onStartTag(span(token));
        return;
      }
      super.onStartTag(token);
      if (closed && !token.ackSelfClosing) this.onEndTag({ ...token, type: Token.TokenType.END_TAG });
    }

    override onComment(token: Token.CommentToken): void {
      lastComment = token;
      super.onComment(token);
    }

    override onEof(token: Token.EOFToken): void {
      const { current, currentTagId } = this.openElements;
      if (current !== undefined && currentTagId !== undefined && raw.has(currentTagId) && "tagName" in current) {
        const texts = current.childNodes.map((node) => ("value" in node ? node.value : ""));
        unclosed = found(`<${current.tagName}>`, texts.join(""), current.sourceCodeLocation);
      }
      // The parser comes here again once it has left such an element.
      // biome-ignore lint/complexity/useLiteralKeys: it is protected, and the only word on a tag without an end
      else if (unclosed === undefined) unclosed = unfinishedTag(this.tokenizer["currentToken"]);
      openAtEnd ??= new Set(this.openElements.items.slice(0, this.openElements.stackTop + 1));
      super.onEof(token);
    }

    override onEndTag(token: Token.TagToken): void {
      if (!faces.has(token.tagID)) super.onEndTag(token);
      else if (open.get(token.tagID)?.pop() === true) super.onEndTag(span(token));
    }
  }
  function span(token: Token.TagToken): Token.TagToken {
    return { ...token, tagName: "span", tagID: tags.SPAN };
  }
  /** A tag whose quotation mark nothing closes takes what stands behind it into an attribute. One that is only cut short takes none. */
  function unfinishedTag(token: Token.Token | null): UnclosedHtml | undefined {
    if (token?.type !== Token.TokenType.START_TAG && token?.type !== Token.TokenType.END_TAG) return undefined;
    // Where it begins, and so what it took, is known only with places.
    const start = token.location?.startOffset;
    const content = start === undefined ? "<" : source.slice(start + 1 + token.tagName.length);
    return content.includes("<") ? found(`<${token.tagName}`, content, token.location) : undefined;
  }
  const document = TextParser.parse<DefaultTreeAdapterTypes.DefaultTreeAdapterMap>(source, { sourceCodeLocationInfo: withPlaces });
  // The parser reads every line end as one character.
  if (lastComment !== undefined && lastComment.data !== "" && source.replaceAll(/\r\n?/g, "\n").endsWith(`<!--${lastComment.data}`))
    unclosed = found("<!--", lastComment.data, lastComment.location);
  // Once more, since only a reading with places knows the line.
  if (unclosed !== undefined && !withPlaces) return parseHtml(source, true);
  return { document, open: openAtEnd ?? new Set(), ...(unclosed === undefined ? {} : { unclosed }) };
}

function found(name: string, content: string, place: { readonly startLine: number } | null | undefined): UnclosedHtml {
  return { name, line: place?.startLine ?? 1, characters: content.replaceAll(/\s+/g, "").length };
}

const HIDING = new Set(["hidden", "style", "aria-hidden"]);

export function attribute(element: HtmlElement, name: string): string | undefined {
  return element.attrs.find((found) => found.name === name)?.value;
}

/** What a walk does at each node. `enter` returns what to do when the element's children are read, or "skip" to pass them over. */
export interface HtmlVisitor {
  text?(value: string): void;
  enter(element: HtmlElement): (() => void) | "skip" | undefined;
}

/** Goes through all nodes below `root`, in document order. */
export function walkHtml(root: HtmlParent, visitor: HtmlVisitor): void {
  const path: { readonly nodes: HtmlParent["childNodes"]; next: number; readonly leave: (() => void) | undefined }[] = [];
  path.push({ nodes: root.childNodes, next: 0, leave: undefined });
  for (let level = path.at(-1); level !== undefined; level = path.at(-1)) {
    const node = level.nodes[level.next++];
    if (node === undefined) {
      level.leave?.();
      path.pop();
    } else if ("value" in node) {
      visitor.text?.(node.value);
    } else if ("tagName" in node) {
      const leave = visitor.enter(node);
      if (leave !== "skip") path.push({ nodes: node.childNodes, next: 0, leave });
    }
  }
}
