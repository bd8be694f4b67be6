import { describe, expect, it } from "vitest";
import { codes, lineSpan, linesUnit, prove, textDocument, wholeLeaves } from "./parsed.ts";

const act = textDocument("1. Duty\nA keeper must register.\n2. Fine\nUp to 100 pounds.\n");
const sections = [linesUnit(act, 1, 2), linesUnit(act, 3, 4)];

describe("coverage", () => {
  it("is whole where every character is in a unit and a chunk", () => {
    const proof = prove(act, sections);
    expect(proof).toMatchObject({ units: 2, chunks: 2, coverage: 1, chunkCoverage: 1, faults: 0, hints: 0, findings: [] });
  });

  it("shows what is in no unit, with its place and words", () => {
    const proof = prove(act, sections.slice(0, 1));
    expect(proof.coverage).toBe(26 / 46);
    expect(proof.findings).toEqual([
      {
        code: "UNIT_GAP",
        ...lineSpan(act.text, 3, 4),
        line: 3,
        fault: true,
        message: '20 characters are in no unit: "2. Fine Up to 100 pounds.".',
      },
    ]);
  });

  it("counts a declared omission as covered", () => {
    const omissions = [{ omitted: lineSpan(act.text, 3, 4), reason: "repealed" }];
    expect(prove({ ...act, omissions }, sections.slice(0, 1))).toMatchObject({ coverage: 1, chunkCoverage: 1, faults: 0 });
  });

  it("is a hint, and no fault, as far as the settings tolerate gaps", () => {
    const proof = prove(act, sections.slice(0, 1), wholeLeaves, { tolerateUncovered: 0.5 });
    expect(proof).toMatchObject({ faults: 0, hints: 1 });
  });

  it("shows what is in a unit and in no chunk, but no heading above other units", () => {
    const text = "Part 1\n1. Duty\nA keeper must register with us.\n2. Fine\nUp to 100 pounds.\n";
    const document = textDocument(text);
    const part = linesUnit(document, 1, 5, [linesUnit(document, 2, 3), linesUnit(document, 4, 5)]);
    expect(codes(prove(document, [part]))).toEqual([]);
    const proof = prove(document, [part], (unit, isLeaf) => (unit.topic === "1. Duty" ? [] : wholeLeaves(unit, isLeaf)));
    expect(codes(proof)).toEqual(["CHUNK_GAP@2"]);
    expect(proof.chunkCoverage).toBeLessThan(0.5);
  });

  it("needs no comment and no ruled line in a chunk", () => {
    const document = textDocument("# Fees\nPay monthly, please.\n<!-- lint off -->\n---\n", { mediaType: "text/markdown" });
    const proof = prove(document, [linesUnit(document, 1, 4)], (unit) => [
      { topic: unit.topic, fulltext: "# Fees\nPay monthly, please.", source: lineSpan(document.text, 1, 2) },
    ]);
    expect(proof).toMatchObject({ chunkCoverage: 1, findings: [] });
  });
});

describe("units", () => {
  it("that share text, or come in another order than their places, are faults", () => {
    const proof = prove(act, [linesUnit(act, 3, 4), linesUnit(act, 1, 3)]);
    expect(proof.findings.filter(({ fault }) => fault).map(({ code }) => code)).toEqual(["UNITS_OUT_OF_ORDER", "UNITS_OVERLAP"]);
  });

  it("without a span are looked for in the document, white space aside", () => {
    const proof = prove(act, [
      ...sections,
      { topic: "Duty again", fulltext: "A keeper  must\nregister." },
      { topic: "Summary", fulltext: "Keepers register or pay." },
    ]);
    expect(proof.findings.map(({ code, fault }) => [code, fault])).toEqual([
      ["UNIT_WITHOUT_SPAN", false],
      ["UNIT_TEXT_CHANGED", true],
    ]);
  });

  it("that are a heading with nothing below it are hinted at, unless it says that its text is gone", () => {
    const document = textDocument("§ 1 Duty\nA keeper must register.\n§ 2 Notice\n§ 3 (weggefallen)\n");
    const units = [linesUnit(document, 1, 2), linesUnit(document, 3, 3), linesUnit(document, 4, 4)];
    expect(codes(prove(document, units)).filter((code) => code.startsWith("UNIT"))).toEqual(["UNIT_EMPTY@3"]);
  });

  it("with 20,000 characters of their own, and chunks of 8,000, are hinted at", () => {
    const document = textDocument(`Rules\n${"All of it holds. ".repeat(1200)}`);
    expect(codes(prove(document, [linesUnit(document, 1, 2)]))).toEqual(["UNIT_GIANT@1", "CHUNK_GIANT@1"]);
  });
});

