// For text without structure. Rename this file without the _, and sections.ts with one: each chunk parser cuts every unit.
export { RecursiveChunkParser as default } from "right-rag/plugins";
