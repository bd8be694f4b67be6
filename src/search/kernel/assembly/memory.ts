/*
 * Places that the kernel keeps for itself at the beginning of its memory. What stands behind them is the caller's: lists, norms and
 * bitmaps that it reads, and room for the cursors of one search.
 */

/** Items scored together. Their sums fit the processor's nearest cache. */
export const WINDOW: i32 = 4096;
/** Postings in a full block. */
export const BLOCK: i32 = 128;
/** Occurrences below this number have their scores kept. */
export const KNOWN_TIMES: i32 = 8;

/** A score for each item of the window: i32. */
export const sums: usize = memory.data(16384, 16);
/** A bit for each item of the window that has a score: u64. */
export const touched: usize = memory.data(512, 16);
/** f64 k1, f64 weight of occurrences in the text. Written by the caller. */
export const scoring: usize = memory.data(16, 16);
/** For each norm byte, k1 times the length norm of a text: f64. Written by the caller. */
export const factors: usize = memory.data(2048, 16);
/** For each field, its weight in 64ths: i32. Written by the caller. */
export const fieldParts: usize = memory.data(96, 16);
/** The folded term that is looked up, as UTF-8. Written by the caller. */
export const key: usize = memory.data(1024, 16);
/** How items are unpacked, for each number of bits up to 24: see items.ts. */
export const unpacking: usize = memory.data(1600, 16);
/** What a lookup found: see `findInBlock`. */
export const found: usize = memory.data(48, 16);
/** A page of a file, or other bytes to be checked. Written by the caller. */
export const page: usize = memory.data(4096, 16);
