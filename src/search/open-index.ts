import type { Attributes, Filter, Json } from "../model.ts";
import { expectArray, expectFolder, expectKnown, expectObject, expectText } from "./arguments.ts";
import { expectName, pointerOf, readPointer, stampOf } from "./current.ts";
import type { StoredItem } from "./indexed-item.ts";
import { isTrap, theKernel } from "./kernel/kernel.ts";
import { checkFilters, filteredItems } from "./query/item-filters.ts";
import type { SearchQuery, SearchResult } from "./query/search-query.ts";
import { loadScriptSearch, searchSnapshot, searchSnapshotExhaustively } from "./query/search-snapshot.ts";
import { indexDamaged, searchClosed } from "./search-errors.ts";
import { hasBit, SegmentReader } from "./segment/segment-reader.ts";
import type { Snapshot } from "./snapshot.ts";
import { readManifest } from "./storage/manifest.ts";
import { resolve } from "./storage/node-modules.ts";

/** A section of the indexed documents. */
export interface Section {
  readonly documentId: string;
  readonly path: readonly string[];
}

export interface IndexStats {
  readonly documents: number;
  readonly items: number;
  /** Items per language, by primary subtag. */
  readonly languages: { readonly [language: string]: number };
  readonly segments: number;
  /** File name of the generation being read. */
  readonly manifest: string;
  /** The same for the same documents, items and options. */
  readonly fingerprint: string;
}

/**
 * An open keyword index. Calls are synchronous: they read ranges of local files. Each first looks whether a new generation is current
 * and goes over to it; the old one's files are closed when no call reads them any more.
 */
export interface SearchIndex {
  /** Throws SEARCH_OPTION_INVALID for a blank question or a bad option. No hits is a result, not an error. */
  search(query: string | SearchQuery): SearchResult;
  /** As `search`, by scoring everything: what `search` is compared with. */
  searchExhaustive(query: string | SearchQuery): SearchResult;
  /** What was given with each item, in the order asked for; `undefined` for an id that is not in the index. */
  read(ids: readonly string[]): (StoredItem | undefined)[];
  /** The sections of all items that the filters let through, each once, by document id and then in the order of the document. */
  sections(filters?: readonly Filter[]): Section[];
  readonly stats: IndexStats;
  /** Goes over to the current generation; true when it is another one than before. Nothing happens when a manifest was asked for. */
  refresh(): boolean;
  /** Closes all files. Calls after it throw. */
  close(): void;
}

/**
 * Opens the index in a folder: an index folder with a pointer (`setCurrent`), or a project folder with its state.
 *
 * @param options.manifest - one generation in the index folder `dir`, to be read whatever is current
 */
export async function openIndex(dir: string, options: { readonly manifest?: string } = {}): Promise<SearchIndex> {
  expectFolder("dir", dir);
  expectObject("options", options);
  expectKnown("", options, ["manifest"]);
  if (options.manifest !== undefined) expectName("options.manifest", options.manifest);
  if (theKernel() === undefined) await loadScriptSearch();
  return new OpenIndex(resolve(dir), options.manifest);
}

class OpenIndex implements SearchIndex {
  private readonly dir: string;
  private readonly fixed: string | undefined;
  private pointer = "";
  private stamp: string | undefined;
  private snapshot: Snapshot;
  private readers = 0;
  private retired: SegmentReader[] = [];
  private closed = false;

  constructor(dir: string, manifest: string | undefined) {
    this.dir = dir;
    this.fixed = manifest;
    let stamp: string | undefined;
    if (manifest === undefined) [this.pointer, stamp] = pointerOf(dir);
    this.snapshot = this.openCurrent(undefined, stamp);
  }

  get stats(): IndexStats {
    this.expectOpen();
    const { name, manifest } = this.snapshot;
    const { documents, items, languages, segments, fingerprint } = manifest;
    return { documents, items, languages, segments: segments.length, manifest: name, fingerprint };
  }

  search(query: string | SearchQuery): SearchResult {
    const asked = queryOf(query);
    return this.reading((snapshot) => searchSnapshot(snapshot, asked));
  }

  searchExhaustive(query: string | SearchQuery): SearchResult {
    const asked = queryOf(query);
    return this.reading((snapshot) => searchSnapshotExhaustively(snapshot, asked));
  }

  read(ids: readonly string[]): (StoredItem | undefined)[] {
    expectArray("ids", ids);
    for (const id of ids) expectText("ids", id);
    return this.reading(({ segments }) =>
      ids.map((id) => {
        for (const segment of segments) {
          const item = segment.itemIds.find(id);
          const deleted = segment.deleted();
          if (item >= 0 && (deleted === undefined || !hasBit(deleted, item))) return storedItem(segment.stored.read(item));
        }
        return undefined;
      }),
    );
  }

