import type { DoclingPlace } from "./docling-item.ts";

/** A piece of the document's text, in reading order. */
export interface DoclingBlock {
  readonly text: string;
  /** On a new line below the block before it, instead of behind a blank line. */
  readonly isClose: boolean;
  readonly places: readonly DoclingPlace[];
  /** Where `chars` of the places count from in `text`. */
  readonly offset: number;
  readonly heading?: number;
  /** Why it is no text of the document. */
  readonly omitted?: string;
}
