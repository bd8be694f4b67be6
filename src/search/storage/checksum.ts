import { theKernel } from "../kernel/kernel.ts";
import { uint32At } from "./bytes.ts";

/*
 * XXH32: Y. Collet, "xxHash fast digest algorithm" (specification 0.1.1). Four lanes of multiply and rotate, which a kernel that V8 has
 * not optimised yet goes through about ten times as fast as the tables of a CRC, and JavaScript too. `node:zlib` has a CRC, but
 * costs a new process 2 ms of CPU to load.
 */

const P1 = 0x9e3779b1;
const P2 = 0x85ebca77;
const P3 = 0xc2b2ae3d;
const P4 = 0x27d4eb2f;
const P5 = 0x165667b1;

/** Bytes of which the kernel takes a checksum at once. */
const KERNEL_BYTES = 4096;

/** Checksum of bytes: 32 bits. Another seed makes another checksum. */
export function checksum(data: Uint8Array, seed = 0): number {
  const kernel = data.length <= KERNEL_BYTES ? theKernel() : undefined;
  return kernel === undefined ? xxh32(data, seed) : kernel.checksum(data, seed);
}

/** The same in JavaScript. */
export function xxh32(data: Uint8Array, seed: number): number {
  const { length } = data;
  let at = 0;
  let sum = (seed + P5) | 0;
  if (length >= 16) {
    let a = (seed + P1 + P2) | 0;
    let b = (seed + P2) | 0;
    let c = seed | 0;
    let d = (seed - P1) | 0;
    for (; at + 16 <= length; at += 16) {
      a = lane(a, uint32At(data, at));
      b = lane(b, uint32At(data, at + 4));
      c = lane(c, uint32At(data, at + 8));
      d = lane(d, uint32At(data, at + 12));
    }
    sum = (rotate(a, 1) + rotate(b, 7) + rotate(c, 12) + rotate(d, 18)) | 0;
  }
  sum = (sum + length) | 0;
  for (; at + 4 <= length; at += 4) sum = Math.imul(rotate((sum + Math.imul(uint32At(data, at), P3)) | 0, 17), P4);
  for (; at < length; at++) sum = Math.imul(rotate((sum + Math.imul(data[at] as number, P5)) | 0, 11), P1);
  sum = Math.imul(sum ^ (sum >>> 15), P2);
  sum = Math.imul(sum ^ (sum >>> 13), P3);
  return (sum ^ (sum >>> 16)) >>> 0;
}

function lane(sum: number, word: number): number {
  return Math.imul(rotate((sum + Math.imul(word, P2)) | 0, 13), P1);
}

function rotate(value: number, bits: number): number {
  return (value << bits) | (value >>> (32 - bits));
}
