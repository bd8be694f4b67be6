export { CsvLoader as default } from "right-rag/plugins";
