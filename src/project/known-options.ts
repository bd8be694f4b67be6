import { argumentInvalid } from "../arguments.ts";
import { RightRagError } from "../errors.ts";

/** What an option's value must be. */
export type OptionKind = keyof typeof KINDS;

/** Every key of an options type, held to it by the compiler, with what its value must be. */
export type KeysOf<T> = { readonly [key in keyof Required<T>]: KindOf<Required<T>[key]> };

/** The kind of a type. That of a list is not that of an object. */
type KindOf<V> = [V] extends [string]
  ? "text"
  : [V] extends [readonly string[]]
    ? "texts"
    : [V] extends [readonly unknown[]]
      ? "list"
      : [V] extends [string | readonly unknown[]]
        ? "text or list"
        : [V] extends [boolean]
          ? "switch"
          : [V] extends [number]
            ? "number"
            : [V] extends [AbortSignal]
              ? "signal"
              : [V] extends [(...given: never[]) => unknown]
                ? "function"
                : "object";

const isText = (value: unknown) => typeof value === "string";
const isList = (value: unknown) => Array.isArray(value);
const isObject = (value: unknown) => typeof value === "object" && value !== null && !Array.isArray(value);

const KINDS = {
  text: ["a string", isText],
  texts: ["a list of strings", (value: unknown) => Array.isArray(value) && value.every(isText)],
  number: ["a number", (value: unknown) => typeof value === "number" && !Number.isNaN(value)],
  switch: ["true or false", (value: unknown) => typeof value === "boolean"],
  list: ["a list", isList],
  "text or list": ["a string or a list", (value: unknown) => isText(value) || isList(value)],
  object: ["an object", isObject],
  function: ["a function", (value: unknown) => typeof value === "function"],
  signal: ["an AbortSignal", (value: unknown) => value instanceof AbortSignal],
} as const satisfies { readonly [kind: string]: readonly [wanted: string, is: (value: unknown) => boolean] };

/**
 * An option with a slip in its name would be passed over without a word, and one of another kind would fail somewhere inside.
 *
 * @param call - what it was given to, as errors should name it: `query`
 * @throws ARGUMENT_INVALID, OPTION_INVALID
 */
export function checkOptions<T extends object>(call: string, given: T, known: KeysOf<T>, name = "options"): void {
  if (!isObject(given)) throw argumentInvalid(call, name, "an object", given);
  const kinds = new Map<string, OptionKind>(Object.entries<OptionKind>(known));
  for (const [key, value] of Object.entries(given)) {
    const kind = kinds.get(key);
    if (kind === undefined) {
      const hint = `They are ${[...kinds.keys()].join(", ")}.`;
      throw new RightRagError("OPTION_INVALID", `"${key}" is not known to the ${name} of ${call}().`, hint);
    }
    const [wanted, is] = KINDS[kind];
    if (value !== undefined && !is(value)) throw argumentInvalid(call, `${name}.${key}`, wanted, value);
  }
}
