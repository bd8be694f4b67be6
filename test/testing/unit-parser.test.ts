import type { Document, Omission, ParsedUnit, UnitParser } from "right-rag";
import { testUnitParser } from "right-rag/testing";
import { describe, expect, it } from "vitest";
import { unitParserChecks } from "../../src/testing/unit-parser.ts";

const HEADING = /^Section (\d+)\. (.+)$/gm;

/** The example of a good parser: everything before the first heading is left out by declaration. */
class SectionParser implements UnitParser {
  readonly name: string = "sections";

  canHandle(document: Document): boolean {
    return document.text.search(HEADING) !== -1;
  }

  *parse(document: Document): Generator<ParsedUnit | Omission> {
    const headings = [...document.text.matchAll(HEADING)];
    const first = headings[0]?.index ?? document.text.length;
    if (document.text.slice(0, first).trim() !== "") yield { omitted: { start: 0, end: first }, reason: "stands before the first section" };
    for (const [i, { index: start, 2: topic = "" }] of headings.entries()) {
      const end = headings[i + 1]?.index ?? document.text.length;
      yield { topic, fulltext: document.text.slice(start, end), source: { start, end } };
    }
  }
}

const act = document("act.txt", "An act.\nSection 1. Duty\nA keeper must register.\nSection 2. Fine\nUp to 100.\n");
const memo = document("memo.txt", "Lunch at noon.");

testUnitParser({ create: () => new SectionParser(), accepts: act, rejects: [memo] });

describe("a broken unit parser fails: one that", () => {
  it("has no name", async () => {
    class Nameless extends SectionParser {
      override readonly name = " ";
    }
    await expect(check("has a name", new Nameless())).rejects.toThrow("no name");
  });

  it("refuses what it is for", async () => {
    await expect(check("accepts the documents it is for", broken({ canHandle: () => false }))).rejects.toThrow('canHandle() of "act.txt"');
  });

  it("takes what is not for it", async () => {
    await expect(check("leaves other documents to other parsers", broken({ canHandle: () => true }))).rejects.toThrow(
      'canHandle() of "memo.txt"',
    );
  });

  it("trims its text but not its span", async () => {
    const parser = broken({ parse: ({ text }) => [{ topic: "All", fulltext: text.trim(), source: { start: 0, end: text.length } }] });
    await expect(check(SPANS, parser)).rejects.toThrow("does not read back its text");
  });

  it("gives a child outside its parent", async () => {
    const child = { topic: "Child", fulltext: "act.", source: { start: 3, end: 7 } };
    const parser = broken({ parse: () => [{ topic: "Parent", fulltext: "An", source: { start: 0, end: 2 }, subunits: [child] }] });
    await expect(check(SPANS, parser)).rejects.toThrow("leaves its parent");
  });

  it("returns nothing", async () => {
    await expect(check(SPANS, broken({ parse: () => [] }))).rejects.toThrow('no unit came from "act.txt"');
  });

  it("declares an omission without a reason", async () => {
    const parser = broken({ parse: ({ text }) => [whole(text), { omitted: { start: 0, end: 2 }, reason: "" }] });
    await expect(check(SPANS, parser)).rejects.toThrow("gives no reason");
  });

  it("puts a date into the attributes", async () => {
    const attributes: { day: never } = { day: new Date(0) as never };
    await expect(check(SPANS, broken({ parse: ({ text }) => [{ ...whole(text), attributes }] }))).rejects.toThrow(
      "attributes.day is a Date",
    );
  });

  it("cuts an emoji in two", async () => {
    const parser = broken({
      parse: ({ text }) => {
        const middle = text.indexOf("👩") + 1;
        if (middle === 0) return [whole(text)];
        return [
          { topic: "One", fulltext: text.slice(0, middle), source: { start: 0, end: middle } },
          { topic: "Two", fulltext: text.slice(middle), source: { start: middle, end: text.length } },
        ];
      },
    });
    await expect(check(VARIANTS, parser)).rejects.toThrow("cuts a character outside the basic plane in two at 1");
  });

  it("loses text", async () => {
    const parser = broken({ parse: ({ text }) => [{ topic: "Start", fulltext: text.slice(0, 8), source: { start: 0, end: 8 } }] });
    await expect(check("leaves no text outside its units and declared omissions", parser)).rejects.toThrow(
      'are in no unit, the first on line 2: "Section 1. Duty',
    );
  });

  it("searches for its text, and finds an equal one that stands earlier", async () => {
    const parser = broken({
      parse: ({ text }) =>
        text
          .split("\n")
          .filter((line) => line.trim() !== "")
          .map((line) => ({ topic: "Line", fulltext: line, source: { start: text.indexOf(line), end: text.indexOf(line) + line.length } })),
    });
    await expect(check(VARIANTS, parser)).rejects.toThrow("are in no unit");
  });

  it("keeps something from one run to the next", async () => {
    let runs = 0;
    const parser = broken({ parse: ({ text }) => [{ ...whole(text), topic: `Run ${++runs}` }] });
    await expect(check("gives the same units with the same ids every time", parser)).rejects.toThrow("a second parse");
  });

  it("changes its document", async () => {
    const parser = broken({ parse: (given) => [Object.assign(given, { text: "" }) && whole(given.text)] });
    await expect(check(SPANS, parser)).rejects.toThrow("read only");
  });
});

it("refuses to skip a check that does not exist", () => {
  const contract = { create: () => new SectionParser(), accepts: act, skips: { "no such check": "because" } };
  expect(() => testUnitParser(contract)).toThrow('No check of unit parser is called "no such check"');
});

const SPANS = "gives units whose spans read back their text and lie inside their parents";
const VARIANTS = "keeps spans exact through CRLF, emoji, combining accents, repeats and a missing last line end";

function document(source: string, text: string): Document {
  return { id: source, source, text, mediaType: "text/plain" };
}

function whole(text: string): ParsedUnit {
  return { topic: "All", fulltext: text, source: { start: 0, end: text.length } };
}

function broken(members: Partial<UnitParser>): UnitParser {
  const good = new SectionParser();
  return { name: "broken", canHandle: (given) => good.canHandle(given), parse: (given) => good.parse(given), ...members };
}

async function check(title: string, parser: UnitParser): Promise<void> {
  const run = unitParserChecks[title];
  if (run === undefined) throw new Error(`no check "${title}"`);
  await run({ create: () => parser, accepts: act, rejects: memo });
}
