// Rename this file without the _ to switch it on; needs a model. Set answerGenerator: "grounded" in the config, which chooses among several.
export { GroundedAnswerGenerator as default } from "right-rag/plugins";
