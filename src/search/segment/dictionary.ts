import { KEY_BYTES, type Kernel, theKernel } from "../kernel/kernel.ts";
import { indexDamaged } from "../search-errors.ts";
import { ByteReader, ByteWriter, encodeInto, uint32At } from "../storage/bytes.ts";
import { Buffer } from "../storage/node-modules.ts";
import { type PagedReader, pagedBytes } from "../storage/paged-file.ts";
import { lengthOf, readKey } from "./front-coding.ts";
import { BLOCK } from "./posting-format.ts";

/*
 * The sorted terms of a segment, in blocks of 128 with shared beginnings left out, and an index of the first term of every block. A
 * block is
 *
 *   varint  offset of its first posting list that is not inline
 *   then for each term
 *   the bytes of the term (front-coding.ts)
 *   varint  even: number of items * 2; then varint bytes of the list, varint bytes of positions
 *           odd: the list and its positions follow, as most do: (their bytes * 2 + one) * 2 + 1, where `one` says that the term is in one
 *           item; otherwise varint number of items; then list and positions, which are read with the block
 *
 * Terms are in the order of their UTF-8 bytes.
 */

export const BLOCK_TERMS = 128;
/** Lists of up to this many bytes, positions included, stand in the dictionary. */
export const INLINE_BYTES = 24;

/** Where the postings of a term are. */
export interface TermEntry {
  /** Place of the term among all terms of the segment, 0-based. */
  readonly ordinal: number;
  /** Items with the term, deleted ones included. */
  readonly count: number;
  /** Offset of the list in the segment's postings, its bytes, and the bytes of its positions behind it. Of no meaning when `inline` is there. */
  readonly offset: number;
  readonly listBytes: number;
  readonly positionBytes: number;
  /** The list and its positions, which begin where the list ends. */
  readonly inline: Uint8Array | undefined;
}

// Shared by all dictionaries: a block is looked through at once.
const blockReader = new ByteReader(new Uint8Array(0));

/** Finds terms in a segment's dictionary. The index of blocks is read at the first lookup and kept. */
export class Dictionary {
  private readonly file: PagedReader;
  private readonly blocksAt: number;
  private readonly indexAt: number;
  private readonly indexBytes: number;
  private readonly blockCount: number;
  private index: Uint8Array | undefined;
  /** Place of the index in the kernel's memory, while the kernel's epoch is this. */
  private kept = 0;
  private epoch = -1;

  /** @param blocks - place of the blocks in the file, as [offset, bytes]  @param index - of their index */
  constructor(file: PagedReader, terms: number, blocks: readonly [number, number], index: readonly [number, number]) {
    this.file = file;
    this.blockCount = Math.ceil(terms / BLOCK_TERMS);
    [this.blocksAt] = blocks;
    [this.indexAt, this.indexBytes] = index;
  }

  /** The entry of a term, or nothing when no item has it. */
  find(key: string): TermEntry | undefined {
    const kernel = theKernel();
    return kernel !== undefined && key.length * 3 <= KEY_BYTES ? this.findByKernel(kernel, key) : this.findByScript(Buffer.from(key));
  }

  private findByScript(target: Uint8Array): TermEntry | undefined {
    const block = this.blockFor(target);
    if (block < 0) return undefined;
    const reader = this.readBlock(block);
    const { bytes } = reader;
    let offset = reader.varint();
    let matched = 0;
    for (let ordinal = block * BLOCK_TERMS; !reader.done; ordinal++) {
      const lengths = reader.byte();
      const shared = lengthOf(lengths >> 4, reader);
      const rest = lengthOf(lengths & 15, reader);
      // Against the target, a term that shares more with its predecessor than the target does compares as the predecessor did.
      let order = shared > matched ? -1 : shared < matched ? 1 : 0;
      if (order === 0) {
        const most = Math.min(rest, target.length - matched);
        let same = 0;
        while (same < most && bytes[reader.at + same] === target[matched + same]) same++;
        matched += same;
        if (same < rest && same < target.length - shared) order = (bytes[reader.at + same] as number) - (target[matched] as number);
        else order = shared + rest - target.length;
      }
      reader.at += rest;
      if (order > 0) return undefined;
      const entry = readEntry(reader, ordinal, offset, this.file.path);
      if (order === 0) return entry;
      offset += entry.listBytes + entry.positionBytes;
    }
    return undefined;
  }

  private findByKernel(kernel: Kernel, key: string): TermEntry | undefined {
    const { calls } = kernel;
    const index = this.indexIn(kernel);
    const length = encodeInto(key, kernel.key);
    const block = calls.findBlock(index, this.blockCount, length);
    if (block < 0) return undefined;
    const start = kernel.view.getUint32(index + block * 8 + 4, true);
    const size = kernel.view.getUint32(index + block * 8 + 12, true) - start;
    this.file.moveTo(blockReader, this.blocksAt + start, size);
    const { bytes, at: first } = blockReader;
    // All that was read with the block: a view of the block alone would have to be made.
    kernel.makeRoom(bytes.length);
    kernel.bytes.set(bytes, kernel.top);
    if (calls.findInBlock(kernel.top + first, size, length) === 0) return undefined;
    const { view } = kernel;
    const at = calls.found.value;
    const inlineAt = view.getInt32(at + 24, true);
    const entry = {
      ordinal: block * BLOCK_TERMS + view.getInt32(at + 8, true),
      count: view.getUint32(at + 12, true),
      offset: view.getFloat64(at, true),
      listBytes: view.getInt32(at + 16, true),
      positionBytes: view.getInt32(at + 20, true),
      inline: inlineAt < 0 ? undefined : bytes.subarray(first + inlineAt, first + inlineAt + view.getInt32(at + 28, true)),
    };
    return checked(entry, this.file.path);
  }

