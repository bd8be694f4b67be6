import { newBytes, putNumber, startOf } from "./bytes";
import { copyBytes, reserve } from "./memory";

// The block of postings being collected.

export const BLOCK: u32 = 128;

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
