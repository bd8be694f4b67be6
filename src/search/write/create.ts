import { type IndexOptions, resolveOptions } from "../options.ts";
import { readManifest } from "../storage/manifest.ts";
import { IndexWriter } from "./index-writer.ts";

/** Begins a new generation of the index in `dir`, upon `previous` (a manifest's file name) or from nothing. */
export async function createIndexWriter(
  dir: string,
  given: { readonly options?: IndexOptions; readonly previous?: string } = {},
): Promise<IndexWriter> {
  const base = given.previous === undefined ? undefined : readManifest(dir, given.previous);
  return new IndexWriter(dir, given.options === undefined && base !== undefined ? base.options : resolveOptions(given.options), base);
}
