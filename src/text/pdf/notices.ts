import type { Notice } from "../../model.ts";
import { onPages } from "./page-ranges.ts";
import type { PageReport, PdfText } from "./pdf-text.ts";

/** How much text the pages have that they do not show, and which they are. */
export function unseenText(reports: readonly PageReport[]): string | undefined {
  const having = reports.filter(({ outside }) => outside > 0);
  const count = having.reduce((sum, { outside }) => sum + outside, 0);
  if (count === 0) return undefined;
  const stand = count === 1 ? "1 character stands" : `${count} characters stand`;
  return `${stand} outside what is shown of ${onPages(having.map(({ number }) => number))}, or on a layer that is switched off`;
}

/** What a reader of the document should know: first what could not be read, with the pages, then what was put right. */
export function noticesOf({ reports, repaired, cutShort }: Pick<PdfText, "reports" | "repaired" | "cutShort">): Notice[] {
  const pagesWhere = (test: (report: PageReport) => boolean) => reports.filter(test).map(({ number }) => number);
  const notices: Notice[] = [];
  const tell = (pages: readonly number[], code: string, message: (where: string) => string, isLoss: boolean) => {
    if (pages.length > 0) notices.push({ code, message: message(onPages(pages)), lost: isLoss ? pages.length : 0 });
  };
  tell(
    pagesWhere(({ damaged }) => damaged),
    "PDF_PAGES_DAMAGED",
    (where) => `The file is damaged on ${where}; what could be read there is kept.`,
    true,
  );
  tell(
    pagesWhere(({ kind }) => kind === "image only"),
    "PDF_IMAGE_ONLY",
    (where) => `There is no text on ${where}, only a picture of it (image only). Run text recognition (OCR) over the file first.`,
    true,
  );
  tell(
    pagesWhere(({ kind }) => kind === "garbled (no Unicode map)"),
    "PDF_GARBLED",
    (where) => `The text on ${where} cannot be read: its fonts do not say which characters they draw (garbled, no Unicode map).`,
    true,
  );
  tell(
    pagesWhere((report) => report.kind === "mixed" && report.unreadPicture),
    "PDF_MIXED",
    (where) => `Part of ${where} is a picture, and text in it was not read (mixed).`,
    true,
  );
  tell(
    pagesWhere((report) => report.kind === "mixed" && !report.unreadPicture && report.garbledLetters > 0),
    "PDF_MIXED",
    (where) => `Part of the text on ${where} cannot be read: its font does not say which characters it draws (mixed).`,
    true,
  );
  tell(
    pagesWhere(({ kind, unseen }) => kind === "invisible or doubled OCR layer" && unseen),
    "PDF_OCR_LAYER",
    (where) =>
      `The text on ${where} is invisible, as text recognition (OCR) lays it under a picture. It was used, and is as exact as that was.`,
    false,
  );
  tell(
    pagesWhere(({ kind, unseen }) => kind === "invisible or doubled OCR layer" && !unseen),
    "PDF_OCR_LAYER",
    (where) => `The text on ${where} was there twice (doubled OCR layer), and was used once.`,
    false,
  );
  tell(
    pagesWhere((report) => report.kind === "mixed" && !report.unreadPicture && report.garbledLetters === 0),
    "PDF_OCR_LAYER",
    (where) => `Part of the text on ${where} is invisible, as text recognition (OCR) lays it under a picture (mixed). It was used.`,
    false,
  );
  const unseen = unseenText(reports);
  if (unseen !== undefined) notices.push({ code: "PDF_TEXT_UNSEEN", message: `${unseen}; they are no part of the text.`, lost: 0 });
  if (cutShort) notices.push({ code: "PDF_CUT_SHORT", message: "The file does not end as a PDF does: its end may be missing.", lost: 1 });
  else if (repaired) {
    notices.push({
      code: "PDF_REPAIRED",
      message: "The file's table of contents was damaged and was made anew; parts may be missing.",
      lost: 0,
    });
  }
  return notices;
}
