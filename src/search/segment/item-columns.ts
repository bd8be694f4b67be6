import { ByteWriter } from "../storage/bytes.ts";
import { TEXT_FIELD } from "./posting-format.ts";

/** What a segment knows of each item and document beside postings and stored values, collected in order of item number. */
export class ItemColumns {
  readonly itemIds: string[] = [];
  readonly documentIds: string[] = [];
  readonly languages: string[] = [];
  /** A byte per item. */
  readonly norms = new ByteWriter(1 << 12);
  /** Per item: varint words of the text * 2 + others; with `others`, varint mask of the other fields with words, varint words of each. */
  readonly lengths = new ByteWriter(1 << 12);
  readonly documentFirst = new ByteWriter(1 << 12);
  readonly documents = new ByteWriter(1 << 12);
  /** Per run: varint items, varint document - that of the run before, varint topics shared with it, varint topics more, each with its bytes. */
  readonly runs = new ByteWriter(1 << 12);
  /** Words per field over all items. */
  readonly totals: number[] = [];
  private runItems = 0;
  private runDocument = 0;
  private runPath: readonly string[] = [];
  private writtenDocument = 0;
  private writtenPath: readonly string[] = [];

  get items(): number {
    return this.itemIds.length;
  }

  /** Begins a document; the items added next are its own. @param hash - 8 bytes */
  addDocument(id: string, hash: Uint8Array, language: string): void {
    this.documentIds.push(id);
    this.documentFirst.uint32(this.items);
    this.documents.append(hash);
    let number = this.languages.indexOf(language);
    if (number < 0) number = this.languages.push(language) - 1;
    this.documents.byte(number);
  }

  /**
   * @param lengths - words by field number; entries may be missing at the end
   * @param norm - of the words of the text
   */
  addItem(id: string, lengths: ArrayLike<number>, norm: number, path: readonly string[]): void {
    const document = this.documentIds.length - 1;
    this.itemIds.push(id);
    const inText = lengths[TEXT_FIELD] ?? 0;
    if (inText > 0) this.totals[TEXT_FIELD] = (this.totals[TEXT_FIELD] ?? 0) + inText;
    let others = 0;
    for (let field = TEXT_FIELD + 1; field < lengths.length; field++) {
      const words = lengths[field] as number;
      if (words === 0) continue;
      others |= 1 << field;
      this.totals[field] = (this.totals[field] ?? 0) + words;
    }
    if (others === 0) this.lengths.varint(inText * 2);
    else {
      this.lengths.varint(inText * 2 + 1);
      this.lengths.varint(others);
      for (let rest = others; rest !== 0; rest &= rest - 1) this.lengths.varint(lengths[31 - Math.clz32(rest & -rest)] as number);
    }
    this.norms.byte(norm);
    if (this.runItems === 0 || document !== this.runDocument || !equalPaths(path, this.runPath)) {
      this.endRun();
      this.runDocument = document;
      this.runPath = path;
    }
    this.runItems++;
  }

  /** Completes `runs` and `documentFirst`. */
  finish(): void {
    this.endRun();
    this.documentFirst.uint32(this.items);
  }

  private endRun(): void {
    if (this.runItems === 0) return;
    const { runs, runPath, writtenPath } = this;
    let shared = 0;
    while (shared < runPath.length && runPath[shared] === writtenPath[shared]) shared++;
    runs.varint(this.runItems);
    runs.varint(this.runDocument - this.writtenDocument);
    runs.varint(shared);
    runs.varint(runPath.length - shared);
    const text = new ByteWriter(64);
    for (const topic of runPath.slice(shared)) {
      text.clear();
      runs.varint(text.text(topic));
      runs.append(text.bytes, 0, text.length);
    }
    this.writtenDocument = this.runDocument;
    this.writtenPath = runPath;
    this.runItems = 0;
  }
}

function equalPaths(a: readonly string[], b: readonly string[]): boolean {
  return a.length === b.length && a.every((topic, k) => topic === b[k]);
}
