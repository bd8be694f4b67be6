import { expect, it } from "vitest";
import { markdownOutline } from "../../src/parsing/markdown-outline.ts";

/** Level, title, and the heading's own lines as they stand in the text. */
function read(text: string, from?: number): unknown[] {
  return markdownOutline(text, from).map(({ level, title, at }) => [level, title, text.slice(at.start, at.end)]);
}

const titles = (text: string) => markdownOutline(text).map(({ title }) => title);

it("U1: reads no heading in fences, indented code, comments, or without a space", () => {
  const text = [
    ...["# Install", "", "```bash", "# not A", "```", "", "~~~py", "# not B", "```", "# not C", "~~~ruby", "# not D", "~~~", ""],
    ...["    # not E", "", "<!--", "# not F", "-->", "", "## Real two", "", "`# inline`", "", "#NotAHeading", "", "### Real three ###", ""],
  ].join("\n");
  expect(titles(text)).toEqual(["Install", "Real two", "Real three"]);
  expect(titles(text.replaceAll("\n", "\r\n"))).toEqual(["Install", "Real two", "Real three"]);
  expect(titles(text.replaceAll("\n", "\r"))).toEqual(["Install", "Real two", "Real three"]);
});

it("U1: knows fences in fences, fences in lists, and fences that are never closed", () => {
  expect(titles("````\n```\n# no\n```\n# no\n````\n# yes\n\n- item\n\n  ```\n  # no\n  ```\n\n# too\n\n```\n# no\n")).toEqual([
    "yes",
    "too",
  ]);
});

it("U1: leaves headings of quotations, list items, HTML and tables to what they stand in", () => {
  expect(
    titles("> # quoted\n\n- # item\n\n1. one\n\n   ## deep\n\n<div>\n# html\n</div>\n\n| a | b |\n|---|---|\n| 1 | 2 |\n---\n\n# Own"),
  ).toEqual(["Own"]);
});

it("reads setext headings, over several lines too", () => {
  expect(read("Big *one*\n=====\n\nTwo\r\nlines\r\n---\r\n\r\ntext\n\n---\n")).toEqual([
    [1, "Big one", "Big *one*\n====="],
    [2, "Two lines", "Two\r\nlines\r\n---"],
  ]);
});

it("drops closing hashes, but keeps a hash that is a word", () => {
  expect(titles("# One ##\n\n## C# ##\n\n### F#\n\n#### Four \t#### \t")).toEqual(["One", "C#", "F#", "Four"]);
});

it.each([
  ["The `Copy` [trait](copy.md#x) and **bold _words_**", "The Copy trait and bold words"],
  ['<a name="scope"></a>Scope <!-- old -->', "Scope"],
  ["![Logo](logo.png) Guide {#guide .wide}", "Logo Guide"],
  ["Q&amp;A \\*plain\\* snake_case_name", "Q&A *plain* snake_case_name"],
  ["See <https://example.org>", "See https://example.org"],
  ["Duty[^1]", "Duty"],
  ["[Reserved]", "[Reserved]"],
  ["Use [the guide]", "Use the guide"],
  ["Café e\u0301te\u0301 👩‍🔧 第一条", "Café e\u0301te\u0301 👩‍🔧 第一条"],
])("reduces a title to its words: %s", (heading, title) => {
  expect(titles(`# ${heading}\n\n[the guide]: guide.md\n`)).toEqual([title]);
});

it("leaves out a heading without words", () => {
  expect(titles('#\n\n## <a name="x"></a>\n\n# ##\n\n# One')).toEqual(["One"]);
});

it("counts offsets in the text itself, from where it is told to start", () => {
  const text = "---\ntitle: x\n---\n\ufeff# 🦀 Crab\r\n\r\n   ## Claw #\r\n";
  expect(read(text, 17)).toEqual([
    [1, "🦀 Crab", "# 🦀 Crab"],
    [2, "Claw", "## Claw #"],
  ]);
});

it("takes time in proportion to the text", () => {
  const started = performance.now();
  expect(markdownOutline("# One\n\nText of *one*.\n\n- item\n\n".repeat(50_000))).toHaveLength(50_000);
  expect(markdownOutline(`# ${"[".repeat(200_000)}`)).toHaveLength(1);
  expect(performance.now() - started).toBeLessThan(20_000);
});
