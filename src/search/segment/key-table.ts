import { ByteReader, ByteWriter, uint32At } from "../storage/bytes.ts";
import { Buffer } from "../storage/node-modules.ts";
import type { PagedReader } from "../storage/paged-file.ts";
import { readKeys } from "./front-coding.ts";

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

export const BLOCK_KEYS = 8;
/** Steps of a search whose ids are kept: at most 127. */
const KEPT_STEPS = 7;
/** Comparisons of ids that are made by reading both, before the order of all is read. */
const MOST_READ_COMPARISONS = 256;

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
  private readonly kept = new Map<number, string>();

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
    readKeys(reader, spelled, (index % BLOCK_KEYS) + 1);
    if (spelledText.buffer !== spelled.bytes.buffer) spelledText = Buffer.from(spelled.bytes.buffer);
    return spelledText.toString("utf8", 0, spelled.length);
  }

  /** The number of an id, -1 when it is not here. */
  find(key: string): number {
    let low = 0;
    let high = this.count - 1;
    for (let step = 0; low <= high; step++) {
      const middle = (low + high) >> 1;
      const found = step < KEPT_STEPS ? this.keptAt(middle) : this.keyAt(middle);
      if (found === key) return this.isSorted() ? middle : this.ordered(middle);
      if (found < key) low = middle + 1;
      else high = middle - 1;
    }
    return -1;
  }

  /** The same as `keyAt`, kept: every search begins with the same keys. */
  private keptAt(rank: number): string {
    let key = this.kept.get(rank);
    if (key === undefined) {
      key = this.keyAt(rank);
      this.kept.set(rank, key);
    }
    return key;
  }

  /** The id that comes after `rank` others in their order. */
  private keyAt(rank: number): string {
    return this.key(this.isSorted() ? rank : this.ordered(rank));
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

/** Bytes of a number in the order of ids. */
export function orderWidth(count: number): number {
  return count <= 0x100 ? 1 : count <= 0x10000 ? 2 : count <= 0x1000000 ? 3 : 4;
}

function numberAt(bytes: Uint8Array, at: number, width: number): number {
  let number = 0;
  for (let k = width - 1; k >= 0; k--) number = number * 256 + (bytes[at + k] as number);
  return number;
}

function hexOf(bytes: Uint8Array): string {
  let hex = "";
  for (const byte of bytes) hex += (byte < 16 ? "0" : "") + byte.toString(16);
  return hex;
}
