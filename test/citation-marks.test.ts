import { describe, expect, it } from "vitest";
import { readCitationMarks } from "../src/citation-marks.ts";

describe("G7: marks over three sources", () => {
  it.each([
    ["Fee is 18.50 [1][7].", "Fee is 18.50 [1].", [1], ["7"]],
    ["Fee is 18.50 [0].", "Fee is 18.50.", [], ["0"]],
    ["Fee is 18.50 [1, 2]", "Fee is 18.50 [1][2]", [1, 2], []],
    ["Fee is 18.50 [1-3]", "Fee is 18.50 [1][2][3]", [1, 2, 3], []],
    ["Fee is 18.50 [ID:2]", "Fee is 18.50 [1]", [2], []],
    ["Fee is 18.50.", "Fee is 18.50.", [], []],
    ["Fee is 18.50 [doc.md#5]", "Fee is 18.50", [], ["doc.md#5"]],
    ["array[2] is set [1]", "array[2] is set [1]", [1], []],
  ])("%s", (text, shown, cites, unknown) => {
    expect(readCitationMarks(text, 3)).toEqual({ text: shown, cites, unknown });
  });
});

it("numbers marks anew by first use, so that [k] is the k-th of cites, and no mark moves to another source", () => {
  expect(readCitationMarks("B [3]. Then A [1][9], and B again [3].", 3)).toEqual({
    text: "B [1]. Then A [2], and B again [1].",
    cites: [3, 1],
    unknown: ["9"],
  });
});

it.each([
  ["a [8][1][9].", "a [1].", [1], ["8", "9"]],
  ["[1, 7]", "[1]", [1], ["7"]],
  ["[2-9]", "[1][2]", [2, 3], ["4-9"]],
  ["[2-4]", "[1][2]", [2, 3], ["4"]],
  ["[1–2]", "[1][2]", [1, 2], []],
  ["[3-1]", "", [], ["3-1"]],
  ["[1-999999999]", "[1][2][3]", [1, 2, 3], ["4-999999999"]],
  ["[1; 2 and 3]", "[1][2][3]", [1, 2, 3], []],
  ["[ID: 1, ID: 3]", "[1][2]", [1, 3], []],
  ["[[2]]", "[1]", [2], []],
  ["[2](https://example.org/2)", "[1]", [2], []],
  ["[^2]", "[1]", [2], []],
  ["【2†source】", "[1]", [2], []],
  ["[Source 2]", "[1]", [2], []],
  ["[1, 1]", "[1]", [1], []],
  ["[Sources: 1, 2]", "[1][2]", [1, 2], []],
  ["[passages 1 and 2]", "[1][2]", [1, 2], []],
  ["[Doc 2]", "[1]", [2], []],
  ["[Ref. 2]", "[1]", [2], []],
  ["[#2]", "[1]", [2], []],
  ["[^2^]", "[1]", [2], []],
  ["[1, and 3]", "[1][2]", [1, 3], []],
  ["[1 und 3]", "[1][2]", [1, 3], []],
  ["[1、3]", "[1][2]", [1, 3], []],
  ["[1，3]", "[1][2]", [1, 3], []],
  ["〔2〕", "[1]", [2], []],
  ["[２]", "[1]", [2], []],
  ["\\[2\\]", "[1]", [2], []],
  ["[1 to 3]", "[1][2][3]", [1, 2, 3], []],
  ["[1..3]", "[1][2][3]", [1, 2, 3], []],
  ["[1\u20113]", "[1][2][3]", [1, 2, 3], []],
  ["[1]–[3]", "[1][2][3]", [1, 2, 3], []],
  ["[2, p. 4]", "[1]", [2], []],
  ["[2: § 3]", "[1]", [2], []],
  ["[2, Section 7]", "[1]", [2], []],
  ["[handbook.md, 2]", "[1]", [2], ["handbook.md"]],
  ["[handbook.md]", "", [], ["handbook.md"]],
  ["[chunk_0027]", "", [], ["chunk_0027"]],
])("reads %s", (text, shown, cites, unknown) => {
  expect(readCitationMarks(text, 3)).toEqual({ text: shown, cites, unknown });
});

it.each([
  "[sic]",
  "[...]",
  "[2021] UKSC 3",
  "- [x] done",
  "[the handbook](https://example.org)",
  "`[1]`",
  "```\na [1]\n```",
  "matrix[1][2] + 1",
  "[a, b]",
  "[Section 3]",
  "[p. 4]",
  "[1/2]",
  "[-1]",
])("leaves %s as it is", (text) => {
  expect(readCitationMarks(text, 3)).toEqual({ text, cites: [], unknown: [] });
});

it.each([
  ["It is 18.50 euros[2].", "It is 18.50 euros[1].", [2]],
  ["It is 18.50[2] a day.", "It is 18.50[1] a day.", [2]],
  ["费用是18.50元[2]并且每天[1]。", "费用是18.50元[1]并且每天[2]。", [2, 1]],
  ["It is 5 euros[1] and 6 francs[2].", "It is 5 euros[1] and 6 francs[2].", [1, 2]],
  ["It is 5 euros[2]. A fine is 20 [3].", "It is 5 euros[1]. A fine is 20 [2].", [2, 3]],
  ["“18.50”[2][3]", "“18.50”[1][2]", [2, 3]],
])("reads marks without a space before them: %s", (text, shown, cites) => {
  expect(readCitationMarks(text, 3)).toEqual({ text: shown, cites, unknown: [] });
});

it("takes an unknown mark out with its space, and leaves the layout around it", () => {
  expect(readCitationMarks("[9] First [8] and\n  [9] second  [7].\n", 3).text).toBe("First and\n  second.\n");
});

it("has no sources to cite where there are none", () => {
  expect(readCitationMarks("Free [1].", 0)).toEqual({ text: "Free.", cites: [], unknown: ["1"] });
});

it("is quick on many brackets", () => {
  const start = performance.now();
  readCitationMarks("[".repeat(50_000) + "[1]".repeat(20_000) + " ".repeat(50_000) + "[".repeat(10_000), 3);
  expect(performance.now() - start).toBeLessThan(2_000);
});
