/** The keyword index, usable by itself as `right-rag/search`: it loads nothing else of the package, and the writer only when asked. */

import { expectFolder, expectKnown, expectObject } from "./arguments.ts";
import { expectName } from "./current.ts";
import type { IndexOptions } from "./options.ts";
import { resolve } from "./storage/node-modules.ts";
import type { IndexWriter as Writer } from "./write/index-writer.ts";

export { setCurrent } from "./current.ts";
export type { IndexedItem, StoredItem } from "./indexed-item.ts";
export { type IndexStats, openIndex, type SearchIndex, type Section } from "./open-index.ts";
export type { IndexOptions } from "./options.ts";
export type { Boost, ScoredItem, SearchHit, SearchQuery, SearchResult } from "./query/search-query.ts";
export type { Commit } from "./write/index-writer.ts";

/** What `createIndexWriter` gives. Its class is not there at run time before it is asked for. */
export type IndexWriter = Writer;

/**
 * Begins a new generation of the index in `dir`, which is made if need be. Readers see nothing of it before its manifest is named to
 * them: by `setCurrent`, or by the state of a project.
 *
 * @param given.previous - manifest of the generation to build upon; without it the new one starts empty
 * @param given.options - how the index is made. @default those of the previous generation
 */
export async function createIndexWriter(
  dir: string,
  given: { readonly options?: IndexOptions; readonly previous?: string } = {},
): Promise<Writer> {
  expectFolder("dir", dir);
  expectObject("given", given);
  expectKnown("", given, ["options", "previous"]);
  const { createWriter } = await import("./on-demand.ts");
  if (given.options !== undefined) expectObject("given.options", given.options);
  if (given.previous !== undefined) expectName("given.previous", given.previous);
  return createWriter(resolve(dir), given);
}

/** Removes the files of the index that no live generation names; `manifest` is live, and so is what the folder's pointer names. */
export async function discardExcept(dir: string, manifest: string | undefined): Promise<void> {
  expectFolder("dir", dir);
  if (manifest !== undefined) expectName("manifest", manifest);
  const { discardFiles } = await import("./on-demand.ts");
  return discardFiles(resolve(dir), manifest);
}
