export { XmlLoader as default } from "right-rag/plugins";
