import { canonicalJson } from "../../canonical-json.ts";
import type { Json } from "../../model.ts";
import type { IndexOptions } from "../options.ts";
import { optionInvalid } from "../search-errors.ts";
import { readManifest } from "../storage/manifest.ts";
import { IndexWriter } from "./index-writer.ts";
import { resolveOptions } from "./resolve-options.ts";

/** See `createIndexWriter`, which loads this when it is called. */
export function createWriter(dir: string, given: { readonly options?: IndexOptions; readonly previous?: string }): IndexWriter {
  if (given.previous === undefined) return new IndexWriter(dir, resolveOptions(given.options), undefined);
  const base = readManifest(dir, given.previous);
  if (given.options !== undefined) {
    const wanted = canonicalJson(resolveOptions(given.options) as unknown as Json);
    if (wanted !== canonicalJson(base.options as unknown as Json))
      throw optionInvalid("options", wanted, "those of the previous generation");
  }
  return new IndexWriter(dir, base.options, base);
}
