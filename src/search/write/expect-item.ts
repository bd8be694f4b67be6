import { expectArray, expectKnown, expectLanguage, expectObject, expectText, type MembersOf } from "../arguments.ts";
import type { IndexedItem } from "../indexed-item.ts";
import { optionInvalid } from "../search-errors.ts";

const MEMBERS: MembersOf<IndexedItem> = {
  id: true,
  documentId: true,
  text: true,
  context: true,
  path: true,
  fields: true,
  attributes: true,
  language: true,
  stored: true,
};
const KNOWN = Object.keys(MEMBERS);

/** An id is found again by its UTF-8, which has no half of a pair. */
export function expectId(option: string, value: unknown): void {
  expectText(option, value);
  if (/[\ud800-\udfff]/u.test(value as string))
    throw optionInvalid(option, JSON.stringify(value), "a text without half of a surrogate pair");
}

/** An array, or what can be gone through like one more than once. */
export function expectItems(items: unknown): void {
  if (typeof items !== "object" || items === null) throw optionInvalid("items", items, "an array of items");
  const { length, [Symbol.iterator]: iterator } = items as { readonly length?: unknown; readonly [Symbol.iterator]?: unknown };
  if (typeof iterator !== "function" || typeof length !== "number") throw optionInvalid("items", items, "an array of items");
}

/** @param documentId - of the document that the item is given for */
export function expectItem(item: IndexedItem, documentId: string): void {
  expectObject("items", item);
  expectKnown("item.", item, KNOWN);
  expectId("item.id", item.id);
  expectText("item.text", item.text);
  expectArray("item.path", item.path);
  for (const topic of item.path) expectText("item.path", topic);
  if (item.attributes !== undefined) {
    expectObject("item.attributes", item.attributes);
    if (Array.isArray(item.attributes)) throw optionInvalid("item.attributes", item.attributes, "an object and no array");
    expectJson("item.attributes", item.attributes, item.id);
  }
  expectJson("item.stored", item.stored, item.id);
  if (item.context !== undefined) expectText("item.context", item.context);
  if (item.language !== undefined) expectLanguage("item.language", item.language);
  if (item.fields !== undefined) {
    expectObject("item.fields", item.fields);
    for (const [field, value] of Object.entries(item.fields)) {
      for (const text of Array.isArray(value) ? value : [value]) expectText(`item.fields.${field}`, text);
    }
  }
  if (item.documentId !== documentId)
    throw optionInvalid("item.documentId", item.documentId, `${JSON.stringify(documentId)}, the document that it is given for`);
}

function expectJson(option: string, value: unknown, id: string): void {
  if (!fitsJson(value))
    throw optionInvalid(`${option} (of item ${JSON.stringify(id)})`, "a big integer, or nested too deep", "what JSON can hold");
}

/** More than that is a value that holds itself, or nothing that a reader of JSON takes. */
const MOST_NESTED = 500;

function fitsJson(value: unknown, depth = 0): boolean {
  if (typeof value === "bigint") return false;
  if (typeof value !== "object" || value === null) return true;
  if (depth === MOST_NESTED) return false;
  for (const member of Array.isArray(value) ? value : Object.values(value)) if (!fitsJson(member, depth + 1)) return false;
  return true;
}
