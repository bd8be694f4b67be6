import { checkObject } from "../../arguments.ts";
import type { DocumentLoader, Source } from "../../interfaces.ts";
import type { Document, Notice } from "../../model.ts";
import { decode } from "../../text/decode.ts";
import { documentId } from "../../units.ts";
import { readFrontMatter } from "./front-matter.ts";
import { languageTag } from "./language-tag.ts";
import { withNotesAtMarks } from "./markdown-notes.ts";
import { markdownPages } from "./markdown-pages.ts";
import { checkExtensions, hasExtension } from "./source-extension.ts";

export interface MarkdownLoaderOptions {
  /** @default [".md", ".markdown", ".mdown"] */
  readonly extensions?: readonly string[];
}

/**
 * Markdown as it is written, but for footnotes, which stand behind the sentence of their mark (`[Footnote 1: …]`); units are the
 * unit parser's business. Front matter (YAML between `---` lines, TOML between `+++`)
 * becomes `metadata`, `title` and `language`, and is declared an omission, so that its lines are no part of any unit. Headings
 * `## Page 12`, as files made from pages have them, become `pages`, and are omissions too: a section may run over them.
 */
export class MarkdownLoader implements DocumentLoader {
  readonly name = "markdown";
  readonly #extensions: readonly string[];

  constructor(options: MarkdownLoaderOptions = {}) {
    checkObject("new MarkdownLoader", options, "options");
    const { extensions = [".md", ".markdown", ".mdown"] } = options;
    this.#extensions = checkExtensions(this.name, extensions);
  }

  canHandle(source: Source): boolean {
    return hasExtension(source, this.#extensions);
  }

  /** @throws DOCUMENT_BINARY, DOCUMENT_EMPTY */
  async load(source: Source): Promise<Document[]> {
    const { text: written, notices } = await decode(await source.bytes(), source.id);
    const found = await readFrontMatter(written);
    const front = typeof found === "object" ? found : undefined;
    const text = withNotesAtMarks(written, front?.end ?? 0);
    const document = { id: documentId(source.id), source: source.id, text, mediaType: "text/markdown", notices };
    const paged = markdownPages(text, front?.end ?? 0);
    const pages = paged === undefined ? {} : { pages: paged.pages };
    const omissions = paged?.omissions ?? [];
    if (front === undefined) {
      const unread = found === "other" ? { notices: [...notices, notFrontMatter] } : {};
      return [{ ...document, ...pages, ...(omissions.length === 0 ? {} : { omissions }), ...unread }];
    }
    const { metadata, end, isLoose } = front;
    const named = metadata.title ?? metadata.Title;
    const title = typeof named === "string" ? named.trim() : "";
    const language = languageTag(metadata.language ?? metadata.Language ?? metadata.lang);
    return [
      {
        ...document,
        ...(title === "" ? {} : { title }),
        ...(language === undefined ? {} : { language }),
        metadata,
        ...pages,
        ...(isLoose ? { notices: [...notices, readLoosely] } : {}),
        omissions: [{ omitted: { start: 0, end }, reason: "front matter" }, ...omissions],
      },
    ];
  }
}

const notFrontMatter: Notice = {
  code: "FRONT_MATTER_UNREAD",
  message: "What stands between the two rules at the start holds no facts, so it was taken for ordinary text.",
  lost: 0,
};

const readLoosely: Notice = {
  code: "FRONT_MATTER_UNREAD",
  message: "The block at the start has a mistake in it, so only its plain lines (name: value) were read; it is no part of the text.",
  lost: 0,
};
