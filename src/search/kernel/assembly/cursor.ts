import { decodeItems } from "./items";
import { BLOCK, fieldParts, KNOWN_TIMES } from "./memory";
import { contribution, factorOf, k1, textWeight } from "./score";
import { end, varint } from "./varint";

/*
 * One term of a search in one segment. posting-format.ts describes the lists, posting-decoder.ts reads them in JavaScript, and
 * term-cursor.ts is what this file does, in JavaScript.
 */

/** As much as makes no difference to a score. */
const UNBOUNDED: f64 = 1e9;

/** Bytes of a table entry: i32 last item, i32 first byte, i32 most weighted times * 4, i32 norm of the shortest text. */
const ENTRY: usize = 16;

const ITEMS: usize = offsetof<Cursor>();
const IN_TEXT: usize = ITEMS + 4 * BLOCK;
const ELSEWHERE: usize = IN_TEXT + 4 * BLOCK;
const KNOWN: usize = ELSEWHERE + 4 * BLOCK;
const KNOWN_BYTES: usize = 4 * 256 * KNOWN_TIMES;

/** Bytes of memory that a cursor needs. */
export const CURSOR_BYTES: usize = (KNOWN + KNOWN_BYTES + 15) & ~15;

/** The fields are followed by the decoded block (items, times in the text, times elsewhere) and the scores that are known. */
@unmanaged
export class Cursor {
  list: usize;
  table: usize;
  postings: i32;
  blocks: i32;
  /** In parts of the scale. */
  weight: f64;
  /** 1: adds to what other terms find, and finds nothing itself. */
  supporting: i32;
  /** First block that may hold what comes next, and the place in it when it is decoded. */
  block: i32;
  at: i32;
  /** The block that is decoded, -1 for none; the number of its postings; whether any is in another field than the text. */
  loaded: i32;
  size: i32;
  mixed: i32;
  /** The block whose bound is known, and the bound. */
  boundBlock: i32;
  boundValue: i32;
  /** Most the term can add in the window. */
  windowBound: i32;
}

export function open(cursor: Cursor, list: usize, table: usize, postings: i32, weight: f64, supporting: i32): void {
  cursor.list = list;
  cursor.table = table;
  cursor.postings = postings;
  cursor.blocks = postings <= BLOCK ? 1 : (postings + BLOCK - 1) / BLOCK;
  cursor.weight = weight;
  cursor.supporting = supporting;
  cursor.block = 0;
  cursor.at = 0;
  cursor.loaded = -1;
  // What stands in the place of `elsewhere` is of another search.
  cursor.mixed = 1;
  cursor.boundBlock = -1;
  memory.fill(changetype<usize>(cursor) + KNOWN, 255, KNOWN_BYTES);
}

/** Takes the table at the head of a list apart, into `postings / 128` entries at `table`. A short list has one entry. */
export function readTable(list: usize, postings: i32, table: usize): void {
  if (postings <= BLOCK) {
    store<i32>(table, i32.MAX_VALUE);
    store<i32>(table, 0, 4);
    store<i32>(table, 0, 8);
    store<i32>(table, 0, 12);
    return;
  }
  const blocks = (postings + BLOCK - 1) / BLOCK;
  let at = list;
  let item: i32 = -1;
  let start: i32 = 0;
  let entry = table;
  for (let block = 0; block < blocks; block++, entry += ENTRY) {
    item += <i32>varint(at);
    store<i32>(entry, item);
    store<i32>(entry, start, 4);
    start += <i32>varint(end);
    varint(end);
    store<i32>(entry, <i32>varint(end), 8);
    store<i32>(entry, <i32>load<u8>(end), 12);
    at = end + 1;
  }
  const head = <i32>(at - list);
  entry = table;
  for (let block = 0; block < blocks; block++, entry += ENTRY) store<i32>(entry, load<i32>(entry, 4) + head, 4);
}

function lastOf(cursor: Cursor, block: i32): i32 {
  return load<i32>(cursor.table + <usize>block * ENTRY);
}