describe("chunks", () => {
  const rule = textDocument("Entry\nThe pool is open to all guests.\nExcept on Mondays, when it is cleaned.\n");
  const unit = linesUnit(rule, 1, 3);
  const lines = (first: number, last: number, parser = "test") => {
    const source = lineSpan(rule.text, first, last);
    return { topic: "Entry", fulltext: rule.text.slice(source.start, source.end), source, parser };
  };

  it("that begin with an exception, away from their rule, are hinted at", () => {
    const proof = prove(rule, [unit], () => [lines(1, 2), lines(3, 3)]);
    expect(codes(proof)).toEqual(["EXCEPTION_APART@3"]);
    expect(codes(prove(rule, [unit]))).toEqual([]);
  });

  it.each([
    ["(18) This Regulation does not apply to what a person does at home.\n", []],
    ["2. Diese Verordnung gilt nicht für Tote.\n", []],
    ["(27) Le présent règlement ne s’applique pas aux morts.\n", []],
    ["(27) 本法不适用于个人。\n", []],
    ["(18) Nothing in this Agreement binds an heir.\n", []],
    ["(18) Unless otherwise agreed, fees are due in May.\n", []],
    ["(18) Unless they are waived, fees are due in May.\n", ["EXCEPTION_APART@2"]],
    ["(18) This paragraph does not apply to what a person does at home.\n", ["EXCEPTION_APART@2"]],
    ["(18) However, this Regulation does not apply at home.\n", ["EXCEPTION_APART@2"]],
    ["(18) Section 3 of this Regulation does not apply at home.\n", ["EXCEPTION_APART@2"]],
  ])("that begin with the scope of the whole or a reservation are none, those of a part are: %s", (line, expected) => {
    const document = textDocument(`(17) Data of persons are protected as far as they are known.\n${line}`);
    const parsed = [linesUnit(document, 1, 1), linesUnit(document, 2, 2)].map((each, i) => ({ ...each, topic: `(${i + 17})` }));
    expect(codes(prove(document, parsed)).filter((code) => code.startsWith("EXCEPTION"))).toEqual(expected);
  });

  it("that two parsers cut from one text are told once", () => {
    const proof = prove(rule, [unit], () => [lines(1, 3), lines(1, 3, "example")]);
    expect(proof.findings).toMatchObject([{ code: "CHUNKS_CUT_TWICE", fault: false }]);
    expect(proof.findings[0]?.message).toContain('by "example" and "test"');
  });

  it("of one parser that overlap are told once", () => {
    expect(codes(prove(rule, [unit], () => [lines(1, 2), lines(2, 3)]))).toEqual(["CHUNKS_OVERLAP@2"]);
  });

  it("are counted by their size", () => {
    const proof = prove(rule, [unit], () => [lines(1, 2), lines(1, 3)]);
    expect(proof.chunkSizes).toEqual({ min: 37, median: 37, p95: 76, max: 76 });
  });

  it("with next to no words are hinted at", () => {
    const document = textDocument("Attest: Clerk.\n");
    expect(codes(prove(document, [linesUnit(document, 1, 1)]))).toEqual(["CHUNK_TINY@1"]);
  });
});

it("weighs hints as faults, and leaves codes out, as its options say", () => {
  const document = textDocument("Attest: Clerk.\n");
  const units = [linesUnit(document, 1, 1)];
  expect(prove(document, units, wholeLeaves, { faults: ["CHUNK_TINY"] })).toMatchObject({ faults: 1, hints: 0 });
  expect(prove(document, units, wholeLeaves, { ignore: ["CHUNK_TINY"] })).toMatchObject({ faults: 0, hints: 0, findings: [] });
});
