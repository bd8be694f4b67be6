import { bytesLength, emptyBytes, endAt, newBytes, putNumber, room, startOf } from "./bytes";
import { weights } from "./encode";
import { copyBytes } from "./memory";
import { packBlock } from "./pack";
import { longest } from "./positions";
import { BLOCK, BLOCK_BYTES, codeEnds, codes, distances, plain, writeShortBlock } from "./posting-block";
import { codeBytes, codesAt, endOfTable, itemsRead, readBlock, timesRead, weightedTimes } from "./read-block";
import { skipFields, skipText } from "./skip-positions";

/*
 * Joins the lists that one term has in several segments into one, in the form of segment/posting-format.ts. Positions keep their form, so
 * their bits are copied, as many at once as stand together.
 */

/** What is kept of each segment, uint32 each. */
const SOURCE_BYTES: usize = 16;
/** Where a byte per item stands, its norm. */
const NORMS: usize = 0;
const ITEMS: usize = 4;
/** New number of item 0. */
const BASE: usize = 8;
/** Where an uint32 per item stands, its new number; 0: `BASE` more for all. */
const RENUMBERED: usize = 12;
/** Instead of a new number: the item is deleted. */
const LEFT_OUT: u32 = 0xffffffff;

/** Of a line of the table, at most. */
const LINE_BYTES: usize = 24;
/** Bits of a list are read eight bytes at a time. */
const PADDING: usize = 16;

const sources: usize = newBytes(SOURCE_BYTES * 64);
const input: usize = newBytes(1 << 16);
const table: usize = newBytes(1 << 12);
const blocks: usize = newBytes(1 << 16);
const positions: usize = newBytes(1 << 16);
const list: usize = newBytes(1 << 16);

let bare: bool = false;
let count: u32 = 0;
/** One more than the last item, and than the last of the block before. */
let item: u32 = 0;
let blockItem: u32 = 0;
let inBlock: u32 = 0;
let blockPositions: u32 = 0;
let maxTimes: f64 = 0;
let minNorm: u32 = 255;
/** Bits of positions, fewer than 8, that wait to be a byte. */
let waiting: u64 = 0;
let filled: u64 = 0;
/** Where the positions of the list being read begin. */
let positionsAt: usize = 0;
let listBytes: u32 = 0;

/**
 * Makes room for lists of up to `bytes`. What is not written to costs nothing but addresses, while to enlarge a place leaves the old one
 * behind, unused.
 */
export function expectLists(bytes: u32): void {
  room(positions, bytes);
  room(blocks, bytes >> 1);
  room(list, bytes >> 1);
}

/** A segment, which has the next number. See `SOURCE_BYTES`. */
export function addSource(norms: u32, items: u32, base: u32, renumbered: u32): void {
  const at = room(sources, SOURCE_BYTES);
  store<u32>(at, norms, NORMS);
  store<u32>(at, items, ITEMS);
  store<u32>(at, base, BASE);
  store<u32>(at, renumbered, RENUMBERED);
  endAt(sources, at + SOURCE_BYTES);
}

/** Begins a term. @param withoutPositions - 1: it has none */
export function beginList(withoutPositions: u32): void {
  bare = withoutPositions !== 0;
  emptyBytes(table);
  emptyBytes(blocks);
  emptyBytes(positions);
  count = item = blockItem = 0;
  beginBlock();
  blockPositions = 0;
  waiting = filled = 0;
}

/** A place for a list of a segment, `bytes` with its positions. */
export function placeList(bytes: u32): usize {
  emptyBytes(input);
  const at = room(input, bytes + PADDING);
  endAt(input, at + bytes);
  return at;
}

/**
 * Appends the list that was placed, of `postings` postings. Items rise from list to list.
 *
 * @param length - bytes of the list; 0: the positions begin where it ends
 * @returns whether it was read: false when it is damaged, and the term is to be given up
 */
export function takeList(source: u32, postings: u32, length: u32): bool {
  const facts = startOf(sources) + <usize>source * SOURCE_BYTES;
  const norms: usize = load<u32>(facts, NORMS);
  const items = load<u32>(facts, ITEMS);
  const base = load<u32>(facts, BASE);
  const renumbered: usize = load<u32>(facts, RENUMBERED);
  const start = startOf(input);
  const end = start + bytesLength(input);
  let at = postings > BLOCK ? endOfTable(start, postings) : start;
  positionsAt = length > 0 || bare ? start + length : endOfList(at, postings, end);
  if (positionsAt > end) return false;
  const bits = (<u32>(end - positionsAt)) << 3;
  // Bits of positions: of the posting behind the last, and of the first that is to be copied.
  let bit: u32 = 0;
  let run: u32 = 0;
  let before: u32 = 0;
  for (let left = postings; left > 0; ) {
    const size = min(left, BLOCK);
    left -= size;
    at = readBlock(at, size, before);
    if (at > end) return false;
    before = load<u32>(itemsRead + ((<usize>(size - 1)) << 2)) + 1;
    for (let k: u32 = 0; k < size; k++) {
      const one = load<u32>(itemsRead + ((<usize>k) << 2));
      if (one >= items) return false;
      const norm: u32 = load<u8>(norms + one);
      const times = load<u32>(timesRead + ((<usize>k) << 2));
      const first = bit;
      if (!bare) {
        const most = load<u32>(longest + ((<usize>norm) << 2));
        bit = times > 0 ? skipText(positionsAt, bit, bits, times, most) : skipFields(positionsAt, bit, bits, codeOf(k), most);
        if (bit > bits) return false;
      }
      const number = renumbered === 0 ? base + one : load<u32>(renumbered + ((<usize>one) << 2));
      if (number === LEFT_OUT) {
        copyBits(run, first);
        run = bit;
        continue;
      }
      addPosting(k, number, norm, times);
      if (inBlock === BLOCK) {
        copyBits(run, bit);
        run = bit;
        endBlock();
      }
    }
    copyBits(run, bit);
    bit = run = (bit + 7) & ~7;
  }
  return true;
}

