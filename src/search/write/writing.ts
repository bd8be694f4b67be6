/** What `right-rag/search` loads when an index is to be changed, and not before. */

export { createWriter } from "./create-writer.ts";
export { discardFiles } from "./discard-files.ts";
