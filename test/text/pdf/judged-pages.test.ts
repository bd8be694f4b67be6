import { expect, it } from "vitest";
import { PdfLoader } from "../../../src/plugins/document_loaders/pdf.ts";
import { testRun, testSource } from "../../../src/testing/index.ts";
import { judgedPages, pdfOf } from "../../helpers/pdf-pages.ts";

const load = async (bytes: Uint8Array) => {
  const [document] = await new PdfLoader().load(testSource("pages.pdf", bytes), testRun());
  if (document === undefined) throw new Error("no document");
  return document;
};

/** The pages of "1–3, 7". */
const pagesIn = (ranges: string) =>
  ranges.split(", ").flatMap((range) => {
    const [from = 0, to = from] = range.split("–").map(Number);
    return [...Array(to - from + 1).keys()].map((i) => from + i);
  });

it("judges every kind of page, and names what is lost", async () => {
  const document = await load(pdfOf(judgedPages));
  const kinds = document.metadata?.pageKinds as Record<string, string>;
  const judged = new Map(Object.entries(kinds).flatMap(([kind, ranges]) => pagesIn(ranges).map((page) => [page, kind] as const)));
  const said = judgedPages.map(({ what }, i) => `${what}: ${judged.get(i + 1)}`);
  expect(said).toEqual(judgedPages.map(({ what, kind }) => `${what}: ${kind}`));
  const lost = (document.notices ?? []).filter((notice) => notice.lost > 0).map(({ code, lost }) => `${code} ${lost}`);
  expect(lost).toEqual(["PDF_IMAGE_ONLY 6", "PDF_GARBLED 6", "PDF_MIXED 4", "PDF_MIXED 2"]);
});
