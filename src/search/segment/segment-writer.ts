import { closeSync, openSync, readSync, unlinkSync, writeSync } from "node:fs";
import { join } from "node:path";
import { PagedWriter } from "../storage/paged-writer.ts";
import { INLINE_BYTES } from "./dictionary.ts";
import { DictionaryWriter } from "./dictionary-writer.ts";
import type { ItemColumns } from "./item-columns.ts";
import { encodeKeyTable } from "./key-table-writer.ts";
import type { EncodedList } from "./posting-format.ts";
import type { Part, Place, SegmentInfo } from "./segment-format.ts";
import { StoredWriter } from "./stored-writer.ts";

/** Bytes of dictionary kept in memory; a larger one waits in a file beside the segment until the postings are complete. */
const DICTIONARY_BYTES = 1 << 22;

/** Writes one segment: stored values first, then terms in order, then the columns. */
export class SegmentWriter {
  readonly file: string;
  readonly stored: StoredWriter;
  private readonly path: string;
  private readonly out: PagedWriter;
  private readonly dictionary = new DictionaryWriter();
  private readonly parts = {} as { [P in Part]: Place };
  private postingsAt = -1;
  private spill: number | undefined;
  private spilled = 0;

  /** @param file - a name that is not taken in `dir` */
  constructor(dir: string, file: string) {
    this.file = file;
    this.path = join(dir, file);
    this.out = new PagedWriter(this.path);
    this.stored = new StoredWriter((bytes) => this.out.append(bytes));
  }

  /** The next term with its list. Terms come in the order of their UTF-8 bytes. */
  addTerm(key: string, { count, list, positions }: EncodedList): void {
    if (this.postingsAt < 0) this.endStored();
    this.dictionary.add(key, count, list, positions, this.out.length - this.postingsAt);
    if (list.length + positions.length > INLINE_BYTES) {
      this.out.append(list);
      this.out.append(positions);
    }
    if (this.dictionary.waiting > DICTIONARY_BYTES) this.spillDictionary();
  }

  /** Some terms whose lists and dictionary blocks are written already, the next in order. Then `endWritten`, once, and no `addTerm`. */
  addWritten(postings: Uint8Array, blocks: Uint8Array): void {
    if (this.postingsAt < 0) this.endStored();
    this.out.append(postings);
    this.dictionary.addBlocks(blocks);
    if (this.dictionary.waiting > DICTIONARY_BYTES) this.spillDictionary();
  }

  /** Ends what `addWritten` wrote. @param offsets - of the index of blocks  @param keys - the first key of each block */
  endWritten(terms: number, offsets: Uint8Array, keys: Uint8Array): void {
    this.dictionary.endBlocks(terms, offsets, keys);
  }

  /** Writes the rest and makes it durable. */
  finish(columns: ItemColumns): SegmentInfo {
    if (this.postingsAt < 0) this.endStored();
    this.parts.postings = [this.postingsAt, this.out.length - this.postingsAt];
    const termsAt = this.out.length;
    this.unspillDictionary();
    this.dictionary.takeBlocks((bytes) => this.out.append(bytes));
    this.parts.terms = [termsAt, this.out.length - termsAt];
    this.part("termIndex", this.dictionary.index());
    columns.finish();
    this.part("norms", columns.norms.view());
    this.part("lengths", columns.lengths.view());
    this.part("runs", columns.runs.view());
    this.part("itemIds", encodeKeyTable(columns.itemIds));
    this.part("documentIds", encodeKeyTable(columns.documentIds));
    this.part("documentFirst", columns.documentFirst.view());
    this.part("documents", columns.documents.view());
    this.out.close();
    return {
      file: this.file,
      bytes: this.out.length,
      items: columns.items,
      documents: columns.documentIds.length,
      terms: this.dictionary.terms,
      parts: this.parts,
      lengths: columns.totals.map((total) => total ?? 0),
      languages: columns.languages,
    };
  }

  /** Gives up and deletes what was written. */
  abandon(): void {
    this.out.abandon();
    if (this.spill !== undefined) closeSync(this.spill);
    unlinkSync(this.path);
    if (this.spill !== undefined) unlinkSync(`${this.path}.tmp`);
  }

  private endStored(): void {
    this.stored.endBlock();
    this.parts.stored = [0, this.out.length];
    this.part("storedIndex", this.stored.index.view());
    this.postingsAt = this.out.length;
  }

  private part(name: Part, bytes: Uint8Array): void {
    this.parts[name] = [this.out.length, bytes.length];
    this.out.append(bytes);
  }

  private spillDictionary(): void {
    this.spill ??= openSync(`${this.path}.tmp`, "wx+");
    const fd = this.spill;
    this.dictionary.takeBlocks((bytes) => {
      for (let written = 0; written < bytes.length; ) written += writeSync(fd, bytes, written, bytes.length - written);
      this.spilled += bytes.length;
    });
  }

  private unspillDictionary(): void {
    if (this.spill === undefined) return;
    const buffer = new Uint8Array(1 << 18);
    for (let at = 0; at < this.spilled; ) {
      const count = readSync(this.spill, buffer, 0, buffer.length, at);
      this.out.append(buffer.subarray(0, count));
      at += count;
    }
    closeSync(this.spill);
    this.spill = undefined;
    unlinkSync(`${this.path}.tmp`);
  }
}
