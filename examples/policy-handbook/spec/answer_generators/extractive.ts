export { ExtractiveAnswerGenerator as default } from "right-rag/plugins";
