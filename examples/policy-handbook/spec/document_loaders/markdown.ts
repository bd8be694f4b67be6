export { MarkdownLoader as default } from "right-rag/plugins";
