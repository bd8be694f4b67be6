/** Whether item `a` comes after item `b` in the order of their ids. Asked when two scores are equal. */
declare function comesAfter(a: i32, b: i32): bool;

/*
 * The best items of a segment: a heap whose root is the worst of them, as top-hits.ts. Scores are f64, since boosts may make them
 * larger than 32 bits; items are i32 behind the scores.
 */

/** Scores below this one cannot enter. */
export let threshold: f64 = 0;
/** Items kept. */
export let kept: i32 = 0;

let most: i32 = 0;
let scores: usize = 0;
let items: usize = 0;

/** Begins with an empty heap for `wanted` items at `place`, 12 bytes each. */
export function openTop(wanted: i32, least: f64, place: usize): void {
  most = wanted;
  threshold = least;
  kept = 0;
  scores = place;
  items = place + ((<usize>wanted) << 3);
}

export function offer(item: i32, score: f64): void {
  if (score < threshold) return;
  if (kept < most) {
    let at = kept++;
    while (at > 0) {
      const parent = (at - 1) >> 1;
      if (!isWorse(item, score, parent)) break;
      move(parent, at);
      at = parent;
    }
    put(at, item, score);
  } else {
    if (isWorse(item, score, 0)) return;
    let at = 0;
    for (let child = 1; child < kept; child = 2 * at + 1) {
      if (child + 1 < kept && isWorse(itemAt(child + 1), scoreAt(child + 1), child)) child++;
      if (isWorse(item, score, child)) break;
      move(child, at);
      at = child;
    }
    put(at, item, score);
  }
  if (kept === most) threshold = max<f64>(threshold, scoreAt(0));
}

function isWorse(item: i32, score: f64, than: i32): bool {
  const other = scoreAt(than);
  return score !== other ? score < other : comesAfter(item, itemAt(than));
}

function move(from: i32, to: i32): void {
  put(to, itemAt(from), scoreAt(from));
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
