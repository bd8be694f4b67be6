import { COUNT, FLAGS, LISTED, lengthOf, recordOf, textOf, words } from "./lexicon";
import { reserve } from "./memory";

let capacity: u32 = 0;
/** The terms in order, uint32 each. */
export let order: usize = 0;
/** Sixteen bytes a term: its first eight bytes as a number that sorts as they do, and its number. */
let keys: usize = 0;

/** Puts the terms that have postings or are to be listed into the order of their bytes, and gives their number. */
export function sortTerms(): u32 {
  if (words > capacity) {
    capacity = max(words, capacity * 2);
    order = reserve((<usize>capacity) << 2);
    keys = reserve((<usize>capacity) << 4);
  }
  let count: u32 = 0;
  for (let word: u32 = 0; word < words; word++) {
    const record = recordOf(word);
    if (load<u32>(record, COUNT) === 0 && (load<u8>(record, FLAGS) & LISTED) === 0) continue;
    const key = keys + ((<usize>count) << 4);
    store<u64>(key, lengthOf(record) === 0 ? 0 : bswap<u64>(load<u64>(textOf(record))));
    store<u32>(key, word, 8);
    count++;
  }
  sortRange(0, <i32>count - 1);
  for (let k: u32 = 0; k < count; k++) store<u32>(order + ((<usize>k) << 2), load<u32>(keys + ((<usize>k) << 4), 8));
  return count;
}

/** Quicksort with the middle one of three, and insertion for what is short. */
function sortRange(from: i32, to: i32): void {
  let low = from;
  let high = to;
  while (high - low > 16) {
    const middle = (low + high) >> 1;
    if (isBefore(middle, low)) swap(middle, low);
    if (isBefore(high, middle)) swap(high, middle);
    if (isBefore(middle, low)) swap(middle, low);
    swap(middle, high - 1);
    const pivot = high - 1;
    let left = low;
    let right = pivot;
    for (;;) {
      do left++;
      while (isBefore(left, pivot));
      do right--;
      while (isBefore(pivot, right));
      if (left >= right) break;
      swap(left, right);
    }
    swap(left, pivot);
    // The shorter side by a call, so that calls nest no deeper than the logarithm.
    if (left - low < high - left) {
      sortRange(low, left - 1);
      low = left + 1;
    } else {
      sortRange(left + 1, high);
      high = left - 1;
    }
  }
  for (let k = low + 1; k <= high; k++) for (let at = k; at > low && isBefore(at, at - 1); at--) swap(at, at - 1);
}

function isBefore(a: i32, b: i32): bool {
  const x = keys + ((<usize>a) << 4);
  const y = keys + ((<usize>b) << 4);
  const first = load<u64>(x);
  const second = load<u64>(y);
  return first === second ? restBefore(load<u32>(x, 8), load<u32>(y, 8)) : first < second;
}

function restBefore(a: u32, b: u32): bool {
  const x = recordOf(a);
  const y = recordOf(b);
  const length = min(lengthOf(x), lengthOf(y));
  for (let at: u32 = 8; at < length; at += 8) {
    const first = bswap<u64>(load<u64>(textOf(x) + at));
    const second = bswap<u64>(load<u64>(textOf(y) + at));
    if (first !== second) return first < second;
  }
  return lengthOf(x) < lengthOf(y);
}

function swap(a: i32, b: i32): void {
  const x = keys + ((<usize>a) << 4);
  const y = keys + ((<usize>b) << 4);
  const key = load<u64>(x);
  const word = load<u64>(x, 8);
  store<u64>(x, load<u64>(y));
  store<u64>(x, load<u64>(y, 8), 8);
  store<u64>(y, key);
  store<u64>(y, word, 8);
}
