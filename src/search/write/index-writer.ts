import { rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { canonicalJson } from "../../canonical-json.ts";
import { makeFolder } from "../../make-folder.ts";
import type { Json } from "../../model.ts";
import { expectKnown, expectObject, expectText } from "../arguments.ts";
import type { IndexedItem } from "../indexed-item.ts";
import { fieldWeights, OWN_FIELDS, type ResolvedOptions } from "../options.ts";
import { optionInvalid, searchClosed } from "../search-errors.ts";
import { lengthsPlus } from "../segment/lengths.ts";
import type { SegmentInfo } from "../segment/segment-format.ts";
import { SegmentWriter } from "../segment/segment-writer.ts";
import { encodeManifest, FORMAT, type Manifest } from "../storage/manifest.ts";
import { makeDurable } from "../storage/paged-file.ts";
import { ContentHash } from "./content-hash.ts";
import { expectId, expectItems } from "./expect-item.ts";
import { newFileName } from "./file-names.ts";
import { HashSet } from "./hash-set.ts";
import { fieldNumbering, Inverter } from "./inverter.ts";
import { mergeSegments } from "./merge.ts";
import { segmentsToMerge } from "./merge-policy.ts";
import { WriterSegment } from "./writer-segment.ts";

/** Segments of one session after which some are merged at once, to bound open files. */
const MOST_SESSION_SEGMENTS = 64;

/** What a commit made. Readers see it when the caller names `manifest` to them. */
export interface Commit {
  /** File name of the new generation, in the index folder. */
  readonly manifest: string;
  readonly documents: number;
  readonly items: number;
  /** The same for the same documents, items and options, whatever the history. */
  readonly fingerprint: string;
}

/**
 * Changes an index and leaves the old generation as it was: all files written have new names. One writer at a time; the caller sees
 * to that.
 */
export class IndexWriter {
  private readonly dir: string;
  private readonly options: ResolvedOptions;
  private readonly fields: string[];
  private readonly weights: Float64Array;
  /** Absent when all is written, so that merging need not share the memory with it. */
  private inverter: Inverter | undefined;
  private segments: WriterSegment[];
  private readonly created: string[] = [];
  private readonly sessionDocuments = new HashSet();
  private batch = new Set<string>();
  private batchOut: SegmentWriter | undefined;
  private readonly languages = new Map<string, number>();
  /** Exclusive or of the hashes of all documents. */
  private readonly content = new Uint8Array(8);
  private closed = false;
  /** What ended the adding of a document that is neither as it was nor as it should be. */
  private broken: unknown;

  constructor(dir: string, options: ResolvedOptions, base: Manifest | undefined) {
    makeFolder(dir);
    this.dir = dir;
    this.options = options;
    this.fields = [...(base?.fields ?? OWN_FIELDS)];
    for (const name of Object.keys(options.fields)) fieldNumbering(this.fields)(name);
    this.weights = fieldWeights(options, this.fields);
    this.inverter = new Inverter(this.weights, fieldNumbering(this.fields), options.language);
    this.segments = (base?.segments ?? []).map((info) => new WriterSegment(dir, info, false));
    for (const [language, items] of Object.entries(base?.languages ?? {})) this.languages.set(language, items);
    for (const [k, byte] of Buffer.from(base?.content ?? "", "hex").entries()) this.content[k] = byte;
  }

  /**
   * The document has exactly these items from now on, in this order. No items: as `removeDocument`. Throws SEARCH_OPTION_INVALID, and leaves
   * the document as it was, for an item with a member that there is not or with a value that it cannot have.
   *
   * @param items - an array, or what makes each item as it is asked for, the same every time
   */
  async replaceDocument(documentId: string, items: Iterable<IndexedItem> & { readonly length: number }): Promise<void> {
    expectId("documentId", documentId);
    expectItems(items);
    this.assertOpen();
    if (this.batch.has(documentId)) this.writeBatch();
    this.inverter?.expect(documentId, items);
    try {
      this.remove(documentId);
      if (items.length > 0) this.add(documentId, items);
    } catch (error) {
      this.broken = error;
      throw error;
    }
  }

  /** Takes a document out; nothing happens when it is not there. */
  async removeDocument(documentId: string): Promise<void> {
    expectText("documentId", documentId);
    this.remove(documentId);
  }

  /**
   * Writes the new generation and ends the writer. When the promise is kept, all of it is on the disk.
   *
   * @param options.compact - leave one segment, with nothing deleted in it: the smallest and fastest, at the cost of writing all anew
   */
  async commit(options: { readonly compact?: boolean } = {}): Promise<Commit> {
    this.assertOpen();
    expectObject("options", options);
    expectKnown("", options, ["compact"]);
    if (options.compact !== undefined && typeof options.compact !== "boolean")
      throw optionInvalid("compact", options.compact, "true or false");
    this.writeBatch();
    this.inverter = undefined;
    this.mergeSome(this.segments, options.compact === true);
    for (const segment of this.segments) segment.writeDeletes(() => this.create("deletes"));
    for (const segment of this.segments) segment.close();
    const manifest = this.makeManifest();
    const name = this.create("manifest");
    writeFileSync(join(this.dir, name), encodeManifest(manifest), { flag: "wx" });
    const kept = new Set([
      name,
      ...manifest.segments.flatMap(({ file, deletes }) => (deletes === undefined ? [file] : [file, deletes.file])),
    ]);
    for (const file of this.created) {
      if (kept.has(file)) makeDurable(join(this.dir, file));
      else rmSync(join(this.dir, file), { force: true });
    }
    makeDurable(this.dir);
    this.closed = true;
    return { manifest: name, documents: manifest.documents, items: manifest.items, fingerprint: manifest.fingerprint };
  }

  /** Ends the writer and deletes what it wrote. */
  async abort(): Promise<void> {
    if (this.closed) return;
    this.closed = true;
    this.batchOut?.abandon();
    for (const segment of this.segments) segment.close();
    for (const file of this.created) rmSync(join(this.dir, file), { force: true });
  }

  private add(documentId: string, items: Iterable<IndexedItem> & { readonly length: number }): void {
    if (this.inverter === undefined) return;
    this.batchOut ??= new SegmentWriter(this.dir, this.create("segment"));
    const { stored } = this.batchOut;
    const { hash, language } = this.inverter.addDocument(documentId, items, (item) => {
      const described = describe(item);
      stored.add(this.storedForm(item, described));
      return described;
    });
    this.count(hash, language, items.length);
    this.batch.add(documentId);
    if (this.inverter.full) this.writeBatch();
  }

  /** What is kept of an item, as JSON. */
  private storedForm(item: IndexedItem, described: string): string {
    if (!this.options.storeText) {
      const { fields, ...others } = item;
      return fields === undefined ? described : describe(others);
    }
    const text = `${described.slice(0, -1)},"t":${JSON.stringify(item.text)}`;
    return item.context === undefined ? `${text}}` : `${text},"c":${JSON.stringify(item.context)}}`;
  }

  private remove(documentId: string): void {
    this.assertOpen();
    if (this.batch.has(documentId)) this.writeBatch();
    const inSession = this.sessionDocuments.mayHave(documentId);
    for (const segment of this.segments) {
      const found = segment.session && !inSession ? undefined : segment.remove(documentId);
      if (found !== undefined) this.count(found.hash, found.language, -found.items);
    }
  }

  /** Enters a document into the statistics, or takes it out: `items` is negative then. */
  private count(hash: Uint8Array, language: string, items: number): void {
    for (let k = 0; k < 8; k++) this.content[k] = (this.content[k] as number) ^ (hash[k] as number);
    this.languages.set(language, (this.languages.get(language) ?? 0) + items);
  }

  private writeBatch(): void {
    if (this.batchOut === undefined || this.inverter === undefined) return;
    this.segments.push(new WriterSegment(this.dir, this.inverter.write(this.batchOut), true));
    this.batchOut = undefined;
    for (const documentId of this.batch) this.sessionDocuments.add(documentId);
    this.batch = new Set();
    const session = this.segments.filter((segment) => segment.session);
    if (session.length >= MOST_SESSION_SEGMENTS) this.mergeSome(session, false);
  }

  /** Merges those among `candidates` that the policy names, or all. */
  private mergeSome(candidates: readonly WriterSegment[], all: boolean): void {
    const live = candidates.filter((segment) => segment.live > 0);
    const empty = candidates.filter((segment) => segment.live === 0);
    let chosen = all ? live : segmentsToMerge(live).map((index) => live[index] as WriterSegment);
    // One segment that has lost nothing is as merged as it can be.
    if (chosen.length === 1 && chosen[0]?.live === chosen[0]?.items) chosen = [];
    if (chosen.length > 0) {
      const info = mergeSegments(this.dir, this.create("segment"), chosen, this.weights);
      this.segments.push(new WriterSegment(this.dir, info, true));
    }
    const gone = new Set([...chosen, ...empty]);
    for (const segment of gone) this.discard(segment);
    this.segments = this.segments.filter((segment) => !gone.has(segment));
  }

  /** Files of this session that nothing needs any more go at once; those of the old generation are its own. */
  private discard(segment: WriterSegment): void {
    segment.close();
    if (this.created.includes(segment.info.file)) rmSync(join(this.dir, segment.info.file), { force: true });
  }

  private create(kind: "segment" | "deletes" | "manifest"): string {
    const name = newFileName(kind);
    this.created.push(name);
    return name;
  }

  private makeManifest(): Manifest {
    const segments: SegmentInfo[] = this.segments.map((segment) => segment.info);
    let lengths: number[] = [];
    let documents = 0;
    let items = 0;
    for (const segment of segments) {
      documents += segment.documents - (segment.deletes?.documents ?? 0);
      items += segment.items - (segment.deletes?.items ?? 0);
      lengths = lengthsPlus(lengths, segment.lengths, 1);
      lengths = lengthsPlus(lengths, segment.deletes?.lengths ?? [], -1);
    }
    const languages = [...this.languages].filter(([, count]) => count > 0).sort(([a], [b]) => (a < b ? -1 : 1));
    const content = Buffer.from(this.content).toString("hex");
    const fingerprint = fingerprintOf({ content, documents, items, format: FORMAT, options: this.options as unknown as Json });
    return {
      format: FORMAT,
      options: this.options,
      fields: this.fields,
      content,
      fingerprint,
      documents,
      items,
      lengths,
      languages: Object.fromEntries(languages),
      segments,
    };
  }

  private assertOpen(): void {
    if (this.closed) throw searchClosed("This index writer has been committed or aborted.", "Make a new one.");
    if (this.broken !== undefined)
      throw searchClosed("A document was not added whole, so this index writer can only be aborted.", "Make a new one.", this.broken);
  }
}

function fingerprintOf(facts: Json): string {
  const hash = new ContentHash();
  hash.add(canonicalJson(facts));
  return Buffer.from(hash.digest()).toString("hex");
}

/** An item without its text and context, as JSON. One letter a member: the names would be a fifth of a short item. See `read` in open-index.ts. */
function describe(item: IndexedItem): string {
  const { id, documentId, path, fields, attributes, language, stored } = item;
  return JSON.stringify({ i: id, d: documentId, p: path, f: fields, a: attributes, l: language, s: stored });
}
