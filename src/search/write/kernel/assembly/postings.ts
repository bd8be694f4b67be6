import {
  BARE,
  BEFORE,
  COUNT,
  DISTANCE,
  FIELD,
  ITEM,
  LENGTH,
  MANY_FIELDS,
  POSITION,
  POSITIONS,
  POSITIONS_END,
  POSTINGS,
  POSTINGS_END,
  recordOf,
  TIMES,
} from "./lexicon";
import { addStreamByte, addStreamNumber, newStream } from "./streams";

/*
 * The postings of a batch, collected term by term as words arrive: one stream of numbers for the items and one for the positions. What
 * came last stays in the term's record until the next comes, so a term that is met once, as most are, has no stream at all.
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

/** The term stands at a position of the current field of the current item. Items rise, fields rise within an item. */
export function addOccurrence(term: u32, position: u32): void {
  const record = recordOf(term);
  const times = load<u32>(record, TIMES);
  const bare = (load<u32>(record, LENGTH) & BARE) !== 0;
  if (times !== 0) {
    if (!bare) addPosition(record, load<u32>(record, DISTANCE));
    if (load<u32>(record, ITEM) === item && load<u32>(record, FIELD) === field) {
      store<u32>(record, times + 1, TIMES);
      // A compound is shown behind its parts; where its stem is that of its last part, it counts as standing there.
      const before = load<u32>(record, POSITION);
      store<u32>(record, max(position, before) - before, DISTANCE);
      store<u32>(record, max(position, before), POSITION);
      return;
    }
    addPosting(record);
  }
  if (times === 0 || load<u32>(record, ITEM) !== item) store<u32>(record, load<u32>(record, COUNT) + 1, COUNT);
  store<u32>(record, item, ITEM);
  store<u32>(record, field, FIELD);
  store<u32>(record, 1, TIMES);
  store<u32>(record, position, POSITION);
  store<u32>(record, position, DISTANCE);
}

/** Completes the streams of a term. */
export function endTerm(record: usize): void {
  if ((load<u32>(record, LENGTH) & BARE) === 0) addPosition(record, load<u32>(record, DISTANCE));
  addPosting(record);
}

function addPosting(record: usize): void {
  let end: usize = load<u32>(record, POSTINGS_END);
  if (end === 0) {
    end = newStream();
    store<u32>(record, <u32>end, POSTINGS);
  }
  const next = load<u32>(record, ITEM) + 1;
  const distance = next - load<u32>(record, BEFORE);
  const inField = load<u32>(record, FIELD);
  const times = load<u32>(record, TIMES);
  store<u32>(record, next, BEFORE);
  if (inField === 0) {
    if (times === 1) end = addStreamNumber(end, distance * 2 + 1);
    else end = addStreamNumber(addStreamNumber(end, distance * 2), (times - 1) * 2);
  } else {
    store<u32>(record, load<u32>(record, LENGTH) | MANY_FIELDS, LENGTH);
    end = addStreamNumber(addStreamNumber(addStreamNumber(end, distance * 2), inField * 2 + 1), times);
  }
  store<u32>(record, <u32>end, POSTINGS_END);
}

/** The form of positions is that of `PostingEncoder.position`. */
function addPosition(record: usize, distance: u32): void {
  let end: usize = load<u32>(record, POSITIONS_END);
  if (end === 0) {
    end = newStream();
    store<u32>(record, <u32>end, POSITIONS);
  }
  if (distance < 240) end = addStreamByte(end, distance);
  else if (distance < 4080) end = addStreamByte(addStreamByte(end, 240 + (distance >> 8)), distance & 255);
  else end = addStreamNumber(addStreamByte(end, 255), distance);
  store<u32>(record, <u32>end, POSITIONS_END);
}