  sections(filters: readonly Filter[] = []): Section[] {
    checkFilters(filters);
    return this.reading(({ segments }) => {
      const byDocument = new Map<string, Section[]>();
      for (const segment of segments) collectSections(segment, filters, byDocument);
      return [...byDocument.keys()].sort().flatMap((documentId) => byDocument.get(documentId) as Section[]);
    });
  }

  refresh(): boolean {
    this.expectOpen();
    if (this.fixed !== undefined) return false;
    const stamp = stampOf(this.pointer);
    return stamp !== this.stamp && this.goOver(stamp);
  }

  private goOver(stamp: string | undefined): boolean {
    const old = this.snapshot;
    this.snapshot = this.openCurrent(old, stamp);
    if (this.snapshot === old) return false;
    this.retired.push(...old.segments.filter((segment) => !this.snapshot.segments.includes(segment)));
    this.closeRetired();
    return true;
  }

  close(): void {
    if (this.closed) return;
    this.closed = true;
    this.retired.push(...this.snapshot.segments);
    this.closeRetired();
  }

  /** Runs one call on one generation. A scoring hook may search in turn, so calls nest. */
  private reading<T>(call: (snapshot: Snapshot) => T): T {
    this.refresh();
    this.readers++;
    try {
      return call(this.snapshot);
    } catch (error) {
      // The kernel was led outside its memory: every page is as it was written, but by another segment.
      if (isTrap(error)) throw indexDamaged(this.dir, "its parts do not fit each other", error);
      throw error;
    } finally {
      this.readers--;
      this.closeRetired();
    }
  }

  private expectOpen(): void {
    if (this.closed) throw searchClosed("This index has been closed.", "Open it again.");
  }

  private closeRetired(): void {
    if (this.readers > 0 || this.retired.length === 0) return;
    for (const segment of this.retired) segment.close();
    this.retired = [];
  }

  /** Opens the current generation; `old` gives its segments to it where they are the same, or itself when nothing has changed. */
  private openCurrent(old: Snapshot | undefined, found: string | undefined): Snapshot {
    let stamp = found;
    for (let attempt = 1; ; attempt++) {
      try {
        const snapshot = this.openNamed(old, stamp);
        this.stamp = stamp;
        return snapshot;
      } catch (error) {
        // A generation can be discarded between reading its name and opening its files; then another name is there.
        const now = this.fixed === undefined ? stampOf(this.pointer) : undefined;
        if (attempt === 5 || now === stamp) throw error;
        stamp = now;
      }
    }
  }

  private openNamed(old: Snapshot | undefined, stamp: string | undefined): Snapshot {
    const { dir, manifest: name } =
      this.fixed === undefined ? readPointer(this.dir, this.pointer, stamp) : { dir: this.dir, manifest: this.fixed };
    if (old?.name === name) return old;
    const manifest = readManifest(dir, name);
    const segments: SegmentReader[] = [];
    const opened: SegmentReader[] = [];
    try {
      for (const info of manifest.segments) {
        const same = old?.segments.find((segment) => segment.info.file === info.file && segment.info.deletes?.file === info.deletes?.file);
        if (same === undefined) opened.push(new SegmentReader(dir, info));
        segments.push(same ?? (opened.at(-1) as SegmentReader));
      }
    } catch (error) {
      for (const segment of opened) segment.close();
      throw error;
    }
    return { name, manifest, segments };
  }
}

const KNOWN = ["text", "topK", "filters", "boosts", "expansions", "score", "language"];

function queryOf(query: string | SearchQuery): SearchQuery {
  if (typeof query === "string") return { text: query };
  expectObject("query", query);
  expectKnown("", query, KNOWN);
  return query;
}

function collectSections(segment: SegmentReader, filters: readonly Filter[], byDocument: Map<string, Section[]>): void {
  const allowed = filteredItems(segment, filters);
  const deleted = segment.deleted();
  segment.visitRuns(({ firstItem, items, document, path }) => {
    for (let item = firstItem; item < firstItem + items; item++) {
      if ((deleted !== undefined && hasBit(deleted, item)) || (allowed !== undefined && !hasBit(allowed, item))) continue;
      const documentId = segment.documentIds.key(document);
      const sections = byDocument.get(documentId) ?? [];
      byDocument.set(documentId, sections);
      if (!sections.some((section) => section.path.length === path.length && section.path.every((topic, k) => topic === path[k]))) {
        sections.push({ documentId, path });
      }
      return;
    }
  });
}

/** An item as `storedForm` in the writer wrote it. */
function storedItem(value: Json): StoredItem {
  const { i, d, t, c, p, a, s } = value as {
    readonly i: string;
    readonly d: string;
    readonly t?: string;
    readonly c?: string;
    readonly p: readonly string[];
    readonly a?: Attributes;
    readonly s?: Json;
  };
  return {
    id: i,
    documentId: d,
    ...(t === undefined ? {} : { text: t }),
    ...(c === undefined ? {} : { context: c }),
    path: p,
    attributes: a ?? {},
    ...(s === undefined ? {} : { stored: s }),
  };
}
