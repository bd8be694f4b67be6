import { BLOCK, unpacking } from "./memory";
import { end, varint } from "./varint";

/*
 * Unpacks the items of a full block four at a time. Four numbers of up to 24 bits lie in 16 bytes: each is brought to a lane of its own
 * with the bytes around it (swizzle), moved up so that it begins at bit 7 (multiplied by a power of 2, which is a shift by another
 * distance in each lane), and moved down. Every second four begin inside a byte when a number has an odd number of bits, so there are
 * two ways to do it for each number of bits: 64 bytes of `unpacking`, made when they are first needed.
 */

/** Reads the 128 items of the block at `start` to `items`, and gives the place behind them. @param before - the item before the first */
export function decodeItems(items: usize, start: usize, before: i32): usize {
  const bits: i32 = load<u8>(start);
  const at = unpack(items, start + 2, bits);
  const behind = addExceptions(items, at, load<u8>(start, 1), bits);
  addUp(items, before);
  return behind;
}

function unpack(items: usize, packed: usize, bits: i32): usize {
  const way = unpacking + ((<usize>bits) << 6);
  if (load<i32>(way, 16) === 0) prepare(way, bits);
  const bytes = v128.load(way);
  const shifts = v128.load(way, 16);
  const secondBytes = v128.load(way, 32);
  const secondShifts = v128.load(way, 48);
  const mask = i32x4.splat((1 << bits) - 1);
  const second = <usize>bits >> 1;
  const stop = packed + 16 * <usize>bits;
  const one = i32x4.splat(1);
  for (let place = items; place < items + 4 * BLOCK; place += 32, packed += <usize>bits) {
    const low = i32x4.mul(i8x16.swizzle(v128.load(packed), bytes), shifts);
    v128.store(place, i32x4.add(v128.and(i32x4.shr_u(low, 7), mask), one));
    const high = i32x4.mul(i8x16.swizzle(v128.load(packed + second), secondBytes), secondShifts);
    v128.store(place, i32x4.add(v128.and(i32x4.shr_u(high, 7), mask), one), 16);
  }
  return stop;
}

/** Exported, so that it stays a function of its own: V8 optimises the loop that calls it. */
export function prepare(way: usize, bits: i32): void {
  for (let number = 0; number < 8; number++) {
    const lane = (<usize>(number & 3)) << 2;
    const half = way + (number < 4 ? 0 : 32);
    const bit = number < 4 ? number * bits : number * bits - ((bits >> 1) << 3);
    for (let byte = 0; byte < 4; byte++) store<u8>(half + lane + <usize>byte, (bit >> 3) + byte);
    store<i32>(half + lane, 1 << (7 - (bit & 7)), 16);
  }
}

/** Adds the upper bits of the numbers that have them. */
function addExceptions(items: usize, start: usize, exceptions: i32, bits: i32): usize {
  let at = start;
  for (; exceptions > 0; exceptions--) {
    const place = items + ((<usize>load<u8>(at)) << 2);
    let upper: u32 = load<u8>(at, 1);
    at += 2;
    if (upper > 127) {
      upper = varint(at - 1);
      at = end;
    }
    store<i32>(place, load<i32>(place) + <i32>(upper << (<u32>bits)));
  }
  return at;
}

/** Makes items of their distances. */
function addUp(items: usize, before: i32): void {
  const second = i8x16(-1, -1, -1, -1, -1, -1, -1, -1, 4, 5, 6, 7, 4, 5, 6, 7);
  const last = i8x16(12, 13, 14, 15, 12, 13, 14, 15, 12, 13, 14, 15, 12, 13, 14, 15);
  let sum = i32x4.splat(before);
  for (let place = items; place < items + 4 * BLOCK; place += 16) {
    let four = v128.load(place);
    four = i32x4.add(four, i64x2.shl(four, 32));
    four = i32x4.add(i32x4.add(four, i8x16.swizzle(four, second)), sum);
    v128.store(place, four);
    sum = i8x16.swizzle(four, last);
  }
}