/** Most that the term can add to an item of a block. */
function boundOf(cursor: Cursor, block: i32): i32 {
  if (cursor.boundBlock === block) return cursor.boundValue;
  const entry = cursor.table + <usize>block * ENTRY;
  const most = load<i32>(entry, 8);
  // Occurrences outside the text are not divided by its length norm, and nobody says which these are: take the better for all.
  const factor = min<f64>(k1, factorOf(load<i32>(entry, 12)));
  const bound = contribution(cursor.weight, most === 0 ? UNBOUNDED : <f64>most / 4, 0, factor);
  cursor.boundBlock = block;
  cursor.boundValue = bound;
  return bound;
}

/** Most that the term can add to an item in `[from, stop)`. Calls must come with rising `from`. */
export function boundIn(cursor: Cursor, from: i32, stop: i32): i32 {
  const blocks = cursor.blocks;
  let block = cursor.block;
  if (block < blocks && lastOf(cursor, block) < from) {
    do block++;
    while (block < blocks && lastOf(cursor, block) < from);
    cursor.block = block;
    cursor.at = 0;
  }
  let bound = 0;
  for (; block < blocks; block++) {
    if (block > 0 && lastOf(cursor, block - 1) + 1 >= stop) break;
    bound = max<i32>(bound, boundOf(cursor, block));
  }
  return bound;
}

/** Decodes the current block unless it is decoded. */
function loadBlock(cursor: Cursor): void {
  const block = cursor.block;
  if (cursor.loaded === block) return;
  cursor.loaded = block;
  cursor.at = 0;
  cursor.size = min<i32>(BLOCK, cursor.postings - block * BLOCK);
  if (cursor.mixed === 1) {
    memory.fill(changetype<usize>(cursor) + ELSEWHERE, 0, 4 * BLOCK);
    cursor.mixed = 0;
  }
  const start = cursor.list + load<i32>(cursor.table + <usize>block * ENTRY, 4);
  const before = block === 0 ? -1 : lastOf(cursor, block - 1);
  if (cursor.size < BLOCK) decodeShort(cursor, start, before);
  else decodeTimes(cursor, decodeItems(changetype<usize>(cursor) + ITEMS, start, before));
}

function decodeShort(cursor: Cursor, start: usize, before: i32): void {
  let posting = changetype<usize>(cursor);
  const stop = posting + ((<usize>cursor.size) << 2);
  let item = before;
  let at = start;
  for (; posting < stop; posting += 4) {
    const head = varint(at);
    at = end;
    item += head >>> 1;
    store<i32>(posting, item, ITEMS);
    if ((head & 1) === 1) store<i32>(posting, 1, IN_TEXT);
    else at = readTimes(cursor, posting, at);
  }
}

/** Reads the numbers of times of a full block. */
function decodeTimes(cursor: Cursor, start: usize): void {
  const bits: i32 = load<u8>(start);
  const first = changetype<usize>(cursor);
  for (let place: usize = 0; place < 4 * BLOCK; place += 16) v128.store(first + place, i32x4.splat(1), IN_TEXT);
  if (bits === 0) return;
  let at = start + 1 + 16 * <usize>bits;
  // Most classes are 0, for once in the text: only the others are looked at.
  let posting = first;
  for (let word = start + 1; word < start + 1 + 16 * <usize>bits; word += 8) {
    const classes = load<u64>(word);
    let rest = bits === 1 ? classes : (classes | (classes >> 1)) & 0x5555555555555555;
    for (; rest !== 0; rest &= rest - 1) {
      const bit = ctz<u64>(rest);
      const place = posting + (bits === 1 ? (<usize>bit) << 2 : (<usize>bit) << 1);
      const value = bits === 1 ? 3 : <i32>((classes >> bit) & 3);
      if (value < 3) store<i32>(place, value + 1, IN_TEXT);
      else at = readTimes(cursor, place, at);
    }
    posting += bits === 1 ? 256 : 128;
  }
}

/** Reads the code of a posting and gives the place behind it. */
function readTimes(cursor: Cursor, posting: usize, start: usize): usize {
  const code = varint(start);
  if ((code & 1) === 0) {
    store<i32>(posting, (code >>> 1) + 1, IN_TEXT);
    return end;
  }
  cursor.mixed = 1;
  let inText: i32 = 0;
  let elsewhere: i32 = 0;
  for (let rest = code >>> 1; rest !== 0; rest &= rest - 1) {
    const field = <usize>ctz<u32>(rest);
    const times = <i32>varint(end);
    if (field === 0) inText = times;
    else elsewhere += times * load<i32>(fieldParts + (field << 2));
  }
  store<i32>(posting, inText, IN_TEXT);
  store<i32>(posting, elsewhere, ELSEWHERE);
  return end;
}

