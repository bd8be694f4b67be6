import assert from "node:assert/strict";
import type { ChunkParser, PluginContext } from "../interfaces.ts";
import type { Chunk, Document, ParsedUnit, Unit } from "../model.ts";
import { buildChunks, buildUnits, checkEnriched, coverage } from "../units.ts";
import { collect } from "./collect.ts";
import { type Checks, type ContractOptions, checkContract, defineContract } from "./contract.ts";
import { testCorpus } from "./corpus.ts";
import { assertJson, assertSame, frozen } from "./json.ts";
import { assertNamed } from "./named.ts";
import { testRun } from "./run.ts";
import { assertSpan } from "./spans.ts";

/** A document and the tree that a unit parser made of it. */
export interface ParsedDocument {
  readonly document: Document;
  readonly units: readonly ParsedUnit[];
}

export interface ChunkParserContract extends ContractOptions {
  readonly create: (context: PluginContext) => ChunkParser;
  /** What is cut. @default the documents of `testCorpus()` */
  readonly accepts?: ParsedDocument | readonly ParsedDocument[];
  /** Documents none of whose units the parser cuts. */
  readonly rejects?: ParsedDocument | readonly ParsedDocument[];
  /** The parser's limit for `fulltext`, in UTF-16 code units, where it has one. */
  readonly maxCharacters?: number;
}

/** The contract of every chunk parser, as vitest tests. One that only enriches is held to what it does with ready chunks. */
export function testChunkParser(contract: ChunkParserContract): void {
  checkContract("testChunkParser", contract);
  defineContract("chunk parser", chunkParserChecks, contract);
}

export const chunkParserChecks: Checks<ChunkParserContract> = {
  "has a name, and cuts or enriches": ({ create }) => {
    const parser = create(testRun());
    assertNamed(parser);
    assert.ok(parser.parse !== undefined || parser.enrich !== undefined, "it has neither parse() nor enrich()");
  },

  "gives chunks whose spans read back their text, each inside one unit": async (contract) => {
    for (const input of inputs(contract)) {
      const parser = contract.create(testRun());
      const chunks = await cut(parser, input);
      assert.ok(chunks.length > 0 || parser.parse === undefined, `no chunk came from "${input.document.source}"`);
    }
  },

  "leaves the units of other documents alone": async ({ create, rejects = [] }) => {
    for (const { document, units } of [rejects].flat()) {
      const parser = create(testRun());
      for (const unit of buildUnits(document, units, "test")) {
        assert.equal(await parser.canHandle?.(frozen(unit)), false, `canHandle() of "${unit.topic}" in "${document.source}"`);
      }
    }
  },

  "puts all text of the units it accepts into chunks": async (contract) => {
    for (const input of inputs(contract)) {
      const parser = contract.create(testRun());
      if (parser.parse === undefined) continue;
      const chunks = await cut(parser, input);
      for (const unit of input.units) if (await accepts(parser, unit)) assertChunked(input, unit, chunks);
    }
  },

  "gives the same chunks with the same ids every time": async (contract) => {
    for (const input of inputs(contract)) {
      const parser = contract.create(testRun());
      const first = await cut(parser, input);
      assertSame(await cut(parser, input), first, "a second run cuts in another way");
      assertSame(await cut(contract.create(testRun()), input), first, "a second instance cuts in another way");
      assert.equal(new Set(first.map((chunk) => chunk.id)).size, first.length, "two chunks have one id");
    }
  },

  "keeps to its size limit": async (contract) => {
    const limit = contract.maxCharacters ?? Number.POSITIVE_INFINITY;
    for (const input of inputs(contract)) {
      for (const chunk of await cut(contract.create(testRun()), input)) {
        assert.ok(chunk.fulltext.length <= limit, `chunk "${chunk.topic}" has ${chunk.fulltext.length} characters, more than ${limit}`);
      }
    }
  },

  "enriches without touching id, text or place": async (contract) => {
    for (const input of inputs(contract)) {
      const parser = contract.create(testRun());
      if (parser.enrich === undefined) continue;
      const before = parser.parse === undefined ? leaves(input) : await cut(parser, input);
      const after = await parser.enrich(frozen(input.document), frozen(before), testRun());
      checkEnriched(before, after, parser.name, input.document);
      for (const chunk of after) assertJson(chunk, `enriched chunk "${chunk.topic}"`);
      assertSame(await parser.enrich(frozen(input.document), frozen(before), testRun()), after, "a second run enriches in another way");
    }
  },
};

