export { DefaultEvaluator as default } from "right-rag/plugins";