  private indexIn(kernel: Kernel): number {
    if (this.epoch !== kernel.epoch) {
      const room = pagedBytes(this.indexAt, this.indexBytes);
      if (!kernel.fits(room)) kernel.forget();
      kernel.makeRoom(room);
      this.kept = this.file.readInto(kernel, this.indexAt, this.indexBytes);
      this.epoch = kernel.epoch;
    }
    return this.kept;
  }

  /** All terms from `from` on, in order, until `visit` returns false. */
  scan(from: string, visit: (key: string, entry: TermEntry) => boolean): void {
    const cursor = this.cursor(from);
    while (cursor.next()) if (!visit(cursor.key, cursor.entry)) return;
  }

  /** Steps through the terms from `from` on, in order. */
  cursor(from = ""): TermCursor {
    const target = Buffer.from(from);
    return new TermCursor(
      (block) => (block < this.blockCount ? this.readBlock(block) : undefined),
      Math.max(0, this.blockFor(target)),
      target,
      this.file.path,
    );
  }

  /** The block in which `target` must be, -1 when it comes before all. */
  private blockFor(target: Uint8Array): number {
    let low = -1;
    let high = this.blockCount - 1;
    while (low < high) {
      const middle = (low + high + 1) >> 1;
      if (this.compareFirst(middle, target) <= 0) low = middle;
      else high = middle - 1;
    }
    return low;
  }

  private compareFirst(block: number, target: Uint8Array): number {
    const index = this.loadIndex();
    const keysAt = (this.blockCount + 1) * 8;
    const start = keysAt + uint32At(index, block * 8);
    const length = keysAt + uint32At(index, block * 8 + 8) - start;
    const most = Math.min(length, target.length);
    for (let k = 0; k < most; k++) {
      const difference = (index[start + k] as number) - (target[k] as number);
      if (difference !== 0) return difference;
    }
    return length - target.length;
  }

  private readBlock(block: number): ByteReader {
    const index = this.loadIndex();
    const start = uint32At(index, block * 8 + 4);
    return new ByteReader(this.file.read(this.blocksAt + start, uint32At(index, block * 8 + 12) - start));
  }

  private loadIndex(): Uint8Array {
    this.index ??= this.file.read(this.indexAt, this.indexBytes);
    return this.index;
  }
}

/** A place among the sorted terms of a segment. */
export class TermCursor {
  entry: TermEntry = { ordinal: -1, count: 0, offset: 0, listBytes: 0, positionBytes: 0, inline: undefined };
  private readonly blockAt: (block: number) => ByteReader | undefined;
  private readonly target: Uint8Array;
  private readonly path: string;
  private block: number;
  private reader: ByteReader | undefined;
  private ordinal = 0;
  private offset = 0;
  private skipping: boolean;
  private readonly current = new ByteWriter(256);
  private keyText: string | undefined;

  constructor(blockAt: (block: number) => ByteReader | undefined, block: number, target: Uint8Array, path: string) {
    this.path = path;
    this.blockAt = blockAt;
    this.block = block;
    this.target = target;
    this.skipping = target.length > 0;
  }

  /** Steps to the next term; false when there is none. */
  next(): boolean {
    do {
      if (!this.step()) return false;
    } while (this.skipping && compareBytes(this.current.view(), this.target) < 0);
    this.skipping = false;
    this.keyText = undefined;
    return true;
  }

  /** The term. It is made of its bytes when it is asked for. */
  get key(): string {
    this.keyText ??= new ByteReader(this.current.bytes).text(this.current.length);
    return this.keyText;
  }

  private step(): boolean {
    if (this.reader === undefined || this.reader.done) {
      this.reader = this.blockAt(this.block);
      if (this.reader === undefined) return false;
      this.ordinal = this.block++ * BLOCK_TERMS;
      this.offset = this.reader.varint();
    }
    const { reader, current } = this;
    readKey(reader, current);
    this.entry = readEntry(reader, this.ordinal++, this.offset, this.path);
    this.offset += this.entry.listBytes + this.entry.positionBytes;
    return true;
  }
}

/** Reads what follows the bytes of a term. */
function readEntry(reader: ByteReader, ordinal: number, offset: number, path: string): TermEntry {
  const head = reader.varint();
  if (head % 2 === 0) {
    const listBytes = reader.varint();
    return checked({ ordinal, count: head / 2, offset, listBytes, positionBytes: reader.varint(), inline: undefined }, path);
  }
  const count = (head & 2) === 2 ? 1 : reader.varint();
  const start = reader.at;
  reader.at += head >>> 2;
  return checked({ ordinal, count, offset, listBytes: 0, positionBytes: 0, inline: reader.bytes.subarray(start, reader.at) }, path);
}

/** Postings take bytes: a list with more of them than it can hold would be read far beyond its end. */
function checked(entry: TermEntry, path: string): TermEntry {
  if (entry.count <= (entry.inline?.length ?? entry.listBytes) * BLOCK) return entry;
  throw indexDamaged(path, "a list of a term is shorter than its number of items");
}

function compareBytes(a: Uint8Array, b: Uint8Array): number {
  const most = Math.min(a.length, b.length);
  for (let k = 0; k < most; k++) if (a[k] !== b[k]) return (a[k] as number) - (b[k] as number);
  return a.length - b.length;
}
