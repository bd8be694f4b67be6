export { PdfLoader as default } from "right-rag/plugins";
