import type { Artifacts, SearchHits } from "../interfaces.ts";
import type { Query } from "../model.ts";
import { artifactsOf, testHandles } from "./artifacts.ts";
import { testCorpus } from "./corpus.ts";

/** A piece of text by where it stands: its document, its unit, and itself. */
export type TextKey = string;

export interface Watched {
  readonly artifacts: Artifacts;
  /** All that was found or read. */
  readonly found: ReadonlySet<TextKey>;
  /** All queries that were searched. */
  readonly asked: readonly Query[];
}

/** The index of the test's documents, and what comes to be asked of it and taken from it. */
export function watchedArtifacts(): Watched {
  const found = new Set<TextKey>();
  const asked: Query[] = [];
  const handles = testHandles(testCorpus());
  const search = async (query: Query): Promise<SearchHits> => {
    asked.push(query);
    const hits = await handles["keyword-search"].search(query);
    for (const { documentId, unitId, text } of hits.evidence) found.add(keyOf(documentId, unitId, text));
    return hits;
  };
  const artifacts = artifactsOf({
    ...handles,
    "keyword-search": { search },
    "read-chunks": {
      readChunks: async (ids) => {
        const chunks = await handles["read-chunks"].readChunks(ids);
        for (const { documentId, unitId, fulltext } of chunks) found.add(keyOf(documentId, unitId, fulltext));
        return chunks;
      },
    },
    "read-units": {
      ...handles["read-units"],
      readUnits: async (ids) => {
        const units = await handles["read-units"].readUnits(ids);
        for (const { documentId, id, fulltext } of units) found.add(keyOf(documentId, id, fulltext));
        return units;
      },
    },
  });
  return { artifacts, found, asked };
}

export function keyOf(documentId: string, unitId: string, text: string): TextKey {
  return JSON.stringify([documentId, unitId, text]);
}
