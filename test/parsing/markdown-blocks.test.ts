import { expect, it } from "vitest";
import { markdownBlocks } from "../../src/parsing/markdown-blocks.ts";

const pieces = [
  "# One",
  "Two\n===",
  "   ## Indented ##",
  "Text that goes on\nand on\n- - -",
  "```\n# no heading\n\n```",
  "~~~ruby\n## nor this",
  "    # indented code\n\n    more",
  "- item\n\n  # in an item\n- two",
  "> # quoted\nlazy",
  "<!-- # hidden\n\n# too -->",
  "<div>\n# html\n</div>",
  "[a]: /url\n'a title\nin two lines'",
  "[b]: <x>\n[c]: y\nText",
  "1. a\n\n\n   b",
  "***",
  "",
  "\\# no",
];

it("are the same in windows of any size as in one", () => {
  let seed = 7;
  const random = (n: number) => {
    seed = (Math.imul(seed, 1_103_515_245) + 12_345) >>> 0;
    return (seed >>> 16) % n;
  };
  for (let round = 0; round < 150; round++) {
    const text = Array.from({ length: 1 + random(12) }, () => `${pieces[random(pieces.length)]}${"\n".repeat(1 + random(3))}`).join("");
    const whole = [...markdownBlocks(text, Number.POSITIVE_INFINITY)];
    for (const window of [1, 2, 7, 20, 61]) expect([...markdownBlocks(text, window)], JSON.stringify({ text, window })).toEqual(whole);
  }
});

it("of a text without any are none", () => {
  expect([...markdownBlocks("")]).toEqual([]);
  expect([...markdownBlocks("\n \n\n", 1)]).toEqual([]);
});