interface Input {
  readonly document: Document;
  readonly units: readonly Unit[];
}

function inputs({ accepts }: ChunkParserContract): readonly Input[] {
  if (accepts === undefined) return testCorpus();
  return [accepts].flat().map(({ document, units }) => ({ document, units: buildUnits(document, units, "test") }));
}

async function accepts(parser: ChunkParser, unit: Unit): Promise<boolean> {
  return parser.canHandle === undefined || (await parser.canHandle(frozen(unit)));
}

async function cut(parser: ChunkParser, { document, units }: Input): Promise<Chunk[]> {
  const chunks: Chunk[] = [];
  if (parser.parse === undefined) return chunks;
  for (const unit of units) {
    if (!(await accepts(parser, unit))) continue;
    const parent = units.find(({ id }) => id === unit.parentId);
    const children = units.filter(({ parentId }) => parentId === unit.id);
    const around = frozen({ document, units, children, ...(parent === undefined ? {} : { parent }) });
    const parsed = await collect(parser.parse(frozen(unit), around, testRun()));
    for (const chunk of buildChunks(document, unit, parsed, parser.name)) {
      assertJson(chunk, `chunk "${chunk.topic}"`);
      if (chunk.source !== undefined) assertSpan(document.text, chunk.source, `the span of chunk "${chunk.topic}"`);
      chunks.push(chunk);
    }
  }
  return chunks;
}

/**
 * A unit's text must be in its own chunks, in those of units below it, or in one that joins it with its neighbours below a parent. The bare heading of a unit with children may be left
 * out: it stands in the path of every chunk below. Chunks without a span show no place, and say nothing.
 */
function assertChunked({ document, units }: Input, unit: Unit, chunks: readonly Chunk[]): void {
  const { source } = unit;
  if (source === undefined) return;
  const below = new Set([unit.id]);
  for (const { id, parentId } of units) if (parentId !== undefined && below.has(parentId)) below.add(id);
  const related = new Set(below);
  for (let above = unit.parentId; above !== undefined; above = units.find(({ id }) => id === above)?.parentId) related.add(above);
  const own = chunks.filter(({ unitId }) => related.has(unitId));
  if (own.some((chunk) => chunk.source === undefined)) return;
  const outside = [
    { omitted: { start: 0, end: source.start }, reason: "before the unit" },
    { omitted: { start: source.end, end: document.text.length }, reason: "after the unit" },
  ];
  for (const { start, end } of coverage(document, own, outside).gaps) {
    const text = document.text.slice(start, end);
    const isHeading = below.size > 1 && words(text) === words(unit.topic);
    assert.ok(isHeading, `text of "${unit.topic}" is in no chunk: ${JSON.stringify(text)}`);
  }
}

/** Without markup and punctuation. */
function words(text: string): string {
  return (text.match(/[\p{L}\p{M}\p{N}]+/gu) ?? []).join(" ");
}

/** Chunks for a parser that makes none of its own: the leaves, whole. */
function leaves({ document, units }: Input): Chunk[] {
  const parents = new Set(units.map(({ parentId }) => parentId));
  return units
    .filter(({ id }) => !parents.has(id))
    .flatMap((unit) => {
      const { topic, fulltext, source } = unit;
      return buildChunks(document, unit, [{ topic, fulltext, ...(source === undefined ? {} : { source }) }], "test");
    });
}
