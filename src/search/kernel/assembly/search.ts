import { addedTo, addWindow, CURSOR_BYTES, Cursor, lookAt, open } from "./cursor";
import { BLOCK, sums, touched, WINDOW } from "./memory";
import { Request, Term } from "./request";
import { boosted, prepareScores } from "./score";
import { closeTop, lost, offer, openTop, threshold } from "./top";

/* The search of one segment, as search-segment.ts, which explains it. */

/** Words of 64 items for which the optional terms are bounded together. */
const NEAR_WORDS: i32 = 8;
/** What looking a term up for one item costs, in items that the term can be added to at the same cost. */
const LOOKUP_COST: i32 = 16;
/** Blocks of the terms in a window from which on all its items are looked through. */
const DENSE_BLOCKS: i32 = 2;
/** Of as many groups of four sums, one is counted. */
const COUNTED: usize = 8;

let cursors: usize = 0;
let terms: i32 = 0;

function cursorAt(index: i32): Cursor {
  return changetype<Cursor>(cursors + <usize>index * CURSOR_BYTES);
}

/**
 * Finds the best items. Gives how many there are, which may be up to `MOST_TIED` more than wanted, when the worst have one score; they
 * stand at `heap` as `openTop` says, in no order. Gives -1 when the order of ids has to be known and is not.
 *
 * @param room - for cursors, and behind them an i32 each for their order; a multiple of 16
 */
export function run(request: usize, room: usize, heap: usize): i32 {
  const asked = changetype<Request>(request);
  const items = asked.items;
  const allowed = asked.allowed;
  const maxFactor = asked.maxFactor;
  // A search of a damaged index may have ended in the middle of a window.
  memory.fill(sums, 0, 4 * WINDOW);
  memory.fill(touched, 0, WINDOW / 8);
  prepareScores();
  openTop(asked.wanted, asked.least, heap, asked.ranked === 1, asked.ranks);
  cursors = room;
  terms = asked.termCount;
  for (let index = 0; index < terms; index++) {
    const term = changetype<Term>(asked.terms + <usize>index * offsetof<Term>());
    open(cursorAt(index), term.list, term.table, term.postings, term.weight, term.supporting);
  }
  const order = changetype<usize>(cursorAt(terms));
  for (let index = 0; index < terms; index++) store<i32>(order + ((<usize>index) << 2), index);
  for (let from = 0; from < items; from += WINDOW) {
    const stop = min<i32>(from + WINDOW, items);
    let most: i32 = 0;
    for (let index = 0; index < terms; index++) {
      const cursor = cursorAt(index);
      lookAt(cursor, from, stop);
      most += cursor.windowBound;
    }
    if (lost) return -1;
    if (most === 0 || boosted(<f64>most, maxFactor) < threshold) continue;
    if (allowed !== 0 && !anyBit(allowed, from, stop)) continue;
    searchWindow(asked, order, from, stop);
  }
  return lost ? -1 : closeTop();
}

/**
 * Scores a window and offers its best items. Apart from `run`, which begins once and goes around for every window: V8 would optimise that
 * function for its many rounds, and the one call that there is would end as it began.
 */
function searchWindow(asked: Request, order: usize, from: i32, stop: i32): void {
  const norms = asked.norms;
  const maxFactor = asked.maxFactor;
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
  let blocks = 0;
  for (let k = optional; k < terms; k++) blocks += cursorIn(order, k).windowBlocks;
  // Where many items have scores, all are looked through at once; items without one must not seem to be found by their score of 0.
  const dense = blocks >= DENSE_BLOCKS && leastSum(optionalBound, maxFactor) > 0;
  const bits = dense ? 0 : touched;
  for (let k = optional; k < terms; k++) addWindow(cursorIn(order, k), from, stop, norms, sums, bits);
  // An optional term is added to all items like the others where looking it up for each that may enter would cost more.
  for (; optional > 0; optional--) {
    const cursor = cursorIn(order, optional - 1);
    if (cursor.supporting === 1 || LOOKUP_COST * blocks <= cursor.windowBlocks) break;
    if (LOOKUP_COST * sumsFrom(sums, sums + 4 * WINDOW, leastSum(optionalBound, maxFactor)) <= cursor.windowBlocks * BLOCK) break;
    blocks += cursor.windowBlocks;
    optionalBound -= cursor.windowBound;
    addWindow(cursor, from, stop, norms, sums, bits);
  }
  if (dense) collectDense(asked, order, optional, optionalBound, from, stop);
  else if (optional < terms) collectWindow(asked, order, optional, optionalBound, from, stop);
}

