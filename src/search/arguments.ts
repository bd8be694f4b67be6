import { isLanguageTag } from "./analysis/primary-subtag.ts";
import { optionInvalid, optionUnknown } from "./search-errors.ts";

// What types do not keep out where JavaScript calls. Each throws SEARCH_OPTION_INVALID.

export function expectText(option: string, value: unknown): void {
  if (typeof value !== "string") throw optionInvalid(option, value, "a text");
}

/** An empty path would be the folder that the process happens to be in. */
export function expectFolder(option: string, value: unknown): void {
  expectText(option, value);
  if (value === "") throw optionInvalid(option, value, "the path of a folder");
}

export function expectLanguage(option: string, value: unknown): void {
  expectText(option, value);
  if (!isLanguageTag(value as string)) throw optionInvalid(option, value, 'a language tag such as "de" or "pt-BR"');
}

export function expectObject(option: string, value: unknown): void {
  if (typeof value !== "object" || value === null || Array.isArray(value)) throw optionInvalid(option, value, "an object");
}

/** All members of a type, held to it by the compiler: their names are what `expectKnown` takes. */
export type MembersOf<T> = { readonly [name in keyof Required<T>]: true };

/** That an object has no members but these: a misspelt one would be passed over. @param prefix - of their names */
export function expectKnown(prefix: string, value: object, known: readonly string[]): void {
  for (const name of Object.keys(value)) if (!known.includes(name)) throw optionUnknown(prefix + name, known);
}

export function expectArray(option: string, value: unknown): void {
  if (!Array.isArray(value)) throw optionInvalid(option, value, "an array");
}
