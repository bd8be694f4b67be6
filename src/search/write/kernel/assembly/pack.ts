import { putNumber } from "./bytes";
import { reserve } from "./memory";
import { BLOCK, distances, plain, putCode } from "./posting-block";

const packed: usize = reserve(BLOCK * 4);
/** Distances of the block by the number of bits they need. */
const wider: usize = reserve(33 * 4);

/** Writes the full block that was collected, and gives the place behind it. See `PostingEncoder.packBlock`. */
export function packBlock(from: usize): usize {
  let twice: u32 = 0;
  let more: u32 = 0;
  for (let k: u32 = 0; k < BLOCK; k++) {
    const inText = load<u32>(plain + (k << 2));
    if (inText === 2 || inText === 3) twice++;
    else if (inText !== 1) more++;
  }
  let at = packDistances(from);
  const classBits: u32 = twice + more === 0 ? 0 : twice > 16 ? 2 : 1;
  const top: u32 = (1 << classBits) - 1;
  store<u8>(at++, classBits);
  if (classBits === 0) return at;
  for (let k: u32 = 0; k < BLOCK; k++) {
    const inText = load<u32>(plain + (k << 2));
    store<u32>(packed + (k << 2), inText === 0 ? top : min(top, inText - 1));
  }
  at = pack(at, classBits);
  for (let k: u32 = 0; k < BLOCK; k++) if (load<u32>(packed + (k << 2)) === top) at = putCode(at, k, load<u32>(plain + (k << 2)));
  return at;
}

function packDistances(from: usize): usize {
  let at = from;
  memory.fill(wider, 0, 33 * 4);
  for (let k: u32 = 0; k < BLOCK; k++) {
    const slot = wider + ((<usize>bitsOf(load<u32>(distances + (k << 2)) - 1)) << 2);
    store<u32>(slot, load<u32>(slot) + 1);
  }
  // In halves of a byte: fewer bits for all against about 2.5 bytes for each exception.
  let best: u32 = 24;
  let least: u32 = 0xffffffff;
  let exceptions: u32 = 0;
  for (let bits: i32 = 32; bits >= 0; bits--) {
    const cost = <u32>bits * 32 + exceptions * 5;
    if (bits <= 24 && cost < least) {
      least = cost;
      best = <u32>bits;
    }
    exceptions += load<u32>(wider + ((<usize>bits) << 2));
  }
  exceptions = 0;
  const mask: u32 = (1 << best) - 1;
  for (let k: u32 = 0; k < BLOCK; k++) {
    const value = load<u32>(distances + (k << 2)) - 1;
    if (value >> best > 0) exceptions++;
    store<u32>(packed + (k << 2), value & mask);
  }
  store<u8>(at++, best);
  store<u8>(at++, exceptions);
  at = pack(at, best);
  for (let k: u32 = 0; k < BLOCK && exceptions > 0; k++) {
    const high = (load<u32>(distances + (k << 2)) - 1) >> best;
    if (high === 0) continue;
    store<u8>(at++, k);
    at = putNumber(at, high);
  }
  return at;
}

/** Appends the packed numbers, `bits` bits each. */
function pack(from: usize, bits: u32): usize {
  if (bits === 0) return from;
  let at = from;
  let waiting: u64 = 0;
  let filled: u64 = 0;
  for (let number = packed; number < packed + BLOCK * 4; number += 4) {
    waiting |= (<u64>load<u32>(number)) << filled;
    filled += bits;
    store<u64>(at, waiting);
    at += <usize>filled >> 3;
    waiting >>= filled & ~7;
    filled &= 7;
  }
  return at;
}

function bitsOf(value: u32): u32 {
  return 32 - clz(value);
}
