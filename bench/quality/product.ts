import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createIndexWriter, openIndex, setCurrent } from "../../src/search/index.ts";
import type { SetDocument } from "./uniform-set.ts";

export interface Retrieval {
  /** Ids of documents, best first. */
  readonly rank: (query: string, topK: number) => Promise<readonly string[]>;
  readonly close: () => Promise<void>;
}

/**
 * What is measured: the product's index with its default settings, one document one unit one chunk, the title as its path.
 *
 * The one place to change when documents are to go through another part of the product.
 */
export async function indexDocuments(documents: AsyncIterable<SetDocument>): Promise<Retrieval> {
  const dir = mkdtempSync(join(tmpdir(), "bench-quality-"));
  const writer = await createIndexWriter(dir);
  for await (const { id, title, text } of documents) {
    await writer.replaceDocument(id, [{ id, documentId: id, text, path: title === "" ? [] : [title] }]);
  }
  const { manifest } = await writer.commit();
  await setCurrent(dir, manifest);
  const index = await openIndex(dir);
  return {
    rank: async (text, topK) => {
      const { hits } = index.search({ text, topK });
      return hits.map((hit) => hit.documentId);
    },
    close: async () => {
      index.close();
      rmSync(dir, { recursive: true, force: true });
    },
  };
}
