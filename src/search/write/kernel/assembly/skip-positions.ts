import { readFrom, takeNumber } from "./bytes";
import { lowBits, ORDER } from "./positions";

/*
 * Finds where the positions of a posting end: what `PositionReader` (segment/positions.ts) does of them. Bits are numbered from the first
 * of the list's positions; where they run beyond `limit`, the number given is larger than that.
 */

/** Behind any limit: the bits are not what was written. */
const PAST: u32 = 0xffffffff;

/** The bit behind the `times` positions that begin at `bit`, all in a text of at most `most` words. */
export function skipText(from: usize, bit: u32, limit: u32, times: u32, most: u32): u32 {
  let next = bit;
  let left = most;
  if (times > 1) {
    const low = lowBits(left, times);
    const mask: u32 = (1 << low) - 1;
    for (let more = times - 1; more > 0; more--) {
      let bits = bitsAt(from, next);
      let high: u32 = <u32>ctz(~bits);
      next += high + 1;
      if (high >= 24) {
        next = endOfOnes(from, next - high - 1, limit);
        if (next > limit) return PAST;
        high = ones;
        bits = bitsAt(from, next);
      } else bits >>= high + 1;
      const distance = (high << low) + (<u32>bits & mask);
      next += low;
      if (distance >= left || next > limit) return PAST;
      left -= distance;
    }
  }
  if (left === 0) return PAST;
  const size: u32 = 31 - clz(left);
  const short: u32 = ((<u32>2) << size) - left;
  const value = <u32>bitsAt(from, next) & ((1 << size) - 1);
  return next + size + (value >= short ? 1 : 0);
}

/** The bit behind the positions of a posting in several fields or another than the text, whose code stands at `code`. */
export function skipFields(from: usize, bit: u32, limit: u32, code: usize, most: u32): u32 {
  readFrom(code);
  let next = bit;
  for (let rest = takeNumber() >> 1; rest !== 0; rest &= rest - 1) {
    const times = takeNumber();
    if (ctz(rest) === 0) next = skipText(from, next, limit, times, most);
    else {
      for (let more = times; more > 0 && next <= limit; more--) {
        next = endOfOnes(from, next, limit);
        if (next <= limit) next += ones + ORDER;
      }
    }
    if (next > limit) return PAST;
  }
  return next;
}

/** Of the last row of them. */
let ones: u32 = 0;

/** The bit behind the ones from `bit` on, and the zero behind those. */
function endOfOnes(from: usize, bit: u32, limit: u32): u32 {
  ones = 0;
  for (let next = bit; next <= limit; ) {
    const more: u32 = min(<u32>ctz(~bitsAt(from, next)), 56);
    ones += more;
    next += more;
    if (more < 56) return next + 1;
  }
  return PAST;
}

/** 57 bits at least. */
function bitsAt(from: usize, bit: u32): u64 {
  return load<u64>(from + (<usize>bit >> 3)) >> (bit & 7);
}
