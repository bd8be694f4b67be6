import { RightRagError } from "../errors.ts";

/** Every key of an options type, held to it by the compiler. */
export type KeysOf<T> = { readonly [key in keyof Required<T>]: true };

/**
 * An option with a slip in its name would be passed over without a word.
 *
 * @param what - as a sentence calls what was given: "the options of query()"
 * @throws OPTION_INVALID
 */
export function refuseUnknown<T extends object>(what: string, given: T, known: KeysOf<T>): void {
  if (typeof given !== "object" || given === null) {
    throw new RightRagError("OPTION_INVALID", `${what} are ${JSON.stringify(given)}, and no object.`, "Give an object, or leave it out.");
  }
  const names = Object.keys(known);
  for (const name of Object.keys(given)) {
    if (names.includes(name)) continue;
    throw new RightRagError("OPTION_INVALID", `"${name}" is not known to ${what}.`, `They are ${names.join(", ")}.`);
  }
}
