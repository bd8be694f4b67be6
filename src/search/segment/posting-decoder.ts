import { BLOCK, MAX_FIELDS, TEXT_FIELD, WEIGHT_PARTS } from "./posting-format.ts";

/** The table at the head of a long list, taken apart; for a short list, its one block. Offsets count from the list's first byte. */
export interface BlockTable {
  readonly count: number;
  /** Last item number of each block. For a short list, more than any. */
  readonly last: Int32Array;
  /** Where each block begins; one more entry for the end. */
  readonly start: Int32Array;
  /** Where each block's positions begin, from the first position byte. */
  readonly positions: Float64Array;
  /** Upper bound of the weighted number of times, times 4. 0: not kept, the list is short. */
  readonly maxTimes: Int32Array;
  readonly minNorm: Uint8Array;
}

/** @param postings - number of postings in the list */
export function readBlockTable(list: Uint8Array, postings: number): BlockTable {
  const count = Math.max(1, Math.ceil(postings / BLOCK));
  const last = new Int32Array(count);
  const start = new Int32Array(count + 1);
  const positions = new Float64Array(count);
  const maxTimes = new Int32Array(count);
  const minNorm = new Uint8Array(count);
  if (postings <= BLOCK) {
    last[0] = 0x7fffffff;
    start[1] = list.length;
    return { count, last, start, positions, maxTimes, minNorm };
  }
  at = 0;
  let item = -1;
  let offset = 0;
  let positionOffset = 0;
  for (let block = 0; block < count; block++) {
    item += varint(list);
    last[block] = item;
    start[block] = offset;
    offset += varint(list);
    positions[block] = positionOffset;
    positionOffset += varint(list);
    maxTimes[block] = varint(list);
    minNorm[block] = list[at++] as number;
  }
  for (let block = 0; block < count; block++) start[block] = (start[block] as number) + at;
  start[count] = offset + at;
  return { count, last, start, positions, maxTimes, minNorm };
}

/**
 * Decodes one block: item numbers, and for each the number of times in the text, and elsewhere in parts of weight. All whole numbers.
 *
 * @param start - where the block begins in the list
 * @param count - postings in the block, 1 to 128
 * @param before - last item of the block before, -1 for the first
 */
export function decodeBlock(
  list: Uint8Array,
  start: number,
  count: number,
  before: number,
  weights: Float64Array,
  items: Int32Array,
  inText: Int32Array,
  elsewhere: Int32Array,
): void {
  at = start;
  if (count < BLOCK) {
    let item = before;
    for (let k = 0; k < count; k++) {
      const head = varint(list);
      item += head >>> 1;
      items[k] = item;
      if ((head & 1) === 1) {
        inText[k] = 1;
        elsewhere[k] = 0;
      } else readTimes(list, weights, k, inText, elsewhere);
    }
    return;
  }
  unpackItems(list, before, items);
  const classBits = list[at++] as number;
  elsewhere.fill(0);
  if (classBits === 0) {
    inText.fill(1);
    return;
  }
  const top = (1 << classBits) - 1;
  const classes = at;
  at += 16 * classBits;
  const shift = classBits === 1 ? 3 : 2;
  const inByte = (1 << shift) - 1;
  for (let k = 0; k < BLOCK; k++) {
    const value = ((list[classes + (k >> shift)] as number) >> ((k & inByte) * classBits)) & top;
    if (value < top) inText[k] = value + 1;
    else readTimes(list, weights, k, inText, elsewhere);
  }
}

/** Reads the 128 item numbers of a full block, which begins at `at`, and leaves `at` behind them. */
function unpackItems(list: Uint8Array, before: number, items: Int32Array): void {
  const bits = list[at] as number;
  const exceptions = list[at + 1] as number;
  const mask = (1 << bits) - 1;
  let waiting = 0;
  let filled = 0;
  let byteAt = at + 2;
  for (let k = 0; k < BLOCK; k++) {
    while (filled < bits) {
      waiting |= (list[byteAt++] as number) << filled;
      filled += 8;
    }
    items[k] = (waiting & mask) + 1;
    waiting >>>= bits;
    filled -= bits;
  }
  at = byteAt;
  for (let k = 0; k < exceptions; k++) {
    const which = list[at++] as number;
    items[which] = (items[which] as number) + (varint(list) << bits);
  }
  let item = before;
  for (let k = 0; k < BLOCK; k++) {
    item += items[k] as number;
    items[k] = item;
  }
}

const NOTHING: Uint8Array = new Uint8Array(0);

