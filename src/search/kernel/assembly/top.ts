/*
 * The best items of a segment: a heap whose root is the worst of them, as top-hits.ts. Scores are f64, since boosts may make them
 * larger than 32 bits.
 *
 * Ids stand in a file, and most ties are of scores that are soon too low. So items that have just the score of the root wait beside the
 * heap, and are the caller's to put in order, if any is left at the end. Only when they are many must the order of all ids be known here.
 */

/** Most items that wait beside the heap. */
export const MOST_TIED: i32 = 64;

/** Scores below this one cannot enter. */
export let threshold: f64 = 0;

/** More items wait than can, and their order is not known: the search has to begin again with ranks. */
export let lost: bool = false;

let most: i32 = 0;
let kept: i32 = 0;
let tied: i32 = 0;
let ordered: bool = false;
let ranked: bool = false;
let ranks: usize = 0;
let scores: usize = 0;
let items: usize = 0;

/**
 * Begins with an empty heap for `wanted` items at `place`: as many f64 scores and then i32 items, and `MOST_TIED` of both more.
 *
 * @param isRanked - the order of ids is known: by the i32 ranks of items at `rankTable`, or where that is 0 by the numbers of items
 */
export function openTop(wanted: i32, least: f64, place: usize, isRanked: bool, rankTable: usize): void {
  ranked = isRanked;
  ranks = rankTable;
  lost = false;
  most = wanted;
  threshold = least;
  kept = 0;
  tied = 0;
  ordered = false;
  scores = place;
  items = place + ((<usize>(wanted + MOST_TIED)) << 3);
}

/** Puts the items that wait behind those of the heap, and gives the number of all. */
export function closeTop(): i32 {
  for (let k = kept; k < kept + tied; k++) store<f64>(scores + ((<usize>k) << 3), scoreAt(0));
  return kept + tied;
}

/** An item whose factors leave nothing of its score is none of the hits. */
export function offer(item: i32, score: f64): void {
  if (score < threshold || score <= 0) return;
  if (kept < most) {
    push(item, score);
    if (kept === most) threshold = max<f64>(threshold, scoreAt(0));
    return;
  }
  const least = scoreAt(0);
  if (score === least && !ordered) {
    wait(item);
    return;
  }
  if (isWorse(item, score, 0)) return;
  const dropped = itemAt(0);
  sink(0, item, score);
  if (scoreAt(0) > least) tied = 0;
  else if (!ordered) wait(dropped);
  threshold = max<f64>(threshold, scoreAt(0));
}

/** Keeps an item that has the score of the root. */
function wait(item: i32): void {
  if (tied < MOST_TIED) {
    store<i32>(items + ((<usize>(kept + tied)) << 2), item);
    tied++;
    return;
  }
  if (!ranked) {
    lost = true;
    return;
  }
  ordered = true;
  for (let at = (kept >> 1) - 1; at >= 0; at--) sink(at, itemAt(at), scoreAt(at));
  tied = 0;
  const score = scoreAt(0);
  for (let k = 0; k < MOST_TIED; k++) offer(itemAt(kept + k), score);
  offer(item, score);
}

function push(item: i32, score: f64): void {
  let at = kept++;
  while (at > 0) {
    const parent = (at - 1) >> 1;
    if (!isWorse(item, score, parent)) break;
    put(at, itemAt(parent), scoreAt(parent));
    at = parent;
  }
  put(at, item, score);
}

/** Puts an item into the place `from`, or below it. */
function sink(from: i32, item: i32, score: f64): void {
  let at = from;
  for (let child = 2 * at + 1; child < kept; child = 2 * at + 1) {
    if (child + 1 < kept && isWorse(itemAt(child + 1), scoreAt(child + 1), child)) child++;
    if (isWorse(item, score, child)) break;
    put(at, itemAt(child), scoreAt(child));
    at = child;
  }
  put(at, item, score);
}

function isWorse(item: i32, score: f64, than: i32): bool {
  const other = scoreAt(than);
  return score !== other ? score < other : ordered && rankOf(item) > rankOf(itemAt(than));
}

function rankOf(item: i32): i32 {
  return ranks === 0 ? item : load<i32>(ranks + ((<usize>item) << 2));
}

function put(at: i32, item: i32, score: f64): void {
  store<f64>(scores + ((<usize>at) << 3), score);
  store<i32>(items + ((<usize>at) << 2), item);
}

function scoreAt(at: i32): f64 {
  return load<f64>(scores + ((<usize>at) << 3));
}

function itemAt(at: i32): i32 {
  return load<i32>(items + ((<usize>at) << 2));
}
