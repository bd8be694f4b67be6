import { readFrom, reading, startOf, takeNumber } from "./bytes";
import { reserve } from "./memory";
import { BLOCK, codeEnds, codes, plain } from "./posting-block";

/* Writes the positions of a block as bits: what `PositionWriter` (segment/positions.ts) does, in the form of segment/posting-format.ts. */

/** Most words that each norm stands for, uint32 each. */
export const longest: usize = reserve(256 * 4);
/** Of each posting of the block, the norm of its item: a byte. */
export const blockNorms: usize = reserve(BLOCK);

/** Low bits of a distance in another field than the text. */
export const ORDER: u32 = 3;

// Where distances are read, as postings.ts collects them; where bits are written; and the bits, fewer than 8, that wait to be.
let from: usize = 0;
let to: usize = 0;
let waiting: u64 = 0;
let filled: u64 = 0;

/** At least as many bytes as the bits of a block take. @param positions - of the block, in all */
export function packedBytes(positions: usize): usize {
  return positions * 8 + BLOCK * 4 + 16;
}

export function readPositionsFrom(place: usize): void {
  from = place;
}

/** Writes the positions of the block's `count` postings, which are read on, and gives the place behind them. */
export function packPositions(count: u32, start: usize): usize {
  let at = from;
  let out = start;
  let bits: u64 = 0;
  let have: u64 = 0;
  for (let k: u32 = 0; k < count; k++) {
    const times = load<u32>(plain + ((<usize>k) << 2));
    if (times === 0) {
      from = at;
      to = out;
      waiting = bits;
      filled = have;
      packFields(k);
      at = from;
      out = to;
      bits = waiting;
      have = filled;
      continue;
    }
    let left = load<u32>(longest + ((<usize>load<u8>(blockNorms + k)) << 2));
    if (times > 1) {
      const low = lowBits(left, times);
      const mask: u32 = (1 << low) - 1;
      for (let more = times - 1; more > 0; more--) {
        let distance: u32 = load<u8>(at++);
        if (distance >= 240) {
          distance = takeLong(at, distance);
          at = from;
        }
        left -= distance;
        let high = distance >> low;
        for (; high + low > 31; high--) {
          bits |= (<u64>1) << have++;
          store<u64>(out, bits);
          out += <usize>have >> 3;
          bits >>= have & ~7;
          have &= 7;
        }
        bits |= ((((<u64>1) << high) - 1) | ((<u64>(distance & mask)) << (high + 1))) << have;
        have += high + 1 + low;
        store<u64>(out, bits);
        out += <usize>have >> 3;
        bits >>= have & ~7;
        have &= 7;
      }
    }
    let distance: u32 = load<u8>(at++);
    if (distance >= 240) {
      distance = takeLong(at, distance);
      at = from;
    }
    if (distance >= left) unreachable();
    const size: u32 = 31 - clz(left);
    const short: u32 = ((<u32>2) << size) - left;
    // Without branches, which would be guessed wrong half the time.
    const isLong: u32 = distance >= short ? 1 : 0;
    const number = distance + (short & -isLong);
    bits |= (<u64>((number >> isLong) | ((number & isLong) << size))) << have;
    have += size + isLong;
    store<u64>(out, bits);
    out += <usize>have >> 3;
    bits >>= have & ~7;
    have &= 7;
  }
  from = at;
  return out + (<usize>(have + 7) >> 3);
}

/** The positions of posting `k`, which is in several fields or another than the text. */
function packFields(k: u32): void {
  const readBefore = reading;
  readFrom(startOf(codes) + (k === 0 ? 0 : load<u32>(codeEnds + ((<usize>(k - 1)) << 2))));
  for (let rest = takeNumber() >> 1; rest !== 0; rest &= rest - 1) {
    const times = takeNumber();
    if (ctz(rest) === 0) packText(times, load<u32>(longest + ((<usize>load<u8>(blockNorms + k)) << 2)));
    else for (let more = times; more > 0; more--) packElsewhere(takeDistance());
  }
  readFrom(readBefore);
}

/** As `packPositions` does, which is faster and does it for nearly all. */
function packText(times: u32, most: u32): void {
  const low = lowBits(most, times);
  let left = most;
  for (let more = times - 1; more > 0; more--) {
    const distance = takeDistance();
    left -= distance;
    for (let high = distance >> low; high > 0; high--) put(1, 1);
    put(0, 1);
    put(distance & ((1 << low) - 1), low);
  }
  const distance = takeDistance();
  if (distance >= left) unreachable();
  const size: u32 = 31 - clz(left);
  const short: u32 = ((<u32>2) << size) - left;
  if (distance < short) put(distance, size);
  else {
    put((distance + short) >> 1, size);
    put((distance + short) & 1, 1);
  }
}

function packElsewhere(distance: u32): void {
  const high = (distance >> ORDER) + 1;
  const size: u32 = 31 - clz(high);
  put((1 << size) - 1, size + 1);
  put(high & ((1 << size) - 1), size);
  put(distance & ((1 << ORDER) - 1), ORDER);
}

/** @param size - 0 to 32 */
function put(value: u32, size: u32): void {
  waiting |= (<u64>value) << filled;
  filled += size;
  store<u64>(to, waiting);
  to += <usize>filled >> 3;
  waiting >>= filled & ~7;
  filled &= 7;
}

function takeDistance(): u32 {
  const first: u32 = load<u8>(from);
  if (first >= 240) return takeLong(from + 1, first);
  from++;
  return first;
}

/** The rest of a distance whose first byte says that it is a long one; `from` is behind it then. */
function takeLong(at: usize, first: u32): u32 {
  from = at + 1;
  if (first < 255) return ((first - 240) << 8) | load<u8>(at);
  let value: u32 = 0;
  let byte: u32 = 128;
  from = at;
  for (let shift: u32 = 0; byte > 127; shift += 7) {
    byte = load<u8>(from++);
    value |= (byte & 127) << shift;
  }
  return value;
}

/** The largest power of 2 that is not above the mean distance of `times` positions. */
export function lowBits(most: u32, times: u32): u32 {
  const bits = <i32>clz(times + 1) - <i32>clz(most);
  if (bits <= 0) return 0;
  return (times + 1) << bits > most ? bits - 1 : bits;
}
