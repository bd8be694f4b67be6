/*
 * What JavaScript calls and writes to; see kernel.ts. `addLanes`, `decodePairs`, `prepare` and `sumsFrom` it does not call: where they are is told why they stand here.
 * Every function takes three i32 and gives one, because V8 compiles a way in for each kind of function there is, which takes it as long as
 * the largest functions here.
 */

export { addLanes, checkPages, checksum } from "./checksum";
export { CURSOR_BYTES, decodePairs, readTable } from "./cursor";
export { findBlock, findInBlock } from "./dictionary";
export { prepare } from "./items";
export { factors, fieldParts, found, key, page, scoring } from "./memory";
export { run, sumsFrom } from "./search";
export { MOST_TIED } from "./top";

/** First byte of memory that is the caller's. */
export const room: usize = __heap_base;
