import { describe, expect, it } from "vitest";
import type { Document, RunEvent } from "../../../src/model.ts";
import { markdownOutline } from "../../../src/parsing/markdown-outline.ts";
import { unitsFromOutline } from "../../../src/parsing/outline-units.ts";
import { RecursiveChunkParser, type RecursiveOptions } from "../../../src/plugins/chunk_parsers/recursive.ts";
import { testChunkParser } from "../../../src/testing/index.ts";
import { testRun } from "../../../src/testing/run.ts";
import { buildChunks, buildUnits } from "../../../src/units.ts";

describe("recursive", () => {
  const skips = {
    "puts all text of the units it accepts into chunks": "a heading above subsections is no chunk: it stands in the path of those below it",
  };
  testChunkParser({ create: () => new RecursiveChunkParser(), maxCharacters: 800, skips });
});

function markdown(text: string): Document {
  return { id: "d", source: "d.md", mediaType: "text/markdown", text };
}

/** Chunks of a document as the pipeline would have them, checked by its laws. */
function cut(text: string, options: RecursiveOptions = {}, settings: Record<string, number | string> = {}) {
  const document = markdown(text);
  const units = buildUnits(document, unitsFromOutline(document, markdownOutline(text)), "test");
  const events: RunEvent[] = [];
  const parser = new RecursiveChunkParser(options);
  const chunks = units.flatMap((unit) => {
    const parent = units.find(({ id }) => id === unit.parentId);
    const children = units.filter(({ parentId }) => parentId === unit.id);
    const around = { document, units, children, ...(parent === undefined ? {} : { parent }) };
    const run = { ...testRun({ settings }), emit: (event: RunEvent) => void events.push(event) };
    return buildChunks(document, unit, [...parser.parse(unit, around, run)], "recursive");
  });
  return { chunks, texts: chunks.map(({ fulltext }) => fulltext), events };
}

it("cuts between paragraphs, else lines, else sentences, else words", () => {
  const sizes = { chunk_size: 40, chunk_overlap: 0 };
  expect(cut("One paragraph here.\n\nAnother paragraph here.", sizes).texts).toEqual(["One paragraph here.", "Another paragraph here."]);
  expect(cut("First sentence here. Second sentence here.", sizes).texts).toEqual(["First sentence here.", "Second sentence here."]);
  expect(cut("word ".repeat(12).trim(), sizes).texts).toEqual(["word word word word word word word word", "word word word word"]);
});

it("repeats the last sentence or words, within its size", () => {
  const { texts, chunks } = cut("One is said. Two is said. Three is said. Four is said.", { chunk_size: 45, chunk_overlap: 15 });
  expect(texts).toEqual(["One is said. Two is said.", "Two is said. Three is said. Four is said."]);
  expect(chunks.every(({ fulltext }) => fulltext.length <= 45)).toBe(true);
});

it("keeps a rule with its exception, and repeats no row of a table", () => {
  expect(cut("Dogs are allowed in the park.\n\nExcept on Sundays.", { chunk_size: 30, chunk_overlap: 5 }).texts).toEqual([
    "Dogs are allowed in the park.\n\nExcept on Sundays.",
  ]);
  const rows = Array.from({ length: 6 }, (_, i) => `| part ${i} | ${i}0 |`).join("\n");
  const { chunks } = cut(`| part | days |\n|---|---|\n${rows}`, { chunk_size: 60, chunk_overlap: 20 });
  expect(chunks.slice(1).every(({ context }) => context === "| part | days |\n|---|---|")).toBe(true);
  expect(chunks.flatMap(({ fulltext }) => fulltext.split("\n"))).toHaveLength(8);
});

const small =
  "# Rules\n\n## A\n\nPay.\n\n## B\n\nAsk.\n\n## C\n\nThis section is long enough to stand alone, and does so without any doubt about it.\n";

it("joins small neighbours to a chunk of their parent, which they lie inside", () => {
  const { chunks, events } = cut(small, { chunk_size: 100, chunk_overlap: 0, chunk_size_threshold: 30 });
  expect(chunks.map(({ topic, fulltext }) => [topic, fulltext])).toEqual([
    ["Rules", "# Rules\n\n## A\n\nPay.\n\n## B\n\nAsk."],
    ["C", "## C\n\nThis section is long enough to stand alone, and does so without any doubt about it."],
  ]);
  expect(events).toEqual([]);
});

it("leaves small ones out where it is told to, and counts them", () => {
  const settings = { chunk_size: 100, chunk_overlap: 0, chunk_size_threshold: 30, chunk_size_strategy: "discard" };
  const { chunks, events } = cut(small, {}, settings);
  expect(chunks.map(({ topic }) => topic)).toEqual(["C"]);
  expect(events).toEqual([
    { type: "index:discarded", chunks: 1, characters: 10 },
    { type: "index:discarded", chunks: 1, characters: 10 },
  ]);
  expect(cut(small, { document_size_threshold: 30 }).chunks.map(({ topic }) => topic)).toEqual(["C"]);
});

it("refuses options that make no sense", () => {
  expect(() => cut("a", { chunk_size: 0 })).toThrow(/chunk_size is 0/);
  expect(() => cut("a", { chunk_size: 50, chunk_overlap: 50 })).toThrow(/chunk_overlap is 50/);
  expect(() => cut("a", {}, { chunk_size_strategy: "merge" })).toThrow(/chunk_size_strategy is "merge"/);
});
