import { addedTo, addWindow, boundIn, CURSOR_BYTES, Cursor, open } from "./cursor";
import { sums, touched, WINDOW } from "./memory";
import { boosted } from "./score";
import { closeTop, offer, openTop, threshold } from "./top";

/*
 * The search of one segment, as search-segment.ts, which explains it. The caller's room for it is: cursors, then their order (an i32
 * each), both as many as terms; boosts, 16 bytes each: f64 factor, i32 place of the bitmap; and the heap of hits.
 */

/** Words of 64 items for which the optional terms are bounded together. */
const NEAR_WORDS: i32 = 8;

let cursors: usize = 0;
let terms: i32 = 0;

/** Begins a search. `room` is a multiple of 16. */
export function begin(room: usize): void {
  cursors = room;
  terms = 0;
}

/** Adds a term: its list, its table by `readTable`, and its weight in parts of the scale. */
export function addTerm(list: usize, table: usize, postings: i32, weight: f64, supporting: i32): void {
  open(cursorAt(terms++), list, table, postings, weight, supporting);
}

function cursorAt(index: i32): Cursor {
  return changetype<Cursor>(cursors + <usize>index * CURSOR_BYTES);
}

/**
 * Finds the best items. Gives how many there are, which may be up to `MOST_TIED` more than wanted, when the worst have one score; they
 * stand at `heap` as `openTop` says, in no order.
 *
 * @param items - in the segment
 * @param norms - a byte per item
 * @param allowed - a bit per item that may be found; 0: all
 * @param boosts - place of the boosts, `boostCount` of them; no product of factors is larger than `maxFactor`
 * @param wanted - hits, >= 1
 * @param least - what a score must reach
 */
export function run(
  items: i32,
  norms: usize,
  allowed: usize,
  order: usize,
  boosts: usize,
  boostCount: i32,
  maxFactor: f64,
  wanted: i32,
  least: f64,
  heap: usize,
): i32 {
  openTop(wanted, least, heap);
  for (let index = 0; index < terms; index++) store<i32>(order + ((<usize>index) << 2), index);
  for (let from = 0; from < items; from += WINDOW) {
    const stop = min<i32>(from + WINDOW, items);
    let most: i32 = 0;
    for (let index = 0; index < terms; index++) {
      const cursor = cursorAt(index);
      const bound = boundIn(cursor, from, stop);
      cursor.windowBound = bound;
      most += bound;
    }
    if (most === 0 || boosted(<f64>most, maxFactor) < threshold) continue;
    if (allowed !== 0 && !anyBit(allowed, from, stop)) continue;
    sortTerms(order);
    let optional = 0;
    let optionalBound: i32 = 0;
    while (optional < terms) {
      const cursor = cursorIn(order, optional);
      const next = optionalBound + cursor.windowBound;
      if (cursor.supporting === 0 && !(boosted(<f64>next, maxFactor) < threshold)) break;
      optionalBound = next;
      optional++;
    }
    for (let k = optional; k < terms; k++) addWindow(cursorIn(order, k), from, stop, norms, sums, touched);
    if (optional < terms) {
      collectWindow(order, optional, optionalBound, from, stop, norms, allowed, boosts, boostCount, maxFactor);
    }
  }
  return closeTop();
}

function cursorIn(order: usize, place: i32): Cursor {
  return cursorAt(load<i32>(order + ((<usize>place) << 2)));
}

/** Supporting terms first, then the smallest bound. There are few terms: insertion sort. */
function sortTerms(order: usize): void {
  for (let k = 1; k < terms; k++) {
    const index = load<i32>(order + ((<usize>k) << 2));
    const cursor = cursorAt(index);
    let to = k;
    for (; to > 0 && comesBefore(cursor, cursorIn(order, to - 1)); to--) {
      store<i32>(order + ((<usize>to) << 2), load<i32>(order + ((<usize>(to - 1)) << 2)));
    }
    store<i32>(order + ((<usize>to) << 2), index);
  }
}

function comesBefore(a: Cursor, b: Cursor): bool {
  return a.supporting !== b.supporting ? a.supporting === 1 : a.windowBound < b.windowBound;
}

