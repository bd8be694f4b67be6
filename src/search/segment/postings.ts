import { ByteWriter } from "../storage/bytes.ts";

/*
 * The postings of one term: for every item that has it, how often each field has it and where.
 *
 * A list is cut into blocks of 128 postings; the last may be shorter. Items rise, and each is kept as the distance from the one before
 * (the first from -1). A full block is
 *
 *     byte    bits of a distance less 1, at most 24, and byte  number of exceptions
 *             the 128 distances less 1, their lowest bits packed from the lowest bit up
 *             for each exception, a distance that needs more bits: byte which one, varint the bits above
 *     byte    bits of a class, 0 to 2
 *             the 128 classes, packed likewise: c < top stands for "c + 1 times in the text, in no other field"; top = 2^bits - 1
 *             stands for a code. With 0 bits every posting is once in the text.
 *     codes   a varint for each posting of class top
 *                even: code / 2 + 1 times in the text, no other field
 *                odd:  (code >> 1) is a bit mask of fields, a varint follows for each with its number of times
 *
 * and a shorter block is, posting by posting, the varint distance * 2 + once, and unless once the code.
 *
 * Behind the blocks stand the positions, for each field with the term in order of fields: each position less the one before it (the
 * first less 0), as one byte below 240, or as 240 + high byte and low byte below 4,080, or as 255 and a varint.
 *
 * A list of more than one block begins with a table that has for each block
 *
 *     varint  last item - that of the block before                    varint  bytes of postings     varint  bytes of positions
 *     varint  largest weighted number of times * 4, rounded up        byte    norm of the item with the shortest text
 *
 * The last two bound the score of any item in the block (block-max index: Ding & Suel, "Faster top-k document retrieval using
 * block-max indexes", SIGIR 2011). Packing with exceptions is the patched coding of Zukowski et al., "Super-scalar RAM-CPU cache
 * compression" (ICDE 2006).
 */

export const BLOCK = 128;
/** Number of the field that holds an item's own text. */
export const TEXT_FIELD = 0;
/** Fields an index can have, so that a set of them fits a small mask. */
export const MAX_FIELDS = 24;

/** Collects the postings of one term after the other. Items must rise. */
export class PostingEncoder {
  /** Number of items with the term. */
  count = 0;
  /** The list as it is written, once `finish` was called. */
  readonly list = new ByteWriter(1 << 16);
  /** The positions. Callers write them here with `position`, posting by posting, before the call of `add`. */
  readonly positions = new ByteWriter(1 << 16);

  private readonly norms: Uint8Array;
  private readonly weights: Float64Array;
  private readonly blocks = new ByteWriter(1 << 16);
  private readonly table = new ByteWriter(1 << 12);
  private readonly distances = new Int32Array(BLOCK);
  /** For each posting of the block, times in the text if it has no other field, else 0. */
  private readonly plain = new Int32Array(BLOCK);
  private readonly codes = new ByteWriter(1 << 10);
  private readonly codeEnds = new Int32Array(BLOCK);
  private inBlock = 0;
  private item = -1;
  private blockLast = -1;
  private blockStart = 0;
  private blockPositions = 0;
  private maxTimes = 0;
  private minNorm = 255;

  /** @param norms - by item number  @param weights - by field number, multiples of 1/64 */
  constructor(norms: Uint8Array, weights: Float64Array) {
    this.norms = norms;
    this.weights = weights;
  }

  clear(): void {
    this.count = 0;
    this.list.clear();
    this.positions.clear();
    this.blocks.clear();
    this.table.clear();
    this.codes.clear();
    this.item = this.blockLast = -1;
    this.inBlock = this.blockStart = this.blockPositions = this.maxTimes = 0;
    this.minNorm = 255;
  }

  /** The next position of the posting to be added, less the one before it in its field. */
  position(distance: number): void {
    const { positions } = this;
    if (distance < 240) positions.byte(distance);
    else if (distance < 4080) {
      positions.byte(240 + (distance >> 8));
      positions.byte(distance & 255);
    } else {
      positions.byte(255);
      positions.varint(distance);
    }
  }

  /** An item that has the term in `fields` (a bit mask), `times[field]` times each. */
  add(item: number, fields: number, times: ArrayLike<number>): void {
    const at = this.inBlock++;
    this.distances[at] = item - this.item;
    this.item = item;
    let weighted = 0;
    if (fields === 1) {
      const inText = times[TEXT_FIELD] as number;
      weighted = inText * (this.weights[TEXT_FIELD] as number);
      this.plain[at] = inText;
    } else {
      this.plain[at] = 0;
      this.codes.varint(fields * 2 + 1);
      for (let rest = fields; rest !== 0; rest &= rest - 1) {
        const field = 31 - Math.clz32(rest & -rest);
        weighted += (times[field] as number) * (this.weights[field] as number);
        this.codes.varint(times[field] as number);
      }
    }
    this.codeEnds[at] = this.codes.length;
    if (weighted > this.maxTimes) this.maxTimes = weighted;
    const norm = this.norms[item] as number;
    if (norm < this.minNorm) this.minNorm = norm;
    this.count++;
    if (this.inBlock === BLOCK) this.endBlock();
  }

