import { describe, expect, it } from "vitest";
import { citationHolds, citationText, evidenceOf, resolveAnswer } from "../src/citations.ts";
import type { Chunk, DraftAnswer, Evidence } from "../src/model.ts";

const text = "# Sick leave\nCall before nine.\nBring a note.\nCall before nine.\n";

const evidence: Evidence = {
  text: "Call before nine.\nBring a note.\nCall before nine.\n",
  score: 2,
  documentId: "d1",
  source: "handbook.md",
  unitId: "u1",
  chunkId: "c1",
  path: ["Leave", "Sick leave"],
  citation: "handbook.md › Leave › Sick leave",
  span: { start: 13, end: 63 },
  attributes: {},
};

const draft = (over: Partial<DraftAnswer>): DraftAnswer => ({ text: "Bring a note. [1]", evidence: [evidence], cites: [], ...over });
const resolve = (over: Partial<DraftAnswer>) => resolveAnswer("What do I bring?", draft(over), { searched: ["bring"] });

describe("resolveAnswer", () => {
  it("places a quotation in the document, numbered as in the text", () => {
    expect(resolve({ cites: [{ evidence: 1, quote: "Bring a note." }], confidence: 0.8 })).toEqual({
      question: "What do I bring?",
      text: "Bring a note. [1]",
      citations: [
        {
          number: 1,
          source: "handbook.md",
          documentId: "d1",
          unitId: "u1",
          path: ["Leave", "Sick leave"],
          label: "handbook.md › Leave › Sick leave (characters 31–44)",
          quote: "Bring a note.",
          span: { start: 31, end: 44 },
        },
      ],
      evidence: [evidence],
      confidence: 0.8,
      grounded: true,
      abstained: false,
      searched: ["bring"],
      trace: [],
    });
    expect(text.slice(31, 44)).toBe("Bring a note.");
  });

  it("says what a generator that searched again was looking for", () => {
    expect(resolve({ searched: ["bring", "certificate"] }).searched).toEqual(["bring", "certificate"]);
  });

  it("means the first of equal passages, or the one at the given offset", () => {
    const second = { evidence: 1, quote: "Call before nine.", offset: 32 };
    const { citations } = resolve({ cites: [{ evidence: 1, quote: "Call before nine." }, second] });
    expect(citations.map(({ span }) => span)).toEqual([
      { start: 13, end: 30 },
      { start: 45, end: 62 },
    ]);
    expect(citations.every((citation) => citationHolds(citation, text))).toBe(true);
  });

  it("rests a cite without a quotation on the whole evidence", () => {
    const { citations, grounded } = resolve({ cites: [{ evidence: 1 }, { evidence: 1, quote: "  " }] });
    expect(citations.map(({ quote }) => quote)).toEqual([evidence.text, evidence.text]);
    expect(grounded).toBe(true);
  });

  it.each([
    ["other words", { evidence: 1, quote: "Bring two notes." }],
    ["other case", { evidence: 1, quote: "bring a note." }],
    ["a place where other words stand", { evidence: 1, quote: "Bring a note.", offset: 3 }],
  ])("never shows a quotation that is not in its evidence: %s", (_, cite) => {
    const { citations, grounded } = resolve({ cites: [cite] });
    expect(grounded).toBe(false);
    expect(citations[0]?.quote).toBe(evidence.text);
    expect(citations[0]?.span).toEqual(evidence.span);
    expect(citations[0]?.label).toBe("handbook.md › Leave › Sick leave (characters 13–63, the quotation was not found there)");
  });

  it("is not grounded when nothing is cited, when the generator says so, nor when it abstains: that rests on nothing", () => {
    expect(resolve({ cites: [] }).grounded).toBe(false);
    expect(resolve({ cites: [{ evidence: 1 }], grounded: false }).grounded).toBe(false);
    expect(resolve({ text: "Not found.", cites: [], abstained: true })).toMatchObject({ grounded: false, abstained: true });
    expect(resolve({ text: "Not found.", cites: [{ evidence: 1 }], abstained: true }).grounded).toBe(false);
  });

  it.each([0, 2, 1.5, -1, Number.NaN])("refuses a cite of evidence %d of 1", (number) => {
    expect(() => resolve({ cites: [{ evidence: number }] })).toThrowError(
      expect.objectContaining({
        code: "CITE_INVALID",
        message: `Citation [1] points at evidence ${number}, but the answer has 1 (numbered from 1).`,
      }),
    );
  });

  it("refuses a draft that a plugin in JavaScript left incomplete", () => {
    const broken = JSON.parse('{"text":"Yes."}') as DraftAnswer;
    expect(() => resolveAnswer("?", broken, { searched: [] })).toThrowError(expect.objectContaining({ code: "CITE_INVALID" }));
  });

  it("gives no span when the evidence has none, or one that does not fit its text", () => {
    const { span: _, ...unplaced } = evidence;
    const misplaced = { ...evidence, span: { start: 0, end: 5 }, page: 4 };
    const { citations } = resolve({
      evidence: [unplaced, misplaced],
      cites: [
        { evidence: 1, quote: "note" },
        { evidence: 2, quote: "note" },
      ],
    });
    expect(citations.map(({ span }) => span)).toEqual([undefined, undefined]);
    expect(citations.map(({ label }) => label)).toEqual(["handbook.md › Leave › Sick leave", "handbook.md › Leave › Sick leave (page 4)"]);
  });
});

