import { optionInvalid, optionUnknown } from "./search-errors.ts";

// What types do not keep out where JavaScript calls. Each throws SEARCH_OPTION_INVALID.

export function expectText(option: string, value: unknown): void {
  if (typeof value !== "string") throw optionInvalid(option, value, "a text");
}

export function expectObject(option: string, value: unknown): void {
  if (typeof value !== "object" || value === null || Array.isArray(value)) throw optionInvalid(option, value, "an object");
}

/** That an object has no members but these: a misspelt one would be passed over. @param prefix - of their names */
export function expectKnown(prefix: string, value: object, known: readonly string[]): void {
  for (const name of Object.keys(value)) if (!known.includes(name)) throw optionUnknown(prefix + name, known);
}

export function expectArray(option: string, value: unknown): void {
  if (!Array.isArray(value)) throw optionInvalid(option, value, "an array");
}
