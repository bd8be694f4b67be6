import { RightRagError } from "../../errors.ts";
import { expectArray, expectLanguage, expectObject, expectText, type MembersOf } from "../arguments.ts";
import type { IndexedItem } from "../indexed-item.ts";
import { optionInvalid, optionUnknown } from "../search-errors.ts";
import { lossInJson } from "./loss-in-json.ts";

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

/** An id is found again by its UTF-8, which has no half of a pair. */
export function expectId(option: string, value: unknown): void {
  expectText(option, value);
  if (value === "") throw optionInvalid(option, value, "a text that is not empty");
  if (/[\ud800-\udfff]/u.test(value as string))
    throw optionInvalid(option, JSON.stringify(value), "a text without half of a surrogate pair");
}

/** An array, or what can be gone through like one more than once. */
export function expectItems(items: unknown): void {
  if (typeof items !== "object" || items === null) throw optionInvalid("items", items, "an array of items");
  const { length, [Symbol.iterator]: iterator } = items as { readonly length?: unknown; readonly [Symbol.iterator]?: unknown };
  if (typeof iterator !== "function" || typeof length !== "number") throw optionInvalid("items", items, "an array of items");
}

/**
 * @param place - of the item among those given, from 0
 * @param documentId - of the document that the item is given for
 */
export function expectItem(item: IndexedItem, place: number, documentId: string): void {
  if (typeof item !== "object" || item === null || Array.isArray(item)) expectObject(`items[${place}]`, item);
  for (const name of Object.keys(item)) if (!Object.hasOwn(MEMBERS, name)) throw optionUnknown(`item.${name}`, Object.keys(MEMBERS));
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
  const loss = value === undefined ? undefined : lossInJson(value);
  if (loss === undefined) return;
  throw new RightRagError(
    "SEARCH_OPTION_INVALID",
    `The search option \`${option}${loss.path}\` of the item ${JSON.stringify(id)} is ${loss.what}; it must be what JSON can hold.`,
    "Give it as texts, finite numbers, truth values, null, arrays and plain objects, or leave it out.",
  );
}
