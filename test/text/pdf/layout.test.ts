import { expect, it } from "vitest";
import { PdfLoader } from "../../../src/plugins/document_loaders/pdf.ts";
import { testRun, testSource } from "../../../src/testing/index.ts";
import { PdfWriter, paragraph } from "../../helpers/pdf-writer.ts";

/** The text of one page in Courier, whose letters are all 0.6 of their size wide. */
async function textOf(content: string): Promise<string> {
  const pdf = new PdfWriter();
  pdf.page({ content, fonts: { F: pdf.standardFont("Courier"), B: pdf.standardFont("Courier-Bold") } });
  const [document] = await new PdfLoader().load(testSource("page.pdf", pdf.bytes()), testRun());
  return document?.text ?? "";
}

it("parts a number from the heading that stands close behind it", async () => {
  const close = "BT /F 10 Tf 60 700 Td (8.1) Tj 19.2 0 Td (Indemnification.) Tj ET"; // 1.2 of room, 0.12 of the size
  expect(await textOf(close)).toBe("8.1 Indemnification.");
  const kerned = "BT /F 10 Tf 60 700 Td [(8.1 Ind) -60 (emnification.)] TJ ET"; // 0.06
  expect(await textOf(kerned)).toBe("8.1 Indemnification.");
});

const RENT = [
  "The tenant pays the rent on the",
  "first working day of the month.",
  "A payment that comes late by ten",
  "days adds a charge of two parts",
  "in a hundred for every week that",
  "goes by, and the landlord writes",
  "to the tenant of it in the first",
  "week. Interest is at the rate of",
  "the national bank, and no higher",
  "than the law allows for a lease.",
];
const REPAIR = ["The landlord repairs the roof in", "thirty days. What the repairs of", "this year came to stands here:"];

it("reads a column of text, and then the text and the table that stand beside it", async () => {
  const costs = [
    ["Roof", "1,200", "900"],
    ["Pipes", "310", "295"],
    ["Heating", "75", "80"],
    ["Paint", "60", "61"],
    ["Doors", "44", "18"],
    ["Lift", "500", "510"],
  ];
  const rows = costs.map(([name, last, now], i) => {
    const y = 650 - i * 11;
    return `BT /F 9 Tf 1 0 0 1 310 ${y} Tm (${name}) Tj 1 0 0 1 400 ${y} Tm (${last}) Tj 1 0 0 1 450 ${y} Tm (${now}) Tj ET`;
  });
  const text = await textOf(`${paragraph("F", 9, 60, 700, RENT, 12)}${paragraph("F", 9, 310, 700, REPAIR, 12)}${rows.join("\n")}`);
  expect(text).toBe(`${RENT.join(" ")}\n\n${REPAIR.join(" ")}\n\n${costs.map((cells) => cells.join("\t")).join("\n")}`);
});

it("reads the rows of a table whose cells are text", async () => {
  const cells = ["Trading symbols of the company", "New York Stock Exchange", "New York Stock Exchange", "New York Stock Exchange"];
  const left = ["Title of each class", "Common Stock", "Notes due 2030", "Notes due 2032"];
  const rows = cells.map((cell, i) => paragraph("F", 9, 60, 700 - i * 14, [left[i] ?? ""]) + paragraph("F", 9, 250, 700 - i * 14, [cell]));
  expect(await textOf(rows.join(""))).toBe(cells.map((cell, i) => `${left[i]}\t${cell}`).join("\n"));
});

it("tells columns apart where a line comes as close as a word", async () => {
  const left = [
    "The tenant pays the rent on the",
    "first working day of every month. A",
    "payment that comes late by more than",
    "ten days adds a charge of two parts",
    "in a hundred for every week that",
    "goes by and the landlord writes to",
    "the tenant about the charge in that",
    "first week. Interest stands at the",
    "rate of the national bank and never",
    "higher than what the law allows for",
  ];
  const right = [...RENT.slice(2), ...RENT.slice(0, 2)];
  // The longest line on the left is 36 letters, 194.4: 4.5 are between it and the line on the right, half of the size.
  const text = await textOf(`${paragraph("F", 9, 60, 700, left, 12)}${paragraph("F", 9, 258.9, 700, right, 12)}`);
  expect(text.replaceAll(/\s+/g, " ")).toBe([...left, ...right].join(" "));
});

it("reads characters that are drawn upright one under the other as vertical writing", async () => {
  const columns = ["賃借人は毎月最初の営業日に", "賃料を支払う。十日を超える", "遅延には二分を加える。"];
  const letters = [...new Set(columns.join(""))];
  const pdf = new PdfWriter();
  const font = pdf.glyphFont("Vertical", new Map(letters.map((letter, i) => [i + 3, letter])), 1000);
  const drawn = columns.flatMap((column, i) =>
    [...column].map((letter, j) => {
      const code = (letters.indexOf(letter) + 3).toString(16).padStart(4, "0");
      return `1 0 0 1 ${500 - i * 20} ${700 - j * 12} Tm <${code}> Tj`;
    }),
  );
  pdf.page({ content: `BT /F 12 Tf ${drawn.join(" ")} ET`, fonts: { F: font } });
  const [document] = await new PdfLoader().load(testSource("page.pdf", pdf.bytes()), testRun());
  expect(document?.text).toBe(columns.join("\n"));
});
