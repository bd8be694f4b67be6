import type { Kernel } from "../kernel/kernel.ts";
import type { TermEntry } from "../segment/dictionary.ts";
import type { KeptList } from "../segment/kept-parts.ts";
import { MAX_FIELDS, TEXT_FIELD, WEIGHT_PARTS } from "../segment/posting-format.ts";
import type { SegmentReader } from "../segment/segment-reader.ts";
import type { ItemRules } from "./search-segment.ts";
import type { Scoring } from "./term-cursor.ts";

/** The best items of one segment, in no order, until the next search. There may be more than wanted, when the worst have one score. */
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

/** Bytes of what assembly/request.ts calls a request and a term, and of a boost. */
const REQUEST = 64;
const TERM = 24;
const BOOST = 16;

/** What `searchSegment` gives, by the kernel. Parameters as there and in `TopHits`. */
export function searchByKernel(
  kernel: Kernel,
  segment: SegmentReader,
  terms: readonly SegmentTerm[],
  scoring: Scoring,
  rules: ItemRules,
  wanted: number,
  threshold: number,
): SegmentHits {
  const hits = runKernel(kernel, segment, terms, scoring, rules, wanted, threshold);
  if (hits !== undefined) return hits;
  // So many items have one score that their ids decide which are found.
  segment.kept.keepRanks(segment.itemIds);
  return runKernel(kernel, segment, terms, scoring, rules, wanted, threshold) as SegmentHits;
}

/** Nothing when the ranks of ids are needed and not kept. */
function runKernel(
  kernel: Kernel,
  segment: SegmentReader,
  terms: readonly SegmentTerm[],
  scoring: Scoring,
  { allowed, boosts, maxFactor }: ItemRules,
  wanted: number,
  threshold: number,
): SegmentHits | undefined {
  const { calls } = kernel;
  const { items } = segment.info;
  const { length } = terms;
  const entries = terms.map(({ entry }) => entry);
  const most = wanted + calls.MOST_TIED.value;
  const bitmaps = boosts.length + (allowed === undefined ? 0 : 1);
  const roomBytes = length * (calls.CURSOR_BYTES.value + 4);
  const taken = REQUEST + length * TERM + boosts.length * BOOST + bitmaps * (Math.ceil(items / 8) + 16) + roomBytes + most * 12;
  segment.kept.prepare(kernel, entries, taken + 5 * 16);
  const norms = segment.kept.normsIn(kernel);
  const sorted = segment.itemIds.isSorted();
  const ranks = sorted ? 0 : segment.kept.ranksIn(kernel);
  const lists = entries.map((entry) => segment.kept.listIn(kernel, entry));
  // From here on nothing is kept.
  const mark = kernel.top;
  writeScoring(kernel, scoring);
  const request = kernel.take(REQUEST);
  const termsAt = kernel.take(length * TERM);
  const boostsAt = kernel.take(boosts.length * BOOST);
  const room = kernel.take(roomBytes);
  const heap = kernel.take(most * 12);
  const { view } = kernel;
  for (let k = 0; k < length; k++) {
    const { entry, weight, supporting } = terms[k] as SegmentTerm;
    const { list, table } = lists[k] as KeptList;
    view.setFloat64(termsAt + k * TERM, weight, true);
    setInts(view, termsAt + k * TERM + 8, list, table, entry.count, supporting ? 1 : 0);
  }
  for (let k = 0; k < boosts.length; k++) {
    const { bitmap, factor } = boosts[k] as ItemRules["boosts"][number];
    view.setFloat64(boostsAt + k * BOOST, factor, true);
    setInts(view, boostsAt + k * BOOST + 8, placeBitmap(kernel, bitmap));
  }
  const allowedAt = allowed === undefined ? 0 : placeBitmap(kernel, allowed);
  view.setFloat64(request, threshold, true);
  view.setFloat64(request + 8, maxFactor, true);
  const ranked = sorted || ranks > 0 ? 1 : 0;
  setInts(view, request + 16, items, norms, allowedAt, boostsAt, boosts.length, wanted, termsAt, length, ranked, ranks);
  const size = calls.run(request, room, heap);
  kernel.top = mark;
  if (size < 0) return undefined;
  const { buffer } = kernel.bytes;
  return { size, scores: new Float64Array(buffer, heap, size), items: new Int32Array(buffer, heap + most * 8, size) };
}

function setInts(view: DataView, place: number, ...numbers: readonly number[]): void {
  for (let k = 0; k < numbers.length; k++) view.setInt32(place + k * 4, numbers[k] as number, true);
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
  new Float64Array(buffer, kernel.calls.scoring.value, 2).set([scoring.k1, scoring.fieldWeights[TEXT_FIELD] as number]);
}
