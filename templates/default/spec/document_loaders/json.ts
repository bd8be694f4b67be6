export { JsonLoader as default } from "right-rag/plugins";
