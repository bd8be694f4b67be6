import { expect, it } from "vitest";
import type { Artifacts } from "../../src/interfaces.ts";
import type { Answer, Citation, Document } from "../../src/model.ts";
import { withPlaces } from "../../src/pipeline/cited-places.ts";

const document: Document = {
  id: "d",
  source: "fees.pdf",
  mediaType: "application/pdf",
  text: "The fee is five.\nDogs pay half.",
  pages: [
    { number: 1, start: 0, end: 17 },
    { number: 2, start: 17, end: 31 },
  ],
  places: [
    { start: 0, end: 16, page: 1, box: [72, 700, 200, 712] },
    { start: 17, end: 31, page: 2, box: [72, 60, 180, 72] },
  ],
};

const citation: Citation = {
  number: 1,
  source: "fees.pdf",
  documentId: "d",
  unitId: "u",
  path: [],
  label: "fees.pdf (page 1, characters 17–31)",
  quote: "Dogs pay half.",
  span: { start: 17, end: 31 },
  page: 1,
};

const answer = (citations: readonly Citation[]): Answer => ({
  question: "?",
  text: "Half. [1]",
  citations,
  evidence: [],
  grounded: true,
  abstained: false,
  searched: [],
  trace: [],
});

const saved = (found: Document | undefined) =>
  ({ has: () => true, get: () => ({ readUnits: () => [], readDocument: () => found }) }) as unknown as Artifacts;

it("names the lines of a quotation, and its own page where the evidence began on the one before", async () => {
  const [cited] = (await withPlaces(answer([citation]), saved(document))).citations;
  expect(cited).toMatchObject({
    page: 2,
    label: "fees.pdf (page 2, characters 17–31)",
    places: [{ page: 2, boxes: [[72, 60, 180, 72]] }],
  });
});

it("gives a quotation over two pages the lines of both", async () => {
  const across = { ...citation, span: { start: 4, end: 21 } };
  const [cited] = (await withPlaces(answer([across]), saved(document))).citations;
  expect(cited?.places?.map(({ page }) => page)).toEqual([1, 2]);
  expect(cited?.page).toBe(1);
});

it("leaves a citation as it is where no place is known", async () => {
  const { places: _, pages: __, ...plain } = document;
  for (const found of [plain, undefined]) expect((await withPlaces(answer([citation]), saved(found))).citations).toEqual([citation]);
});
