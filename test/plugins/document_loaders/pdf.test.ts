import { readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import type { Document, SourcePlace } from "../../../src/model.ts";
import { PdfLoader, type PdfLoaderOptions } from "../../../src/plugins/document_loaders/pdf.ts";
import { testDocumentLoader, testRun, testSource } from "../../../src/testing/index.ts";
import { PdfWriter, paragraph } from "../../helpers/pdf-writer.ts";

const fixture = (path: string) => Uint8Array.from(readFileSync(new URL(`../../fixtures/cases/${path}`, import.meta.url)));

async function load(bytes: Uint8Array, options: PdfLoaderOptions = {}): Promise<Document> {
  const [document] = await new PdfLoader(options).load(testSource("paper.pdf", bytes), testRun());
  if (document === undefined) throw new Error("no document");
  return document;
}

const textAt = ({ text }: Document, { start, end }: Pick<SourcePlace, "start" | "end">) => text.slice(start, end);

testDocumentLoader({
  create: () => new PdfLoader(),
  accepts: [testSource("columns.pdf", fixture("P1-columns/two-columns.pdf")), testSource("HEADERS.PDF", fixture("P5-headers/headers.pdf"))],
  rejects: [testSource("page.txt", "x"), testSource("paper.pdf.md", "x")],
});

it("leaves the bytes of its source, and the memory that they share with others, as they were", async () => {
  const file = fixture("P1-columns/two-columns.pdf");
  const shared = Buffer.from(new ArrayBuffer(file.length + 8), 8);
  shared.set(file);
  const source = { id: "paper.pdf", fingerprint: "1", bytes: async () => shared };
  const first = await new PdfLoader().load(source, testRun());
  expect(Buffer.compare(shared, file)).toBe(0);
  expect(await new PdfLoader().load(source, testRun())).toEqual(first);
});

it("reads two columns one after the other, the title first", async () => {
  const { text } = await load(fixture("P1-columns/two-columns.pdf"));
  expect(text).toBe(
    "Lease Summary\n\n" +
      "The tenant pays the rent on the first working day of each month. A late payment adds a charge of two percent.\n\n" +
      "The landlord repairs the roof within thirty days of notice. The roof repair excludes the skylight on the north side.",
  );
});

describe("a page without text", () => {
  it("is told by its number, and the other pages are read", async () => {
    const document = await load(fixture("P3-scanned/mixed.pdf"));
    expect(document.text).toContain("This page has text about the harbour permit.");
    expect(document.notices).toEqual([
      {
        code: "PDF_IMAGE_ONLY",
        message: "There is no text on page 2, only a picture of it (image only). Run text recognition (OCR) over the file first.",
        lost: 1,
      },
    ]);
    expect(document.metadata?.pageKinds).toEqual({ "good text": "1", "image only": "2" });
  });

  it("makes a file that has no other fail, with its pages named", async () => {
    await expect(load(fixture("P3-scanned/scanned.pdf"))).rejects.toMatchObject({
      code: "PDF_WITHOUT_TEXT",
      message: expect.stringContaining("no text on pages 1–2"),
    });
  });

  it("is none where text stands on it", async () => {
    expect((await load(fixture("P3-scanned/plain.pdf"))).notices).toEqual([]);
  });
});

describe("running headers and footers", () => {
  it("are not in the text, and a sentence goes on over them", async () => {
    const document = await load(fixture("P5-headers/headers.pdf"));
    expect(document.text).toContain("must moor at the eastern quay, except ferries with a standing permit.");
    expect(document.text).not.toMatch(/Harbour Authority|Internal use|Page \d/);
    expect(document.metadata?.leftOut).toEqual([
      { reason: "running header", text: "Harbour Authority - Operations Manual", pages: "1–3" },
      { reason: "running footer", text: "Internal use only - Page 1 of 3", pages: "1–3" },
    ]);
  });

  it("leave headings that stand at the top of one page, and pages that are right", async () => {
    const document = await load(fixture("P5-headers/headers.pdf"));
    expect(document.outline?.map(({ title, at }) => [title, textAt(document, at)])).toEqual([
      ["1 Mooring", "1 Mooring"],
      ["2 Fuel", "2 Fuel"],
      ["3 Fees", "3 Fees"],
    ]);
    expect(document.pages?.map((page) => [page.number, textAt(document, page).split(/\s/)[0]])).toEqual([
      [1, "1"],
      [2, "eastern"],
      [3, "3"],
    ]);
  });
});

it("keeps where every line stands on its page", async () => {
  const document = await load(fixture("P1-columns/two-columns.pdf"));
  const rent = document.places?.find((place) => textAt(document, place) === "the first working day of each");
  expect(rent).toMatchObject({ page: 1 });
  const [left = 0, top = 0, right = 0, bottom = 0] = rent?.box ?? [];
  expect([left, Math.round((top + bottom) / 2)]).toEqual([60, 103]); // drawn at 60, 686 of a page 792 high
  expect(right).toBeGreaterThan(150);
  expect(right).toBeLessThan(330);
});

describe("a file that cannot be read", () => {
  it("is named where it is damaged", async () => {
    await expect(load(new TextEncoder().encode("%PDF-1.7\nnothing more"))).rejects.toMatchObject({ code: "DOCUMENT_DAMAGED" });
    await expect(load(new TextEncoder().encode("no PDF at all"))).rejects.toMatchObject({ code: "DOCUMENT_DAMAGED" });
  });

  it("is named where it is empty", async () => {
    await expect(load(new Uint8Array())).rejects.toMatchObject({ code: "DOCUMENT_EMPTY" });
  });
});

it("is not told as repaired because the one before it was beyond repair", async () => {
  // As the library pdf-lib writes it: objects in a stream, their table in a stream too, no trailer.
  const good = Buffer.from(
    "JVBERi0xLjcKJYGBgYEKCjUgMCBvYmoKPDwKL0ZpbHRlciAvRmxhdGVEZWNvZGUKL0xlbmd0aCAxNDQKPj4Kc3RyZWFtCnicTYyxCgJBDET7fEVqQcxmd5MN" +
      "iIXHHRY2Qn5A5BRFC0X8fuMhKEMmk+GRO6wdCD96nGCxGa+v8Xk+7OdK1kojbYaGfgQu6FtIE5kwhRGh32BZizSpTCJSv3tQZtK/XjlkkU0zU065Ra4afbCZ" +
      "u7iaJOlEIg2Tm5bfL0kxORgLpnC/Qr+Az6B32MEbZvwp0wplbmRzdHJlYW0KZW5kb2JqCgo2IDAgb2JqCjw8Ci9GaWx0ZXIgL0ZsYXRlRGVjb2RlCi9UeXBl" +
      "IC9PYmpTdG0KL04gNAovRmlyc3QgMjAKL0xlbmd0aCAyMzEKPj4Kc3RyZWFtCnicVY/hagIxEIT/5yn2Bcrm9OROEEHFVpDSooUWxB/xbjlSJClmr9i37256" +
      "RSQEsjOz4ZsCLIygLGEMVQ0ljCYVzGYG336+CPDVdZQMbn2b4CARCzs4GlzFPjAUZj43t+zKsTvHzvwtQaHh+4Qaal9It7OPO0qxvzSyoLnHKI4+NnT+JvaN" +
      "e6jstC5rW9VToRu+xI+X0yc1Oarj+spPe3ZMg6DaM7XeLeNVuK2csZWecoV+EUJk7ZObBBYanSZDuztkBTK470+cRxULg0uXKKPeOAUiNLH1oQN892ERkv8X" +
      "9Mdf7vJizgplbmRzdHJlYW0KZW5kb2JqCgo3IDAgb2JqCjw8Ci9TaXplIDgKL1Jvb3QgMiAwIFIKL0ZpbHRlciAvRmxhdGVEZWNvZGUKL1R5cGUgL1hSZWYK" +
      "L0xlbmd0aCAzOQovVyBbIDEgMiAyIF0KL0luZGV4IFsgMCA4IF0KPj4Kc3RyZWFtCnicFcSxDQAgCACwgomz1/j/O1yB0qHoTpspppxWOIT65eUBVXMDWQpl" +
      "bmRzdHJlYW0KZW5kb2JqCgpzdGFydHhyZWYKNTY2CiUlRU9G",
    "base64",
  );
  const damaged = Buffer.from("%PDF-1.7\n1 0 obj\n<< /Type /Catalog >>\nendobj\nstartxref\n9999\n%%EOF\n");
  // One thread after another is kept for the next file.
  for (let i = 0; i < 3; i++) await expect(load(damaged)).rejects.toMatchObject({ code: "DOCUMENT_DAMAGED" });
  expect(await load(good)).toMatchObject({ text: "The fee for the ferry is 18 euros, half of it for a child.", notices: [] });
});

describe("text that a page does not show", () => {
  const cropped = (lines: readonly string[]) => {
    const pdf = new PdfWriter();
    const font = pdf.standardFont("Helvetica");
    for (const line of lines) pdf.page({ content: line, fonts: { F: font }, box: [0, 0, 300, 400] });
    return pdf.bytes();
  };
  const inside = paragraph("F", 11, 20, 300, ["The ferry costs 18 euros, half of it for a child."]);
  const beside = paragraph("F", 11, 320, 300, ["Cut here"]);

  it("is no part of the text, and is told of, with the pages", async () => {
    const { text, notices, metadata } = await load(cropped([inside + beside, inside]));
    expect(text).not.toContain("Cut");
    expect(notices).toEqual([
      {
        code: "PDF_TEXT_UNSEEN",
        message: "7 characters stand outside what is shown of page 1, or on a layer that is switched off; they are no part of the text.",
        lost: 0,
      },
    ]);
    expect(metadata).toMatchObject({ outsideThePage: 7 });
  });

  it("is the reason named where there is no other", async () => {
    const message = expect.stringContaining("holds no text: 14 characters stand outside what is shown of pages 1–2");
    await expect(load(cropped([beside, beside]))).rejects.toMatchObject({ code: "DOCUMENT_EMPTY", message });
  });
});

it("stops when the run is interrupted", async () => {
  const signal = AbortSignal.abort(new Error("enough"));
  const source = testSource("paper.pdf", fixture("P5-headers/headers.pdf"));
  await expect(new PdfLoader().load(source, { ...testRun(), signal })).rejects.toThrow("enough");
});

it.each([
  [{ toleratedPicture: 2 }, "toleratedPicture"],
  [{ pageTimeoutSeconds: 0 }, "pageTimeoutSeconds"],
])("refuses options that cannot be: %j", (options, named) => {
  expect(() => new PdfLoader(options)).toThrow(named);
});
