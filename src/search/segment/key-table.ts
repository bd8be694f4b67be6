import { ByteReader, ByteWriter, uint32At } from "../storage/bytes.ts";
import { Buffer } from "../storage/node-modules.ts";
import type { PagedReader } from "../storage/paged-file.ts";
import { codedKey, readKey } from "./front-coding.ts";

/*
 * Ids by number and numbers by id. The table is
 *
 *   byte    packed: every id is 32 hexadecimal digits, kept as 16 bytes     byte    sorted: the ids rise, there is no order
 *   packed: 16 bytes each; otherwise a uint32 for each block of 8 ids and one more, where it begins, and the blocks: rows of keys, see
 *           front-coding.ts
 *   numbers in the order of their ids, unless sorted: each in as many bytes, 1 to 4, as the number of ids takes
 *
 * Ids are ordered by UTF-16 code units, as `<` does.
 */

const BLOCK_KEYS = 8;
const WAITING_UNITS = 1 << 14;
/** Comparisons of ids that are made by reading both, before the order of all is read. */
const MOST_READ_COMPARISONS = 256;

/** The bytes of a table of `keys`, in the order of their numbers. */
export function encodeKeyTable(keys: readonly string[]): Uint8Array {
  const packed = keys.every(isHex);
  let sorted = true;
  for (let k = 1; k < keys.length && sorted; k++) sorted = (keys[k - 1] as string) < (keys[k] as string);
  const table = new ByteWriter(keys.length * 24 + 64);
  table.byte(packed ? 1 : 0);
  table.byte(sorted ? 1 : 0);
  if (packed) for (const key of keys) for (let k = 0; k < 32; k += 2) table.byte(hexValue(key, k) * 16 + hexValue(key, k + 1));
  else addBlocks(table, keys);
  if (sorted) return table.view();
  const width = orderWidth(keys.length);
  for (const number of orderOf(keys)) for (let shift = 0; shift < width * 8; shift += 8) table.byte((number >>> shift) & 255);
  return table.view();
}

function addBlocks(table: ByteWriter, keys: readonly string[]): void {
  const blocks = new ByteWriter(keys.length * 8 + 64);
  let waiting = "";
  let before = "";
  for (let k = 0; k < keys.length; k++) {
    const key = bytesAsUnits(keys[k] as string);
    if (k % BLOCK_KEYS === 0) {
      table.uint32(blocks.length + waiting.length);
      before = "";
    }
    waiting += codedKey(key, before);
    before = key;
    if (waiting.length < WAITING_UNITS) continue;
    blocks.append(Buffer.from(waiting, "latin1"));
    waiting = "";
  }
  blocks.append(Buffer.from(waiting, "latin1"));
  table.uint32(blocks.length);
  table.append(blocks.view());
}

/** The UTF-8 of a key, each byte as a unit. */
function bytesAsUnits(key: string): string {
  return ASCII.test(key) ? key : Buffer.from(key).toString("latin1");
}

const ASCII = /^[\0-\x7f]*$/;

// Shared by all tables: a key is read at once.
const reader = new ByteReader(new Uint8Array(0));
const spelled = new ByteWriter(256);
let spelledText = Buffer.from(spelled.bytes.buffer);

/** A key table in a segment's file, read where it is asked. */
export class KeyTable {
  readonly count: number;
  private readonly file: PagedReader;
  private readonly at: number;
  private readonly bytes: number;
  private flags: Uint8Array | undefined;
  private rankCache: Uint32Array | undefined;
  private compared = 0;

  constructor(file: PagedReader, count: number, place: readonly [number, number]) {
    this.file = file;
    this.count = count;
    [this.at, this.bytes] = place;
  }

  /** The id of number `index`. */
  key(index: number): string {
    if (this.isPacked()) return hexOf(this.file.read(this.at + 2 + index * 16, 16));
    const block = Math.floor(index / BLOCK_KEYS);
    this.file.moveTo(reader, this.at + 2 + block * 4, 8);
    const start = uint32At(reader.bytes, reader.at);
    const end = uint32At(reader.bytes, reader.at + 4);
    const blocksAt = this.at + 2 + (Math.ceil(this.count / BLOCK_KEYS) + 1) * 4;
    this.file.moveTo(reader, blocksAt + start, end - start);
    for (let left = index % BLOCK_KEYS; left >= 0; left--) readKey(reader, spelled);
    if (spelledText.buffer !== spelled.bytes.buffer) spelledText = Buffer.from(spelled.bytes.buffer);
    return spelledText.toString("utf8", 0, spelled.length);
  }

  /** The number of an id, -1 when it is not here. */
  find(key: string): number {
    let low = 0;
    let high = this.count - 1;
    while (low <= high) {
      const middle = (low + high) >> 1;
      const index = this.isSorted() ? middle : this.ordered(middle);
      const found = this.key(index);
      if (found === key) return index;
      if (found < key) low = middle + 1;
      else high = middle - 1;
    }
    return -1;
  }

  /** Whether id number `a` comes after id number `b`. */
  comesAfter(a: number, b: number): boolean {
    if (this.isSorted()) return a > b;
    if (this.rankCache === undefined && this.compared++ < MOST_READ_COMPARISONS) return this.key(a) > this.key(b);
    const ranks = this.ranks();
    return (ranks[a] as number) > (ranks[b] as number);
  }

  /** For each number, its place in the order of ids. Kept once made: 4 bytes an id. */
  ranks(): Uint32Array {
    if (this.rankCache === undefined) {
      const width = orderWidth(this.count);
      const order = this.file.read(this.at + this.bytes - this.count * width, this.count * width);
      const ranks = new Uint32Array(this.count);
      for (let rank = 0; rank < this.count; rank++) ranks[numberAt(order, rank * width, width)] = rank;
      this.rankCache = ranks;
    }
    return this.rankCache;
  }

  private isPacked(): boolean {
    this.flags ??= this.file.read(this.at, 2);
    return this.flags[0] === 1;
  }

  /** Whether the order of ids is that of their numbers. */
  isSorted(): boolean {
    this.flags ??= this.file.read(this.at, 2);
    return this.flags[1] === 1;
  }

  /** The number of the id that comes after `rank` others in their order. */
  private ordered(rank: number): number {
    const width = orderWidth(this.count);
    return numberAt(this.file.read(this.at + this.bytes - (this.count - rank) * width, width), 0, width);
  }
}

function orderOf(keys: readonly string[]): Uint32Array {
  const order = new Uint32Array(keys.length);
  for (let k = 0; k < order.length; k++) order[k] = k;
  return order.sort((a, b) => ((keys[a] as string) < (keys[b] as string) ? -1 : 1));
}

function orderWidth(count: number): number {
  return count <= 0x100 ? 1 : count <= 0x10000 ? 2 : count <= 0x1000000 ? 3 : 4;
}

function numberAt(bytes: Uint8Array, at: number, width: number): number {
  let number = 0;
  for (let k = width - 1; k >= 0; k--) number = number * 256 + (bytes[at + k] as number);
  return number;
}

function isHex(key: string): boolean {
  if (key.length !== 32) return false;
  for (let k = 0; k < 32; k++) if (hexValue(key, k) < 0) return false;
  return true;
}

function hexValue(key: string, at: number): number {
  const code = key.charCodeAt(at);
  if (code >= 48 && code <= 57) return code - 48;
  return code >= 97 && code <= 102 ? code - 87 : -1;
}

function hexOf(bytes: Uint8Array): string {
  let hex = "";
  for (const byte of bytes) hex += (byte < 16 ? "0" : "") + byte.toString(16);
  return hex;
}
