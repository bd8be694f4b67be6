import { checkObject } from "../../arguments.ts";
import type { DocumentLoader, Source } from "../../interfaces.ts";
import type { Document, Notice } from "../../model.ts";
import { declaredHtmlEncoding } from "../../text/declared-encoding.ts";
import { decode, documentEmpty } from "../../text/decode.ts";
import type { UnclosedHtml } from "../../text/html-tree.ts";
import { documentId } from "../../units.ts";
import { languageTag } from "./language-tag.ts";
import { checkExtensions, hasExtension } from "./source-extension.ts";

export interface HtmlLoaderOptions {
  /** @default [".html", ".htm", ".xhtml"] */
  readonly extensions?: readonly string[];
}

/**
 * A page as its text (see `htmlToText`), its headings as the outline. `metadata.anchors` has for each entry of the outline the
 * id to link to, or null, where any entry has one; `metadata.leftOutCharacters` says how much that the page shows or hides is not in the text.
 */
export class HtmlLoader implements DocumentLoader {
  readonly name = "html";
  readonly #extensions: readonly string[];

  constructor(options: HtmlLoaderOptions = {}) {
    checkObject("new HtmlLoader", options, "options");
    const { extensions = [".html", ".htm", ".xhtml"] } = options;
    this.#extensions = checkExtensions(this.name, extensions);
  }

  canHandle(source: Source): boolean {
    return hasExtension(source, this.#extensions);
  }

  /** @throws DOCUMENT_BINARY, DOCUMENT_EMPTY - also for a page that has markup and no text */
  async load(source: Source): Promise<Document[]> {
    const bytes = await source.bytes();
    const { text: markup, notices } = await decode(bytes, source.id, declaredHtmlEncoding(bytes));
    if (!hasMarkup(markup))
      return [{ id: documentId(source.id), source: source.id, text: markup, mediaType: "text/plain", notices: [...notices, unmarked] }];
    const { htmlToText } = await import("../../text/html-text.ts");
    const { text, title, language, outline, places, anchors, leftOut, unclosed, hiding } = await htmlToText(markup);
    if (text.trim() === "") throw documentEmpty(source.id, reasonOf(unclosed, hiding));
    const tag = languageTag(language);
    return [
      {
        id: documentId(source.id),
        source: source.id,
        text,
        mediaType: "text/html",
        ...(title === undefined ? {} : { title }),
        ...(tag === undefined ? {} : { language: tag }),
        outline,
        places,
        notices: [...notices, ...unclosedNotices(unclosed)],
        metadata: { ...(anchors.some((id) => id !== null) ? { anchors } : {}), leftOutCharacters: leftOut },
      },
    ];
  }
}

function unclosedNotices(unclosed: UnclosedHtml | undefined): Notice[] {
  if (unclosed === undefined || unclosed.characters === 0) return [];
  const { name, line, characters } = unclosed;
  const message = `Nothing closes the ${name} of line ${line}, so the ${characters} characters behind it are no text of the page.`;
  return [{ code: "MARKUP_UNCLOSED", message, lost: characters }];
}

/** Why a page has no text, where something took all of it. */
function reasonOf(unclosed: UnclosedHtml | undefined, hiding: UnclosedHtml | undefined): string | undefined {
  if (unclosed !== undefined && unclosed.characters > 0)
    return `nothing closes the ${unclosed.name} of line ${unclosed.line}, so the ${unclosed.characters} characters behind it are none`;
  if (hiding === undefined) return undefined;
  return `the ${hiding.name} of line ${hiding.line}, with ${hiding.characters} characters, is hidden, navigation or for browsers alone`;
}

/** Text saved under a page's name. As a page it would be one paragraph, and `<https://…>` in it a tag. */
const unmarked: Notice = {
  code: "MARKUP_MISSING",
  message: "The file holds no element of HTML, so it was read as plain text.",
  lost: 0,
};

function hasMarkup(text: string): boolean {
  return /<!doctype|<\/?(?:html|head|body|title|meta|link|style|script|p|div|span|br|hr|h[1-6]|a|b|i|u|em|strong|font|center|pre|code|ul|ol|li|dl|dt|dd|table|tr|td|th|img|section|article|main|nav|header|footer|blockquote|form|sup|sub|details|summary|figure|label|input|select|textarea|noscript|template|svg|ruby|button)(?=[\s/>])/i.test(
    text,
  );
}
