export { JsonReporter as default } from "right-rag/plugins";
