import { checkObject } from "../../arguments.ts";
import { documentDamaged, documentProtected, documentTooLarge, optionInvalid, packageMissing, pdfWithoutText } from "../../errors.ts";
import type { DocumentLoader, Run, Source } from "../../interfaces.ts";
import type { Attributes, Document, Notice } from "../../model.ts";
import { documentEmpty } from "../../text/decode.ts";
import { noticesOf, unseenText } from "../../text/pdf/notices.ts";
import { pageRanges } from "../../text/pdf/page-ranges.ts";
import { PdfFailure } from "../../text/pdf/pdf-failure.ts";
import type { PdfText } from "../../text/pdf/pdf-text.ts";
import { readInThread } from "../../text/pdf/thread.ts";
import { documentId } from "../../units.ts";
import { clauseOutline } from "./clause-outline.ts";
import { languageTag } from "./language-tag.ts";
import { checkExtensions, hasExtension } from "./source-extension.ts";

export interface PdfLoaderOptions {
  /** @default [".pdf"] */
  readonly extensions?: readonly string[];
  /**
   * Share of a page, 0 to 1, that pictures without text may cover before the page counts as partly unread: text in a picture is
   * not seen. 1 where pictures are photographs.
   *
   * @default 0.2
   */
  readonly toleratedPicture?: number;
  /** Longest time for one page; seconds, 1 or more. @default 60 */
  readonly pageTimeoutSeconds?: number;
}

/**
 * A PDF as its text: paragraphs joined, table rows line by line, columns one after the other. Running headers and footers are not
 * in the text; `metadata.leftOut` has each once, with its pages. `metadata.pageKinds` says of which kind every page is.
 *
 * Needs the package unpdf. Each document is read in a thread of its own.
 */
export class PdfLoader implements DocumentLoader {
  readonly name = "pdf";
  readonly #extensions: readonly string[];
  readonly #toleratedPicture: number;
  readonly #pageTimeoutMs: number;

  constructor(options: PdfLoaderOptions = {}) {
    checkObject("new PdfLoader", options, "options");
    const { extensions = [".pdf"], toleratedPicture = 0.2, pageTimeoutSeconds = 60 } = options;
    this.#extensions = checkExtensions(this.name, extensions);
    if (!(toleratedPicture >= 0 && toleratedPicture <= 1)) {
      throw optionInvalid('toleratedPicture of document loader "pdf"', toleratedPicture, "a share of a page, 0 to 1");
    }
    if (!(pageTimeoutSeconds >= 1)) {
      throw optionInvalid('pageTimeoutSeconds of document loader "pdf"', pageTimeoutSeconds, "a number of seconds, 1 or more");
    }
    this.#toleratedPicture = toleratedPicture;
    this.#pageTimeoutMs = pageTimeoutSeconds * 1000;
  }

  canHandle(source: Source): boolean {
    return hasExtension(source, this.#extensions);
  }

  /** @throws DOCUMENT_DAMAGED, DOCUMENT_EMPTY, DOCUMENT_PROTECTED, DOCUMENT_TOO_LARGE, PACKAGE_MISSING, PDF_WITHOUT_TEXT */
  async load(source: Source, run: Run): Promise<Document[]> {
    const bytes = await source.bytes();
    if (bytes.length === 0) throw documentEmpty(source.id);
    const pdf = await this.#read(source.id, bytes, run);
    const { text, pages, places, outline, title } = pdf;
    const language = languageTag(pdf.language);
    const notices = noticesOf(pdf);
    if (text === "") throw withoutText(source.id, notices, unseenText(pdf.reports));
    return [
      {
        id: documentId(source.id),
        source: source.id,
        text,
        mediaType: "application/pdf",
        ...(title === undefined ? {} : { title }),
        ...(language === undefined ? {} : { language }),
        pages,
        places,
        outline: pdf.bookmarked ? outline : clauseOutline(text, outline),
        notices,
        metadata: metadataOf(pdf),
      },
    ];
  }

  async #read(name: string, bytes: Uint8Array, { signal, emit }: Run): Promise<PdfText> {
    let shownAt = performance.now();
    const progress = (done: number, of: number) => {
      const now = performance.now();
      if (now - shownAt < PROGRESS_MS) return;
      shownAt = now;
      emit({ type: "load:pages", source: name, done, of });
    };
    try {
      return await readInThread(bytes, {
        options: { toleratedPicture: this.#toleratedPicture },
        signal,
        progress,
        pageTimeoutMs: this.#pageTimeoutMs,
      });
    } catch (cause) {
      throw cause instanceof PdfFailure ? failure(name, cause) : cause;
    }
  }
}

/** Time between two events of progress; ms. */
const PROGRESS_MS = 500;

function failure(name: string, { fault }: PdfFailure): Error {
  if (fault.kind === "missing") return packageMissing("unpdf", "reads PDF files", "unpdf@1.7.0", fault.message, name);
  if (fault.kind === "protected") return documentProtected(name);
  if (fault.kind === "oversize") return documentTooLarge(name, fault.message);
  return documentDamaged(name, fault.message);
}

function withoutText(name: string, notices: readonly Notice[], unseen: string | undefined): Error {
  const reasons = notices.filter(({ lost }) => lost > 0).map(({ message }) => message);
  return reasons.length === 0 ? documentEmpty(name, unseen) : pdfWithoutText(name, reasons);
}

function metadataOf({ reports, heads }: PdfText): Attributes {
  const kinds: Record<string, string> = {};
  for (const kind of new Set(reports.map((report) => report.kind))) {
    kinds[kind] = pageRanges(reports.filter((report) => report.kind === kind).map(({ number }) => number));
  }
  const leftOut = heads.map(({ reason, text, pages }) => ({ reason, text, pages: pageRanges(pages) }));
  const outside = reports.reduce((sum, report) => sum + report.outside, 0);
  return {
    pageCount: reports.length,
    pageKinds: kinds,
    ...(leftOut.length === 0 ? {} : { leftOut }),
    ...(outside === 0 ? {} : { outsideThePage: outside }),
  };
}
