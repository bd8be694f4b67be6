import type { Kernel } from "../kernel/kernel.ts";
import type { TermEntry } from "../segment/dictionary.ts";
import { MAX_FIELDS, TEXT_FIELD, WEIGHT_PARTS } from "../segment/posting-format.ts";
import type { SegmentReader } from "../segment/segment-reader.ts";
import type { ItemRules } from "./search-segment.ts";
import type { Scoring } from "./term-cursor.ts";

/** The best items of one segment, in no order. There may be more than wanted, when the worst have one score. */
export interface SegmentHits {
  readonly size: number;
  readonly items: Int32Array;
  readonly scores: Float64Array;
}

/** A term of a query in one segment. */
export interface SegmentTerm {
  readonly entry: TermEntry;
  /** In parts of the scale. */
  readonly weight: number;
  readonly supporting: boolean;
}

/** What `searchSegment` gives, by the kernel. Parameters as there and in `TopHits`. */
export function searchByKernel(
  kernel: Kernel,
  segment: SegmentReader,
  terms: readonly SegmentTerm[],
  scoring: Scoring,
  { allowed, boosts, maxFactor }: ItemRules,
  wanted: number,
  threshold: number,
  comesAfter: (a: number, b: number) => boolean,
): SegmentHits {
  const { calls } = kernel;
  const { items } = segment.info;
  const entries = terms.map(({ entry }) => entry);
  const most = wanted + calls.MOST_TIED.value;
  const bitmapBytes = Math.ceil(items / 8) + 16;
  const cursorBytes = terms.length * calls.CURSOR_BYTES.value + 16;
  const room =
    cursorBytes +
    (terms.length * 4 + 16) +
    (boosts.length * 16 + 16) +
    bitmapBytes * (boosts.length + (allowed === undefined ? 0 : 1)) +
    (most * 12 + 16);
  segment.kept.prepare(kernel, entries, room);
  const norms = segment.kept.normsIn(kernel);
  const lists = entries.map((entry) => segment.kept.listIn(kernel, entry));
  // From here on nothing is kept.
  const mark = kernel.top;
  writeScoring(kernel, scoring);
  calls.begin(kernel.take(cursorBytes));
  for (let k = 0; k < terms.length; k++) {
    const { entry, weight, supporting } = terms[k] as SegmentTerm;
    const { list, table } = lists[k] as { list: number; table: number };
    calls.addTerm(list, table, entry.count, weight, supporting ? 1 : 0);
  }
  const order = kernel.take(terms.length * 4);
  const boostsAt = kernel.take(boosts.length * 16);
  for (let k = 0; k < boosts.length; k++) {
    const { bitmap, factor } = boosts[k] as { bitmap: Uint8Array; factor: number };
    kernel.view.setFloat64(boostsAt + k * 16, factor, true);
    kernel.view.setInt32(boostsAt + k * 16 + 8, placeBitmap(kernel, bitmap), true);
  }
  const allowedAt = allowed === undefined ? 0 : placeBitmap(kernel, allowed);
  const heap = kernel.take(most * 12);
  kernel.comesAfter = comesAfter;
  const size = calls.run(items, norms, allowedAt, order, boostsAt, boosts.length, maxFactor, wanted, threshold, heap);
  kernel.top = mark;
  const { buffer } = kernel.bytes;
  return { size, scores: new Float64Array(buffer, heap, size).slice(), items: new Int32Array(buffer, heap + most * 8, size).slice() };
}

function placeBitmap(kernel: Kernel, bitmap: Uint8Array): number {
  const place = kernel.take(bitmap.length);
  kernel.bytes.set(bitmap, place);
  return place;
}

let written: Scoring | undefined;

function writeScoring(kernel: Kernel, scoring: Scoring): void {
  if (written === scoring) return;
  written = scoring;
  const { factors, fieldParts } = kernel.calls;
  const { buffer } = kernel.bytes;
  new Float64Array(buffer, factors.value, scoring.factors.length).set(scoring.factors);
  const parts = new Int32Array(buffer, fieldParts.value, MAX_FIELDS);
  for (let field = 0; field < MAX_FIELDS; field++) parts[field] = (scoring.fieldWeights[field] as number) * WEIGHT_PARTS;
  kernel.calls.prepareScores(scoring.k1, scoring.fieldWeights[TEXT_FIELD] as number);
}
