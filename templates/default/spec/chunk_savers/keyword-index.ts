export { KeywordIndexSaver as default } from "right-rag/plugins";