/** Ends the term and gives its number of items, whose list is at `mergedList`, and their positions at `mergedPositions`. */
export function endList(): u32 {
  if (inBlock > 0) endBlock();
  const head = count > BLOCK ? bytesLength(table) : 0;
  listBytes = head + bytesLength(blocks);
  emptyBytes(list);
  const at = room(list, listBytes);
  copyBytes(at, startOf(table), head);
  copyBytes(at + head, startOf(blocks), bytesLength(blocks));
  return count;
}

export function mergedList(): usize {
  return startOf(list);
}

export function mergedListBytes(): u32 {
  return listBytes;
}

export function mergedPositions(): usize {
  return startOf(positions);
}

export function mergedPositionBytes(): u32 {
  return bytesLength(positions);
}

function codeOf(k: u32): usize {
  return load<u32>(codesAt + ((<usize>k) << 2));
}

/** Where the list of a term ends whose blocks begin at `from`. */
function endOfList(from: usize, postings: u32, end: usize): usize {
  let at = from;
  for (let left = postings; left > 0 && at <= end; ) {
    const size = min(left, BLOCK);
    at = readBlock(at, size, 0);
    left -= size;
  }
  return at;
}

/** Adds posting `k` of the block that was decoded. @param times - in the text, if there is no other field, else 0 */
function addPosting(k: u32, number: u32, norm: u32, times: u32): void {
  const slot = (<usize>inBlock) << 2;
  store<u32>(distances + slot, number + 1 - item);
  item = number + 1;
  store<u32>(plain + slot, times);
  maxTimes = max(maxTimes, times > 0 ? <f64>times * load<f64>(weights) : addCode(k));
  store<u32>(codeEnds + slot, bytesLength(codes));
  minNorm = min(minNorm, norm);
  inBlock++;
}

/** Copies the code of posting `k`, which has several fields or another than the text, and gives its weighted number of times. */
function addCode(k: u32): f64 {
  const from = codeOf(k);
  const bytes = load<u32>(codeBytes + ((<usize>k) << 2));
  const to = room(codes, bytes);
  copyBytes(to, from, bytes);
  endAt(codes, to + bytes);
  return weightedTimes(from);
}

function beginBlock(): void {
  emptyBytes(codes);
  inBlock = 0;
  maxTimes = 0;
  minNorm = 255;
}

function endBlock(): void {
  if (filled > 0) {
    const at = room(positions, 1);
    store<u8>(at, <u32>waiting);
    endAt(positions, at + 1);
    waiting = filled = 0;
  }
  const before = bytesLength(blocks);
  const from = room(blocks, BLOCK_BYTES + bytesLength(codes));
  const to = inBlock === BLOCK ? packBlock(from) : writeShortBlock(inBlock, from);
  endAt(blocks, to);
  let line = room(table, LINE_BYTES);
  line = putNumber(line, item - blockItem);
  line = putNumber(line, bytesLength(blocks) - before);
  line = putNumber(line, bytesLength(positions) - blockPositions);
  line = putNumber(line, <u32>ceil(maxTimes * 4));
  store<u8>(line, minNorm);
  endAt(table, line + 1);
  count += inBlock;
  blockItem = item;
  blockPositions = bytesLength(positions);
  beginBlock();
}

/** Copies the bits `[from, to)` of the positions being read. */
function copyBits(from: u32, to: u32): void {
  if (from === to) return;
  let at = room(positions, (<usize>(to - from) >> 3) + PADDING);
  let bits = waiting;
  let have = filled;
  for (let next = from; next < to; ) {
    const size = min(to - next, 48);
    const value = (load<u64>(positionsAt + (<usize>next >> 3)) >> (next & 7)) & (((<u64>1) << size) - 1);
    bits |= value << have;
    have += size;
    store<u64>(at, bits);
    at += <usize>have >> 3;
    bits >>= have & ~7;
    have &= 7;
    next += size;
  }
  waiting = bits;
  filled = have;
  endAt(positions, at);
}
