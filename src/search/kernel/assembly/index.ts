/** What JavaScript calls and writes to; see kernel.ts. */
export { checkPages, checksum } from "./checksum";
export { CURSOR_BYTES, readTable } from "./cursor";
export { findBlock, findInBlock } from "./dictionary";
export { factors, fieldParts, found, key, page } from "./memory";
export { prepareScores } from "./score";
export { addTerm, begin, run } from "./search";
export { MOST_TIED } from "./top";

/** First byte of memory that is the caller's. */
export const room: usize = __heap_base;
