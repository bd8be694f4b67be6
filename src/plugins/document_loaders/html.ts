import type { DocumentLoader, Source } from "../../interfaces.ts";
import type { Document } from "../../model.ts";
import { declaredHtmlEncoding } from "../../text/declared-encoding.ts";
import { decode, documentEmpty } from "../../text/decode.ts";
import { htmlToText } from "../../text/html-text.ts";
import { documentId } from "../../units.ts";
import { languageTag } from "./language-tag.ts";
import { checkExtensions, hasExtension } from "./source-extension.ts";

export interface HtmlLoaderOptions {
  /** @default [".html", ".htm", ".xhtml"] */
  readonly extensions?: readonly string[];
}

/**
 * A page as its text (see `htmlToText`), its headings as the outline. `metadata.anchors` has for each entry of the outline the
 * id to link to, or null; `metadata.leftOutCharacters` says how much navigation is not in the text.
 */
export class HtmlLoader implements DocumentLoader {
  readonly name = "html";
  readonly #extensions: readonly string[];

  constructor({ extensions = [".html", ".htm", ".xhtml"] }: HtmlLoaderOptions = {}) {
    this.#extensions = checkExtensions(this.name, extensions);
  }

  canHandle(source: Source): boolean {
    return hasExtension(source, this.#extensions);
  }

  /** @throws DOCUMENT_BINARY, DOCUMENT_EMPTY - also for a page that has markup and no text */
  async load(source: Source): Promise<Document[]> {
    const bytes = await source.bytes();
    const { text: markup, notices } = await decode(bytes, source.id, declaredHtmlEncoding(bytes));
    const { text, title, language, outline, anchors, leftOut } = await htmlToText(markup);
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
        notices,
        metadata: { anchors, leftOutCharacters: leftOut },
      },
    ];
  }
}
