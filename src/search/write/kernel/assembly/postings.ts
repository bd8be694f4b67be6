import { BARE, BEFORE, COUNT, FIELD, FLAGS, ITEM, MANY_FIELDS, POSITION, POSITIONS, POSTINGS, recordOf, TIMES } from "./lexicon";
import { copyBytes } from "./memory";
import { copyStream, placeForWaiting, streamLength } from "./streams";

/*
 * The postings of a batch, collected term by term as words arrive: one stream of numbers for the items and one for the positions. The
 * item that came last stays in the term's record until the next comes, as do the last bytes of both streams: so a term that is met once,
 * as most are, has nothing but its record, and other terms seldom reach for the pool.
 *
 * The stream of items is that of a short list (segment/posting-format.ts), but has a part for each field:
 *
 *   varint  distance to the item before * 2 + once; distance 0: the same item, in another field
 *   unless once (in the text):   even varint: code / 2 + 1 times in the text   odd: code >> 1 is the field, a varint of times follows
 */

let item: u32 = 0;
let field: u32 = 0;

export function setItem(number: u32): void {
  item = number;
}

export function setField(number: u32): void {
  field = number;
}

export function currentItem(): u32 {
  return item;
}

export function currentField(): u32 {
  return field;
}

// Of the stream of postings: its waiting bytes, how many they may be, and how many they are.
const POSTINGS_WAITING: usize = 44;
const POSTINGS_SIZE: u32 = 4;
const POSTINGS_COUNT: usize = 15;
// Of the stream of positions.
const POSITIONS_WAITING: usize = 56;
const POSITIONS_SIZE: u32 = 8;
const POSITIONS_COUNT: usize = 7;

/** The term stands at a position of the current field of the current item. Items rise, fields rise within an item. */
export function addOccurrence(term: u32, position: u32): void {
  const record = recordOf(term);
  const times = load<u32>(record, TIMES);
  let before: u32 = 0;
  if (times !== 0 && load<u32>(record, ITEM) === item && load<u8>(record, FIELD) === field) {
    store<u32>(record, times + 1, TIMES);
    before = load<u32>(record, POSITION);
  } else {
    if (times === 0 || load<u32>(record, ITEM) !== item) store<u32>(record, load<u32>(record, COUNT) + 1, COUNT);
    if (times !== 0) addPosting(record);
    store<u32>(record, item, ITEM);
    store<u8>(record, field, FIELD);
    store<u32>(record, 1, TIMES);
  }
  if ((load<u8>(record, FLAGS) & BARE) !== 0) return;
  // A compound is shown behind its parts; where its stem is that of its last part, it counts as standing there.
  const place = max(position, before);
  store<u32>(record, place, POSITION);
  addPosition(record, place - before);
}

/** At least as many bytes as the postings of a term take. */
export function postingBytes(record: usize): usize {
  return streamLength(record + POSTINGS) + 16;
}

/** At least as many bytes as the positions of a term take. */
export function positionBytes(record: usize): usize {
  return streamLength(record + POSITIONS);
}

/** Copies all postings of a term to one place and gives where they end there. Nothing is added to the term any more. */
export function copyPostings(record: usize, to: usize): usize {
  if (load<u32>(record, TIMES) !== 0) addPosting(record);
  store<u32>(record, 0, TIMES);
  const end = copyStream(record + POSTINGS, to);
  const waiting: usize = load<u8>(record, POSTINGS_COUNT);
  copyBytes(end, record + POSTINGS_WAITING, waiting);
  return end + waiting;
}

/** Copies all positions of a term to one place and gives where they end there. */
export function copyPositions(record: usize, to: usize): usize {
  const end = copyStream(record + POSITIONS, to);
  const waiting: usize = load<u8>(record, POSITIONS_COUNT);
  copyBytes(end, record + POSITIONS_WAITING, waiting);
  return end + waiting;
}

function addPosting(record: usize): void {
  const next = load<u32>(record, ITEM) + 1;
  const distance = next - load<u32>(record, BEFORE);
  const inField: u32 = load<u8>(record, FIELD);
  const times = load<u32>(record, TIMES);
  store<u32>(record, next, BEFORE);
  if (inField === 0) {
    if (times === 1) addPostingNumber(record, distance * 2 + 1);
    else {
      addPostingNumber(record, distance * 2);
      addPostingNumber(record, (times - 1) * 2);
    }
  } else {
    store<u8>(record, load<u8>(record, FLAGS) | MANY_FIELDS, FLAGS);
    addPostingNumber(record, distance * 2);
    addPostingNumber(record, inField * 2 + 1);
    addPostingNumber(record, times);
  }
}

/** Adds a number as a varint, low seven bits first. */
function addPostingNumber(record: usize, value: u32): void {
  let rest = value;
  while (rest > 127) {
    addPostingByte(record, (rest & 127) | 128);
    rest >>= 7;
  }
  addPostingByte(record, rest);
}

function addPostingByte(record: usize, byte: u32): void {
  const waiting: u32 = load<u8>(record, POSTINGS_COUNT);
  store<u8>(record + waiting, byte, POSTINGS_WAITING);
  if (waiting + 1 < POSTINGS_SIZE) store<u8>(record, waiting + 1, POSTINGS_COUNT);
  else {
    store<u32>(placeForWaiting(record + POSTINGS, POSTINGS_SIZE), load<u32>(record, POSTINGS_WAITING));
    store<u8>(record, 0, POSTINGS_COUNT);
  }
}

/** The form of positions is that of `PostingEncoder.position`. */
function addPosition(record: usize, distance: u32): void {
  if (distance < 240) {
    addPositionByte(record, distance);
    return;
  }
  if (distance < 4080) {
    addPositionByte(record, 240 + (distance >> 8));
    addPositionByte(record, distance & 255);
    return;
  }
  addPositionByte(record, 255);
  let rest = distance;
  while (rest > 127) {
    addPositionByte(record, (rest & 127) | 128);
    rest >>= 7;
  }
  addPositionByte(record, rest);
}

function addPositionByte(record: usize, byte: u32): void {
  const waiting: u32 = load<u8>(record, POSITIONS_COUNT);
  store<u8>(record + waiting, byte, POSITIONS_WAITING);
  if (waiting + 1 < POSITIONS_SIZE) store<u8>(record, waiting + 1, POSITIONS_COUNT);
  else {
    store<u64>(placeForWaiting(record + POSITIONS, POSITIONS_SIZE), load<u64>(record, POSITIONS_WAITING));
    store<u8>(record, 0, POSITIONS_COUNT);
  }
}
