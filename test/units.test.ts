import { describe, expect, it } from "vitest";
import type { Attributes, Chunk, Document, ParsedUnit } from "../src/model.ts";
import { buildChunks, buildUnits, checkEnriched, coverage, documentId, documentKey, lineAt } from "../src/units.ts";

const document: Document = { id: "d", source: "act.md", mediaType: "text/plain", text: "One 😀.\r\nTwo é.\r\nTwo é.\r\n" };
const unit = (topic: string, start: number, end: number, more: Partial<ParsedUnit> = {}): ParsedUnit => ({
  topic,
  fulltext: document.text.slice(start, end),
  source: { start, end },
  ...more,
});
const one = unit("One", 0, 7);
const two = unit("Two", 9, 15);
const again = unit("Two", 17, 23);
const code = (wanted: string, message?: string | RegExp) =>
  expect.objectContaining({ code: wanted, ...(message === undefined ? {} : { message: expect.stringMatching(message) }) });

describe("units", () => {
  it("get ids, parents, paths and places, parents before their children", () => {
    const units = buildUnits(document, [unit("All", 0, 23, { subunits: [one, two] })], "p");
    expect(units.map(({ path, position }) => [path, position])).toEqual([
      [["All"], 0],
      [["All", "One"], 1],
      [["All", "Two"], 2],
    ]);
    expect(units.map(({ parentId }) => parentId)).toEqual([undefined, units[0]?.id, units[0]?.id]);
    expect("subunits" in (units[0] ?? {})).toBe(false);
  });

  it("have the same ids in every run, and other ids where topic, text, place among equals or document differ", () => {
    const ids = (parsed: readonly ParsedUnit[], of = document) => buildUnits(of, parsed, "p").map(({ id }) => id);
    expect(ids([one, two, again])).toEqual(ids([one, two, again]));
    expect(new Set(ids([one, two, again])).size).toBe(3);
    expect(ids([one], { ...document, id: "e" })).not.toEqual(ids([one]));
    // What stands elsewhere in the document does not count.
    expect(ids([one, two])[0]).toBe(ids([one])[0]);
  });

  it("tell whose they are by the first part of their ids", () => {
    expect(buildUnits(document, [one], "p")[0]?.id.split("-")[0]).toBe(documentKey("d"));
  });

  it("of children of equal parents do not collide", () => {
    const parents = [unit("A", 9, 15, { subunits: [two] }), unit("A", 9, 15, { subunits: [two] })];
    expect(new Set(buildUnits(document, parents, "p").map(({ id }) => id)).size).toBe(4);
  });

  it.each([
    [
      "that do not read back",
      { ...one, fulltext: "One." },
      "UNIT_SPAN_MISMATCH",
      /"p".*"act\.md": unit 2 \("One" at 0–7, line 1\).*One 😀/,
    ],
    ["whose span is turned round", { ...one, source: { start: 7, end: 0 } }, "UNIT_SPAN_MISMATCH", /unit 2/],
    ["whose span leaves the text", { ...one, source: { start: 0, end: 99 } }, "UNIT_SPAN_MISMATCH", /it has 25 characters/],
    ["whose span is no whole numbers", { ...one, source: { start: 0.5, end: 7 } }, "UNIT_SPAN_MISMATCH", /unit 2/],
    [
      "that leave their parent",
      unit("Two", 9, 15, { subunits: [one] }),
      "UNIT_OUTSIDE_PARENT",
      /unit 2\.1 \("One" at 0–7, line 1\) leaves/,
    ],
    ["without a topic", { fulltext: "x" }, "UNIT_INVALID", /unit 2 has no topic/],
    ["with blank text", { topic: "x", fulltext: " " }, "UNIT_INVALID", /unit 2 \("x"\) has no text/],
    ["that are nothing", undefined, "UNIT_INVALID", /unit 2 is undefined/],
    ["whose subunits are no array", { ...one, subunits: {} }, "UNIT_INVALID", /not an array/],
  ])("%s are refused, naming parser, document and place", (_, bad, wanted, message) => {
    expect(() => buildUnits(document, [two, bad as ParsedUnit], "p")).toThrow(code(wanted, message));
  });

  it("are held to the nearest ancestor that has a span", () => {
    const loose = { topic: "Loose", fulltext: "made up", subunits: [one] };
    expect(() => buildUnits(document, [unit("Two", 9, 15, { subunits: [loose] })], "p")).toThrow(code("UNIT_OUTSIDE_PARENT"));
  });

  it("are copies that nobody can change", () => {
    const source = { start: 0, end: 7 };
    const attributes = { year: 1, list: ["a"] };
    const [first] = buildUnits(document, [{ topic: "One", fulltext: "One 😀.", source, attributes }], "p");
    source.start = 3;
    attributes.list.push("b");
    expect(first).toMatchObject({ source: { start: 0, end: 7 }, attributes: { year: 1, list: ["a"] } });
    expect(() => Object.assign(first ?? {}, { fulltext: "changed" })).toThrow(TypeError);
    expect(() => Object.assign(first?.attributes ?? {}, { year: 2 })).toThrow(TypeError);
  });

  it.each([
    ["a bigint", { a: 1n }, /attributes\.a is a bigint/],
    ["a number that is none", { a: { b: Number.NaN } }, /attributes\.a\.b is NaN/],
    ["a function", { a: [() => 1] }, /attributes\.a\[0\] is a function/],
    ["a map", { a: new Map() }, /attributes\.a is a Map/],
  ])("with %s among their attributes are refused, naming the key", (_, attributes, message) => {
    const bad = { ...one, attributes: attributes as unknown as Attributes };
    expect(() => buildUnits(document, [bad], "p")).toThrow(code("UNIT_INVALID", message));
  });

  it("that hold themselves are refused", () => {
    const ring: { topic: string; fulltext: string; subunits: ParsedUnit[] } = { topic: "x", fulltext: "x", subunits: [] };
    ring.subunits.push(ring);
    expect(() => buildUnits(document, [ring], "p")).toThrow(code("UNIT_INVALID", /holds itself/));
    const attributes: { [key: string]: unknown } = {};
    attributes.self = attributes;
    expect(() => buildUnits(document, [{ ...one, attributes: attributes as Attributes }], "p")).toThrow(
      code("UNIT_INVALID", /holds itself/),
    );
  });

  it("must be there, unless the document is blank", () => {
    expect(() => buildUnits(document, [], "p")).toThrow(code("NO_UNITS", /"p".*"act\.md"/));
    expect(buildUnits({ ...document, text: " \n" }, [], "p")).toEqual([]);
  });
});

