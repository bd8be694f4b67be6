import { copyBytes, reserve } from "./memory";

/*
 * Rows of bytes that all grow at the same time, in slices of a pool. A slice is twice as long as the one before it, up to 4 KB. Its last
 * byte is not zero, which says that the slice is full; then the last four bytes give way to the address of the next. (Slices and their
 * end mark are those of Lucene's indexing chain: see Büttcher, Clarke & Cormack, "Information Retrieval" (2010), 4.5, on growing lists.)
 */

const FIRST_SIZE: u32 = 8;
const LAST_LEVEL: u32 = 9;
const MARK: u32 = 16;
const BLOCK: usize = 1 << 20;
const MOST_BLOCKS: usize = 4096;

const blocks: usize = reserve(MOST_BLOCKS * 4);
let reservedBlocks: usize = 0;
let usedBlocks: usize = 0;
let free: usize = 0;
let freeEnd: usize = 0;

/** Bytes of the pool in use. */
export function streamBytes(): usize {
  return usedBlocks * BLOCK;
}

/** Forgets all streams. */
export function clearStreams(): void {
  for (let block: usize = 0; block < usedBlocks; block++) memory.fill(load<u32>(blocks + block * 4), 0, BLOCK);
  usedBlocks = 0;
  free = freeEnd = 0;
}

/** Begins a stream and gives its end, which is also its start. */
export function newStream(): usize {
  return newSlice(0);
}

/** Adds a byte at the end of a stream and gives the new end. */
export function addStreamByte(end: usize, byte: u32): usize {
  let at = end;
  const mark: u32 = load<u8>(at);
  if (mark !== 0) at = nextSlice(at, mark);
  store<u8>(at, byte);
  return at + 1;
}

/** Adds a number as a varint, low seven bits first. */
export function addStreamNumber(end: usize, value: u32): usize {
  let at = end;
  let rest = value;
  while (rest > 127) {
    at = addStreamByte(at, (rest & 127) | 128);
    rest >>= 7;
  }
  return addStreamByte(at, rest);
}

/** Copies a stream to one place and gives where it ends there. */
export function copyStream(start: usize, end: usize, to: usize): usize {
  let target = to;
  let at = start;
  let size: usize = FIRST_SIZE;
  for (let level: u32 = 0; end - at >= size; level++) {
    copyBytes(target, at, size - 4);
    target += size - 4;
    at = load<u32>(at + size - 4);
    if (level < LAST_LEVEL) size <<= 1;
  }
  copyBytes(target, at, end - at);
  return target + (end - at);
}

/** At least as many bytes as the stream has. */
export function streamLength(start: usize, end: usize): usize {
  let length: usize = 0;
  let at = start;
  let size: usize = FIRST_SIZE;
  for (let level: u32 = 0; end - at >= size; level++) {
    length += size;
    at = load<u32>(at + size - 4);
    if (level < LAST_LEVEL) size <<= 1;
  }
  return length + size;
}

function newSlice(level: u32): usize {
  const size: usize = FIRST_SIZE << level;
  if (free + size > freeEnd) nextBlock();
  const slice = free;
  free += size;
  store<u8>(slice + size - 1, MARK + level);
  return slice;
}

function nextSlice(last: usize, mark: u32): usize {
  const slice = newSlice(min(mark - MARK + 1, LAST_LEVEL));
  store<u8>(slice, load<u8>(last - 3));
  store<u8>(slice + 1, load<u8>(last - 2));
  store<u8>(slice + 2, load<u8>(last - 1));
  store<u32>(last - 3, <u32>slice);
  return slice + 3;
}

function nextBlock(): void {
  if (usedBlocks === reservedBlocks) {
    if (reservedBlocks === MOST_BLOCKS) unreachable();
    store<u32>(blocks + reservedBlocks * 4, <u32>reserve(BLOCK));
    reservedBlocks++;
  }
  free = load<u32>(blocks + usedBlocks * 4);
  freeEnd = free + BLOCK;
  usedBlocks++;
}
