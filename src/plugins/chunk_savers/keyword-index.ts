import { rmdir } from "node:fs/promises";
import { join, relative, sep } from "node:path";
import { checkObject } from "../../arguments.ts";
import { canonicalJson } from "../../canonical-json.ts";
import { evidenceOf } from "../../citations.ts";
import type { Capabilities, Change, ChunkSaver, Handles, PluginContext, Run, SearchExtras, SearchHits } from "../../interfaces.ts";
import type { Artifact, Chunk, Document, Evidence, Filter, Json, Query } from "../../model.ts";
import type { IndexSchema } from "../../schemas/schema-types.ts";
import { fieldTexts, indexOptions } from "../../schemas/search-settings.ts";
import { isLanguageTag } from "../../search/analysis/primary-subtag.ts";
import { createIndexWriter, discardExcept, type IndexedItem, type IndexOptions, openIndex, type SearchIndex } from "../../search/index.ts";

/** Below the project's output folder. */
const FOLDER = join("index", "keyword");
/** Stands for "everybody" among those who may read a chunk. */
const EVERYBODY = "*";

/** Attributes of our own, under names that no plugin would choose. */
const NAMES = "$names";
const READERS = "$readers";

/** What `save` leaves in the artifact. `right-rag/search` finds `folder`, relative to the project, and `manifest` there. */
interface Location {
  readonly folder: string;
  readonly manifest: string;
  /** Whether any document was for some readers only: searches need not look otherwise. */
  readonly restricted: boolean;
}

/** What is kept of a chunk beside its text, path and context: its evidence, but for those and the score. */
type StoredEvidence = Omit<Evidence, "text" | "path" | "context" | "score">;

/** The keyword index: BM25F over topics, text, context and schema fields, with filters, on disk and read lazily. */
export class KeywordIndexSaver implements ChunkSaver {
  readonly name = "keyword-index";
  readonly offers: readonly (keyof Capabilities)[] = ["keyword-search"];
  readonly #options: IndexOptions;

  /** @param options - weights, k1, b, language: as `right-rag/search` has them. The same may stand in the config's `plugins`. */
  constructor(options: IndexOptions | PluginContext = {}) {
    checkObject("new KeywordIndexSaver", options, "options");
    this.#options = "root" in options ? {} : options;
  }

  async save(changes: AsyncIterable<Change<Chunk>>, previous: Artifact | undefined, run: Run): Promise<Artifact> {
    const folder = join(run.output, FOLDER);
    const before = previous === undefined ? undefined : locationOf(previous);
    const schemas = await run.schemas();
    const options = { ...indexOptions(schemas), ...this.#optionsOf(run) };
    const writer = await createIndexWriter(folder, before === undefined ? { options } : { previous: before.manifest });
    let restricted = before?.restricted ?? false;
    try {
      for await (const change of changes) {
        if (change.items === null) {
          await writer.removeDocument(change.document.id);
          continue;
        }
        const { document, items } = change;
        restricted ||= document.access !== undefined;
        await writer.replaceDocument(document.id, {
          length: items.length,
          // One at a time: all items of a large document would take more than its text.
          *[Symbol.iterator]() {
            for (const chunk of items) yield itemOf(chunk, document, schemas.index);
          },
        });
      }
      const { manifest, documents, items, fingerprint } = await writer.commit();
      const location = { folder: relative(run.root, folder).split(sep).join("/"), manifest, restricted };
      return { kind: "chunks", saver: this.name, capabilities: this.offers, location, counts: { documents, items }, fingerprint };
    } catch (error) {
      await writer.abort();
      throw error;
    }
  }

  async open(artifact: Artifact, context: PluginContext): Promise<Handles> {
    const location = locationOf(artifact);
    const index = await openIndex(join(context.root, location.folder), { manifest: location.manifest });
    return { "keyword-search": { search: (query, more) => search(index, query, location.restricted, more) }, close: () => index.close() };
  }

  /** Throws where a file of the index is gone or cut: then everything is saved anew. */
  async damaged(artifact: Artifact, run: Run): Promise<string[]> {
    await (await this.open(artifact, run)).close?.();
    return [];
  }

  /** The schema fields that are searched, and what each weighs: a changed weight needs a new index. */
  async recipe(run: Run): Promise<string> {
    return canonicalJson(indexOptions(await run.schemas()) as Json);
  }

  async discard(live: Artifact | undefined, run: Run): Promise<void> {
    const folder = join(run.output, FOLDER);
    await discardExcept(folder, live === undefined ? undefined : locationOf(live).manifest);
    if (live === undefined) await rmdir(folder).catch(() => {}); // holds something else, or was never made
  }

  #optionsOf(run: Run): IndexOptions {
    return { ...this.#options, ...(run.settings as IndexOptions) }; // checked by the index, which names a bad option
  }
}

function itemOf(chunk: Chunk, document: Document, schema: IndexSchema): IndexedItem {
  const { text, path, context, score: _, ...stored } = evidenceOf(chunk, document, 0);
  return {
    id: chunk.id,
    documentId: document.id,
    text,
    path,
    attributes: {
      ...chunk.attributes,
      documentId: document.id,
      source: document.source,
      // A query names documents by either.
      [NAMES]: [document.id, document.source],
      [READERS]: document.access ?? [EVERYBODY],
    },
    fields: fieldTexts(chunk.attributes ?? {}, schema),
    stored: stored as unknown as Json, // plain data
    ...(context === undefined ? {} : { context }),
    // What a file says its language is may be anything, "English" for one; the index then goes by the words.
    ...(document.language === undefined || !isLanguageTag(document.language) ? {} : { language: document.language }),
  };
}

function search(index: SearchIndex, query: Query, restricted: boolean, more: SearchExtras = {}): SearchHits {
  const filters = [...(query.filters ?? []), ...(more.filters ?? []), ...scopeOf(query), ...(restricted ? [readableBy(query)] : [])];
  const topK = query.topK === undefined ? {} : { topK: query.topK };
  const { hits, searched } = index.search({ ...more, text: query.text, filters, ...topK });
  const items = index.read(hits.map((hit) => hit.id));
  const evidence = hits.flatMap((hit, i) => {
    const item = items[i];
    if (item === undefined) return [];
    const stored = item.stored as unknown as StoredEvidence; // as itemOf gave it
    const context = item.context === undefined ? {} : { context: item.context };
    return [{ ...stored, text: item.text ?? "", path: item.path, ...context, score: hit.score }];
  });
  return { evidence, searched };
}

function scopeOf(query: Query): Filter[] {
  if (query.documents === undefined) return [];
  return [{ attribute: NAMES, op: "oneOf", value: query.documents }];
}

function readableBy(query: Query): Filter {
  return { attribute: READERS, op: "oneOf", value: [EVERYBODY, ...(query.principals ?? [])] };
}

function locationOf(artifact: Artifact): Location {
  return artifact.location as unknown as Location; // written by save, read back with the state
}
