import type { Filter, Json } from "../../model.ts";
import { expectArray, expectKnown, expectObject, expectText } from "../arguments.ts";
import { type AttributeValue, attributeKey, attributePrefix, isAttributeValue, pathKey } from "../keys.ts";
import { optionInvalid } from "../search-errors.ts";
import type { TermEntry } from "../segment/dictionary.ts";
import { decodeBlock } from "../segment/posting-decoder.ts";
import { BLOCK, MAX_FIELDS } from "../segment/posting-format.ts";
import { type SegmentReader, setBit } from "../segment/segment-reader.ts";
import { compareKeys } from "../storage/bytes.ts";

/** Throws SEARCH_OPTION_INVALID for a filter that cannot be meant. */
export function checkFilters(filters: readonly Filter[]): void {
  expectArray("filters", filters);
  for (const [k, filter] of filters.entries()) checkFilter(`filters[${k}]`, filter);
}

/** Throws SEARCH_OPTION_INVALID. @param option - what has the filter */
export function checkFilter(option: string, filter: Filter): void {
  expectObject(option, filter);
  expectKnown(`${option}.`, filter, ["attribute", "op", "value"]);
  const { attribute, op, value } = filter;
  expectText(`${option}.attribute`, attribute);
  const name = `${option}.${attribute}`;
  if (op === "is" && !isAttributeValue(value)) throw optionInvalid(name, value, "a string, a number or a truth value");
  if (op === "oneOf" && !(Array.isArray(value) && value.every(isAttributeValue))) {
    throw optionInvalid(name, value, "an array of strings, numbers or truth values");
  }
  if (op === "range") rangeOf(name, value);
  if (op === "pathPrefix" && !(Array.isArray(value) && value.every((topic) => typeof topic === "string"))) {
    throw optionInvalid(name, value, "an array of topics");
  }
  if (!["is", "oneOf", "range", "pathPrefix"].includes(op)) throw optionInvalid(name, op, "one of is, oneOf, range, pathPrefix");
}

/** A bit per item of a segment that all filters let through; nothing when there is no filter. Deleted items may be among them. */
export function filteredItems(segment: SegmentReader, filters: readonly Filter[]): Uint8Array | undefined {
  let all: Uint8Array | undefined;
  for (const filter of filters) {
    const bitmap = new Uint8Array(Math.ceil(segment.info.items / 8));
    markItems(segment, filter, bitmap);
    if (all === undefined) all = bitmap;
    else for (let byte = 0; byte < all.length; byte++) all[byte] = (all[byte] as number) & (bitmap[byte] as number);
  }
  return all;
}

/** Sets the bits of the items that have a term. */
export function markPostings(segment: SegmentReader, entry: TermEntry, bitmap: Uint8Array): void {
  const { bytes, blocks } = segment.list(entry);
  for (let block = 0; block < blocks.count; block++) {
    const count = Math.min(BLOCK, entry.count - block * BLOCK);
    const before = block === 0 ? -1 : (blocks.last[block - 1] as number);
    decodeBlock(bytes, blocks.start[block] as number, count, before, NO_WEIGHTS, items, unused, unused);
    for (let k = 0; k < count; k++) setBit(bitmap, items[k] as number);
  }
}

const NO_WEIGHTS = new Float64Array(MAX_FIELDS);
const items = new Int32Array(BLOCK);
const unused = new Int32Array(BLOCK);

function markItems(segment: SegmentReader, { attribute, op, value }: Filter, bitmap: Uint8Array): void {
  switch (op) {
    case "is":
      markValue(segment, attribute, value as AttributeValue, bitmap);
      return;
    case "oneOf":
      for (const one of value as readonly AttributeValue[]) markValue(segment, attribute, one, bitmap);
      return;
    case "range":
      markRange(segment, attribute, rangeOf(attribute, value), bitmap);
      return;
    default: {
      const path = value as readonly string[];
      if (path.length === 0) bitmap.fill(255);
      else markKey(segment, pathKey(path), bitmap);
    }
  }
}

function markValue(segment: SegmentReader, attribute: string, value: AttributeValue, bitmap: Uint8Array): void {
  if (attribute !== "documentId") {
    markKey(segment, attributeKey(attribute, value), bitmap);
    return;
  }
  const document = typeof value === "string" ? segment.documentIds.find(value) : -1;
  if (document < 0) return;
  const [first, end] = segment.itemsOf(document);
  for (let item = first; item < end; item++) setBit(bitmap, item);
}

function markKey(segment: SegmentReader, key: string, bitmap: Uint8Array): void {
  const entry = segment.dictionary.find(key);
  if (entry !== undefined) markPostings(segment, entry, bitmap);
}

function markRange(segment: SegmentReader, attribute: string, [low, high]: Range, bitmap: Uint8Array): void {
  // With one open end the other tells the type; with two, every number and string is in the range.
  const types: readonly AttributeValue[] = low === null && high === null ? [0, ""] : [(low ?? high) as AttributeValue];
  for (const type of types) {
    const prefix = attributePrefix(attribute, type);
    const last = high === null ? undefined : attributeKey(attribute, high);
    segment.dictionary.scan(low === null ? prefix : attributeKey(attribute, low), (key, entry) => {
      if (!key.startsWith(prefix) || (last !== undefined && compareKeys(key, last) > 0)) return false;
      markPostings(segment, entry, bitmap);
      return true;
    });
  }
}

type Range = readonly [number | string | null, number | string | null];

function rangeOf(name: string, value: Json): Range {
  const wanted = "[low, high], two numbers or two strings, null for an open end";
  if (!Array.isArray(value) || value.length !== 2) throw optionInvalid(name, value, wanted);
  const [low, high] = value as readonly Json[] as readonly [Json, Json];
  const fits = (end: Json): boolean => end === null || typeof end === "string" || (typeof end === "number" && !Number.isNaN(end));
  if (!fits(low) || !fits(high) || (low !== null && high !== null && typeof low !== typeof high)) {
    throw optionInvalid(name, value, wanted);
  }
  return [low as string | number | null, high as string | number | null];
}
