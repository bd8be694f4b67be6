import type { OutlineEntry, Page, SourcePlace } from "../../model.ts";
import type { PageKind } from "./judge-page.ts";
import type { RunningHead } from "./running-heads.ts";

/** What was read of one page, beside its text. */
export interface PageReport {
  /** 1-based. */
  readonly number: number;
  readonly kind: PageKind;
  /** Share of the page that is a picture without text; given where that is why the page is not good. */
  readonly unreadPicture: boolean;
  /** Characters that were drawn and cannot be read. */
  readonly garbledLetters: number;
  /** Most of its text was drawn so that nobody sees it. */
  readonly unseen: boolean;
  /** Text that was drawn twice was left out once. */
  readonly doubled: boolean;
  /** A part of the page could not be read for damage. */
  readonly damaged: boolean;
  /** Characters outside what is shown of the page. */
  readonly outside: number;
}

/** A whole PDF as text, and what is known of it. JSON. */
export interface PdfText {
  readonly text: string;
  readonly pages: readonly Page[];
  readonly places: readonly SourcePlace[];
  readonly outline: readonly OutlineEntry[];
  /** The outline is the file's own, at least in part. */
  readonly bookmarked: boolean;
  readonly reports: readonly PageReport[];
  readonly heads: readonly RunningHead[];
  readonly title?: string;
  readonly language?: string;
  /** The file's table of objects was damaged, and made anew from what was found. */
  readonly repaired: boolean;
  /** It does not end as a PDF does. */
  readonly cutShort: boolean;
}

export interface PdfOptions {
  /** Share of a page, 0 to 1, that pictures without text may cover. */
  readonly toleratedPicture: number;
}

/** Why a PDF could not be read. */
export type PdfFault =
  | { readonly kind: "missing"; readonly message: string }
  | { readonly kind: "protected" }
  | { readonly kind: "damaged"; readonly message: string }
  | { readonly kind: "oversize"; readonly message: string };

/** What a reader says in the end. */
export type PdfMessage = { readonly type: "read"; readonly pdf: PdfText } | { readonly type: "failed"; readonly fault: PdfFault };

/** Two numbers that both threads see: pages read, and pages in all. A message for each page would cost more than many a page does. */
export type PageCount = Int32Array<SharedArrayBuffer>;

export function newPageCount(): PageCount {
  return new Int32Array(new SharedArrayBuffer(2 * Int32Array.BYTES_PER_ELEMENT));
}
