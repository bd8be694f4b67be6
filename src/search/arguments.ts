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
