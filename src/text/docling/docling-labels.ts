import { type DoclingItem, textAt } from "./docling-item.ts";

/** Layers that are no part of what a reader reads; speaker's notes are. */
const LAYERS: { readonly [layer: string]: string } = {
  furniture: "page furniture",
  background: "page background",
  invisible: "invisible text",
};

/** Labels of items that may have neither words nor parts. */
const SILENT = new Set(
  (
    "picture chart table document_index form key_value_region field_region field_item empty_value marker " +
    "unspecified list ordered_list inline chapter section sheet slide form_area key_value_area comment_section picture_area"
  ).split(" "),
);

/** Why an item is no text of the document. */
export function omittedFor(item: DoclingItem, label: string): string | undefined {
  if (label === "page_header") return "page header";
  if (label === "page_footer") return "page footer";
  const layer = textAt(item, "content_layer");
  // Docling puts the footnotes of Word files among the headers and footers.
  if (label === "footnote" && layer === "furniture") return undefined;
  return LAYERS[layer];
}

/** Whether an item is of a kind that this program does not know, and says nothing in any way that it does. */
export function isUnknown(item: DoclingItem, label: string): boolean {
  const hasWords = typeof item.text === "string" || typeof item.orig === "string";
  return !hasWords && !SILENT.has(label) && !(Array.isArray(item.children) && item.children.length > 0);
}

/** Whether an item can be a part of a line. */
export function isPiece(item: DoclingItem, label: string): boolean {
  if (label === "inline" || label === "field_item") return true;
  return typeof item.text === "string" && !WHOLE.has(label);
}

const WHOLE = new Set(["list_item", "title", "section_header", "field_heading", "page_header", "page_footer", "footnote", "caption"]);
