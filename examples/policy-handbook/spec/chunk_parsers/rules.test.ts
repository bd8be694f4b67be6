import { buildUnits, type Document, type ParsedChunk, type ParsedUnit } from "right-rag";
import { testChunkParser } from "right-rag/testing";
import { describe, expect, it } from "vitest";
import PolicyParser from "../unit_parsers/policies.ts";
import RuleChunkParser from "./rules.ts";

const documentOf = (text: string): Document => {
  return { id: "garden", source: "garden.md", mediaType: "text/markdown", text, metadata: { versions: { fpt: "*" } } };
};

function parsed(text: string): { document: Document; units: ParsedUnit[] } {
  const document = documentOf(text);
  return { document, units: [...new PolicyParser().parse(document)].filter((item): item is ParsedUnit => !("omitted" in item)) };
}

function chunksOf(text: string): ParsedChunk[] {
  const parser = new RuleChunkParser();
  const { document, units } = parsed(text);
  return buildUnits(document, units, "test")
    .filter((unit) => parser.canHandle(unit))
    .flatMap((unit) => [...parser.parse(unit, { document, children: [] })]);
}

const rules = "## B. Use\n\nWater in the morning.\n\nHowever, seedlings may be watered at noon.\n\nLock the gate.\n";
const table = "## Hours\n\n| Office | Days |\n| --- | --- |\n| North | Monday |\n| South | Friday |\n| West | never |\n\nClosed in June.\n";
const items = Array.from({ length: 40 }, (_, i) => `* tool number ${i + 1}, whatever it is made of;`);
const list = `## Tools\n\nYou must not bring:\n\n${items.join("\n")}\n\nAsk the gardener.\n`;
const long = `## Talk\n\n${"A rule may be long. ".repeat(100).trim()}\n\nIt ends.\n`;

const note = documentOf("# Note\n\nLunch.");
const section = { topic: "Note", fulltext: note.text, source: { start: 0, end: note.text.length }, attributes: { unitType: "section" } };

testChunkParser({
  create: () => new RuleChunkParser(),
  accepts: [rules, table, list, long].map(parsed),
  rejects: { document: note, units: [section] },
  maxCharacters: 1500,
});

describe("a rule", () => {
  it("is one chunk with its exceptions, which are not cut again", () => {
    expect(chunksOf(rules).map(({ fulltext }) => fulltext)).toEqual([
      "Water in the morning.\n\nHowever, seedlings may be watered at noon.",
      "Lock the gate.",
    ]);
  });

  it("takes what is known of it along", () => {
    expect(chunksOf(rules)[0]).toMatchObject({
      attributes: { unitType: "policy rule", role: "rule", citation: "B" },
      metadata: { versions: { fpt: "*" } },
    });
  });

  it("is cut where it is too long, and every piece of a list says what is listed", () => {
    const [first, second, ...others] = chunksOf(list);
    expect(first?.fulltext).toMatch(/^You must not bring:\n\n\* tool number 1,/);
    expect(first?.context).toBeUndefined();
    expect(second?.fulltext).toMatch(/^\* tool number \d+, whatever it is made of;/);
    expect(second?.context).toBe("You must not bring:");
    expect(others.map(({ fulltext }) => fulltext)).toEqual(["Ask the gardener."]);
  });

  it("gets no context from a sentence that announces nothing", () => {
    const contexts = chunksOf(long).map(({ context }) => context);
    expect(contexts).toEqual([undefined, undefined, undefined]);
  });
});

it("cuts a table by its rows, each with the head row", () => {
  const head = "| Office | Days |\n| --- | --- |";
  expect(chunksOf(table).map(({ fulltext, context }) => [fulltext, context])).toEqual([
    [`${head}\n| North | Monday |`, undefined],
    ["| South | Friday |", head],
    ["| West | never |", head],
    ["Closed in June.", undefined],
  ]);
});