/**
 * About how many of the sums in `[start, end)` are `least` or more: counted in a part of them. Exported, so that it stays a function of its
 * own: it goes around more often than all else that is done once for a window, which V8 shall not optimise with it.
 */
export function sumsFrom(start: usize, end: usize, least: i32): i32 {
  const limit = i32x4.splat(least);
  let counts = i32x4.splat(0);
  for (let place = start; place < end; place += 64 * COUNTED) {
    counts = i32x4.sub(counts, i32x4.ge_s(v128.load(place), limit));
    counts = i32x4.sub(counts, i32x4.ge_s(v128.load(place, 16 * COUNTED), limit));
    counts = i32x4.sub(counts, i32x4.ge_s(v128.load(place, 32 * COUNTED), limit));
    counts = i32x4.sub(counts, i32x4.ge_s(v128.load(place, 48 * COUNTED), limit));
  }
  const first = i32x4.extract_lane(counts, 0) + i32x4.extract_lane(counts, 1);
  return <i32>COUNTED * (first + i32x4.extract_lane(counts, 2) + i32x4.extract_lane(counts, 3));
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
function collectWindow(asked: Request, order: usize, optional: i32, optionalBound: i32, from: i32, stop: i32): void {
  const allowed = asked.allowed;
  const maxFactor = asked.maxFactor;
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
      complete(asked, order, optional, bound, item, score);
      if (threshold !== before) least = leastSum(bound, maxFactor);
    }
  }
}

/** The same, for a window in which many items have scores and those that may enter have one of 1 or more. */
function collectDense(asked: Request, order: usize, optional: i32, optionalBound: i32, from: i32, stop: i32): void {
  const allowed = asked.allowed;
  const maxFactor = asked.maxFactor;
  const end = sums + ((<usize>(stop - from)) << 2);
  for (let start = sums; start < end; start += 256 * NEAR_WORDS) {
    let place = firstFrom(start, start + 256 * NEAR_WORDS, leastSum(optionalBound, maxFactor));
    if (place === 0) continue;
    let bound = optionalBound;
    if (optional > 0) {
      const first = from + (<i32>(start - sums) >> 2);
      bound = boundNear(order, optional, first, min<i32>(first + 64 * NEAR_WORDS, stop));
    }
    for (;;) {
      place = firstFrom(place, start + 256 * NEAR_WORDS, leastSum(bound, maxFactor));
      if (place === 0) break;
      const item = from + (<i32>(place - sums) >> 2);
      if (allowed === 0 || hasBit(allowed, item)) {
        complete(asked, order, optional, bound, item, load<i32>(place));
      }
      place += 4;
    }
  }
  memory.fill(sums, 0, end - sums);
}

/** The place of the first sum from `start` on, and before `end`, that is `least` or more; 0 when there is none. */
function firstFrom(start: usize, end: usize, least: i32): usize {
  let place = start;
  for (; (place & 15) !== 0; place += 4) if (load<i32>(place) >= least) return place;
  const limit = i32x4.splat(least - 1);
  // Four at a time, up to the end or the first that has one.
  for (; place + 64 <= end; place += 64) {
    const most = i32x4.max_s(i32x4.max_s(v128.load(place), v128.load(place, 16)), i32x4.max_s(v128.load(place, 32), v128.load(place, 48)));
    if (v128.any_true(i32x4.gt_s(most, limit))) break;
  }
  for (; place < end; place += 16) {
    const mask = i32x4.bitmask(i32x4.gt_s(v128.load(place), limit));
    if (mask !== 0) return place + ((<usize>ctz<i32>(mask)) << 2);
  }
  return 0;
}

/** Most that the optional terms together can add to an item in `[from, stop)`, and each in its `windowBound`. */
function boundNear(order: usize, optional: i32, from: i32, stop: i32): i32 {
  let bound = 0;
  for (let k = 0; k < optional; k++) {
    const cursor = cursorIn(order, k);
    lookAt(cursor, from, stop);
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
function complete(asked: Request, order: usize, optional: i32, optionalBound: i32, item: i32, found: i32): void {
  const maxFactor = asked.maxFactor;
  let score = found;
  let rest = optionalBound;
  for (let k = optional - 1; k >= 0; k--) {
    const cursor = cursorIn(order, k);
    rest -= cursor.windowBound;
    const enough = maxFactor === 1 ? threshold - <f64>(score + rest) : 0;
    const more = addedTo(cursor, item, enough, asked.norms);
    if (more < 0) return;
    score += more;
    if (boosted(<f64>(score + rest), maxFactor) < threshold) return;
  }
  if (score > 0) offer(item, asked.boostCount === 0 ? <f64>score : boosted(<f64>score, boostOf(asked.boosts, asked.boostCount, item)));
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
