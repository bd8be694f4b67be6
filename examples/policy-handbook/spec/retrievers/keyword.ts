export { KeywordRetriever as default } from "right-rag/plugins";
