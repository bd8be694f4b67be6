import { bytesLength, emptyBytes, endAt, newBytes, putNumber, room, startOf } from "./bytes";
import { encodeTerm, listLength, positionsLength } from "./encode";
import { COUNT, FLAGS, LISTED, lengthOf, PIECES, recordOf, textOf } from "./lexicon";
import { copyBytes } from "./memory";
import { endLog } from "./occurrences";
import { touchPieces, willGather } from "./pieces";
import { order, sortTerms } from "./sort";

/* Writes a batch as segment/dictionary.ts does a merged segment: the blocks of the dictionary, their index, and the postings. */

const BLOCK_TERMS: u32 = 128;
const INLINE_BYTES: u32 = 24;
/** Of shared or following bytes, in one byte with the others. */
const MOST: u32 = 15;
/** Terms whose pieces are brought near at the same time. */
const TERMS_AHEAD: u32 = 16;
/** Bytes of postings or of the dictionary after which the caller takes them. */
const ENOUGH: u32 = 1 << 18;

export const postings: usize = newBytes(1 << 19);
export const blocks: usize = newBytes(1 << 19);
/** Of each block two uint32: where its first key is in `firstKeys`, and where the block begins. */
export const offsets: usize = newBytes(1 << 14);
export const firstKeys: usize = newBytes(1 << 14);

let terms: u32 = 0;
let next: u32 = 0;
/** Bytes that the caller has taken. */
let takenPostings: u32 = 0;
let takenBlocks: u32 = 0;

/** Puts the batch into order, to be written, and gives its number of terms. */
export function beginWriting(): u32 {
  endLog();
  terms = sortTerms();
  next = 0;
  takenPostings = takenBlocks = 0;
  emptyBytes(postings);
  emptyBytes(blocks);
  emptyBytes(offsets);
  emptyBytes(firstKeys);
  return terms;
}

/** Writes some terms; false when there are none left. What was written before has been taken. */
export function writeSome(): bool {
  takenPostings += bytesLength(postings);
  takenBlocks += bytesLength(blocks);
  emptyBytes(postings);
  emptyBytes(blocks);
  if (next === terms) return false;
  while (next < terms && bytesLength(postings) < ENOUGH && bytesLength(blocks) < ENOUGH) {
    if (next % TERMS_AHEAD === 0) lookAhead();
    writeTerm(next++);
  }
  if (next === terms) addOffsets();
  return true;
}

/** Brings the pieces of the next terms near. */
function lookAhead(): void {
  const count = min(TERMS_AHEAD, terms - next);
  for (let k: u32 = 0; k < count; k++) willGather(k, load<u32>(recordOf(load<u32>(order + ((<usize>(next + k)) << 2))), PIECES));
  touchPieces(count);
}

function addOffsets(): void {
  const at = room(offsets, 8);
  store<u32>(at, bytesLength(firstKeys));
  store<u32>(at, takenBlocks + bytesLength(blocks), 4);
  endAt(offsets, at + 8);
}

function writeTerm(ordinal: u32): void {
  const record = recordOf(load<u32>(order + ((<usize>ordinal) << 2)));
  const key = textOf(record);
  const length = lengthOf(record);
  const count = load<u32>(record, COUNT);
  const before = bytesLength(postings);
  let at = room(blocks, <usize>length + INLINE_BYTES + 40);
  let shared: u32 = 0;
  if (ordinal % BLOCK_TERMS === 0) {
    addOffsets();
    const to = room(firstKeys, length);
    copyBytes(to, key, length);
    endAt(firstKeys, to + length);
    at = putNumber(at, takenPostings + before);
  } else shared = sharedWith(load<u32>(order + ((<usize>(ordinal - 1)) << 2)), key, length);
  const rest = length - shared;
  store<u8>(at++, (min(shared, MOST) << 4) | min(rest, MOST));
  if (shared >= MOST) at = putNumber(at, shared - MOST);
  if (rest >= MOST) at = putNumber(at, rest - MOST);
  copyBytes(at, key + shared, rest);
  at += rest;
  if (count === 0) {
    // A key that is there to be found.
    store<u8>(at, 1);
    store<u8>(at, 0, 1);
    endAt(blocks, at + 2);
    store<u8>(record, load<u8>(record, FLAGS) & ~LISTED, FLAGS);
    return;
  }
  encodeTerm(record, postings);
  const bytes = listLength + positionsLength;
  if (bytes <= INLINE_BYTES) {
    store<u8>(at++, (((bytes << 1) | (count === 1 ? 1 : 0)) << 1) | 1);
    if (count !== 1) at = putNumber(at, count);
    copyBytes(at, startOf(postings) + before, bytes);
    at += bytes;
    endAt(postings, startOf(postings) + before);
  } else {
    at = putNumber(at, count << 1);
    at = putNumber(at, listLength);
    at = putNumber(at, positionsLength);
  }
  endAt(blocks, at);
}

/** Bytes that a key shares with the key of a word. */
function sharedWith(word: u32, key: usize, length: u32): u32 {
  const record = recordOf(word);
  const other = textOf(record);
  const most = min(lengthOf(record), length);
  let shared: u32 = 0;
  while (shared < most && load<u8>(other + shared) === load<u8>(key + shared)) shared++;
  return shared;
}
