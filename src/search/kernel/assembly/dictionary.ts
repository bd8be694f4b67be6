import { found, key } from "./memory";
import { end, longVarint, varint } from "./varint";

/*
 * Lookups in a segment's dictionary, which dictionary.ts (beside the readers) describes. The term stands at `key`.
 */

/** Of shared or following bytes, in one byte with the others. */
const MOST: i32 = 15;

/** The block in which the term must be, -1 when it comes before all. */
export function findBlock(index: usize, blocks: i32, keyLength: i32): i32 {
  const keys = index + ((<usize>blocks + 1) << 3);
  let low: i32 = -1;
  let high = blocks - 1;
  while (low < high) {
    const middle = (low + high + 1) >> 1;
    const entry = index + ((<usize>middle) << 3);
    const start = load<u32>(entry);
    if (compare(keys + start, <i32>(load<u32>(entry, 8) - start), keyLength) <= 0) low = middle;
    else high = middle - 1;
  }
  return low;
}

function compare(first: usize, length: i32, keyLength: i32): i32 {
  const most = min<i32>(length, keyLength);
  for (let k: usize = 0; k < <usize>most; k++) {
    const difference = <i32>load<u8>(first + k) - <i32>load<u8>(key + k);
    if (difference !== 0) return difference;
  }
  return length - keyLength;
}

/**
 * Looks for the term in a block. 1 when it is there; then `found` has f64 offset of its list, i32 place among the terms of the block,
 * i32 number of items, i32 bytes of the list, i32 bytes of positions; i32 offset of the inline list in the block or -1, and i32 its bytes.
 */
export function findInBlock(block: usize, length: usize, keyLength: i32): i32 {
  const stop = block + length;
  let offset = longVarint(block);
  let at = end;
  let matched: i32 = 0;
  for (let place = 0; at < stop; place++) {
    const lengths: i32 = load<u8>(at++);
    let shared = lengths >> 4;
    let rest = lengths & 15;
    if (shared === MOST) {
      shared += <i32>varint(at);
      at = end;
    }
    if (rest === MOST) {
      rest += <i32>varint(at);
      at = end;
    }
    // Against the target, a term that shares more with its predecessor than the target does compares as the predecessor did.
    let order = shared > matched ? -1 : shared < matched ? 1 : 0;
    if (order === 0) {
      const most = min<i32>(rest, keyLength - matched);
      let same = 0;
      while (same < most && load<u8>(at + <usize>same) === load<u8>(key + <usize>(matched + same))) same++;
      matched += same;
      if (same < rest && same < keyLength - shared) {
        order = <i32>load<u8>(at + <usize>same) - <i32>load<u8>(key + <usize>matched);
      } else order = shared + rest - keyLength;
    }
    if (order > 0) return 0;
    const head = varint(at + <usize>rest);
    at = end;
    let count = head >>> 1;
    let listBytes: u32 = 0;
    let positionBytes: u32 = 0;
    const inline = (head & 1) === 1;
    if (inline) {
      count = 1;
      if ((head & 2) === 0) {
        count = varint(at);
        at = end;
      }
    } else {
      listBytes = varint(at);
      positionBytes = varint(end);
      at = end;
    }
    if (order === 0) {
      store<f64>(found, <f64>offset);
      store<i32>(found, place, 8);
      store<i32>(found, count, 12);
      store<i32>(found, listBytes, 16);
      store<i32>(found, positionBytes, 20);
      store<i32>(found, inline ? <i32>(at - block) : -1, 24);
      store<i32>(found, head >>> 2, 28);
      return 1;
    }
    if (inline) at += head >>> 2;
    else offset += <u64>(listBytes + positionBytes);
  }
  return 0;
}
