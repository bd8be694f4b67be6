/** What `right-rag/search` loads when it is needed, since most processes ask a question and end: writing, and searching without WebAssembly. */

export { searchByScript } from "./query/script-search.ts";
export { createWriter } from "./write/create-writer.ts";
export { discardFiles } from "./write/discard-files.ts";
