export { TextLoader as default } from "right-rag/plugins";
