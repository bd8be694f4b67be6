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

/** For four items, that a term is in them once. */
const ONCE: usize = memory.data<i32>([1, 1, 1, 1], 16);
/** What brings the first to the eighth pair of bits to the top of 16. */
const PAIRS_TO_TOP: usize = memory.data<u16>([16384, 4096, 1024, 256, 64, 16, 4, 1], 16);

/**
 * Bytes of a table entry: i32 last item, i32 first byte, u32 most weighted times * 4 (0: not known) and byte norm of the shortest text, i32
 * most that the term can add to an item, for the search that goes on.
 */
const ENTRY: usize = 16;
/** Most of weighted times * 4 that an entry has room for. */
const MOST_TIMES: u32 = (1 << 24) - 1;

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
  /** Most the term can add in the window, and the number of its blocks that reach into it. */
  windowBound: i32;
  windowBlocks: i32;
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
  setBounds(table, cursor.blocks, weight);
  memory.fill(changetype<usize>(cursor) + KNOWN, 255, KNOWN_BYTES);
}

/** Takes the table at the head of a list apart, into `postings / 128` entries at `table`, and gives their number. A short list has one. */
export function readTable(list: usize, postings: i32, table: usize): i32 {
  if (postings <= BLOCK) {
    store<i32>(table, i32.MAX_VALUE);
    store<i32>(table, 0, 4);
    store<i32>(table, 0, 8);
    return 1;
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
    const most = varint(end);
    store<u32>(entry, ((most > MOST_TIMES ? 0 : most) << 8) | load<u8>(end), 8);
    at = end + 1;
  }
  const head = <i32>(at - list);
  entry = table;
  for (let block = 0; block < blocks; block++, entry += ENTRY) store<i32>(entry, load<i32>(entry, 4) + head, 4);
  return blocks;
}

function lastOf(cursor: Cursor, block: i32): i32 {
  return load<i32>(cursor.table + <usize>block * ENTRY);
}

/** Sets the most that the term can add to an item of each block. */
function setBounds(table: usize, blocks: i32, weight: f64): void {
  const end = table + <usize>blocks * ENTRY;
  let known: u32 = 0;
  let bound = boundOf(weight, known);
  for (let entry = table; entry < end; entry += ENTRY) {
    const times = load<u32>(entry, 8);
    if (times !== known) {
      known = times;
      bound = boundOf(weight, known);
    }
    store<i32>(entry, bound, 12);
  }
}

function boundOf(weight: f64, times: u32): i32 {
  const most = times >>> 8;
  // Occurrences outside the text are not divided by its length norm, and nobody says which these are: take the better for all.
  const factor = min<f64>(k1, factorOf(times & 255));
  return contribution(weight, most === 0 ? UNBOUNDED : <f64>most / 4, 0, factor);
}

/** Sets what the term can add to an item in `[from, stop)`. Calls must come with rising `from`. */
export function lookAt(cursor: Cursor, from: i32, stop: i32): void {
  const blocks = cursor.blocks;
  let block = cursor.block;
  let entry = cursor.table + <usize>block * ENTRY;
  if (block < blocks && load<i32>(entry) < from) {
    do {
      block++;
      entry += ENTRY;
    } while (block < blocks && load<i32>(entry) < from);
    cursor.block = block;
    cursor.at = 0;
  }
  let bound = 0;
  const first = block;
  for (; block < blocks; block++, entry += ENTRY) {
    if (block > 0 && load<i32>(entry - ENTRY) + 1 >= stop) break;
    bound = max<i32>(bound, load<i32>(entry, 12));
  }
  cursor.windowBound = bound;
  cursor.windowBlocks = block - first;
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
  if (bits === 2) {
    decodePairs(cursor, start + 1);
    return;
  }
  const once = v128.load(ONCE);
  for (let place = first; place < first + 4 * BLOCK; place += 64) {
    v128.store(place, once, IN_TEXT);
    v128.store(place, once, IN_TEXT + 16);
    v128.store(place, once, IN_TEXT + 32);
    v128.store(place, once, IN_TEXT + 48);
  }
  if (bits === 0) return;
  let at = start + 1 + BLOCK / 8;
  let posting = first;
  for (let word = start + 1; word < start + 1 + BLOCK / 8; word += 8, posting += 256) {
    for (let rest = load<u64>(word); rest !== 0; rest &= rest - 1) at = readTimes(cursor, posting + ((<usize>ctz<u64>(rest)) << 2), at);
  }
}

