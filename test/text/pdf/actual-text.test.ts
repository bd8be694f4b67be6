import { expect, it } from "vitest";
import type { Document } from "../../../src/model.ts";
import { PdfLoader } from "../../../src/plugins/document_loaders/pdf.ts";
import { testRun, testSource } from "../../../src/testing/index.ts";
import { PdfWriter } from "../../helpers/pdf-writer.ts";

const LETTERS = [..."The section on sanitation is read once a month by every member"];
const CODES = new Map([...new Set(LETTERS)].map((letter, i) => [i + 3, letter] as const));
const LIGATURE = 99;

/** The text in glyph numbers, "ti" as a ligature that the font's map leaves out; `spell` stands around it. */
async function load(spell: (ligature: string) => string): Promise<Document> {
  const pdf = new PdfWriter();
  const code = (value: number) => value.toString(16).padStart(4, "0");
  const codeOf = (letter: string) => [...CODES].find(([, known]) => known === letter)?.[0] ?? 0;
  const show = (text: string) => `<${[...text].map((letter) => code(codeOf(letter))).join("")}> Tj `;
  const content = LETTERS.join("")
    .split("ti")
    .map(show)
    .join(spell(`<${code(LIGATURE)}> Tj `));
  pdf.page({ content: `BT /F 10 Tf 60 700 Td ${content} ET`, fonts: { F: pdf.glyphFont("Lig", new Map([...CODES, [LIGATURE, "\0"]])) } });
  const [document] = await new PdfLoader().load(testSource("page.pdf", pdf.bytes()), testRun());
  if (document === undefined) throw new Error("no document");
  return document;
}

it("reads letters that a font says nothing of where the file spells them", async () => {
  for (const list of ["<</ActualText <feff00740069>>>", "<</MCID 3/ActualText (ti)>>", "<</ActualText (\\357\\273\\277ti) /MCID 3>>"]) {
    const { text, notices } = await load((ligature) => `/Span ${list} BDC ${ligature} EMC `);
    expect(text).toBe(LETTERS.join(""));
    expect(notices).toEqual([]);
  }
});

it("names the loss where they are not spelled, or not by themselves", async () => {
  const sentence = "The section on sanitation, which everybody reads.";
  for (const list of [undefined, "<</MCID 3>>", "<</ActualText ()>>", `<</ActualText (${sentence})>>`]) {
    const { text, notices } = await load((ligature) => (list === undefined ? ligature : `/Span ${list} BDC ${ligature} EMC `));
    expect(text).toContain("The sec");
    expect(text).not.toContain("section");
    expect(notices).toMatchObject([{ code: "PDF_MIXED", lost: 1 }]);
  }
});

it("keeps a text that speaks of spelling as it stands", async () => {
  const pdf = new PdfWriter();
  const shown = "Write /ActualText \\(ti\\) and /MCID 3 before BDC.";
  pdf.page({ content: `BT /F 10 Tf 60 700 Td (${shown}) Tj ET`, fonts: { F: pdf.standardFont("Helvetica") } });
  const [document] = await new PdfLoader().load(testSource("page.pdf", pdf.bytes()), testRun());
  expect(document?.text).toBe("Write /ActualText (ti) and /MCID 3 before BDC.");
});

it("reads right-to-left letters that are drawn in parts, dots over and under the base line", async () => {
  const pdf = new PdfWriter();
  const font = pdf.glyphFont("Parts", new Map([[1, "\0"]]), 600);
  // "bayt" (house): its letters from the right; the dots are a glyph of their own and have no width.
  const letters = [..."\u0628\u064a\u062a"].map((letter, i) => {
    const x = 100 - i * 6;
    const spelled = `/Span <</ActualText <feff${letter.charCodeAt(0).toString(16).padStart(4, "0")}>>> BDC`;
    return `${spelled} 1 0 0 1 ${x} ${i === 2 ? 704 : 697} Tm <0002> Tj 1 0 0 1 ${x} 700 Tm <0003> Tj EMC`;
  });
  pdf.page({ content: `BT /F 10 Tf ${[...letters].reverse().join(" ")} ET`, fonts: { F: font } });
  const [document] = await new PdfLoader().load(testSource("page.pdf", pdf.bytes()), testRun());
  expect(document?.text).toBe("\u0628\u064a\u062a");
  expect(document?.notices).toEqual([]);
});
