import { expect, it } from "vitest";
import { passagesOf } from "../../../src/plugins/answer_generators/passages.ts";

const read = (text: string) => passagesOf(text).map(({ kind, start, end, leadIn }) => [kind, text.slice(start, end), leadIn]);

it("cuts text into sentences, and leaves headings, rules and bare markup out", () => {
  expect(read("# Fees\n\nPay now. Ask later.\n\nCosts\n-----\n\n***\n<a name='x'></a>\n\n> Quoted text.\n")).toEqual([
    ["sentence", "Pay now.", undefined],
    ["sentence", "Ask later.", undefined],
    ["sentence", "Quoted text.", undefined],
  ]);
});

it("knows what introduces the items of a list, level by level", () => {
  expect(read("You may not:\n\n* eat\n* do this:\n  * run\n  * jump\n* sleep\n\nBut rest.\n\n- alone")).toEqual([
    ["sentence", "You may not:", undefined],
    ["item", "eat", 0],
    ["item", "do this:", 0],
    ["item", "run", 2],
    ["item", "jump", 2],
    ["item", "sleep", 0],
    ["sentence", "But rest.", undefined],
    ["item", "alone", undefined],
  ]);
});

it("keeps the marks by which people refer to a clause", () => {
  expect(read("11.1 Notice is given.\n11.2 Email counts:\n(a) always;\n(b) at night.")).toEqual([
    ["sentence", "11.1 Notice is given.", undefined],
    ["sentence", "11.2 Email counts:", undefined],
    ["item", "(a) always;", 1],
    ["item", "(b) at night.", 1],
  ]);
});

it("takes a table by rows, with its head row, also without outer bars", () => {
  const text = "| A | B |\n|---|---|\n| 1 | 2 |\n\nx | y | z\n";
  expect(passagesOf(text).map(({ kind, start, end, columns }) => [kind, text.slice(start, end), columns])).toEqual([
    ["row", "| 1 | 2 |", "| A | B |"],
    ["row", "x | y | z", undefined],
  ]);
});

it("takes the rows of a table without outer bars, however they are padded", () => {
  expect(read("`sse`      |          | Streaming\n`sse2`     | `sse`    | More of it\n").map(([kind]) => kind)).toEqual(["row", "row"]);
});

it("takes code as a whole, after what introduces it", () => {
  expect(read("Run this:\n\n```sh\n# not a heading\nls\n```\n")).toEqual([
    ["sentence", "Run this:", undefined],
    ["code", "```sh\n# not a heading\nls\n```", 0],
  ]);
});

it("has nothing to quote of a text that says nothing", () => {
  expect(passagesOf(" \n---\n# Only a heading\n<br>\n")).toEqual([]);
});

it("keeps a note with the sentence before it", () => {
  expect(read("Pay in May. [Footnote 1: Not for Ada. Nor for Bo.] Then rest. Go.")).toEqual([
    ["sentence", "Pay in May. [Footnote 1: Not for Ada. Nor for Bo.]", undefined],
    ["sentence", "Then rest.", undefined],
    ["sentence", "Go.", undefined],
  ]);
});
