import type { Kernel } from "../kernel/kernel.ts";
import { type PagedReader, pagedBytes } from "../storage/paged-file.ts";
import type { TermEntry } from "./dictionary.ts";
import type { KeyTable } from "./key-table.ts";
import { BLOCK } from "./posting-format.ts";

/** Bytes of a block in a table of the kernel's. */
const TABLE_ENTRY = 16;

/** A posting list in the kernel's memory, and its table. */
export interface KeptList {
  readonly list: number;
  readonly table: number;
}

/** What the kernel's memory keeps of one segment. All of it is gone when the kernel forgets. */
export class KeptParts {
  private readonly file: PagedReader;
  private readonly postingsAt: number;
  private readonly normsPlace: readonly [number, number];
  private readonly lists = new Map<number, KeptList>();
  private norms = 0;
  private ranks = 0;
  private ranksOf: KeyTable | undefined;
  private epoch = -1;

  constructor(file: PagedReader, postings: readonly [number, number], norms: readonly [number, number]) {
    this.file = file;
    [this.postingsAt] = postings;
    this.normsPlace = norms;
  }

  /** Makes room for all that a search needs, and forgets what others needed when it would be too much. @param more - bytes beside it */
  prepare(kernel: Kernel, entries: readonly TermEntry[], more: number): void {
    this.follow(kernel);
    let bytes = this.missing(entries) + more;
    if (!kernel.fits(bytes)) {
      kernel.forget();
      this.follow(kernel);
      bytes = this.missing(entries) + more;
    }
    kernel.makeRoom(bytes);
  }

  /** Place of the norms, a byte per item. After `prepare`. */
  normsIn(kernel: Kernel): number {
    if (this.norms === 0) this.norms = this.file.readInto(kernel, ...this.normsPlace);
    return this.norms;
  }

  /** Has the ranks of items by their ids kept from the next `prepare` on. */
  keepRanks(itemIds: KeyTable): void {
    this.ranksOf = itemIds;
  }

  /** Place of the ranks, an int32 per item; 0: they are not kept. After `prepare`. */
  ranksIn(kernel: Kernel): number {
    if (this.ranks === 0 && this.ranksOf !== undefined) {
      const ranks = this.ranksOf.ranks();
      this.ranks = kernel.take(ranks.length * 4);
      new Uint32Array(kernel.bytes.buffer, this.ranks, ranks.length).set(ranks);
    }
    return this.ranks;
  }

  /** Place of the list of a term. After `prepare` with it. */
  listIn(kernel: Kernel, entry: TermEntry): KeptList {
    let kept = this.lists.get(entry.ordinal);
    if (kept === undefined) {
      let list: number;
      if (entry.inline === undefined) list = this.file.readInto(kernel, this.postingsAt + entry.offset, entry.listBytes);
      else {
        list = kernel.take(entry.inline.length);
        kernel.bytes.set(entry.inline, list);
      }
      const table = kernel.take(tableBytes(entry));
      kernel.calls.readTable(list, entry.count, table);
      kept = { list, table };
      this.lists.set(entry.ordinal, kept);
    }
    return kept;
  }

  private follow(kernel: Kernel): void {
    if (this.epoch === kernel.epoch) return;
    this.epoch = kernel.epoch;
    this.lists.clear();
    this.norms = 0;
    this.ranks = 0;
  }

  private missing(entries: readonly TermEntry[]): number {
    let bytes = this.norms === 0 ? pagedBytes(...this.normsPlace) : 0;
    if (this.ranks === 0 && this.ranksOf !== undefined) bytes += this.ranksOf.count * 4 + 16;
    for (const entry of entries) {
      if (this.lists.has(entry.ordinal)) continue;
      bytes += tableBytes(entry) + 32;
      bytes += entry.inline === undefined ? pagedBytes(this.postingsAt + entry.offset, entry.listBytes) : entry.inline.length;
    }
    return bytes + 32;
  }
}

function tableBytes(entry: TermEntry): number {
  return Math.ceil(entry.count / BLOCK) * TABLE_ENTRY;
}
