import { checkObject } from "../../arguments.ts";
import type { DocumentLoader, Source } from "../../interfaces.ts";
import type { Document, Notice } from "../../model.ts";
import { declaredHtmlEncoding } from "../../text/declared-encoding.ts";
import { decode, documentEmpty } from "../../text/decode.ts";
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
    const { text, title, language, outline, places, anchors, leftOut, unclosed } = await htmlToText(markup);
    if (text.trim() === "") throw documentEmpty(source.id);
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

function unclosedNotices(unclosed: { readonly name: string; readonly content: string } | undefined): Notice[] {
  const lost = unclosed?.content.replaceAll(/\s+/g, "").length ?? 0;
  if (unclosed === undefined || lost === 0) return [];
  const message = `Nothing closes the last ${unclosed.name} of the page, so the ${lost} characters behind it are no text of it.`;
  return [{ code: "MARKUP_UNCLOSED", message, lost }];
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
