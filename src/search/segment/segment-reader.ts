import { ByteReader, uint32At } from "../storage/bytes.ts";
import { pathIn } from "../storage/node-modules.ts";
import { PagedReader } from "../storage/paged-file.ts";
import { Dictionary, type TermEntry } from "./dictionary.ts";
import { KeptParts } from "./kept-parts.ts";
import { KeyTable } from "./key-table.ts";
import { type BlockTable, bytesOfList, readBlockTable } from "./posting-decoder.ts";
import { TEXT_FIELD } from "./posting-format.ts";
import type { Part, Place, SegmentInfo } from "./segment-format.ts";
import { StoredReader } from "./stored.ts";

/** Bytes of posting lists that one segment keeps in memory for the next queries. */
const CACHED_LIST_BYTES = 48 << 20;

/** A posting list in memory. Of positions, which are read by `positionsOf`, `bytes` may have those that stand in the dictionary. */
export interface PostingList {
  readonly entry: TermEntry;
  readonly bytes: Uint8Array;
  readonly blocks: BlockTable;
}

/** A run of items that have one path. */
export interface Run {
  readonly firstItem: number;
  readonly items: number;
  readonly document: number;
  readonly path: readonly string[];
}

/** Reads one segment, each part when it is first needed. Deleted items are in all it gives: `isDeleted` tells them. */
export class SegmentReader {
  readonly info: SegmentInfo;
  readonly file: PagedReader;
  readonly dictionary: Dictionary;
  readonly itemIds: KeyTable;
  readonly documentIds: KeyTable;
  readonly stored: StoredReader;
  /** What the kernel's memory keeps of the segment. */
  readonly kept: KeptParts;
  private readonly lists = new Map<number, PostingList>();
  private listBytes = 0;
  private firstItems: Uint8Array | undefined;
  private normCache: Uint8Array | undefined;
  private bitmap: Uint8Array | undefined;
  private lostCounts: Map<number, number> | undefined;
  private deletesFile: PagedReader | undefined;

  /** @param cachedPages - of 4 KB, kept in memory beside the lists */
  constructor(dir: string, info: SegmentInfo, cachedPages = 2048) {
    this.info = info;
    const { parts } = info;
    this.file = new PagedReader(pathIn(dir, info.file), info.bytes, cachedPages);
    this.dictionary = new Dictionary(this.file, info.terms, parts.terms, parts.termIndex);
    this.itemIds = new KeyTable(this.file, info.items, parts.itemIds);
    this.documentIds = new KeyTable(this.file, info.documents, parts.documentIds);
    this.kept = new KeptParts(this.file, parts.postings, parts.norms);
    this.stored = new StoredReader(this.file, parts.stored, parts.storedIndex);
    try {
      if (info.deletes !== undefined) this.deletesFile = new PagedReader(pathIn(dir, info.deletes.file), info.deletes.bytes);
    } catch (error) {
      this.file.close();
      throw error;
    }
  }

  /** A byte per item, see `LENGTH_OF_NORM`. */
  norms(): Uint8Array {
    this.normCache ??= this.part("norms");
    return this.normCache;
  }

  /** A bit per deleted item, nothing when no item is deleted. */
  deleted(): Uint8Array | undefined {
    if (this.info.deletes !== undefined) this.bitmap ??= (this.deletesFile as PagedReader).read(...this.info.deletes.bitmap);
    return this.bitmap;
  }

  /** Items that have a term and are not deleted. */
  liveCount(entry: TermEntry): number {
    const { deletes } = this.info;
    return deletes === undefined ? entry.count : entry.count - this.lostCount(entry.ordinal, deletes.counts);
  }

  private lostCount(ordinal: number, place: Place): number {
    if (this.lostCounts === undefined) {
      const reader = new ByteReader((this.deletesFile as PagedReader).read(...place));
      const counts = new Map<number, number>();
      for (let at = 0; !reader.done; ) {
        at += reader.varint();
        counts.set(at, reader.varint());
      }
      this.lostCounts = counts;
    }
    return this.lostCounts.get(ordinal) ?? 0;
  }

