export { type ErrorCode, errorCodes, isRightRagError, RightRagError } from "./errors.ts";
export { contentHash, stableHash } from "./hash.ts";
export type * from "./interfaces.ts";
export type * from "./model.ts";
export { buildChunks, buildUnits, type Coverage, coverage, documentId } from "./units.ts";
