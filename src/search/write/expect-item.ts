import { expectArray, expectObject, expectText } from "../arguments.ts";
import type { IndexedItem } from "../indexed-item.ts";
import { optionInvalid } from "../search-errors.ts";

/** An id is found again by its UTF-8, which has no half of a pair. */
export function expectId(option: string, value: unknown): void {
  expectText(option, value);
  if (/[\ud800-\udfff]/u.test(value as string))
    throw optionInvalid(option, JSON.stringify(value), "a text without half of a surrogate pair");
}

/** An array, or what can be gone through like one more than once. */
export function expectItems(items: unknown): void {
  expectObject("items", items);
  const { length, [Symbol.iterator]: iterator } = items as { readonly length?: unknown; readonly [Symbol.iterator]?: unknown };
  if (typeof iterator !== "function" || typeof length !== "number") throw optionInvalid("items", items, "an array of items");
}

/** @param documentId - of the document that the item is given for */
export function expectItem(item: IndexedItem, documentId: string): void {
  expectObject("items", item);
  expectId("item.id", item.id);
  expectText("item.text", item.text);
  expectArray("item.path", item.path);
  if (item.context !== undefined) expectText("item.context", item.context);
  if (item.language !== undefined) expectText("item.language", item.language);
  if (item.fields !== undefined) {
    expectObject("item.fields", item.fields);
    for (const [field, value] of Object.entries(item.fields)) {
      for (const text of Array.isArray(value) ? value : [value]) expectText(`item.fields.${field}`, text);
    }
  }
  if (item.documentId !== documentId)
    throw optionInvalid("item.documentId", item.documentId, `${JSON.stringify(documentId)}, the document that it is given for`);
}
