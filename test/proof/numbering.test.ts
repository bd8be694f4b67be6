import { describe, expect, it } from "vitest";
import { labelOf } from "../../src/proof/labels.ts";
import { codes, linesUnit, prove, textDocument } from "./parsed.ts";

/** Findings on numbers of units of one line each, all siblings. */
function numbers(...headings: readonly string[]): string[] {
  const document = textDocument(headings.map((heading) => `${heading} is what it is about, more or less.`).join("\n"));
  const units = headings.map((heading, i) => ({ ...linesUnit(document, i + 1, i + 1), topic: heading }));
  return codes(prove(document, units)).filter((code) => code.startsWith("NUMBER"));
}

describe("numbers of siblings", () => {
  it.each([
    ["1. Duty", "2. Fine", "3. Notice"],
    ["§ 5 Duty", "§ 5a Fine", "§ 5b Notice", "§ 6 Costs"],
    ["§ 433 Sale", "§ 434 Defects"],
    ["§§ 3 bis 6 (weggefallen)", "§ 7 Place"],
    ["(XXXX) §§ 3 bis 6 (weggefallen)", "§ 7 Place"],
    ["Article 1", "Article 2", "Article 3"],
    ["ARTICLE I", "ARTICLE II", "ARTICLE III", "ARTICLE IV"],
    ["(g) Duty", "(h) Fine", "(i) Notice", "(j) Costs"],
    ["(i) Duty", "(ii) Fine", "(iii) Notice", "(iv) Costs", "(v) End"],
    ["มาตรา ๓๔ หน้าที่", "มาตรา ๓๔/๑ โทษ", "มาตรา ๓๕ ค่า"],
    ["มาตรา ๑๔ หน้าที่", "มาตรา ๑๔ ทวิ โทษ", "มาตรา ๑๔ ตรี โทษ", "มาตรา ๑๕ ค่า"],
    ["第九条 目的", "第十条 定義", "第十一条 義務", "第十一条の二 罰則", "第十二条 附則"],
    ["11.1 Duty", "11.2 Fine", "12.1 Notice", "12.2 Costs"],
    ["Preamble", "1. Duty", "Schedule", "2. Fine"],
  ])("in a row are fine: %s, %s …", (...headings) => {
    expect(numbers(...headings)).toEqual([]);
  });

  it.each([
    [["1. Duty", "2. Fine", "4. Notice"], ["NUMBER_MISSING@3"]],
    [["§ 5 Duty", "§ 5b Fine"], ["NUMBER_MISSING@2"]],
    [["§ 5 Duty", "§ 6 Fine", "§ 5 Duty again"], ["NUMBER_TWICE@3"]],
    [["Article 3", "Article 4", "Article 2"], ["NUMBER_BACKWARDS@3"]],
    [["1. Duty", "2. Fine", "1. Notice", "2. Costs"], ["NUMBER_BACKWARDS@3"]],
    [["(a) Duty", "(b) Fine", "(d) Notice"], ["NUMBER_MISSING@3"]],
    [["มาตรา ๑ ชื่อ", "มาตรา ๓ โทษ"], ["NUMBER_MISSING@2"]],
    [["第一条 目的", "第二条 定義", "第二条 義務"], ["NUMBER_TWICE@3"]],
  ])("that do not follow each other are hinted at: %j", (headings, expected) => {
    expect(numbers(...headings)).toEqual(expected);
  });

  it("count under each parent by themselves", () => {
    const document = textDocument("Part A\n§ 1 Duty is a thing.\nPart B\n§ 1 Duty is another.\n");
    const parts = [linesUnit(document, 1, 2, [linesUnit(document, 2, 2)]), linesUnit(document, 3, 4, [linesUnit(document, 4, 4)])];
    expect(codes(prove(document, parts)).filter((code) => code.startsWith("NUMBER"))).toEqual([]);
  });
});

it("reads labels", () => {
  expect(labelOf("§ 312a")).toMatchObject({ style: "§", first: 312, last: 312, inserted: 1 });
  expect(labelOf("11.2")).toMatchObject({ style: "11.", first: 2 });
  expect(labelOf("Art. 6")?.style).toBe(labelOf("Artikel 7")?.style);
  expect(labelOf("第二十一条")).toMatchObject({ first: 21 });
  expect(labelOf("Overview")).toBeUndefined();
});
