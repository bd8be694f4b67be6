import { buildUnits, type Document } from "right-rag";
import { testChunkParser } from "right-rag/testing";
import { expect, it } from "vitest";
import ExampleChunkParser from "./example.ts";

const text = `Section 1. Keepers

A keeper must register.

Provided that a zoo need not.

A register is kept by the mayor.
`;
const document: Document = { id: "act", source: "act.txt", mediaType: "text/plain", text };
const section = { topic: "Keepers", fulltext: text, source: { start: 0, end: text.length } };
const act = { document, units: [{ ...section, attributes: { unitType: "numbered section", citation: "s. 1" } }] };
const other = { document, units: [section] };

testChunkParser({ create: () => new ExampleChunkParser(), accepts: act, rejects: other });

const [unit] = buildUnits(document, act.units, "test");
const chunks = unit === undefined ? [] : [...new ExampleChunkParser().parse(unit, { document, children: [] })];

it("keeps a rule with its exception, and a heading with its first rule", () => {
  expect(chunks.map(({ fulltext }) => fulltext)).toEqual([
    "Section 1. Keepers\n\nA keeper must register.\n\nProvided that a zoo need not.",
    "A register is kept by the mayor.",
  ]);
});

it("gives each chunk the attributes of its unit", () => {
  expect(chunks.map(({ attributes }) => attributes?.citation)).toEqual(["s. 1", "s. 1"]);
});
