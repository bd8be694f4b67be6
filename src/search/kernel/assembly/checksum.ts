/* The checksum of storage/checksum.ts, which names its source. */

const P1: u32 = 0x9e3779b1;
const P2: u32 = 0x85ebca77;
const P3: u32 = 0xc2b2ae3d;
const P4: u32 = 0x27d4eb2f;
const P5: u32 = 0x165667b1;

/** P1 and P2 in all lanes: a vector constant in a loop is made anew each time around it before V8 has optimised it. */
const ALL_P1: usize = memory.data<u32>([P1, P1, P1, P1], 16);
const ALL_P2: usize = memory.data<u32>([P2, P2, P2, P2], 16);

/** Where `addLanes` leaves the lanes. */
const LANES: usize = memory.data(16, 16);

/** The checksum of `length` bytes at `start`. */
export function checksum(start: usize, length: usize, seed: u32): u32 {
  let at = start;
  const end = start + length;
  let sum = seed + P5;
  if (length >= 16) {
    at = addLanes(start, end, seed);
    sum =
      rotl<u32>(load<u32>(LANES), 1) +
      rotl<u32>(load<u32>(LANES, 4), 7) +
      rotl<u32>(load<u32>(LANES, 8), 12) +
      rotl<u32>(load<u32>(LANES, 12), 18);
  }
  sum += <u32>length;
  for (; at + 4 <= end; at += 4) sum = rotl<u32>(sum + load<u32>(at) * P3, 17) * P4;
  for (; at < end; at++) sum = rotl<u32>(sum + <u32>load<u8>(at) * P5, 11) * P1;
  sum = (sum ^ (sum >>> 15)) * P2;
  sum = (sum ^ (sum >>> 13)) * P3;
  return sum ^ (sum >>> 16);
}

/**
 * Adds all whole 16 bytes and gives the place behind them. Exported, so that it stays a function of its own: it is what V8 optimises of this
 * file when a question reads some hundred kilobytes, and the less there is the cheaper.
 */
export function addLanes(start: usize, end: usize, seed: u32): usize {
  let at = start;
  let lanes = i32x4.splat(seed);
  lanes = i32x4.replace_lane(lanes, 0, seed + P1 + P2);
  lanes = i32x4.replace_lane(lanes, 1, seed + P2);
  lanes = i32x4.replace_lane(lanes, 3, seed - P1);
  const p1 = v128.load(ALL_P1);
  const p2 = v128.load(ALL_P2);
  // Four steps around the loop, because going around costs as much as a step before V8 has optimised it.
  for (; at + 64 <= end; at += 64) {
    let added = i32x4.add(lanes, i32x4.mul(v128.load(at), p2));
    lanes = i32x4.mul(v128.or(i32x4.shl(added, 13), i32x4.shr_u(added, 19)), p1);
    added = i32x4.add(lanes, i32x4.mul(v128.load(at, 16), p2));
    lanes = i32x4.mul(v128.or(i32x4.shl(added, 13), i32x4.shr_u(added, 19)), p1);
    added = i32x4.add(lanes, i32x4.mul(v128.load(at, 32), p2));
    lanes = i32x4.mul(v128.or(i32x4.shl(added, 13), i32x4.shr_u(added, 19)), p1);
    added = i32x4.add(lanes, i32x4.mul(v128.load(at, 48), p2));
    lanes = i32x4.mul(v128.or(i32x4.shl(added, 13), i32x4.shr_u(added, 19)), p1);
  }
  for (; at + 16 <= end; at += 16) {
    const added = i32x4.add(lanes, i32x4.mul(v128.load(at), p2));
    lanes = i32x4.mul(v128.or(i32x4.shl(added, 13), i32x4.shr_u(added, 19)), p1);
  }
  v128.store(LANES, lanes);
  return at;
}

/**
 * Checks the pages of a file that stand at `start`, `size` bytes in all, and closes the gaps that their checksums leave; see paged-file.ts.
 * Gives -1, or which page is not what was written.
 *
 * @param first - number of the first page in its file
 */
export function checkPages(start: usize, size: usize, first: u32): i32 {
  const end = start + size;
  let target = start;
  for (let page: u32 = 0; start < end; page++, start += 4096) {
    const length = min<usize>(4096, end - start) - 4;
    if (checksum(start, length, first + page) !== load<u32>(start + length)) return page;
    if (page > 0) memory.copy(target, start, length);
    target += length;
  }
  return -1;
}
