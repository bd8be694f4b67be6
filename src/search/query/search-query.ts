import type { Attributes, Filter } from "../../model.ts";

/** A factor for the score of every item that a filter lets through. */
export interface Boost {
  readonly filter: Filter;
  /** Above 1 lifts, below 1 lowers; 0 to 1,000. Factors of several boosts that fit are multiplied. */
  readonly factor: number;
}

/** What a scoring hook is told of a hit. */
export interface ScoredItem {
  readonly id: string;
  readonly documentId: string;
  readonly score: number;
  readonly path: readonly string[];
  readonly attributes: Attributes;
}

export interface SearchQuery {
  /** Words, not a syntax: `"..."` asks for words side by side, every other mark is text. Must not be blank. */
  readonly text: string;
  /** Hits wanted, 1 to 10,000. @default 10 */
  readonly topK?: number;
  /** All must hold. @default none */
  readonly filters?: readonly Filter[];
  readonly boosts?: readonly Boost[];
  /** More words to look for, with a weight against that of the text's own words, which is 1. A lexicon's answer to the question, say. */
  readonly expansions?: readonly { readonly text: string; readonly weight: number }[];
  /**
   * Gives the last word on scores: called for the best `10 * topK` items (100 at least), which are then put in the order of what it
   * returns. Numbers that are not finite count as 0.
   */
  readonly score?: (item: ScoredItem) => number;
  /** BCP 47, of the question. @default all languages of the index */
  readonly language?: string;
}

export interface SearchHit {
  readonly id: string;
  readonly documentId: string;
  /** > 0, unless a `score` hook says otherwise; comparable within one search only. */
  readonly score: number;
}

export interface SearchResult {
  /** Best first; equal scores in the order of ids. */
  readonly hits: readonly SearchHit[];
  /** What was looked for, as it stands in the question: words, citations, and phrases in quotes. Words that say little are left out. */
  readonly searched: readonly string[];
  /** All items that fit. Only an exhaustive search knows it. */
  readonly total?: number;
  /**
   * What the result needs said with it. `phrase-not-found`: no item has a quoted phrase, so its words were looked for one by one, nearby
   * pairs first. `only-common-words`: the question has no other words, so it was looked for as a phrase;
   * one such word by itself finds nothing.
   */
  readonly notes: readonly ("phrase-not-found" | "only-common-words")[];
}
