import { newBytes, putNumber, startOf } from "./bytes";
import { copyBytes, reserve } from "./memory";

// The block of postings being collected.

export const BLOCK: u32 = 128;
/** More bytes than a full block can have without its codes, and its line in the table. */
export const BLOCK_BYTES: usize = 1536;

/** int32 each: distances, times in the text if there is no other field (else 0), ends of codes. */
export const distances: usize = reserve(BLOCK * 4);
export const plain: usize = reserve(BLOCK * 4);
export const codeEnds: usize = reserve(BLOCK * 4);
export const codes: usize = newBytes(1 << 12);

/** Writes the code of posting `k`. */
export function putCode(at: usize, k: u32, inText: u32): usize {
  if (inText > 0) return putNumber(at, (inText - 1) * 2);
  const from = k === 0 ? 0 : load<u32>(codeEnds + ((<usize>(k - 1)) << 2));
  const length = load<u32>(codeEnds + ((<usize>k) << 2)) - from;
  copyBytes(at, startOf(codes) + from, length);
  return at + length;
}

/** Writes the first `count` postings, fewer than a full block, and gives the place behind them. See `PostingEncoder.endBlock`. */
export function writeShortBlock(count: u32, from: usize): usize {
  let at = from;
  for (let k: u32 = 0; k < count; k++) {
    const inText = load<u32>(plain + ((<usize>k) << 2));
    at = putNumber(at, load<u32>(distances + ((<usize>k) << 2)) * 2 + (inText === 1 ? 1 : 0));
    if (inText !== 1) at = putCode(at, k, inText);
  }
  return at;
}
