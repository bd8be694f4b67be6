import { checkObject } from "../../arguments.ts";
import type { NoticeCode } from "../../errors.ts";
import type { DocumentLoader, Source } from "../../interfaces.ts";
import type { Document, Notice } from "../../model.ts";
import { documentEmpty } from "../../text/decode.ts";
import type { StoryTally } from "../../text/docx/story.ts";
import { documentId } from "../../units.ts";
import { languageTag } from "./language-tag.ts";
import { checkExtensions, hasExtension } from "./source-extension.ts";

export interface DocxLoaderOptions {
  /** @default [".docx", ".docm", ".dotx", ".dotm"] */
  readonly extensions?: readonly string[];
}

/**
 * A Word file as what its reader sees: headings as the outline, computed numbers in the text, a table's row in one line, notes
 * behind their sentences, tracked changes as accepted. Needs the package fflate.
 *
 * `metadata` has the file's properties (`author`, `created`, …), `comments` (text, author, date, and the span they are about),
 * `headers` and `footers`, and `leftOutCharacters` for hidden text and tables of contents. `places` are bookmarked paragraphs.
 */
export class DocxLoader implements DocumentLoader {
  readonly name = "docx";
  readonly #extensions: readonly string[];

  constructor(options: DocxLoaderOptions = {}) {
    checkObject("new DocxLoader", options, "options");
    const { extensions = [".docx", ".docm", ".dotx", ".dotm"] } = options;
    this.#extensions = checkExtensions(this.name, extensions);
  }

  canHandle(source: Source): boolean {
    return hasExtension(source, this.#extensions);
  }

  /** @throws DOCUMENT_DAMAGED, DOCUMENT_EMPTY, DOCUMENT_FORMAT_WRONG, DOCUMENT_PROTECTED, DOCUMENT_TOO_LARGE, PACKAGE_MISSING */
  async load(source: Source): Promise<Document[]> {
    const { docxToText } = await import("../../text/docx/docx-to-text.ts");
    const { text, title, language, outline, places, metadata, tally } = await docxToText(await source.bytes(), source.id);
    if (text.trim() === "") throw documentEmpty(source.id);
    const tag = languageTag(language);
    return [
      {
        id: documentId(source.id),
        source: source.id,
        text,
        mediaType: "application/vnd.openxmlformats-officedocument.wordprocessingml.document",
        ...(title === undefined ? {} : { title }),
        ...(tag === undefined ? {} : { language: tag }),
        outline,
        ...(places.length === 0 ? {} : { places }),
        notices: noticesOf(tally),
        metadata,
      },
    ];
  }
}

function noticesOf(tally: StoryTally): Notice[] {
  const notices: Notice[] = [];
  const add = (code: NoticeCode, lost: number, message: string) => notices.push({ code, message, lost });
  if (tally.insertions + tally.deletions + tally.moves > 0) {
    const parts = [counted(tally.insertions, "insertion"), counted(tally.deletions, "deletion"), counted(tally.moves, "move")];
    const by = tally.authors.size === 0 ? "" : ` (by ${[...tally.authors].sort().slice(0, 5).join(", ")})`;
    const what = parts.filter((part) => part !== "").join(", ");
    add("TRACKED_CHANGES_ACCEPTED", 0, `Tracked changes were read as if accepted: ${what}${by}.`);
  }
  const missing = [...tally.missing].filter(([, count]) => count > 0);
  if (missing.length > 0) {
    const what = missing.map(([part, count]) => counted(count, part)).join(", ");
    const lost = missing.reduce((sum, [, count]) => sum + count, 0);
    add("PARTS_MISSING", lost, `The file refers to what it does not hold: ${what}.`);
  }
  if (tally.unread > 0) {
    const what = `${counted(tally.unread, "chart, form control or embedded file", "charts, form controls or embedded files")}`;
    add("EMBEDDED_UNREAD", tally.unread, `${what} may hold text that is not read.`);
  }
  if (tally.unknownSymbols > 0) {
    add("SYMBOLS_UNKNOWN", tally.unknownSymbols, `${counted(tally.unknownSymbols, "sign")} of a symbol font stand in the text as U+FFFD.`);
  }
  if (tally.missingNumbers > 0) {
    add(
      "NUMBERS_MISSING",
      tally.missingNumbers,
      `${counted(tally.missingNumbers, "number")} of fields that only Word computes are missing.`,
    );
  }
  if (tally.emptyFields.length > 0) {
    const names = [...new Set(tally.emptyFields)].sort().join(", ");
    const { length } = tally.emptyFields;
    add(
      "FIELDS_EMPTY",
      length,
      `${counted(length, "field")} (${names}) ${length === 1 ? "has" : "have"} no result in the file, so what Word shows there is missing.`,
    );
  }
  return notices;
}

function counted(count: number, one: string, many = `${one}s`): string {
  return count === 0 ? "" : `${count} ${count === 1 ? one : many}`;
}
