import { expect, it } from "vitest";
import { sentences } from "../../src/text/sentences.ts";

function read(text: string): string[] {
  return sentences(text).map(({ start, end }) => text.slice(start, end));
}

it.each([
  ["See Art. 6, e.g. No. 5. It applies.", ["See Art. 6, e.g. No. 5.", "It applies."]],
  ["Version 2.12.3 is out. Pay 2,519.50 now.", ["Version 2.12.3 is out.", "Pay 2,519.50 now."]],
  [
    "The U.S. Government agrees. It is in the U.S. The rest is not.",
    ["The U.S. Government agrees.", "It is in the U.S.", "The rest is not."],
  ],
  ["J. R. Smith and Dr. Jones vs. Acme Inc. Board.", ["J. R. Smith and Dr. Jones vs. Acme Inc. Board."]],
  ["1. Definitions. Here they are.", ["1. Definitions.", "Here they are."]],
  ["Section 4. Duty to pay. Pay in full.", ["Section 4. Duty to pay.", "Pay in full."]],
  [
    "Die 2. Rate zahlt Fa. Meier im 3. Obergeschoss bis zum 3. Werktag. Die Frist endet am 3. Danach gilt l'art. 5.",
    ["Die 2. Rate zahlt Fa. Meier im 3. Obergeschoss bis zum 3. Werktag.", "Die Frist endet am 3.", "Danach gilt l'art. 5."],
  ],
  [
    "Am 3. Oktober gilt z. B. § 5 Abs. 2 i.V.m. Art. 7. Dies gilt nicht.",
    ["Am 3. Oktober gilt z. B. § 5 Abs. 2 i.V.m. Art. 7.", "Dies gilt nicht."],
  ],
  ['He said "Stop." Then he left! Did he? Yes…', ['He said "Stop."', "Then he left!", "Did he?", "Yes…"]],
  ["**Bold.** A note.[^1] More.</span> End.", ["**Bold.**", "A note.[^1]", "More.</span>", "End."]],
])("knows what ends a sentence: %s", (text, expected) => {
  expect(read(text)).toEqual(expected);
});

it("goes on over a line end, but not over a blank line, a list item, a heading or a table row", () => {
  expect(read("# Rules\r\nA line\r\ngoes on. Next\r\n\r\nOther\r\n- one\r\n- two\r\n| a | b |\r\n(a) three;\r\n(b) four.")).toEqual([
    ...["# Rules", "A line\r\ngoes on.", "Next", "Other", "- one", "- two", "| a | b |", "(a) three;", "(b) four."],
  ]);
});

it("does not take a cross-reference at the start of a line for a clause", () => {
  expect(read("11.2 Notice is due. The tests of\n11.3 and 11.4 below apply.\n11.3 Email counts.")).toEqual([
    "11.2 Notice is due.",
    "The tests of\n11.3 and 11.4 below apply.",
    "11.3 Email counts.",
  ]);
});

it("divides Chinese and Japanese at their full stops, and keeps a quotation in its sentence", () => {
  expect(read("机构应当保存记录。经批准的除外！")).toEqual(["机构应当保存记录。", "经批准的除外！"]);
  expect(read("彼は「行く。」と言った。次の文です。")).toEqual(["彼は「行く。」と言った。", "次の文です。"]);
});

it("divides long Thai text at a space between phrases, never before a number", () => {
  const text = "ผู้ใดกระทำความผิดตามมาตรานี้ต้องระวางโทษจำคุกไม่เกินหนึ่งปี หรือปรับไม่เกินสองหมื่นบาทตามมาตรา ๑๒ วรรคสอง หรือทั้งจำทั้งปรับ";
  expect(read(text)).toEqual(["ผู้ใดกระทำความผิดตามมาตรานี้ต้องระวางโทษจำคุกไม่เกินหนึ่งปี", "หรือปรับไม่เกินสองหมื่นบาทตามมาตรา ๑๒ วรรคสอง หรือทั้งจำทั้งปรับ"]);
});

it("stays inside the range it is given, and gives nothing for white space", () => {
  expect(sentences("One. Two. Three.", { start: 4, end: 10 })).toEqual([{ start: 5, end: 9 }]);
  expect(sentences(" \r\n\t ")).toEqual([]);
});

it("takes time in proportion to the text", () => {
  const text = "It is e.g. a test of No. 5 here. Ein Satz. ".repeat(50_000);
  const started = performance.now();
  expect(sentences(text)).toHaveLength(100_000);
  expect(sentences("no end ".repeat(300_000))).toHaveLength(1);
  expect(performance.now() - started).toBeLessThan(10_000);
});
