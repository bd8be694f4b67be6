// Rename this file without the _ to switch it on; needs a model. Set answerGenerator: "react" in the config, which chooses among several.
export { ReactAnswerGenerator as default } from "right-rag/plugins";
