/* What query/kernel-search.ts writes into the memory of the kernel for a search. */

/** What to search for. The caller's, like all places in it. */
@unmanaged
export class Request {
  /** What a score must reach. */
  least: f64;
  /** No product of factors is larger. */
  maxFactor: f64;
  /** Items in the segment, and the place of their norms, a byte each. */
  items: i32;
  norms: usize;
  /** A bit per item that may be found; 0: all. */
  allowed: usize;
  /** Boosts, 16 bytes each: f64 factor, i32 place of the bitmap. */
  boosts: usize;
  boostCount: i32;
  /** Hits, >= 1. */
  wanted: i32;
  terms: usize;
  termCount: i32;
  /** 1: the order of ids is known; see `openTop`. */
  ranked: i32;
  ranks: usize;
}

/** A term: its list, its table by `readTable`, and its weight in parts of the scale. */
@unmanaged
export class Term {
  weight: f64;
  list: usize;
  table: usize;
  postings: i32;
  supporting: i32;
}