describe("evidenceOf", () => {
  const chunk: Chunk = {
    id: "c1",
    documentId: "d1",
    unitId: "u1",
    topic: "Fees",
    path: ["Tariff", "Fees"],
    parser: "smoke",
    fulltext: "| Ferry | 12 |",
    source: { start: 120, end: 134 },
    context: "| What | Euro |",
    attributes: { year: 2024 },
  };
  const pages = [
    { number: 1, start: 0, end: 120 },
    { number: 2, start: 120, end: 300 },
  ];

  it("carries text, place, page, context and attributes of the chunk", () => {
    expect(evidenceOf(chunk, { source: "tariff.pdf", pages }, 3.5)).toEqual({
      text: "| Ferry | 12 |",
      score: 3.5,
      documentId: "d1",
      source: "tariff.pdf",
      unitId: "u1",
      chunkId: "c1",
      path: ["Tariff", "Fees"],
      citation: "tariff.pdf › Tariff › Fees",
      span: { start: 120, end: 134 },
      context: "| What | Euro |",
      page: 2,
      attributes: { year: 2024 },
    });
  });

  it("leaves out what is not known", () => {
    const { source: _, context: __, attributes: ___, ...bare } = chunk;
    expect(Object.keys(evidenceOf(bare, { source: "tariff.md" }, 1)).sort()).toEqual(
      ["attributes", "chunkId", "citation", "documentId", "path", "score", "source", "text", "unitId"].sort(),
    );
  });

  it("carries the hash of the document's text, and so does a citation of it", () => {
    const piece = evidenceOf(chunk, { source: "tariff.pdf", text: "| Ferry | 12 |" }, 1);
    expect(piece.documentHash).toBe("bedf02208cb0ccbe5c681a1856ada71c");
    const { citations } = resolveAnswer("?", { text: "12 [1]", evidence: [piece], cites: [{ evidence: 1 }] }, { searched: [] });
    expect(citations[0]?.documentHash).toBe(piece.documentHash);
  });
});

it("prints source and path on one line, without control characters or empty topics", () => {
  expect(citationText("a b.md", ["Part\none", "", "\u001b[31mRed"])).toBe("a b.md › Part one › [31mRed");
});

it("holds a citation only to the exact text", () => {
  expect(citationHolds({ quote: "Bring", span: { start: 31, end: 36 } }, text)).toBe(true);
  expect(citationHolds({ quote: "Bring", span: { start: 30, end: 35 } }, text)).toBe(false);
  expect(citationHolds({ quote: "Bring", span: { start: 31, end: 37 } }, text)).toBe(false);
  expect(citationHolds({ quote: "Bring" }, text)).toBe(false);
});
