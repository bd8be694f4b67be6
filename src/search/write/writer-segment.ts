import type { SegmentInfo } from "../segment/segment-format.ts";
import { hasBit, SegmentReader, setBit } from "../segment/segment-reader.ts";
import { type ItemRange, lengthsOf, writeDeletes } from "./deletes.ts";

/** A segment as the writer sees it: with the deletions that are not committed yet. */
export class WriterSegment {
  info: SegmentInfo;
  /** Written by this writer, so that no reader knows it. */
  readonly session: boolean;
  /** A bit per deleted item. */
  deleted: Uint8Array | undefined;
  private readonly dir: string;
  private lostItems: number;
  private lostDocuments: number;
  /** Items deleted since the reader was opened. */
  private readonly fresh: ItemRange[] = [];
  private changed = false;
  private opened: SegmentReader | undefined;

  constructor(dir: string, info: SegmentInfo, session: boolean) {
    this.dir = dir;
    this.info = info;
    this.session = session;
    this.lostItems = info.deletes?.items ?? 0;
    this.lostDocuments = info.deletes?.documents ?? 0;
    if (info.deletes !== undefined) this.deleted = Uint8Array.from(this.reader().deleted() as Uint8Array);
  }

  get items(): number {
    return this.info.items;
  }

  get live(): number {
    return this.info.items - this.lostItems;
  }

  /** Marks the items of a document as deleted, and says what they counted for; nothing when it is not here. */
  remove(documentId: string): { readonly hash: Uint8Array; readonly language: string; readonly items: number } | undefined {
    const reader = this.reader();
    const document = reader.documentIds.find(documentId);
    if (document < 0) return undefined;
    const [first, end] = reader.itemsOf(document);
    this.deleted ??= new Uint8Array(Math.ceil(this.info.items / 8));
    if (hasBit(this.deleted, first)) return undefined;
    for (let item = first; item < end; item++) setBit(this.deleted, item);
    this.fresh.push([first, end]);
    this.lostItems += end - first;
    this.lostDocuments++;
    this.changed = true;
    return { ...reader.documentFacts(document), items: end - first };
  }

  /** Writes the deletions, if there are new ones, and makes `info` say so. */
  writeDeletes(newFile: () => string): void {
    if (!this.changed || this.deleted === undefined) return;
    const reader = this.reader();
    const lost = { items: this.lostItems, documents: this.lostDocuments, lengths: lengthsOf(reader, this.deleted) };
    this.info = { ...this.info, deletes: writeDeletes(this.dir, newFile(), reader, this.deleted, this.fresh, lost) };
    this.changed = false;
  }

  close(): void {
    this.opened?.close();
    this.opened = undefined;
  }

  private reader(): SegmentReader {
    this.opened ??= new SegmentReader(this.dir, this.info, 64);
    return this.opened;
  }
}
