import { buildUnits, type Document } from "right-rag";
import { markdownOutline, unitsFromOutline } from "right-rag/parsing";
import { testChunkParser, testRun } from "right-rag/testing";
import { describe, expect, it } from "vitest";
import SectionChunkParser from "./sections.ts";

const leave = markdown(
  "leave.md",
  "# Leave\n\n## 1. Entitlement\n\nTwenty days for all.\n\nExcept in the first year.\n\n## 2. Sick leave\n\nA note is due.\n",
);
const pump = markdown("pump.md", "# Pump\n\nRinse it weekly.\n\n## Parts\n\n| part | days |\n|---|---|\n| seal | 30 |\n| valve | 90 |\n");

testChunkParser({ create: () => new SectionChunkParser(), accepts: parsed(pump) });

describe("with headings that have nothing but subsections below them", () => {
  const skips = {
    "puts all text of the units it accepts into chunks": "such a heading is no chunk: it stands in the path of those below it",
  };
  testChunkParser({ create: () => new SectionChunkParser(), skips });
  testChunkParser({ create: () => new SectionChunkParser(), accepts: parsed(leave), skips });
});

it("makes a chunk of each section, with what is said of it, and none of a heading above subsections", () => {
  expect(chunksOf(leave).map((chunk) => [chunk.topic, chunk.attributes?.citation, chunk.fulltext])).toEqual([
    ["1. Entitlement", "1", "## 1. Entitlement\n\nTwenty days for all.\n\nExcept in the first year."],
    ["2. Sick leave", "2", "## 2. Sick leave\n\nA note is due."],
  ]);
});

it("makes a chunk of headings that are no topic of their own", () => {
  const text = "#### Title 1 - Contracts\n\n##### Subtitle 1 - Making them\n\n§ 1 Offers bind.\n";
  const at = text.indexOf("§");
  const document: Document = { id: "d", source: "code.txt", mediaType: "text/plain", text };
  const subunits = [{ topic: "§ 1", fulltext: text.slice(at), source: { start: at, end: text.length } }];
  const units = buildUnits(
    document,
    [{ topic: "Title 1 - Contracts", fulltext: text, source: { start: 0, end: text.length }, subunits }],
    "test",
  );
  const [title] = units;
  if (title === undefined) throw new Error("no unit");
  const chunks = [...new SectionChunkParser().parse(title, { document, children: units.slice(1) }, testRun())];
  expect(chunks.map(({ fulltext }) => fulltext)).toEqual(["#### Title 1 - Contracts\n\n##### Subtitle 1 - Making them"]);
});

it("keeps an exception with its rule, whatever limit is set", () => {
  const [entitlement] = chunksOf(leave, { maxCharacters: 40 });
  expect(entitlement?.fulltext).toBe("## 1. Entitlement\n\nTwenty days for all.\n\nExcept in the first year.");
});

it("repeats a table's header for rows that stand in a later chunk", () => {
  expect(chunksOf(pump, { maxCharacters: 50 }).map((chunk) => [chunk.fulltext, chunk.context])).toEqual([
    ["# Pump\n\nRinse it weekly.", undefined],
    ["## Parts\n\n| part | days |\n|---|---|\n| seal | 30 |", undefined],
    ["| valve | 90 |", "| part | days |\n|---|---|"],
  ]);
});

it("leaves out comments and definitions of links, at the ends of a chunk and alone", () => {
  const text = "# Fees\n\n<!-- lint off -->\n\nPay on [time].\n\n## More\n\nAsk.\n\n[time]: #when\n[fees]: fees.md\n<!-- end -->\n";
  expect(chunksOf(markdown("fees.md", text)).map(({ fulltext }) => fulltext)).toEqual([
    "# Fees\n\n<!-- lint off -->\n\nPay on [time].",
    "## More\n\nAsk.",
  ]);
  expect(chunksOf(markdown("links.md", "[time]: #when\n[fees]: fees.md\n"))).toEqual([]);
});

it("refuses a limit that is no number", () => {
  expect(() => chunksOf(pump, { maxCharacters: "many" })).toThrow(/maxCharacters/);
});

function markdown(source: string, text: string): Document {
  return { id: source, source, mediaType: "text/markdown", text };
}

function parsed(document: Document) {
  return { document, units: unitsFromOutline(document, markdownOutline(document.text)) };
}

function chunksOf(document: Document, settings: { maxCharacters?: number | string } = {}) {
  const units = buildUnits(document, parsed(document).units, "test");
  return units.flatMap((unit) => {
    const children = units.filter((child) => child.parentId === unit.id);
    return [...new SectionChunkParser().parse(unit, { document, children }, testRun({ settings }))];
  });
}
