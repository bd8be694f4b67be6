/** A kind of document that comes with a loader: what people call it, and what a project needs to read it. */
export interface DocumentFormat {
  /** Of the loader's file in `spec/document_loaders/`, without its ending. */
  readonly name: string;
  readonly label: string;
  /** In lower case, with their dot. */
  readonly extensions: readonly string[];
  /** As `right-rag/plugins` exports it. */
  readonly loader: string;
  /** A package that the loader needs and that right-rag does not bring; `version` is the one it was tested with. */
  readonly needs?: { readonly name: string; readonly version: string };
}

/** In the order in which people are asked. */
export const documentFormats: readonly DocumentFormat[] = [
  { name: "pdf", label: "PDF", extensions: [".pdf"], loader: "PdfLoader", needs: { name: "unpdf", version: "1.7.0" } },
  {
    name: "docx",
    label: "Word (.docx)",
    extensions: [".docx", ".docm", ".dotx", ".dotm"],
    loader: "DocxLoader",
    needs: { name: "fflate", version: "0.8.3" },
  },
  { name: "html", label: "HTML", extensions: [".html", ".htm", ".xhtml"], loader: "HtmlLoader" },
  { name: "markdown", label: "Markdown", extensions: [".md", ".markdown", ".mdown"], loader: "MarkdownLoader" },
  { name: "text", label: "plain text", extensions: [".txt", ".text"], loader: "TextLoader" },
  { name: "xml", label: "XML", extensions: [".xml", ".nxml", ".akn"], loader: "XmlLoader" },
  { name: "csv", label: "CSV", extensions: [".csv", ".tsv"], loader: "CsvLoader" },
  { name: "json", label: "JSON and JSON Lines", extensions: [".json", ".jsonl", ".ndjson"], loader: "JsonLoader" },
];

/** The line that switches a format on: the whole of its file in `spec/document_loaders/`. */
export function loaderFile(format: DocumentFormat): string {
  return `export { ${format.loader} as default } from "right-rag/plugins";\n`;
}
