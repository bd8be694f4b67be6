import { enlarge, reserve } from "./memory";

// Bytes that grow at the end. A row of bytes is three numbers at a fixed place: where it is, its length, its capacity.

const AT: usize = 0;
const LENGTH: usize = 4;
const CAPACITY: usize = 8;

export function newBytes(capacity: u32): usize {
  const bytes = reserve(16);
  store<u32>(bytes, <u32>reserve(capacity), AT);
  store<u32>(bytes, capacity, CAPACITY);
  return bytes;
}

export function startOf(bytes: usize): usize {
  return load<u32>(bytes, AT);
}

export function bytesLength(bytes: usize): u32 {
  return load<u32>(bytes, LENGTH);
}

/** Where the next byte goes, with room for `more`. Tell where you ended by `endAt`. */
export function room(bytes: usize, more: usize): usize {
  const length = load<u32>(bytes, LENGTH);
  const capacity = load<u32>(bytes, CAPACITY);
  if (length + more > capacity) {
    const larger = max(capacity * 2, <u32>(length + more));
    store<u32>(bytes, <u32>enlarge(startOf(bytes), length, larger), AT);
    store<u32>(bytes, larger, CAPACITY);
  }
  return startOf(bytes) + length;
}

export function endAt(bytes: usize, at: usize): void {
  store<u32>(bytes, <u32>(at - startOf(bytes)), LENGTH);
}

export function emptyBytes(bytes: usize): void {
  store<u32>(bytes, 0, LENGTH);
}

/** Writes a varint, low seven bits first, and gives the place behind it. */
export function putNumber(at: usize, value: u32): usize {
  let to = at;
  let rest = value;
  while (rest > 127) {
    store<u8>(to++, (rest & 127) | 128);
    rest >>= 7;
  }
  store<u8>(to++, rest);
  return to;
}

/** Where `takeNumber` reads. */
export let reading: usize = 0;

export function readFrom(at: usize): void {
  reading = at;
}

export function takeNumber(): u32 {
  let byte: u32 = load<u8>(reading++);
  let value = byte & 127;
  for (let shift: u32 = 7; byte > 127; shift += 7) {
    byte = load<u8>(reading++);
    value |= (byte & 127) << shift;
  }
  return value;
}