/** Completes the sums of the items met in the window, offers them, and clears the window. */
function collectWindow(
  order: usize,
  optional: i32,
  optionalBound: i32,
  from: i32,
  stop: i32,
  norms: usize,
  allowed: usize,
  boosts: usize,
  boostCount: i32,
  maxFactor: f64,
): void {
  const words = (stop - from + 63) >> 6;
  let bound = optionalBound;
  let least = leastSum(bound, maxFactor);
  let bounded = 0; // the word up to which the bound holds
  for (let word = 0; word < words; word++) {
    const place = touched + ((<usize>word) << 3);
    let bits = load<u64>(place);
    if (bits === 0) continue;
    store<u64>(place, 0);
    if (word >= bounded && optional > 0) {
      // The optional terms can add less to a few items than to all of the window, so fewer need to be looked up.
      bounded = (word | (NEAR_WORDS - 1)) + 1;
      bound = boundNear(order, optional, from + (word << 6), min<i32>(from + (bounded << 6), stop));
      least = leastSum(bound, maxFactor);
    }
    for (; bits !== 0; bits &= bits - 1) {
      const slot = (word << 6) + <i32>ctz<u64>(bits);
      const sum = sums + ((<usize>slot) << 2);
      const score = load<i32>(sum);
      store<i32>(sum, 0);
      if (score < least) continue;
      const item = from + slot;
      if (allowed !== 0 && !hasBit(allowed, item)) continue;
      const before = threshold;
      complete(order, optional, bound, item, score, norms, boosts, boostCount, maxFactor);
      if (threshold !== before) least = leastSum(bound, maxFactor);
    }
  }
}

/** Most that the optional terms together can add to an item in `[from, stop)`, and each in its `windowBound`. */
function boundNear(order: usize, optional: i32, from: i32, stop: i32): i32 {
  let bound = 0;
  for (let k = 0; k < optional; k++) {
    const cursor = cursorIn(order, k);
    cursor.windowBound = boundIn(cursor, from, stop);
    bound += cursor.windowBound;
  }
  return bound;
}

/** A sum below this one cannot reach the threshold, whatever is added and however it is boosted; one above may not reach it either. */
function leastSum(optionalBound: i32, maxFactor: f64): i32 {
  if (maxFactor === 1) return <i32>threshold - optionalBound;
  return <i32>floor<f64>(threshold / maxFactor) - 1 - optionalBound;
}

/** Adds what the optional terms give to an item, as long as it can enter, and offers it. */
function complete(
  order: usize,
  optional: i32,
  optionalBound: i32,
  item: i32,
  found: i32,
  norms: usize,
  boosts: usize,
  boostCount: i32,
  maxFactor: f64,
): void {
  let score = found;
  let rest = optionalBound;
  for (let k = optional - 1; k >= 0; k--) {
    const cursor = cursorIn(order, k);
    rest -= cursor.windowBound;
    const enough = maxFactor === 1 ? threshold - <f64>(score + rest) : 0;
    const more = addedTo(cursor, item, enough, norms);
    if (more < 0) return;
    score += more;
    if (boosted(<f64>(score + rest), maxFactor) < threshold) return;
  }
  if (score > 0) offer(item, boostCount === 0 ? <f64>score : boosted(<f64>score, boostOf(boosts, boostCount, item)));
}

function boostOf(boosts: usize, count: i32, item: i32): f64 {
  let product: f64 = 1;
  for (let k = 0; k < count; k++, boosts += 16) if (hasBit(load<i32>(boosts, 8), item)) product *= load<f64>(boosts);
  return product;
}

function hasBit(bitmap: usize, item: i32): bool {
  return ((<i32>load<u8>(bitmap + <usize>(item >> 3)) >> (item & 7)) & 1) !== 0;
}

function anyBit(bitmap: usize, from: i32, stop: i32): bool {
  const end = bitmap + <usize>((stop + 7) >> 3);
  for (let byte = bitmap + <usize>(from >> 3); byte < end; byte++) if (load<u8>(byte) !== 0) return true;
  return false;
}
