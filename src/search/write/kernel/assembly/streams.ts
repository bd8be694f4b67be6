import { copyBytes, reserve } from "./memory";

/*
 * Rows of bytes that all grow at the same time. The last few bytes of a stream wait in its record, near at hand; what is full goes to
 * slices of a pool. A slice is twice as long as the one before it, up to 4 KB. Its last eight bytes are its link: a number that is not
 * zero, by which a writer knows that it has come to the end, and the place of the next slice. (Slices that double are those of Lucene's
 * indexing chain; on lists that grow see Büttcher, Clarke & Cormack, "Information Retrieval" (2010), 4.5.)
 *
 * A stream in a record is uint32 first slice, uint32 end in the last, the waiting bytes, and elsewhere a uint8 that counts them.
 */

const FIRST_SIZE: usize = 16;
const LAST_LEVEL: u32 = 8;
const LINK: usize = 8;
const BLOCK: usize = 1 << 20;
const MOST_BLOCKS: usize = 4096;

const START: usize = 0;
const END: usize = 4;

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

/** Where the `size` bytes go that have waited; `size` is 4 or 8, the same for all of a stream. */
export function placeForWaiting(stream: usize, size: usize): usize {
  let end: usize = load<u32>(stream, END);
  if (end === 0) {
    end = newSlice(0);
    store<u32>(stream, <u32>end, START);
  } else if (load<u32>(end) !== 0) {
    const next = newSlice(min(load<u32>(end), LAST_LEVEL));
    store<u32>(end, <u32>next, 4);
    end = next;
  }
  store<u32>(stream, <u32>(end + size), END);
  return end;
}

/** Copies a stream but for its waiting bytes to one place, and gives where it ends there. */
export function copyStream(stream: usize, to: usize): usize {
  const end: usize = load<u32>(stream, END);
  if (end === 0) return to;
  let target = to;
  let at: usize = load<u32>(stream, START);
  let size: usize = FIRST_SIZE;
  for (let level: u32 = 0; end - at > size - LINK; level++) {
    copyBytes(target, at, size - LINK);
    target += size - LINK;
    at = load<u32>(at + size - 4);
    if (level < LAST_LEVEL) size <<= 1;
  }
  copyBytes(target, at, end - at);
  return target + (end - at);
}

/** At least as many bytes as the stream has. */
export function streamLength(stream: usize): usize {
  const end: usize = load<u32>(stream, END);
  let length: usize = LINK;
  if (end === 0) return length;
  let at: usize = load<u32>(stream, START);
  let size: usize = FIRST_SIZE;
  for (let level: u32 = 0; end - at > size - LINK; level++) {
    length += size;
    at = load<u32>(at + size - 4);
    if (level < LAST_LEVEL) size <<= 1;
  }
  return length + size;
}

/** The link of a slice says, one too high, which level it is: the level of the next. */
function newSlice(level: u32): usize {
  const size = FIRST_SIZE << level;
  if (free + size > freeEnd) nextBlock();
  const slice = free;
  free += size;
  store<u32>(slice + size - LINK, level + 1);
  return slice;
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