/** What the posting at place `at` of the decoded block adds to the score of its item, whose text has the length `norm`. */
function added(cursor: Cursor, at: i32, norm: u32): i32 {
  const posting = changetype<usize>(cursor) + ((<usize>at) << 2);
  const times = load<i32>(posting, IN_TEXT);
  const elsewhere = cursor.mixed === 0 ? 0 : load<i32>(posting, ELSEWHERE);
  if (elsewhere !== 0 || times >= KNOWN_TIMES) return compute(cursor, times, elsewhere, norm);
  const place = changetype<usize>(cursor) + ((<usize>(((<u32>times) << 8) | norm)) << 2);
  const known = load<i32>(place, KNOWN);
  if (known >= 0) return known;
  const value = compute(cursor, times, 0, norm);
  store<i32>(place, value, KNOWN);
  return value;
}

function compute(cursor: Cursor, times: i32, elsewhere: i32, norm: u32): i32 {
  return contribution(cursor.weight, <f64>times * textWeight, <f64>elsewhere / 64, factorOf(norm));
}

/**
 * What the term adds to the score of `item`, 0 when the item does not have it. Calls must come with rising items.
 *
 * @param enough - when the block cannot add this much, it is not decoded and the answer is -1
 */
export function addedTo(cursor: Cursor, item: i32, enough: f64, norms: usize): i32 {
  const blocks = cursor.blocks;
  let block = cursor.block;
  if (block < blocks && lastOf(cursor, block) < item) {
    do block++;
    while (block < blocks && lastOf(cursor, block) < item);
    cursor.block = block;
    cursor.at = 0;
  }
  if (block === blocks) return 0;
  if (<f64>boundOf(cursor, block) < enough) return -1;
  loadBlock(cursor);
  const size = cursor.size;
  let at = cursor.at;
  const items = changetype<usize>(cursor);
  while (at < size && load<i32>(items + ((<usize>at) << 2), ITEMS) < item) at++;
  cursor.at = at;
  if (at === size || load<i32>(items + ((<usize>at) << 2), ITEMS) !== item) return 0;
  return added(cursor, at, load<u8>(norms + <usize>item));
}

/** Adds what the term gives to every item in `[from, stop)` to `sums`, and sets their bits in `touched`. */
export function addWindow(cursor: Cursor, from: i32, stop: i32, norms: usize, sums: usize, touched: usize): void {
  const blocks = cursor.blocks;
  while (cursor.block < blocks) {
    if (cursor.block > 0 && lastOf(cursor, cursor.block - 1) + 1 >= stop) return;
    loadBlock(cursor);
    if (!addBlock(cursor, from, stop, norms, sums, touched)) return;
    cursor.block++;
    cursor.at = 0;
  }
}

/** The same for the decoded block. False when it has items from `stop` on, which come next. */
function addBlock(cursor: Cursor, from: i32, stop: i32, norms: usize, sums: usize, touched: usize): bool {
  const first = changetype<usize>(cursor);
  const last = first + ((<usize>cursor.size) << 2);
  const known: u32 = cursor.mixed === 1 ? 0 : KNOWN_TIMES;
  let posting = first + ((<usize>cursor.at) << 2);
  while (posting < last && load<i32>(posting, ITEMS) < from) posting += 4;
  for (; posting < last; posting += 4) {
    const item = load<i32>(posting, ITEMS);
    if (item >= stop) {
      cursor.at = <i32>(posting - first) >> 2;
      return false;
    }
    const times = load<u32>(posting, IN_TEXT);
    const norm: u32 = load<u8>(norms + <usize>item);
    let value: i32 = -1;
    if (times < known) value = load<i32>(first + ((<usize>((times << 8) | norm)) << 2), KNOWN);
    if (value < 0) value = added(cursor, <i32>(posting - first) >> 2, norm);
    const slot = <usize>(item - from);
    const sum = sums + (slot << 2);
    store<i32>(sum, load<i32>(sum) + value);
    const word = touched + ((slot >> 6) << 3);
    store<u64>(word, load<u64>(word) | ((<u64>1) << (<u64>slot)));
  }
  return true;
}
