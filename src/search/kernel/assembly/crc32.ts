import { sumTables } from "./memory";

/*
 * CRC-32 as in zlib (ISO 3309), eight bytes at a time: M. E. Kounavis & F. L. Berry, "A systematic approach to building high
 * performance, software-based, CRC generators" (ISCC 2005).
 */

let made: bool = false;

function makeTables(): void {
  for (let byte: u32 = 0; byte < 256; byte++) {
    let sum = byte;
    for (let bit = 0; bit < 8; bit++) sum = (sum >>> 1) ^ ((sum & 1) !== 0 ? 0xedb88320 : 0);
    store<u32>(sumTables + (byte << 2), sum);
  }
  for (let at: usize = 0; at < 7 * 1024; at += 4) {
    const sum = load<u32>(sumTables + at);
    store<u32>(sumTables + at + 1024, (sum >>> 8) ^ load<u32>(sumTables + ((<usize>(sum & 255)) << 2)));
  }
  made = true;
}

function tableOf(number: usize, byte: u64): u32 {
  return load<u32>(sumTables + (number << 10) + ((<usize>(byte & 255)) << 2));
}

/** The checksum of `length` bytes at `start`, going on from the checksum `seed`. */
export function crc32(start: usize, length: usize, seed: u32): u32 {
  if (!made) makeTables();
  let sum = ~seed;
  let at = start;
  const end = start + length;
  for (; at + 8 <= end; at += 8) {
    const bytes = load<u64>(at) ^ <u64>sum;
    sum =
      tableOf(7, bytes) ^
      tableOf(6, bytes >> 8) ^
      tableOf(5, bytes >> 16) ^
      tableOf(4, bytes >> 24) ^
      tableOf(3, bytes >> 32) ^
      tableOf(2, bytes >> 40) ^
      tableOf(1, bytes >> 48) ^
      tableOf(0, bytes >> 56);
  }
  for (; at < end; at++) sum = (sum >>> 8) ^ tableOf(0, <u64>(sum ^ <u32>load<u8>(at)));
  return ~sum;
}
