import type { ResolvedOptions } from "../options.ts";
import { indexDamaged, indexNewer, indexUnreadable } from "../search-errors.ts";
import type { SegmentInfo } from "../segment/segment-format.ts";
import { checksum } from "./checksum.ts";
import { Buffer, pathIn, readFileSync } from "./node-modules.ts";

/** Number of the form of all files and of the analysis of texts. It rises when either changes; an index of another form is built again. */
export const FORMAT = 11;

/** One complete generation of an index: which segments it has, what is deleted in them, and the statistics of what is left. */
export interface Manifest {
  readonly format: number;
  readonly options: ResolvedOptions;
  /** Field names by number. */
  readonly fields: readonly string[];
  /** 16 hexadecimal digits that stand for the documents and items, in any order. */
  readonly content: string;
  readonly fingerprint: string;
  readonly documents: number;
  readonly items: number;
  /** Words per field over all items. */
  readonly lengths: readonly number[];
  /** Items per language. */
  readonly languages: { readonly [language: string]: number };
  readonly segments: readonly SegmentInfo[];
}

/** The text of a manifest file: JSON, a line end, and the checksum of the JSON as eight hexadecimal digits. */
export function encodeManifest(manifest: Manifest): string {
  const json = JSON.stringify(manifest);
  return `${json}\n${sumOf(json)}\n`;
}

/** Throws SEARCH_INDEX_MISSING, SEARCH_INDEX_DAMAGED or SEARCH_INDEX_NEWER. */
export function readManifest(dir: string, name: string): Manifest {
  const path = pathIn(dir, name);
  let text: string;
  try {
    text = readFileSync(path, "utf8");
  } catch (cause) {
    throw indexUnreadable(path, cause);
  }
  const end = text.lastIndexOf("\n", text.length - 2);
  const json = text.slice(0, Math.max(0, end));
  if (text.slice(end + 1) !== `${sumOf(json)}\n`) throw indexDamaged(path, "its checksum does not fit");
  const manifest = JSON.parse(json) as Manifest;
  if (manifest.format !== FORMAT) throw indexNewer(path, manifest.format);
  return manifest;
}

function sumOf(json: string): string {
  return checksum(Buffer.from(json)).toString(16).padStart(8, "0");
}
