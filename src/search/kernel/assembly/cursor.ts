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
  cursor.mixed = 0;
  const start = cursor.list + load<i32>(cursor.table + <usize>block * ENTRY, 4);
  const before = block === 0 ? -1 : lastOf(cursor, block - 1);
  if (cursor.size < BLOCK) decodeShort(cursor, start, before);
  else decodeTimes(cursor, decodeItems(cursor, start, before));
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
    if ((head & 1) === 1) {
      store<i32>(posting, 1, IN_TEXT);
      store<i32>(posting, 0, ELSEWHERE);
    } else at = readTimes(cursor, posting, at);
  }
}

/** Reads the 128 items of a full block and gives the place behind them. */
function decodeItems(cursor: Cursor, start: usize, before: i32): usize {
  const bits: usize = load<u8>(start);
  let exceptions: i32 = load<u8>(start, 1);
  const mask = ((<u64>1) << bits) - 1;
  const packed = start + 2;
  const items = changetype<usize>(cursor);
  let item = before;
  let bit: usize = 0;
  if (exceptions === 0) {
    for (let posting: usize = 0; posting < 4 * BLOCK; posting += 4) {
      item += 1 + <i32>((load<u64>(packed + (bit >> 3)) >> (bit & 7)) & mask);
      bit += bits;
      store<i32>(items + posting, item, ITEMS);
    }
    return packed + bits * 16;
  }
  for (let posting: usize = 0; posting < 4 * BLOCK; posting += 4) {
    store<i32>(items + posting, 1 + <i32>((load<u64>(packed + (bit >> 3)) >> (bit & 7)) & mask), ITEMS);
    bit += bits;
  }
  let at = packed + bits * 16;
  for (; exceptions > 0; exceptions--) {
    const posting = items + ((<usize>load<u8>(at)) << 2);
    store<i32>(posting, load<i32>(posting, ITEMS) + <i32>(varint(at + 1) << (<u32>bits)), ITEMS);
    at = end;
  }
  for (let posting: usize = 0; posting < 4 * BLOCK; posting += 4) {
    item += load<i32>(items + posting, ITEMS);
    store<i32>(items + posting, item, ITEMS);
  }
  return at;
}

/** Reads the 128 numbers of times of a full block. */
function decodeTimes(cursor: Cursor, start: usize): void {
  const bits: usize = load<u8>(start);
  const items = changetype<usize>(cursor);
  memory.fill(items + ELSEWHERE, 0, 4 * BLOCK);
  if (bits === 0) {
    for (let posting: usize = 0; posting < 4 * BLOCK; posting += 4) store<i32>(items + posting, 1, IN_TEXT);
    return;
  }
  const top: i32 = (1 << (<i32>bits)) - 1;
  let at = start + 1 + 16 * bits;
  let bit: usize = 0;
  for (let posting: usize = 0; posting < 4 * BLOCK; posting += 4) {
    const value = (<i32>load<u8>(start + 1 + (bit >> 3)) >> <i32>(bit & 7)) & top;
    bit += bits;
    if (value < top) store<i32>(items + posting, value + 1, IN_TEXT);
    else at = readTimes(cursor, items + posting, at);
  }
}

/** Reads the code of a posting and gives the place behind it. */
function readTimes(cursor: Cursor, posting: usize, start: usize): usize {
  const code = varint(start);
  if ((code & 1) === 0) {
    store<i32>(posting, (code >>> 1) + 1, IN_TEXT);
    store<i32>(posting, 0, ELSEWHERE);
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
    const size = cursor.size;
    const items = changetype<usize>(cursor);
    let at = cursor.at;
    while (at < size && load<i32>(items + ((<usize>at) << 2), ITEMS) < from) at++;
    for (; at < size; at++) {
      const item = load<i32>(items + ((<usize>at) << 2), ITEMS);
      if (item >= stop) {
        cursor.at = at;
        return;
      }
      const slot = <usize>(item - from);
      const sum = sums + (slot << 2);
      store<i32>(sum, load<i32>(sum) + added(cursor, at, load<u8>(norms + <usize>item)));
      const word = touched + ((slot >> 6) << 3);
      store<u64>(word, load<u64>(word) | ((<u64>1) << (<u64>(slot & 63))));
    }
    cursor.block++;
    cursor.at = 0;
  }
}