/** Reads a list posting by posting, with all there is to know of each: for merging, phrases and counts. */
export class PostingReader {
  item = -1;
  /** Bit mask of the fields with the term. */
  fields = 0;
  /** By field number; meaningful for the fields in the mask. */
  readonly times = new Uint32Array(MAX_FIELDS);
  /** Sum of `times`, which is the number of positions. */
  total = 0;
  private list = NOTHING;
  private count = 0;
  /** Postings read so far. */
  private done = 0;
  /** Behind the last posting that was read; the times of a full block may still be to come, until its last was. */
  at = 0;
  private readonly items = new Int32Array(BLOCK);
  private classes = 0;
  private classBits = 0;

  /** Begins a list. One reader serves many lists, one after the other. */
  open(list: Uint8Array, postings: number): this {
    this.list = list;
    this.count = postings;
    this.done = 0;
    this.item = -1;
    this.at = postings <= BLOCK ? 0 : tableEnd(list, postings);
    return this;
  }

  /** Goes to the beginning of a block of the list's table. */
  startBlock(table: BlockTable, block: number): void {
    this.done = block * BLOCK;
    this.at = table.start[block] as number;
    this.item = block === 0 ? -1 : (table.last[block - 1] as number);
  }

  /** Steps to the next posting; false when there is none. */
  next(): boolean {
    if (this.done === this.count) return false;
    const { list } = this;
    const inBlock = this.done % BLOCK;
    const packed = this.done - inBlock + BLOCK <= this.count;
    this.done++;
    let plain: number;
    at = this.at;
    if (packed) {
      if (inBlock === 0) {
        unpackItems(list, this.item, this.items);
        this.classBits = list[at] as number;
        this.classes = at + 1;
        at += 1 + 16 * this.classBits;
      }
      this.item = this.items[inBlock] as number;
      plain = classAt(list, this.classes, inBlock, this.classBits) + 1;
      if (this.classBits > 0 && plain === 1 << this.classBits) plain = 0;
    } else {
      const head = varint(list);
      this.item += head >>> 1;
      plain = head & 1;
    }
    this.fields = 1;
    if (plain > 0) this.times[TEXT_FIELD] = this.total = plain;
    else this.readCode();
    this.at = at;
    return true;
  }

  private readCode(): void {
    const { list } = this;
    const code = varint(list);
    if ((code & 1) === 0) {
      this.times[TEXT_FIELD] = this.total = (code >>> 1) + 1;
      return;
    }
    this.fields = code >>> 1;
    this.total = 0;
    for (let rest = this.fields; rest !== 0; rest &= rest - 1) {
      const times = varint(list);
      this.times[31 - Math.clz32(rest & -rest)] = times;
      this.total += times;
    }
  }
}

let wholeList: PostingReader | undefined;

/** Bytes of a list, behind which others may stand. */
export function bytesOfList(list: Uint8Array, postings: number): number {
  wholeList ??= new PostingReader();
  wholeList.open(list, postings);
  while (wholeList.next());
  return wholeList.at;
}

/** Where the functions of this file read. A variable of the module because a closure or an object for it halves their speed. */
let at = 0;

function varint(list: Uint8Array): number {
  let byte = list[at++] as number;
  let value = byte & 127;
  for (let shift = 7; byte > 127; shift += 7) {
    byte = list[at++] as number;
    value |= (byte & 127) << shift;
  }
  return value;
}

/** Reads the code of posting `k`. */
function readTimes(list: Uint8Array, weights: Float64Array, k: number, inText: Int32Array, elsewhere: Int32Array): void {
  const code = varint(list);
  inText[k] = 0;
  elsewhere[k] = 0;
  if ((code & 1) === 0) {
    inText[k] = (code >>> 1) + 1;
    return;
  }
  for (let rest = code >>> 1; rest !== 0; rest &= rest - 1) {
    const field = 31 - Math.clz32(rest & -rest);
    const times = varint(list);
    if (field === TEXT_FIELD) inText[k] = times;
    else elsewhere[k] = (elsewhere[k] as number) + times * (weights[field] as number) * WEIGHT_PARTS;
  }
}

/** Number `index` of the classes packed from `start` on, 0 to 2 bits each. */
function classAt(list: Uint8Array, start: number, index: number, bits: number): number {
  const first = index * bits;
  return ((list[start + (first >> 3)] as number) >> (first & 7)) & ((1 << bits) - 1);
}

function tableEnd(list: Uint8Array, postings: number): number {
  at = 0;
  for (let block = Math.ceil(postings / BLOCK); block > 0; block--, at++) {
    for (let numbers = 4; numbers > 0; numbers--) varint(list);
  }
  return at;
}
