import { putNumber } from "./bytes";
import { BARE, BEFORE, COUNT, FIELD, FLAGS, ITEM, MANY_FIELDS, PIECES, POSITION, TIMES } from "./lexicon";
import { ENTRY_BYTES, placeOfEntry, positionOfEntry } from "./log-entry";
import { reserve } from "./memory";
import { addPiece, copyFirst, copySecond, firstBytes, gatherPieces, secondBytes } from "./pieces";

/*
 * The postings of a batch, collected term by term: pieces with one row of bytes for the items and one for the positions. The item that came
 * last stays in the term's record until the next comes.
 *
 * The row of items is that of a short list (segment/posting-format.ts), but has a part for each field:
 *
 *   varint  distance to the item before * 2 + once; distance 0: the same item, in another field
 *   unless once (in the text):   even varint: code / 2 + 1 times in the text   odd: code >> 1 is the field, a varint of times follows
 */

/** Bytes after which a piece is ended, and room for what one more entry adds. */
const FULL: usize = 1 << 15;
const MARGIN: usize = 32;
/** Distances from which on a position takes more than two bytes: the first of two is 240 to 254. */
const LONG: u32 = 15 << 8;
/** Most bytes of a posting. */
const POSTING_BYTES: usize = 16;
const items: usize = reserve(FULL + MARGIN);
const positions: usize = reserve(FULL + MARGIN);

/** Adds to a term what the entries of the log in `[from, end)` say of it. Items rise, fields rise within an item. */
export function addEntries(record: usize, from: usize, end: usize): void {
  const bare = (load<u8>(record, FLAGS) & BARE) !== 0;
  let place = (load<u32>(record, ITEM) << 5) | load<u8>(record, FIELD);
  let times = load<u32>(record, TIMES);
  let count = load<u32>(record, COUNT);
  let position = load<u32>(record, POSITION);
  let itemsEnd = items;
  let positionsEnd = positions;
  for (let at = from; at < end; at += ENTRY_BYTES) {
    const entry = load<u64>(at);
    const next = placeOfEntry(entry);
    if (times !== 0 && next === place) times++;
    else {
      if (times === 0 || place >> 5 !== next >> 5) count++;
      if (times !== 0) itemsEnd = putPosting(record, place, times, itemsEnd);
      place = next;
      times = 1;
      position = 0;
    }
    if (!bare) {
      // A compound is shown behind its parts; where its stem is that of its last part, it counts as standing there.
      const here = max(positionOfEntry(entry), position);
      positionsEnd = putPosition(positionsEnd, here - position);
      position = here;
    }
    if (itemsEnd - items < FULL && positionsEnd - positions < FULL) continue;
    addPiece(record + PIECES, items, itemsEnd, positions, positionsEnd);
    itemsEnd = items;
    positionsEnd = positions;
  }
  addPiece(record + PIECES, items, itemsEnd, positions, positionsEnd);
  store<u32>(record, place >> 5, ITEM);
  store<u8>(record, place & 31, FIELD);
  store<u32>(record, times, TIMES);
  store<u32>(record, count, COUNT);
  store<u32>(record, position, POSITION);
}

/** Makes ready for the functions below. Nothing is added to the term any more. */
export function openTerm(record: usize): void {
  gatherPieces(load<u32>(record, PIECES));
}

/** At least as many bytes as the postings of the open term take. */
export function postingBytes(): usize {
  return firstBytes + POSTING_BYTES;
}

/** At least as many bytes as the positions of the open term take. */
export function positionBytes(): usize {
  return secondBytes;
}

/** Copies all postings of the open term to one place and gives where they end there. */
export function copyPostings(record: usize, to: usize): usize {
  const place = (load<u32>(record, ITEM) << 5) | load<u8>(record, FIELD);
  return putPosting(record, place, load<u32>(record, TIMES), copyFirst(to));
}

/** Copies all positions of the open term to one place and gives where they end there. */
export function copyPositions(to: usize): usize {
  return copySecond(to);
}

function putPosting(record: usize, place: u32, times: u32, at: usize): usize {
  const next = (place >> 5) + 1;
  const distance = next - load<u32>(record, BEFORE);
  store<u32>(record, next, BEFORE);
  const field = place & 31;
  if (field === 0) return times === 1 ? putNumber(at, distance * 2 + 1) : putNumber(putNumber(at, distance * 2), (times - 1) * 2);
  store<u8>(record, load<u8>(record, FLAGS) | MANY_FIELDS, FLAGS);
  return putNumber(putNumber(putNumber(at, distance * 2), field * 2 + 1), times);
}

/** A distance as one byte below 240, as two (the first 240 to 254), or as 255 and a varint; positions.ts reads it. */
function putPosition(at: usize, distance: u32): usize {
  if (distance < 240) {
    store<u8>(at, distance);
    return at + 1;
  }
  if (distance < LONG) {
    store<u8>(at, 240 + (distance >> 8));
    store<u8>(at, distance & 255, 1);
    return at + 2;
  }
  store<u8>(at, 255);
  return putNumber(at + 1, distance);
}
