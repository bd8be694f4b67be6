import { ORDINAL_SIGN } from "./analysis/ordinals.ts";
import { checksum } from "./storage/checksum.ts";
import { Buffer } from "./storage/node-modules.ts";

/*
 * Keys of the dictionary that are no words: attributes, section paths, the backward forms of long words and their light stems. Each
 * begins with a control character, which no word does, so that they stand together before all words.
 */

const ATTRIBUTE = "\u0001";
const PATH = "\u0002";
const BACKWARD = "\u0003";
const LIGHT = "\u0004";
const END = "\u0000";

/** Longest value that is kept whole, in UTF-16 units; of a longer one stands the beginning, by which it is ordered, and a digest. */
const MAX_VALUE = 240;
const MAX_PATH = MAX_VALUE * 2;

/** Values that a filter can ask for. */
export type AttributeValue = string | number | boolean;

export function isAttributeValue(value: unknown): value is AttributeValue {
  return typeof value === "string" || typeof value === "boolean" || (typeof value === "number" && !Number.isNaN(value));
}

/** The key of one value of an attribute. Keys of numbers, and those of strings, are in the order of the values. */
export function attributeKey(attribute: string, value: AttributeValue): string {
  return wellFormed(attributePrefix(attribute, value) + valueKey(value));
}

/** What the keys of all values of the same type begin with. */
export function attributePrefix(attribute: string, value: AttributeValue): string {
  return `${ATTRIBUTE}${attribute}${END}${(typeof value)[0]}`;
}

/** The key that every item under a section path has; `path` is one topic or more, from the top down. */
export function pathKey(path: readonly string[]): string {
  const joined = path.join(END);
  // What stands between topics may not stand in one.
  const whole = joined.length <= MAX_PATH && !path.some((topic) => topic.includes(END));
  return wellFormed(whole ? `${PATH}${joined}${END}` : `${PATH}${joined.slice(0, MAX_PATH)}${END}${digest(JSON.stringify(path))}`);
}

/** The key that makes a word findable by its end: German "Rentenversicherung" by "versicherung". */
export function backwardKey(term: string): string {
  return BACKWARD + [...term].reverse().join("");
}

/** Whether a key only makes a word findable and has no postings of its own. */
export function isBackwardKey(key: string): boolean {
  return key.startsWith(BACKWARD);
}

/** The word of a backward key, or of a light one. */
export function termOfBackwardKey(key: string): string {
  return [...key.slice(1)].reverse().join("");
}

/** The key under which items with a long word are found by the end of its light stem, where its stem has another end. */
export function lightKey(stem: string): string {
  return LIGHT + [...stem].reverse().join("");
}

/**
 * Whether postings of a key have positions: those of words and grams do. Composites do not need them, since their words stand beside
 * them; they are the keys with an ASCII mark or a section sign inside, and 第 with a number.
 */
export function hasPositions(key: string): boolean {
  if (!(key.charCodeAt(0) > 4)) return false;
  if (isOrdinalKey(key)) return false;
  // No regular expression: this is asked of the first question of a process, which would have to compile it.
  for (let k = 0; k < key.length; k++) {
    const code = key.charCodeAt(k);
    if (code === SECTION_SIGN || (code >= 32 && code < 127 && !isLetterOrDigit(code))) return false;
  }
  return true;
}

/** Whether a key is the number of a provision, 第9条. */
export function isOrdinalKey(key: string): boolean {
  return key.charCodeAt(0) === ORDINAL_SIGN && isDigit(key.charCodeAt(1));
}

const SECTION_SIGN = 0xa7;

function isLetterOrDigit(code: number): boolean {
  const lower = code | 32;
  return (lower >= 97 && lower <= 122) || isDigit(code);
}

function isDigit(code: number): boolean {
  return code >= 48 && code <= 57;
}

const SURROGATE = /[\ud800-\udfff]/;

/** Halves of characters, which UTF-8 has no bytes for, become the sign for what is unreadable. */
function wellFormed(key: string): string {
  return SURROGATE.test(key) ? key.replace(/\p{Surrogate}/gu, "\ufffd") : key;
}

/** 16 hexadecimal digits that hardly another text has. */
function digest(text: string): string {
  const bytes = Buffer.from(text);
  return [0, 0x9e3779b9].map((seed) => checksum(bytes, seed).toString(16).padStart(8, "0")).join("");
}

function valueKey(value: AttributeValue): string {
  if (typeof value === "string") return value.length <= MAX_VALUE ? value : `${value.slice(0, MAX_VALUE)}${END}${digest(value)}`;
  if (typeof value === "boolean") return value ? "1" : "0";
  return sortableNumber(value);
}

/** 16 hexadecimal digits whose order is that of the numbers: the IEEE 754 bits, all flipped below zero, the sign bit above. */
function sortableNumber(value: number): string {
  float[0] = value === 0 ? 0 : value;
  const high = bits[1] as number;
  const low = bits[0] as number;
  const negative = high >>> 31 === 1;
  const hex = (word: number): string => (word >>> 0).toString(16).padStart(8, "0");
  return negative ? hex(~high) + hex(~low) : hex(high ^ 0x80000000) + hex(low);
}

const float = new Float64Array(1);
const bits = new Uint32Array(float.buffer);
