import { checkItems, checkObject } from "../arguments.ts";
import { evidenceOf } from "../citations.ts";
import { missingCapability } from "../errors.ts";
import type { Artifacts, Capabilities, Handles, SearchHits, Section } from "../interfaces.ts";
import type { Chunk, Filter, Query } from "../model.ts";
import { type Indexed, testCorpus } from "./corpus.ts";
import { passes } from "./evidence.ts";

/** Artifacts over ready handles: what a saver's `open` gives, or fakes of a test's own. */
export function artifactsOf(handles: Handles): Artifacts {
  checkObject("artifactsOf", handles, "handles");
  return {
    has: (capability) => handles[capability] !== undefined,
    get<C extends keyof Capabilities>(capability: C): Capabilities[C] {
      const handle: Partial<Capabilities>[C] = handles[capability];
      if (handle === undefined) throw missingCapability(capability, []);
      return handle;
    },
  };
}

/** A whole index in memory, offering `read-units`, `read-chunks`, `list-sections` and a plain `keyword-search`. */
export function testArtifacts(corpus: readonly Indexed[] = testCorpus()): Artifacts {
  checkItems("testArtifacts", corpus, "corpus");
  return artifactsOf(testHandles(corpus));
}

export function testHandles(
  corpus: readonly Indexed[],
): Required<Pick<Handles, "keyword-search" | "read-chunks" | "read-units" | "list-sections">> {
  const documents = new Map(corpus.map(({ document }) => [document.id, document]));
  const units = new Map(corpus.flatMap((entry) => entry.units).map((unit) => [unit.id, unit]));
  const chunks = new Map(corpus.flatMap((entry) => entry.chunks).map((chunk) => [chunk.id, chunk]));
  return {
    "read-units": {
      readUnits: (ids) => ids.flatMap((id) => units.get(id) ?? []),
      readDocument: (id) => documents.get(id),
    },
    "read-chunks": { readChunks: (ids) => ids.flatMap((id) => chunks.get(id) ?? []) },
    "list-sections": { sections: (filter) => listSections(corpus, filter) },
    "keyword-search": { search: (query) => search(query, corpus) },
  };
}

function listSections(corpus: readonly Indexed[], filter: Filter | undefined): Section[] {
  const filters = filter === undefined ? [] : [filter];
  return corpus.flatMap(({ document, units }) =>
    units
      .map((unit) => ({ ...unit, source: document.source }))
      .filter((unit) => passes({ filters }, unit))
      .map(({ id, documentId, path, source }) => ({ id, documentId, path, source })),
  );
}

/** Scores by the share of the question's words that a chunk holds; equal scores keep the order of the corpus. */
function search(query: Query, corpus: readonly Indexed[]): SearchHits {
  const searched = [...new Set(words(query.text))];
  const readable = corpus.filter(
    ({ document: { access } }) => access === undefined || access.some((who) => query.principals?.includes(who)),
  );
  const evidence = readable.flatMap(({ document, chunks }) =>
    chunks
      .filter((chunk) => passes(query, { ...chunk, source: document.source }))
      .map((chunk) => evidenceOf(chunk, document, share(searched, chunk)))
      .filter(({ score }) => score > 0),
  );
  return { evidence: evidence.sort((a, b) => b.score - a.score).slice(0, query.topK ?? 10), searched };
}

function share(searched: readonly string[], chunk: Chunk): number {
  const own = new Set(words(`${chunk.topic} ${chunk.fulltext}`));
  return searched.filter((word) => own.has(word)).length / searched.length;
}

function words(text: string): string[] {
  return text.toLowerCase().match(/[\p{L}\p{M}\p{N}]+/gu) ?? [];
}
