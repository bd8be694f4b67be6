import { ByteWriter, textOf, uint32At } from "../storage/bytes.ts";
import type { PagedReader } from "../storage/paged-file.ts";

/*
 * Ids by number and numbers by id. The table is
 *
 *   byte    packed: every id is 32 hexadecimal digits, kept as 16 bytes     byte    sorted: the ids rise, there is no order
 *   packed: 16 bytes each; otherwise uint32 offsets, one more than ids, and the ids as UTF-8
 *   uint32  numbers in the order of their ids, unless sorted
 *
 * Ids are ordered by UTF-16 code units, as `<` does.
 */

/** Ids kept in memory, for the hits that questions have in common and for comparing them. */
const MOST_KNOWN = 1024;
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
  else {
    const text = new ByteWriter(keys.length * 16 + 64);
    for (const key of keys) {
      table.uint32(text.length);
      text.text(key);
    }
    table.uint32(text.length);
    table.append(text.bytes, 0, text.length);
  }
  if (!sorted) for (const number of orderOf(keys)) table.uint32(number);
  return table.view();
}

/** A key table in a segment's file, read where it is asked. */
export class KeyTable {
  readonly count: number;
  private readonly file: PagedReader;
  private readonly at: number;
  private readonly bytes: number;
  private flags: Uint8Array | undefined;
  private readonly known = new Map<number, string>();
  private rankCache: Uint32Array | undefined;
  private compared = 0;

  constructor(file: PagedReader, count: number, place: readonly [number, number]) {
    this.file = file;
    this.count = count;
    [this.at, this.bytes] = place;
  }

  /** The id of number `index`. */
  key(index: number): string {
    let key = this.known.get(index);
    if (key === undefined) {
      key = this.readKey(index);
      if (this.known.size === MOST_KNOWN) this.known.clear();
      this.known.set(index, key);
    }
    return key;
  }

  private readKey(index: number): string {
    if (this.isPacked()) return hexOf(this.file.read(this.at + 2 + index * 16, 16));
    const offsets = this.file.read(this.at + 2 + index * 4, 8);
    const start = uint32At(offsets, 0);
    const bytes = this.file.read(this.at + 2 + (this.count + 1) * 4 + start, uint32At(offsets, 4) - start);
    return textOf(bytes, 0, bytes.length);
  }

  /** The number of an id, -1 when it is not here. */
  find(key: string): number {
    let low = 0;
    let high = this.count - 1;
    while (low <= high) {
      const middle = (low + high) >> 1;
      const index = this.isSorted() ? middle : uint32At(this.file.read(this.orderAt() + middle * 4, 4), 0);
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
  private ranks(): Uint32Array {
    if (this.rankCache === undefined) {
      const order = this.file.read(this.orderAt(), this.count * 4);
      const ranks = new Uint32Array(this.count);
      for (let rank = 0; rank < this.count; rank++) ranks[uint32At(order, rank * 4)] = rank;
      this.rankCache = ranks;
    }
    return this.rankCache;
  }

  private isPacked(): boolean {
    this.flags ??= this.file.read(this.at, 2);
    return this.flags[0] === 1;
  }

  private isSorted(): boolean {
    this.flags ??= this.file.read(this.at, 2);
    return this.flags[1] === 1;
  }

  private orderAt(): number {
    return this.at + this.bytes - this.count * 4;
  }
}

function orderOf(keys: readonly string[]): Uint32Array {
  const order = new Uint32Array(keys.length);
  for (let k = 0; k < order.length; k++) order[k] = k;
  return order.sort((a, b) => ((keys[a] as string) < (keys[b] as string) ? -1 : 1));
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
