import assert from "node:assert/strict";
import { count } from "../count.ts";
import type { PluginContext, UnitParser } from "../interfaces.ts";
import type { Document, Omission, ParsedUnit, Unit } from "../model.ts";
import { buildUnits, coverage, lineAt } from "../units.ts";
import { collect } from "./collect.ts";
import { type Checks, type ContractOptions, checkContract, defineContract } from "./contract.ts";
import { assertJson, assertSame, frozen } from "./json.ts";
import { assertNamed } from "./named.ts";
import { testRun } from "./run.ts";
import { assertSpan } from "./spans.ts";

export interface UnitParserContract extends ContractOptions {
  readonly create: (context: PluginContext) => UnitParser;
  /** What the parser is for: small documents, since each is parsed several times and in variants. */
  readonly accepts: Document | readonly Document[];
  /** What it leaves to other parsers. A catch-all has none. */
  readonly rejects?: Document | readonly Document[];
}

/** The contract of every unit parser, as vitest tests. */
export function testUnitParser(contract: UnitParserContract): void {
  checkContract("testUnitParser", contract);
  defineContract("unit parser", unitParserChecks, contract);
}

export const unitParserChecks: Checks<UnitParserContract> = {
  "has a name": ({ create }) => assertNamed(create(testRun())),

  "accepts the documents it is for": async ({ create, accepts }) => {
    for (const document of [accepts].flat()) {
      assert.equal(await create(testRun()).canHandle(frozen(document)), true, `canHandle() of "${document.source}"`);
    }
  },

  "leaves other documents to other parsers": async ({ create, rejects = [] }) => {
    for (const document of [rejects].flat()) {
      assert.equal(await create(testRun()).canHandle(frozen(document)), false, `canHandle() of "${document.source}"`);
    }
  },

  "gives units whose spans read back their text and lie inside their parents": async ({ create, accepts }) => {
    for (const document of [accepts].flat()) await parse(create(testRun()), document);
  },

  "leaves no text outside its units and declared omissions": async ({ create, accepts }) => {
    for (const document of [accepts].flat()) assertCovered(document, await parse(create(testRun()), document));
  },

  "gives the same units with the same ids every time": async ({ create, accepts }) => {
    for (const document of [accepts].flat()) {
      const parser = create(testRun());
      const first = await parse(parser, document);
      assertSame(await parse(parser, document), first, `a second parse of "${document.source}" differs`);
      assertSame(await parse(create(testRun()), document), first, `a second instance parses "${document.source}" in another way`);
      assert.equal(new Set(first.units.map((unit) => unit.id)).size, first.units.length, "two units have one id");
    }
  },

  "keeps spans exact through CRLF, emoji, combining accents, repeats and a missing last line end": async ({ create, accepts }) => {
    for (const document of [accepts].flat().flatMap(variants)) {
      const parser = create(testRun());
      if (await parser.canHandle(frozen(document))) assertCovered(document, await parse(parser, document));
    }
  },
};

interface Parsed {
  readonly units: readonly Unit[];
  readonly omissions: readonly Omission[];
}

async function parse(parser: UnitParser, document: Document): Promise<Parsed> {
  const items = await collect(parser.parse(frozen(document), testRun()));
  const omissions = items.filter(isOmission);
  const parsed = items.filter((item): item is ParsedUnit => !isOmission(item));
  assert.ok(parsed.length > 0, `no unit came from "${document.source}"`);
  for (const { omitted, reason } of omissions) {
    assertSpan(document.text, omitted, "an omission");
    assert.ok(typeof reason === "string" && reason.trim() !== "", "an omission gives no reason");
  }
  const units = buildUnits(document, parsed, parser.name);
  for (const unit of units) {
    assertJson(unit, `unit "${unit.topic}"`);
    if (unit.source !== undefined) assertSpan(document.text, unit.source, `the span of "${unit.topic}"`);
  }
  return { units, omissions };
}

function isOmission(item: ParsedUnit | Omission): item is Omission {
  return typeof item === "object" && item !== null && "omitted" in item;
}

function assertCovered(document: Document, { units, omissions }: Parsed): void {
  const { uncovered, gaps } = coverage(document, units, [...(document.omissions ?? []), ...omissions]);
  const [gap] = gaps;
  if (gap === undefined) return;
  const text = JSON.stringify(document.text.slice(gap.start, gap.end).trim().slice(0, 60));
  assert.fail(
    `${count(uncovered, "character")} of "${document.source}" ${uncovered === 1 ? "is" : "are"} in no unit, the first on line ${lineAt(document.text, gap.start)}: ${text}`,
  );
}

/** The same document with what breaks positions. One with pages, outline or omissions stays out: their offsets would be wrong. */
function variants(document: Document): Document[] {
  const { text, pages, outline, omissions } = document;
  if (pages !== undefined || outline !== undefined || omissions !== undefined) return [];
  const lines = text.replaceAll("\r\n", "\n");
  const texts = {
    crlf: lines.replaceAll("\n", "\r\n"),
    emoji: `👩‍🔧 e\u0301te\u0301 𝒜\n\n${lines}`,
    repeated: `${lines.trimEnd()}\n\n${lines}`,
    "no line end": lines.trimEnd(),
  };
  return Object.entries(texts).map(([name, variant]) => ({ ...document, source: `${document.source} (${name})`, text: variant }));
}
