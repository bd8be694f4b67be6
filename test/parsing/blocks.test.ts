import { expect, it } from "vitest";
import { blocks } from "../../src/parsing/blocks.ts";
import { paragraphs } from "../../src/parsing/paragraphs.ts";
import { tables } from "../../src/parsing/tables.ts";

it("parts a text into blocks of a kind, each line in one of them", () => {
  const text = "# A\nText\ngoes on.\n- one\n  more\n- two\n\n| a | b |\n|---|---|\n| 1 | 2 |\nNote.\n\n~~~\n# code\n\n~~~\n\nBig\n===\n";
  expect(blocks(text).map(({ kind, start, end }) => [kind, text.slice(start, end)])).toEqual([
    ["heading", "# A"],
    ["text", "Text\ngoes on."],
    ["item", "- one\n  more"],
    ["item", "- two"],
    ["table", "| a | b |\n|---|---|\n| 1 | 2 |"],
    ["text", "Note."],
    ["fence", "~~~\n# code\n\n~~~"],
    ["heading", "Big\n==="],
  ]);
});

it("finds paragraphs by blank lines, whatever ends a line", () => {
  for (const end of ["\n", "\r\n", "\r"]) {
    const text = ["", "One", "line.", " \t", "", "  Two.", ""].join(end);
    expect(paragraphs(text).map(({ start, end: to }) => text.slice(start, to))).toEqual([`One${end}line.`, "Two."]);
  }
});

it("finds pipe tables with their header, rows and caption, and none in a fence", () => {
  const text = "**Table 2.** Fees\n\nName | Fee\n:--|--:\nA\\|B | `1`\nC | 2\n\n```\n| no | no |\n|---|---|\n```\n\n| x |\n|---|---|\n";
  const read = (span?: { start: number; end: number }) => span && text.slice(span.start, span.end);
  expect(tables(text).map((table) => [read(table.caption), read(table.header), table.rows.map(read)])).toEqual([
    ["**Table 2.** Fees", "Name | Fee", ["A\\|B | `1`", "C | 2"]],
  ]);
});

it("reads rows between bars as columns, with and without a head", () => {
  const text = "| a | b |\n| c | d |\n\n| alone |\n\n|| code ||\nText | here.";
  expect(blocks(text).map(({ kind, lines }) => [kind, lines.length])).toEqual([
    ["columns", 2],
    ["text", 1],
    ["text", 2],
  ]);
});

it("reads the rows of an HTML table, and whether the first of them names the columns", () => {
  const text = "Fees:\n<table>\n<tr><th>A</th></tr>\n<tr>\n<td>1</td>\n</tr><tr><td>2</td></tr></table>\nAfter.\n\n<table><tr><td>\n\nText";
  const [, rows, , open] = blocks(text);
  expect(rows?.lines.map(({ start, end }) => text.slice(start, end))).toEqual([
    "<table>\n<tr><th>A</th></tr>",
    "<tr>\n<td>1</td>\n</tr>",
    "<tr><td>2</td></tr></table>",
  ]);
  expect(rows).toMatchObject({ kind: "columns", hasHead: true });
  expect(open).toMatchObject({ kind: "columns", lines: [{ start: text.lastIndexOf("<table>"), end: text.indexOf("\n\nText") }] });
});
