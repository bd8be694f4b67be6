import { expect, it } from "vitest";
import { asides, withoutAsides } from "../../src/parsing/asides.ts";

const read = (text: string) => asides(text).map(({ start, end }) => text.slice(start, end));
const kept = (text: string) => {
  const span = withoutAsides(text, { start: 0, end: text.length });
  return span && text.slice(span.start, span.end);
};

it("finds comments, also within a line and over several", () => {
  expect(read("a <!-- one --> b\n<!-- two\nlines --> c <!-- three -->\n")).toEqual([
    "<!-- one -->",
    "<!-- two\nlines -->",
    "<!-- three -->",
  ]);
});

it("finds definitions of links, and no footnote or name with a colon", () => {
  expect(read('[a b]: #here\n[`c`]: std::c "C"\n> [d]: <https://d.example>\n[^1]: foot.note\n[Name]: John Smith\n')).toEqual([
    "[a b]: #here",
    '[`c`]: std::c "C"',
    "[d]: <https://d.example>",
  ]);
});

it("finds anchors without words, marks of call-outs and labels of rules on lines of their own", () => {
  expect(read("r[items.fn]\n# Functions\n> [!NOTE]\n> See [items.fn].\n* <a name='x'></a>\n  **Other:** data\n[Reserved]\n")).toEqual([
    "r[items.fn]",
    "[!NOTE]",
    "<a name='x'></a>",
  ]);
});

it("finds none in code, and none that never ends", () => {
  expect(read("```\n<!-- a -->\n[b]: #c\n```\n`<!--` is code -->\n<!-- open\n")).toEqual([]);
});

it("takes them from the ends of a range, and leaves them in its midst", () => {
  expect(kept("<!-- lint off -->\n\n> [!NOTE]\n> Pay <!-- in --> on time.\n\n[a]: #b\n[c]: #d\n")).toBe("Pay <!-- in --> on time.");
  expect(kept("r[a.b]\n\n[a]: #b\n")).toBeUndefined();
});

it("takes linear time over text that only looks like comments", () => {
  const began = performance.now();
  asides("<!-- ".repeat(200_000));
  asides("[a]: #b\n".repeat(100_000));
  expect(performance.now() - began).toBeLessThan(3000);
});
