import { boosted } from "./bm25.ts";
import type { TermCursor } from "./term-cursor.ts";
import type { TopHits } from "./top-hits.ts";

/** Items scored together. Their sums fit the processor's nearest cache. */
const WINDOW = 4096;

/** What decides, beside the terms, which items of a segment count and how much. */
export interface ItemRules {
  /** A bit per item that may be found; absent: all. */
  readonly allowed: Uint8Array | undefined;
  /** Factors of an item's score: all those whose bitmap has its bit. */
  readonly boosts: readonly { readonly bitmap: Uint8Array; readonly factor: number }[];
  /** The product of an item's factors; absent: 1 for all. */
  readonly factorOf: ((item: number) => number) | undefined;
  /** No item has a larger factor; 1 or more. */
  readonly maxFactor: number;
}

const sums = new Int32Array(WINDOW);
const touched = new Uint32Array(WINDOW / 32);

/**
 * Offers the best items of a segment to `top`, and none that cannot enter it: what `top` keeps is the same as if every item had been
 * scored.
 *
 * Windows of items are scored term by term. In each window the terms are ordered by the most they can add there; supporting terms and
 * those whose sum cannot lift an item over the threshold are only looked up for items that the others bring in (MaxScore: Turtle & Flood, "Query
 * evaluation: strategies and optimizations", 1995; by windows with block bounds: Lucene's MaxScoreBulkScorer).
 */
export function searchSegment(cursors: readonly TermCursor[], items: number, rules: ItemRules, top: TopHits): void {
  const bounds = new Int32Array(cursors.length);
  const order = cursors.map((_, index) => index);
  for (let from = 0; from < items; from += WINDOW) {
    const end = Math.min(from + WINDOW, items);
    let most = 0;
    for (let index = 0; index < cursors.length; index++) {
      const bound = (cursors[index] as TermCursor).boundIn(from, end);
      bounds[index] = bound;
      most += bound;
    }
    if (most === 0 || boosted(most, rules.maxFactor) < top.threshold) continue;
    if (rules.allowed !== undefined && !anyBit(rules.allowed, from, end)) continue;
    // Few terms: insertion sort, supporting terms first, then the smallest bound.
    for (let k = 1; k < order.length; k++) {
      const index = order[k] as number;
      let to = k;
      for (; to > 0 && comesBefore(index, order[to - 1] as number, cursors, bounds); to--) order[to] = order[to - 1] as number;
      order[to] = index;
    }
    let optional = 0;
    let optionalBound = 0;
    while (optional < order.length) {
      const next = optionalBound + (bounds[order[optional] as number] as number);
      if (!(cursors[order[optional] as number] as TermCursor).supporting && !(boosted(next, rules.maxFactor) < top.threshold)) break;
      optionalBound = next;
      optional++;
    }
    for (let k = optional; k < order.length; k++) addWindow(cursors[order[k] as number] as TermCursor, from, end);
    collectWindow(cursors, order, bounds, optional, optionalBound, from, end, rules, top);
  }
}

function comesBefore(a: number, b: number, cursors: readonly TermCursor[], bounds: Int32Array): boolean {
  const first = (cursors[a] as TermCursor).supporting;
  if (first !== (cursors[b] as TermCursor).supporting) return first;
  return (bounds[a] as number) < (bounds[b] as number);
}

/** Adds what one term gives to every item of the window. */
function addWindow(cursor: TermCursor, from: number, end: number): void {
  const { items, last, blocks } = cursor;
  while (cursor.block < blocks) {
    if (cursor.block > 0 && (last[cursor.block - 1] as number) + 1 >= end) return;
    cursor.load();
    const { size } = cursor;
    let at = cursor.at;
    while (at < size && (items[at] as number) < from) at++;
    for (; at < size; at++) {
      const item = items[at] as number;
      if (item >= end) {
        cursor.at = at;
        return;
      }
      const slot = item - from;
      sums[slot] = (sums[slot] as number) + cursor.added(at, item);
      touched[slot >> 5] = (touched[slot >> 5] as number) | (1 << (slot & 31));
    }
    cursor.skipBlock();
  }
}

/** Completes the sums of the items met in the window, offers them, and clears the window. */
function collectWindow(
  cursors: readonly TermCursor[],
  order: readonly number[],
  bounds: Int32Array,
  optional: number,
  optionalBound: number,
  from: number,
  end: number,
  rules: ItemRules,
  top: TopHits,
): void {
  const { allowed, factorOf, maxFactor } = rules;
  const words = (end - from + 31) >> 5;
  for (let word = 0; word < words; word++) {
    let bits = touched[word] as number;
    if (bits === 0) continue;
    touched[word] = 0;
    while (bits !== 0) {
      const bit = 31 - Math.clz32(bits & -bits);
      bits &= bits - 1;
      const slot = word * 32 + bit;
      let score = sums[slot] as number;
      sums[slot] = 0;
      const item = from + slot;
      if (boosted(score + optionalBound, maxFactor) < top.threshold) continue;
      if (allowed !== undefined && ((allowed[item >> 3] as number) & (1 << (item & 7))) === 0) continue;
      let rest = optionalBound;
      for (let k = optional - 1; k >= 0; k--) {
        const index = order[k] as number;
        rest -= bounds[index] as number;
        const enough = maxFactor === 1 ? top.threshold - score - rest : 0;
        const added = (cursors[index] as TermCursor).addedTo(item, enough);
        if (added < 0) {
          score = -1;
          break;
        }
        score += added;
        if (boosted(score + rest, maxFactor) < top.threshold) {
          score = -1;
          break;
        }
      }
      if (score > 0) top.offer(item, factorOf === undefined ? score : boosted(score, factorOf(item)));
    }
  }
}

function anyBit(bitmap: Uint8Array, from: number, end: number): boolean {
  for (let byte = from >> 3; byte < (end + 7) >> 3; byte++) if (bitmap[byte] !== 0) return true;
  return false;
}