  /** Completes `list`. */
  finish(): void {
    if (this.inBlock > 0) this.endBlock();
    if (this.count > BLOCK) this.list.append(this.table.bytes, 0, this.table.length);
    this.list.append(this.blocks.bytes, 0, this.blocks.length);
  }

  private endBlock(): void {
    if (this.inBlock === BLOCK) this.packBlock();
    else {
      for (let at = 0; at < this.inBlock; at++) {
        const times = this.plain[at] as number;
        this.blocks.varint((this.distances[at] as number) * 2 + (times === 1 ? 1 : 0));
        if (times !== 1) this.writeCode(at, times);
      }
    }
    const { table } = this;
    table.varint(this.item - this.blockLast);
    table.varint(this.blocks.length - this.blockStart);
    table.varint(this.positions.length - this.blockPositions);
    table.varint(Math.ceil(this.maxTimes * 4));
    table.byte(this.minNorm);
    this.blockLast = this.item;
    this.blockStart = this.blocks.length;
    this.blockPositions = this.positions.length;
    this.codes.clear();
    this.inBlock = this.maxTimes = 0;
    this.minNorm = 255;
  }

  private packBlock(): void {
    const { blocks, plain } = this;
    let twice = 0;
    let more = 0;
    for (let at = 0; at < BLOCK; at++) {
      const times = plain[at] as number;
      if (times === 2 || times === 3) twice++;
      else if (times !== 1) more++;
    }
    this.packDistances();
    // A second bit costs 16 bytes and saves the code of every posting that is there two or three times.
    const classBits = twice + more === 0 ? 0 : twice > 16 ? 2 : 1;
    const top = (1 << classBits) - 1;
    blocks.byte(classBits);
    if (classBits === 0) return;
    for (let at = 0; at < BLOCK; at++) packed[at] = (plain[at] as number) === 0 ? top : Math.min(top, (plain[at] as number) - 1);
    pack(blocks, classBits);
    for (let at = 0; at < BLOCK; at++) if (packed[at] === top) this.writeCode(at, plain[at] as number);
  }

  private packDistances(): void {
    const { blocks, distances } = this;
    wider.fill(0);
    for (let at = 0; at < BLOCK; at++) {
      const bits = 32 - Math.clz32((distances[at] as number) - 1);
      wider[bits] = (wider[bits] as number) + 1;
    }
    // Fewer bits for all against about 2.5 bytes for each exception.
    let best = 24;
    let leastBytes = Number.POSITIVE_INFINITY;
    for (let bits = 32, exceptions = 0; bits >= 0; bits--) {
      const bytes = bits * 16 + exceptions * 2.5;
      if (bits <= 24 && bytes < leastBytes) {
        leastBytes = bytes;
        best = bits;
      }
      exceptions += wider[bits] as number;
    }
    let exceptions = 0;
    const mask = (1 << best) - 1;
    for (let at = 0; at < BLOCK; at++) {
      const value = (distances[at] as number) - 1;
      if (value >>> best > 0) exceptions++;
      packed[at] = value & mask;
    }
    blocks.byte(best);
    blocks.byte(exceptions);
    pack(blocks, best);
    for (let at = 0; at < BLOCK && exceptions > 0; at++) {
      const high = ((distances[at] as number) - 1) >>> best;
      if (high === 0) continue;
      blocks.byte(at);
      blocks.varint(high);
    }
  }

  private writeCode(at: number, times: number): void {
    if (times > 0) this.blocks.varint((times - 1) * 2);
    else this.blocks.append(this.codes.bytes, at === 0 ? 0 : (this.codeEnds[at - 1] as number), this.codeEnds[at] as number);
  }
}

/** Distances of a block by the number of bits they need. */
const wider = new Uint8Array(33);
/** The 128 numbers that `pack` packs. */
const packed = new Int32Array(BLOCK);

/** Appends `packed`, `bits` bits each, which are 16 * bits bytes. */
function pack(target: ByteWriter, bits: number): void {
  let waiting = 0;
  let count = 0;
  for (let at = 0; at < BLOCK && bits > 0; at++) {
    waiting |= (packed[at] as number) << count;
    count += bits;
    while (count >= 8) {
      target.byte(waiting & 255);
      waiting >>>= 8;
      count -= 8;
    }
  }
}

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

/** Parts of 1 in which weights of fields are counted. */
export const WEIGHT_PARTS = 64;

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
  private at = 0;
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

/** Reads positions as `PostingEncoder.position` wrote them. */
export class PositionReader {
  at = 0;
  private bytes = NOTHING;

  open(bytes: Uint8Array): this {
    this.bytes = bytes;
    this.at = 0;
    return this;
  }

  /** The next distance. */
  next(): number {
    const first = this.bytes[this.at++] as number;
    if (first < 240) return first;
    if (first < 255) return ((first - 240) << 8) | (this.bytes[this.at++] as number);
    at = this.at;
    const distance = varint(this.bytes);
    this.at = at;
    return distance;
  }
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
