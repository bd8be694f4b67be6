import type { Attributes, Json } from "../model.ts";

/** One thing that can be found: a chunk, for example. */
export interface IndexedItem {
  /**
   * Unique in the index; whoever adds items sees to it that no other document has the id. Equal scores are put in the order of ids (by
   * UTF-16 code units).
   */
  readonly id: string;
  readonly documentId: string;
  readonly text: string;
  /** Searched like the text, with a weight of its own: a table's head row, say. */
  readonly context?: string;
  /** Topics from the top down; searched, and what a `pathPrefix` filter looks at. */
  readonly path: readonly string[];
  /** Schema fields, searched with the weight that the index options give them. */
  readonly fields?: { readonly [field: string]: string | readonly string[] };
  /** What filters look at: strings, numbers, truth values, or arrays of them. Other values are stored and cannot be asked for. */
  readonly attributes?: Attributes;
  /** BCP 47. A document has one: that of its first item that tells it. @default the index's language, else detected from all items of the document together */
  readonly language?: string;
  /** Given back by `read`, not searched. */
  readonly stored?: Json;
}

/** What `read` gives back of an item. */
export interface StoredItem {
  readonly id: string;
  readonly documentId: string;
  /** Absent when the index was made without stored text. */
  readonly text?: string;
  readonly context?: string;
  readonly path: readonly string[];
  readonly attributes: Attributes;
  readonly stored?: Json;
}
