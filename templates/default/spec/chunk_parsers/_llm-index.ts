// Rename this file without the _ to switch it on; needs a model.
export { LlmIndexer as default } from "right-rag/plugins";
