import type { IndexedItem } from "./indexed-item.ts";
import { optionInvalid } from "./search-errors.ts";

// What types do not keep out where JavaScript calls. Each throws SEARCH_OPTION_INVALID.

export function expectText(option: string, value: unknown): void {
  if (typeof value !== "string") throw optionInvalid(option, value, "a text");
}

export function expectObject(option: string, value: unknown): void {
  if (typeof value !== "object" || value === null) throw optionInvalid(option, value, "an object");
}

export function expectArray(option: string, value: unknown): void {
  if (!Array.isArray(value)) throw optionInvalid(option, value, "an array");
}

/** @param documentId - of the document that the item is given for */
export function expectItem(item: IndexedItem, documentId: string): void {
  expectObject("items", item);
  expectText("item.id", item.id);
  expectText("item.text", item.text);
  expectArray("item.path", item.path);
  if (item.context !== undefined) expectText("item.context", item.context);
  if (item.documentId !== documentId)
    throw optionInvalid("item.documentId", item.documentId, `${JSON.stringify(documentId)}, the document that it is given for`);
}
