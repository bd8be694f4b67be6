export { JsonChunkSaver as default } from "right-rag/plugins";