  /** The postings of a term, from memory when they were asked for lately. */
  list(entry: TermEntry): PostingList {
    let list = this.lists.get(entry.ordinal);
    if (list !== undefined) {
      this.lists.delete(entry.ordinal);
      this.lists.set(entry.ordinal, list);
      return list;
    }
    const bytes = this.listOf(entry);
    list = { entry, bytes, blocks: readBlockTable(bytes, entry.count) };
    this.lists.set(entry.ordinal, list);
    this.listBytes += bytes.length;
    for (const [ordinal, oldest] of this.lists) {
      if (this.listBytes <= CACHED_LIST_BYTES || oldest === list) break;
      this.lists.delete(ordinal);
      this.listBytes -= oldest.bytes.length;
    }
    return list;
  }

  /** The posting bytes of a term, read anew; positions may stand behind them. */
  listOf(entry: TermEntry): Uint8Array {
    if (entry.inline !== undefined) return entry.inline;
    return this.file.read(this.info.parts.postings[0] + entry.offset, entry.listBytes);
  }

  /** The position bytes of a term. */
  positionsOf(entry: TermEntry): Uint8Array {
    if (entry.inline !== undefined) return entry.inline.subarray(bytesOfList(entry.inline, entry.count));
    return this.file.read(this.info.parts.postings[0] + entry.offset + entry.listBytes, entry.positionBytes);
  }

  /** The document that an item belongs to, by number. */
  documentOf(item: number): number {
    this.firstItems ??= this.part("documentFirst");
    const bytes = this.firstItems;
    let low = 0;
    let high = this.info.documents - 1;
    while (low < high) {
      const middle = (low + high + 1) >> 1;
      if (uint32At(bytes, middle * 4) <= item) low = middle;
      else high = middle - 1;
    }
    return low;
  }

  /** The items of a document: half-open. */
  itemsOf(document: number): readonly [number, number] {
    const bytes = this.file.read(this.info.parts.documentFirst[0] + document * 4, 8);
    return [uint32At(bytes, 0), uint32At(bytes, 4)];
  }

  /** 8 bytes that stand for what a document holds, and its language. */
  documentFacts(document: number): { readonly hash: Uint8Array; readonly language: string } {
    const bytes = this.file.read(this.info.parts.documents[0] + document * 9, 9);
    return { hash: bytes.subarray(0, 8), language: this.info.languages[bytes[8] as number] ?? "und" };
  }

  /** Every run of items with one path, in order. */
  visitRuns(visit: (run: Run) => void): void {
    const reader = new ByteReader(this.part("runs"));
    let path: string[] = [];
    for (let firstItem = 0, document = 0; !reader.done; ) {
      const items = reader.varint();
      document += reader.varint();
      path = path.slice(0, reader.varint());
      for (let more = reader.varint(); more > 0; more--) path.push(reader.text(reader.varint()));
      visit({ firstItem, items, document, path });
      firstItem += items;
    }
  }

  /** Gives the words per field of one item after the other; the array is used again for the next. */
  lengths(): () => readonly number[] {
    const reader = new ByteReader(this.part("lengths"));
    const lengths: number[] = [];
    return () => {
      const first = reader.varint();
      lengths.length = 0;
      lengths[TEXT_FIELD] = Math.floor(first / 2);
      for (let mask = first % 2 === 0 ? 0 : reader.varint(), field = 1; mask > 1; mask >>>= 1, field++) {
        lengths[field] = (mask & 2) === 2 ? reader.varint() : 0;
      }
      return lengths;
    };
  }

  close(): void {
    this.lists.clear();
    this.file.close();
    this.deletesFile?.close();
    this.deletesFile = undefined;
  }

  private part(name: Part): Uint8Array {
    return this.file.read(...this.info.parts[name]);
  }
}

/** Whether the bit of `item` is set. */
export function hasBit(bitmap: Uint8Array, item: number): boolean {
  return ((bitmap[item >> 3] as number) & (1 << (item & 7))) !== 0;
}

export function setBit(bitmap: Uint8Array, item: number): void {
  bitmap[item >> 3] = (bitmap[item >> 3] as number) | (1 << (item & 7));
}
