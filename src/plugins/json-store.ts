import { createHash } from "node:crypto";
import { readdirSync, readFileSync, rmdirSync, rmSync, statSync } from "node:fs";
import { join } from "node:path";
import { syncFolder, TEMPORARY_SUFFIX, writeFileAtomic } from "../atomic-file.ts";
import { artifactDamaged } from "../errors.ts";
import { contentHash, jsonTextParts, stableHash } from "../hash.ts";
import type { Change, PluginContext, Run } from "../interfaces.ts";
import { makeFolder } from "../make-folder.ts";
import type { Artifact, Document, Json } from "../model.ts";
import { documentKey } from "../units.ts";
import { RecentFiles } from "./recent-files.ts";

/**
 * One JSON file a document, in a folder people can look into. A file's name is made of its source and its content, so a
 * new version stands beside the old one until the state has switched; a catalog, named by its own content, says which
 * files belong together.
 */
export interface JsonStore {
  readonly kind: "units" | "chunks";
  /** Folder of the files, relative to the project's output folder. */
  readonly folder: string;
}

/** Where a store's artifact is, relative to the project's output folder, with `/`. */
interface Location {
  readonly folder: string;
  readonly catalog: string;
}

interface CatalogEntry {
  readonly source: string;
  readonly file: string;
  readonly bytes: number;
  readonly hash: string;
  readonly items: number;
}

type Catalog = ReadonlyMap<string, CatalogEntry>;

/** Files written at once: enough to keep a disk's queue full while each waits for its fsync. */
const PARALLEL_WRITES = 16;
const CATALOG_FOLDER = "index";

/**
 * Writes each changed document's file, and then the catalog. Nothing that `previous` names is touched.
 *
 * @param contentOf - a document's file, as pieces of JSON text; of a large one it is asked twice, so that the whole is never held
 */
export async function saveJson<T>(
  store: JsonStore,
  changes: AsyncIterable<Change<T>>,
  previous: Artifact | undefined,
  run: Run,
  contentOf: (document: Document, items: readonly T[]) => Iterable<string>,
): Promise<{ location: Json; fingerprint: string; counts: { documents: number; items: number } }> {
  const folder = join(run.output, store.folder);
  makeFolder(folder);
  makeFolder(join(run.output, CATALOG_FOLDER));
  const catalog = new Map(previous === undefined ? [] : readCatalog(previous, run));
  const writing = new Set<Promise<void>>();
  for await (const change of changes) {
    if (change.items === null) {
      catalog.delete(change.document.id);
      continue;
    }
    const { document, items } = change;
    const { entry, content } = entryOf(document, () => batches(contentOf(document, items)), items.length);
    catalog.set(document.id, entry);
    const write = writeFileAtomic(join(folder, entry.file), content, { syncFolder: false }).finally(() => writing.delete(write));
    write.catch(() => {}); // seen by one of the awaits below
    writing.add(write);
    if (writing.size >= PARALLEL_WRITES) await Promise.race(writing);
  }
  await Promise.all(writing);
  await syncFolder(folder);
  const text = catalogText(catalog);
  const fingerprint = contentHash(text);
  const location: Location = { folder: store.folder, catalog: `${CATALOG_FOLDER}/${store.kind}-${fingerprint.slice(0, 16)}.json` };
  await writeFileAtomic(join(run.output, location.catalog), text);
  let items = 0;
  for (const entry of catalog.values()) items += entry.items;
  return { location: { ...location }, fingerprint, counts: { documents: catalog.size, items } };
}

/** Documents whose file is not there, or not as long as it was. A changed byte shows when the file is read. */
export function damagedJson(artifact: Artifact, context: PluginContext): string[] {
  const { folder } = locationOf(artifact);
  const damaged: string[] = [];
  for (const [id, entry] of readCatalog(artifact, context)) {
    const stat = statSync(join(context.output, folder, entry.file), { throwIfNoEntry: false });
    if (stat?.size !== entry.bytes) damaged.push(id);
  }
  return damaged;
}

/** Removes the store's files and catalogs that `live` does not name, and what a crash left half-written. */
export function discardJson(store: JsonStore, live: Artifact | undefined, context: PluginContext): void {
  const location = live === undefined ? undefined : locationOf(live);
  const files = new Set(live === undefined ? [] : [...readCatalog(live, context).values()].map((entry) => entry.file));
  removeFiles(join(context.output, store.folder), (name) => STORED_NAME.test(name) && !files.has(name));
  const catalogs = join(context.output, CATALOG_FOLDER);
  const own = `${store.kind}-`;
  removeFiles(catalogs, (name) => {
    const old = name.startsWith(own) && CATALOG_NAME.test(name) && `${CATALOG_FOLDER}/${name}` !== location?.catalog;
    return old || (name.endsWith(TEMPORARY_SUFFIX) && name.startsWith(`.${own}`));
  });
}

/** An open store: finds and reads the files of documents. */
export class JsonReader {
  readonly #folder: string;
  readonly #catalog: Catalog;
  readonly #recent = new RecentFiles();
  #byKey: Map<string, string[]> | undefined;

