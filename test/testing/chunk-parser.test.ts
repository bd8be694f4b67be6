import type { ChunkParser, ParsedChunk, Unit, UnitSurroundings } from "right-rag";
import { testChunkParser } from "right-rag/testing";
import { describe, expect, it } from "vitest";
import { chunkParserChecks } from "../../src/testing/chunk-parser.ts";

/** Leaves whole; of a parent, what stands before its first child. */
class WholeLeaves implements ChunkParser {
  readonly name = "leaves";

  parse(unit: Unit, { document, children }: UnitSurroundings): ParsedChunk[] {
    if (unit.source === undefined) return [];
    const { start } = unit.source;
    const end = children[0]?.source?.start ?? unit.source.end;
    return [{ topic: unit.topic, fulltext: document.text.slice(start, end), source: { start, end } }];
  }
}

const tagger: ChunkParser = {
  name: "tagger",
  enrich: (_, chunks) => chunks.map((chunk) => ({ ...chunk, attributes: { ...chunk.attributes, long: chunk.fulltext.length > 60 } })),
};

/** Leaves alone: a heading above them stands in their path. */
class LeavesOnly extends WholeLeaves {
  override parse(unit: Unit, around: UnitSurroundings): ParsedChunk[] {
    return around.children.length === 0 ? super.parse(unit, around) : [];
  }
}

testChunkParser({ create: () => new WholeLeaves() });

describe("one that leaves out a heading above subsections", () => {
  const text = "# Leave\n\n## Sick leave\n\nA note is due.\n";
  const document = { id: "leave", source: "leave.md", text, mediaType: "text/markdown" };
  const sick = { topic: "Sick leave", fulltext: text.slice(9), source: { start: 9, end: text.length } };
  const units = [{ topic: "Leave", fulltext: text, source: { start: 0, end: text.length }, subunits: [sick] }];
  testChunkParser({ create: () => new LeavesOnly(), accepts: { document, units } });
});

describe("one that only enriches", () => {
  testChunkParser({ create: () => tagger });
});

describe("a broken chunk parser fails: one that", () => {
  it("cuts outside its unit", async () => {
    const parse = (_: Unit, { document }: UnitSurroundings) => [
      { topic: "All", fulltext: document.text, source: { start: 0, end: document.text.length } },
    ];
    await expect(check(SPANS, { name: "broken", parse })).rejects.toThrow("leaves its unit");
  });

  it("repeats a heading in the text instead of in the context", async () => {
    const parse = (unit: Unit) =>
      unit.source === undefined ? [] : [{ ...topicOf(unit), fulltext: `# ${unit.fulltext}`, source: unit.source }];
    await expect(check(SPANS, { name: "broken", parse })).rejects.toThrow("does not read back its text");
  });

  it("leaves text out", async () => {
    const parse = (unit: Unit) => {
      if (unit.source === undefined) return [];
      const { start } = unit.source;
      return [{ ...topicOf(unit), fulltext: unit.fulltext.slice(0, 5), source: { start, end: start + 5 } }];
    };
    await expect(check("puts all text of the units it accepts into chunks", { name: "broken", parse })).rejects.toThrow("is in no chunk");
  });

  it("leaves out what a parent says before its children", async () => {
    await expect(check("puts all text of the units it accepts into chunks", new LeavesOnly())).rejects.toThrow(
      'text of "Leave" is in no chunk',
    );
  });

  it("passes its size limit", async () => {
    await expect(check("keeps to its size limit", new WholeLeaves(), 20)).rejects.toThrow("characters, more than 20");
  });

  it("drops chunks when it enriches", async () => {
    const enrich: ChunkParser["enrich"] = (_, chunks) => chunks.slice(1);
    await expect(check(ENRICHES, { name: "broken", enrich })).rejects.toThrow("did not return the");
  });

  it("rewrites text when it enriches", async () => {
    const enrich: ChunkParser["enrich"] = (_, chunks) => chunks.map((chunk) => ({ ...chunk, fulltext: "summary" }));
    await expect(check(ENRICHES, { name: "broken", enrich })).rejects.toThrow("changed the id, text or place of chunk 1");
  });

  it("does nothing at all", async () => {
    await expect(check("has a name, and cuts or enriches", { name: "broken" })).rejects.toThrow("neither parse() nor enrich()");
  });
});

const SPANS = "gives chunks whose spans read back their text, each inside one unit";
const ENRICHES = "enriches without touching id, text or place";

function topicOf({ topic }: Unit): { topic: string } {
  return { topic };
}

async function check(title: string, parser: ChunkParser, maxCharacters?: number): Promise<void> {
  const run = chunkParserChecks[title];
  if (run === undefined) throw new Error(`no check "${title}"`);
  await run({ create: () => parser, ...(maxCharacters === undefined ? {} : { maxCharacters }) });
}