/** Takes classes of two bits apart, eight at a time: 0 to 2 for once to three times in the text, 3 for a code that follows them all. Exported, as `addLanes` is. */
export function decodePairs(cursor: Cursor, start: usize): void {
  let posting = changetype<usize>(cursor);
  const end = start + BLOCK / 4;
  let at = end;
  const toTop = v128.load(PAIRS_TO_TOP);
  const once = i16x8.splat(1);
  const coded = i16x8.splat(4);
  for (let place = start; place < end; place += 2, posting += 32) {
    const times = i16x8.add(i16x8.shr_u(i16x8.mul(v128.load_splat<u16>(place), toTop), 14), once);
    v128.store(posting, i32x4.extend_low_i16x8_u(times), IN_TEXT);
    v128.store(posting, i32x4.extend_high_i16x8_u(times), IN_TEXT + 16);
    for (let rest = i16x8.bitmask(i16x8.eq(times, coded)); rest !== 0; rest &= rest - 1) {
      at = readTimes(cursor, posting + ((<usize>ctz<i32>(rest)) << 2), at);
    }
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
  // Nothing is kept for no times: that row says of all that have no row of theirs that their score is not known.
  if (elsewhere !== 0 || times === 0 || times >= KNOWN_TIMES) return compute(cursor, times, elsewhere, norm);
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
  if (<f64>load<i32>(cursor.table + <usize>block * ENTRY, 12) < enough) return -1;
  loadBlock(cursor);
  const first = changetype<usize>(cursor);
  const last = first + ((<usize>cursor.size) << 2);
  const posting = skipTo(first + ((<usize>cursor.at) << 2), last, item);
  const at = <i32>(posting - first) >> 2;
  cursor.at = at;
  if (posting === last || load<i32>(posting, ITEMS) !== item) return 0;
  return added(cursor, at, load<u8>(norms + <usize>item));
}

/**
 * Adds what the term gives to every item in `[from, stop)` to `sums`.
 *
 * @param touched - where the bits of these items are set; 0: nowhere
 */
export function addWindow(cursor: Cursor, from: i32, stop: i32, norms: usize, sums: usize, touched: usize): void {
  const blocks = cursor.blocks;
  while (cursor.block < blocks) {
    if (cursor.block > 0 && lastOf(cursor, cursor.block - 1) + 1 >= stop) return;
    loadBlock(cursor);
    const first = changetype<usize>(cursor);
    const last = first + ((<usize>cursor.size) << 2);
    const start = skipTo(first + ((<usize>cursor.at) << 2), last, from);
    const end = load<i32>(last - 4, ITEMS) < stop ? last : skipTo(start, last, stop);
    addPostings(cursor, start, end, norms, sums - ((<usize>from) << 2));
    if (touched !== 0) touch(start, end, from, touched);
    if (end < last) {
      cursor.at = <i32>(end - first) >> 2;
      return;
    }
    cursor.block++;
    cursor.at = 0;
  }
}

/** The place of the first posting in `[start, last)` whose item is not before `from`. */
function skipTo(start: usize, last: usize, from: i32): usize {
  const limit = i32x4.splat(from);
  let posting = start;
  for (; posting + 16 <= last; posting += 16) {
    // Items rise: those before `from` are the first of the four.
    const before = i32x4.bitmask(i32x4.lt_s(v128.load(posting, ITEMS), limit));
    if (before !== 15) return posting + ((<usize>ctz<i32>(~before)) << 2);
  }
  while (posting < last && load<i32>(posting, ITEMS) < from) posting += 4;
  return posting;
}

/** @param sums - where the sum of item 0 would be */
function addPostings(cursor: Cursor, start: usize, end: usize, norms: usize, sums: usize): void {
  const first = changetype<usize>(cursor);
  const known: u32 = cursor.mixed === 1 ? 0 : KNOWN_TIMES;
  let posting = addKnown(first, start, end, norms, sums, known);
  while (posting !== end) {
    const item = <usize>load<u32>(posting, ITEMS);
    const sum = sums + (item << 2);
    store<i32>(sum, load<i32>(sum) + added(cursor, <i32>(posting - first) >> 2, load<u8>(norms + item)));
    posting = addKnown(first, posting + 4, end, norms, sums, known);
  }
}

/**
 * Adds postings up to the first of which the score is not known, and gives its place, or `end`. In a loop of its own, with no call in it:
 * around a call every variable is put aside and fetched again. It is called in two places, so that the compiler leaves it a function, which
 * is all that V8 optimises of this for a question.
 */
function addKnown(first: usize, start: usize, end: usize, norms: usize, sums: usize, known: u32): usize {
  let posting = start;
  for (; posting < end; posting += 4) {
    const item = <usize>load<u32>(posting, ITEMS);
    const times = load<u32>(posting, IN_TEXT);
    const row: u32 = select<u32>(times, 0, times < known);
    const value = load<i32>(first + ((<usize>((row << 8) | load<u8>(norms + item))) << 2), KNOWN);
    if (value < 0) break;
    const sum = sums + (item << 2);
    store<i32>(sum, load<i32>(sum) + value);
  }
  return posting;
}

/** Sets the bits of the items of the postings in `[start, end)`. */
function touch(start: usize, end: usize, from: i32, touched: usize): void {
  for (let posting = start; posting < end; posting += 4) {
    const slot = <usize>(load<i32>(posting, ITEMS) - from);
    const word = touched + ((slot >> 6) << 3);
    store<u64>(word, load<u64>(word) | ((<u64>1) << (<u64>slot)));
  }
}
