import { expect, it } from "vitest";
import type { ChunkParser, UnitParser } from "../../src/interfaces.ts";
import { assertCoverage, assertNoFaults, proveParsers } from "../../src/testing/prove-parsers.ts";

const act = {
  id: "act",
  source: "act.txt",
  mediaType: "text/plain",
  text: "1. Duty\nKeepers must register.\n3. Fine\nUp to 100 pounds.\n",
};

/** Units of two lines; `lose` leaves the last one out. */
const parser = (lose = false): UnitParser => ({
  name: "pairs",
  canHandle: () => true,
  parse: ({ text }) => {
    const middle = text.indexOf("3.");
    const spans = [{ start: 0, end: middle }, ...(lose ? [] : [{ start: middle, end: text.length }])];
    return spans.map((source) => ({
      topic: text.slice(source.start).split("\n", 1)[0] ?? "",
      fulltext: text.slice(source.start, source.end),
      source,
    }));
  },
});
const whole: ChunkParser = {
  name: "whole",
  parse: ({ topic, fulltext, source }) => [{ topic, fulltext, ...(source === undefined ? {} : { source }) }],
};

it("passes what is whole", async () => {
  const proof = await proveParsers({ documents: act, unitParser: parser(), chunkParsers: [whole] });
  assertCoverage(proof, { units: 1, chunks: 1 });
  assertNoFaults(proof);
});

it("throws with place and words of what is lost", async () => {
  const proof = await proveParsers({ documents: act, unitParser: parser(true), chunkParsers: [whole] });
  expect(() => assertCoverage(proof)).toThrow(/act\.txt:3 UNIT_GAP .*Up to 100 pounds/s);
  expect(() => assertNoFaults(proof)).toThrow(/1 fault:/);
});

it("lets hints count as faults", async () => {
  const proof = await proveParsers({ documents: act, unitParser: parser(), chunkParsers: [whole] });
  expect(() => assertNoFaults(proof, { faults: ["NUMBER_MISSING"] })).toThrow(/NUMBER_MISSING/);
});

it("is not satisfied by chunks that nobody cut, or by a document that cannot be parsed", async () => {
  const uncut = await proveParsers({ documents: act, unitParser: parser() });
  expect(() => assertCoverage(uncut, { chunks: 0.5 })).toThrow(/CHUNK_GAP/);
  const broken = await proveParsers({ documents: act, unitParser: { ...parser(), parse: () => [] } });
  expect(() => assertCoverage(broken)).toThrow(/NO_UNITS/);
});
