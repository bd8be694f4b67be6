import { putNumber, readFrom, reading, takeNumber } from "./bytes";
import { copyBytes, enlarge, reserve } from "./memory";

/*
 * Two rows of bytes for each term, which all grow at the same time. What is added to both rows of one term at a time is a piece; a term
 * knows its last piece, and each piece the one before it. So pieces are written from front to back, whatever term they belong to.
 *
 *     uint32  the piece before, 0 for none      varint  bytes of the first row      varint  bytes of the second      both
 */

const BLOCK: usize = 1 << 20;
const MOST_BLOCKS: usize = 4096;
const HEAD_BYTES: usize = 14;
const MOST_TOUCHED: usize = 32;

const blocks: usize = reserve(MOST_BLOCKS * 4);
let reservedBlocks: usize = 0;
let usedBlocks: usize = 0;
let free: usize = 0;
let freeEnd: usize = 0;

/** Bytes of memory in use. */
export function pieceBytes(): usize {
  return usedBlocks * BLOCK;
}

/** Forgets all pieces. */
export function clearPieces(): void {
  usedBlocks = 0;
  free = freeEnd = 0;
}

/** Adds a piece behind the one whose place is at `last`, with the bytes `[first, firstEnd)` and `[second, secondEnd)`, fewer than a block. */
export function addPiece(last: usize, first: usize, firstEnd: usize, second: usize, secondEnd: usize): void {
  const firstLength = firstEnd - first;
  const secondLength = secondEnd - second;
  if (firstLength + secondLength === 0) return;
  if (free + HEAD_BYTES + firstLength + secondLength > freeEnd) nextBlock();
  store<u32>(free, load<u32>(last));
  store<u32>(last, <u32>free);
  let at = putNumber(free + 4, <u32>firstLength);
  at = putNumber(at, <u32>secondLength);
  copyBytes(at, first, firstLength);
  copyBytes(at + firstLength, second, secondLength);
  free = at + firstLength + secondLength;
}

/** Pieces of some terms, uint32 each. */
const touched: usize = reserve(4 * MOST_TOUCHED);

/** The last piece of term `k` of some that will be gathered soon, fewer than 32. */
export function willGather(k: u32, piece: u32): void {
  store<u32>(touched + ((<usize>k) << 2), piece);
}

/**
 * Goes through the pieces of all these terms at the same time. Where a piece is, only the one behind it tells, so that one term after the
 * other would wait for memory at each.
 */
export function touchPieces(count: u32): void {
  const end = touched + ((<usize>count) << 2);
  let more = true;
  while (more) {
    more = false;
    for (let at = touched; at < end; at += 4) {
      const piece = load<u32>(at);
      if (piece === 0) continue;
      store<u32>(at, load<u32>(piece));
      more = true;
    }
  }
}

/** The pieces of one term, the last first, uint32 each. */
let capacity: u32 = 1 << 10;
let gathered: usize = reserve((<usize>capacity) << 2);
let pieces: u32 = 0;
/** Bytes of both rows of the pieces gathered. */
export let firstBytes: usize = 0;
export let secondBytes: usize = 0;

/** Finds the pieces of a term, for `copyFirst` and `copySecond`. @param piece - its last, or 0 */
export function gatherPieces(piece: usize): void {
  pieces = 0;
  firstBytes = secondBytes = 0;
  for (let at = piece; at !== 0; at = load<u32>(at)) {
    if (pieces === capacity) {
      gathered = enlarge(gathered, (<usize>capacity) << 2, (<usize>capacity) << 3);
      capacity <<= 1;
    }
    store<u32>(gathered + ((<usize>pieces) << 2), <u32>at);
    pieces++;
    readFrom(at + 4);
    firstBytes += takeNumber();
    secondBytes += takeNumber();
  }
}

/** Copies the first row to one place and gives where it ends there. */
export function copyFirst(to: usize): usize {
  let at = to;
  for (let k = pieces; k > 0; k--) {
    const length = openPiece(k - 1);
    copyBytes(at, reading, length);
    at += length;
  }
  return at;
}

/** Copies the second row to one place and gives where it ends there. */
export function copySecond(to: usize): usize {
  let at = to;
  for (let k = pieces; k > 0; k--) {
    const skipped = openPiece(k - 1);
    copyBytes(at, reading + skipped, second);
    at += second;
  }
  return at;
}

/** Bytes that the piece last opened has of the second row. */
let second: usize = 0;

/** Goes to the bytes of a gathered piece, and gives how many it has of the first row. */
function openPiece(k: u32): usize {
  readFrom(load<u32>(gathered + ((<usize>k) << 2)) + 4);
  const first: usize = takeNumber();
  second = takeNumber();
  return first;
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
