/** Bytes of a part of a segment file: [offset, length]. */
export type Place = readonly [number, number];

/**
 * One immutable file of the index, as the manifest describes it. Parts:
 *
 *     stored       blocks of stored values           storedIndex  items and bytes of each block
 *     postings     posting lists and positions       terms        blocks of the dictionary         termIndex  first term of each
 *     norms        a byte per item                   lengths      words per field of each item     runs       runs of items with one path
 *     itemIds      key table                         documentIds  key table
 *                            documentFirst  uint32 per document and one more: its first item
 *     documents    9 bytes per document: 8 of the hash of what it holds, 1 the number of its language in `languages`
 */
export interface SegmentInfo {
  /** File name in the index folder. */
  readonly file: string;
  /** Data bytes, checksums not counted. */
  readonly bytes: number;
  readonly items: number;
  readonly documents: number;
  readonly terms: number;
  readonly parts: { readonly [P in Part]: Place };
  /** Words per field, summed over all items. */
  readonly lengths: readonly number[];
  readonly languages: readonly string[];
  readonly deletes?: DeletesInfo;
}

export type Part =
  | "stored"
  | "storedIndex"
  | "postings"
  | "terms"
  | "termIndex"
  | "norms"
  | "lengths"
  | "runs"
  | "itemIds"
  | "documentIds"
  | "documentFirst"
  | "documents";

/** The items of a segment that are no longer part of the index, in a file of their own, and what they take off the statistics. */
export interface DeletesInfo {
  readonly file: string;
  readonly bytes: number;
  readonly items: number;
  readonly documents: number;
  readonly lengths: readonly number[];
  /** A bit per item. */
  readonly bitmap: Place;
  /** For each term that lost items, in order: varint ordinal - that of the one before, varint items lost. */
  readonly counts: Place;
}
