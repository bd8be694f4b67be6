export { HtmlLoader as default } from "right-rag/plugins";