  constructor(artifact: Artifact, context: PluginContext) {
    this.#folder = join(context.output, locationOf(artifact).folder);
    this.#catalog = readCatalog(artifact, context);
  }

  documentIds(): string[] {
    return [...this.#catalog.keys()];
  }

  /** Items in the order of the ids; an id that is not there is left out. */
  readById<T extends { readonly id: string }>(ids: readonly string[], itemsOf: (documentId: string) => readonly T[]): T[] {
    const found = new Map<string, T>();
    for (const documentId of new Set(ids.flatMap((id) => this.#ownersOf(id)))) {
      for (const item of itemsOf(documentId)) found.set(item.id, item);
    }
    return ids.flatMap((id) => found.get(id) ?? []);
  }

  /** Frozen, and the same object for as long as it is kept. @throws ARTIFACT_DAMAGED when the file is not as it was saved */
  read(documentId: string): unknown {
    const entry = this.#catalog.get(documentId);
    if (entry === undefined) return undefined;
    const path = join(this.#folder, entry.file);
    return this.#recent.read(path, () => {
      const text = readWhole(path);
      if (contentHash(text) !== entry.hash) throw artifactDamaged(path, "it was changed or cut");
      return JSON.parse(text);
    });
  }

  /** Ids of the documents that a unit or chunk with this id may belong to: nearly always one. */
  #ownersOf(id: string): readonly string[] {
    if (this.#byKey === undefined) {
      this.#byKey = new Map();
      for (const documentId of this.#catalog.keys()) {
        const key = documentKey(documentId);
        this.#byKey.set(key, [...(this.#byKey.get(key) ?? []), documentId]);
      }
    }
    return this.#byKey.get(id.slice(0, id.indexOf("-"))) ?? [];
  }
}

const STORED_NAME = /-[0-9a-f]{8}-[0-9a-f]{12}\.json$|\.rrtmp$/;
const CATALOG_NAME = /-[0-9a-f]{16}\.json$/;

/** An object as JSON: whole, or with its long texts in slices. */
export function* objectParts(object: object): Generator<string> {
  const entries = Object.entries(object).filter(([, value]) => value !== undefined);
  if (!entries.some(([, value]) => typeof value === "string" && value.length > BATCH)) {
    yield JSON.stringify(object);
    return;
  }
  for (const [i, [key, value]] of entries.entries()) {
    yield `${i === 0 ? "{" : ","}${JSON.stringify(key)}:`;
    if (typeof value === "string") yield* jsonTextParts(value);
    else yield JSON.stringify(value);
  }
  yield "}";
}

/** In UTF-16 code units. Smaller files are held whole and written at once. */
const BATCH = 1 << 18;

function* batches(parts: Iterable<string>): Generator<string> {
  let batch: string[] = [];
  let length = 0;
  for (const part of parts) {
    batch.push(part);
    length += part.length;
    if (length < BATCH) continue;
    yield batch.join("");
    batch = [];
    length = 0;
  }
  if (length > 0) yield batch.join("");
}

function entryOf(document: Document, again: () => Iterable<string>, items: number): { entry: CatalogEntry; content: Iterable<string> } {
  const digest = createHash("sha256");
  let bytes = 0;
  let only: string | undefined;
  let count = 0;
  for (const batch of again()) {
    digest.update(batch);
    bytes += Buffer.byteLength(batch);
    only = count++ === 0 ? batch : undefined;
  }
  const hash = digest.digest("hex").slice(0, 32);
  const slug = document.source.replace(/[^A-Za-z0-9._-]+/g, "_").slice(-80);
  const file = `${slug}-${stableHash(document.id).slice(0, 8)}-${hash.slice(0, 12)}.json`;
  return { entry: { source: document.source, file, bytes, hash, items }, content: only === undefined ? again() : [only] };
}

/** One document a line, sorted, so that equal corpora give equal bytes. */
function catalogText(catalog: Catalog): string {
  const lines = [...catalog].sort(([a], [b]) => (a < b ? -1 : 1)).map(([id, entry]) => `${JSON.stringify(id)}: ${JSON.stringify(entry)}`);
  return `{\n${lines.join(",\n")}\n}\n`;
}

function readCatalog(artifact: Artifact, context: PluginContext): Catalog {
  const path = join(context.output, locationOf(artifact).catalog);
  const text = readWhole(path);
  if (contentHash(text) !== artifact.fingerprint) throw artifactDamaged(path, "it was changed or cut");
  return new Map(Object.entries(JSON.parse(text) as Record<string, CatalogEntry>)); // our own bytes, by their hash
}

function locationOf(artifact: Artifact): Location {
  return artifact.location as unknown as Location; // written by saveJson, read back with the state
}

function readWhole(path: string): string {
  try {
    return readFileSync(path, "utf8");
  } catch (cause) {
    throw artifactDamaged(path, "it cannot be read", cause);
  }
}

function removeFiles(folder: string, isOld: (name: string) => boolean): void {
  let names: string[];
  try {
    names = readdirSync(folder);
  } catch {
    return; // never made
  }
  const old = names.filter(isOld);
  for (const name of old) rmSync(join(folder, name), { force: true });
  if (names.length > 0 && old.length === names.length) rmdirSync(folder);
}