describe("chunks", () => {
  const [parent] = buildUnits(document, [unit("Twos", 9, 23)], "p");
  if (parent === undefined) throw new Error("no unit");
  const chunk = (start: number, end: number) => ({ topic: "c", fulltext: document.text.slice(start, end), source: { start, end } });

  it("get ids of their own, also where their text is equal", () => {
    const chunks = buildChunks(document, parent, [chunk(9, 15), chunk(17, 23)], "c");
    expect(new Set(chunks.map(({ id }) => id)).size).toBe(2);
    expect(chunks[0]).toMatchObject({ documentId: "d", unitId: parent.id, path: ["Twos"], parser: "c" });
  });

  it.each([
    ["leaves its unit", chunk(0, 7), "CHUNK_OUTSIDE_UNIT"],
    ["does not read back", { ...chunk(9, 15), fulltext: "Two." }, "CHUNK_SPAN_MISMATCH"],
    ["is blank", { topic: "c", fulltext: "\n" }, "CHUNK_INVALID"],
    ["has no topic", { fulltext: "x" }, "CHUNK_INVALID"],
  ])("one that %s is refused, naming parser, document and place", (_, bad, wanted) => {
    expect(() => buildChunks(document, parent, [bad as Chunk], "c")).toThrow(code(wanted, /"c".*"act\.md": chunk 1 of "Twos"/));
  });

  it("may be enriched in attributes, and in nothing else", () => {
    const before = buildChunks(document, parent, [chunk(9, 15)], "c");
    const [first] = before;
    if (first === undefined) throw new Error("no chunk");
    expect(() => checkEnriched(before, [{ ...first, attributes: { year: 1 }, context: "x" }], "c", document)).not.toThrow();
    for (const after of [[], [{ ...first, fulltext: "x" }], [{ ...first, id: "x" }], [{ ...first, source: { start: 1, end: 2 } }]]) {
      expect(() => checkEnriched(before, after, "c", document)).toThrow(code("CHUNK_CHANGED"));
    }
  });
});

describe("coverage", () => {
  it("counts what is in no unit and in no omission, white space aside", () => {
    expect(coverage(document, buildUnits(document, [two], "p"), [])).toEqual({
      total: 16,
      uncovered: 11,
      gaps: [
        { start: 0, end: 9 },
        { start: 15, end: 25 },
      ],
    });
    const omissions = [{ omitted: { start: 0, end: 9 }, reason: "head" }];
    expect(coverage(document, buildUnits(document, [two, again], "p"), omissions)).toEqual({ total: 16, uncovered: 0, gaps: [] });
  });

  it("is whole where units overlap or nest", () => {
    expect(coverage(document, buildUnits(document, [unit("All", 0, 25, { subunits: [one] })], "p"), []).uncovered).toBe(0);
  });
});

it("documents of one source have ids of their own, and one without a part has its source's", () => {
  expect(documentId("a.md")).toBe("b1bcd65026e011e280b160327ddd3f3a");
  expect(documentId("a.md", 1)).not.toBe(documentId("a.md", "1"));
  expect(documentId("a.md")).not.toBe(documentId("a.md", 0));
});

it("a line is counted from 1", () => {
  expect([0, 8, 9, 17].map((offset) => lineAt(document.text, offset))).toEqual([1, 1, 2, 3]);
});
