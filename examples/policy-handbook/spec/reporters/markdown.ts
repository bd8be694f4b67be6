export { MarkdownReporter as default } from "right-rag/plugins";
