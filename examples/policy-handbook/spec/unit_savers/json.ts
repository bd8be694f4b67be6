export { JsonUnitSaver as default } from "right-rag/plugins";
