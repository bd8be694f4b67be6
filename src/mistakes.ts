import type * as z from "zod";

/** What is wrong with one key of a settings file, in words. `path` leads to the key. */
export interface Mistake {
  readonly path: readonly PropertyKey[];
  readonly message: string;
}

export type Checked<T> = { readonly value: T } | { readonly mistakes: readonly Mistake[] };

/**
 * What a zod schema makes of a value, or everything that is wrong with it. A `custom` or `regex` rule of the schema gives what must
 * stand there as its message: `"fields.1.name" is "a b", but must be <message>.`
 *
 * @param name - of the whole, as sentences should call it: "the config"
 */
export function check<T>(schema: z.ZodType<T>, value: unknown, name: string): Checked<T> {
  const result = schema.safeParse(value);
  if (result.success) return { value: result.data };
  return { mistakes: result.error.issues.flatMap((issue) => mistakesOf(issue, value, schema, name)) };
}

function mistakesOf(issue: z.core.$ZodIssue, whole: unknown, schema: z.core.$ZodType, name: string): Mistake[] {
  const { path } = issue;
  if (issue.code === "unrecognized_keys") {
    const known = keysAt(schema, path);
    return issue.keys.map((key) => ({
      path: [...path, key],
      message: `"${[...path, key].join(".")}" is not a key of ${name}. ${suggestion(key, known)}`,
    }));
  }
  const subject = path.length === 0 ? `${name.charAt(0).toUpperCase()}${name.slice(1)}` : `"${path.join(".")}"`;
  const value = valueAt(whole, path);
  if (value === undefined) return [{ path, message: `${subject} is missing; it must be ${wanted(issue)}.` }];
  return [{ path, message: `${subject} is ${shown(value)}, but must be ${wanted(issue)}.` }];
}

function wanted(issue: z.core.$ZodIssue): string {
  if (issue.code === "invalid_type") return kinds[issue.expected] ?? issue.expected;
  if (issue.code === "invalid_value") return `one of ${issue.values.map(String).join(", ")}`;
  if (issue.code === "too_small") return issue.origin === "number" ? `${issue.minimum} or more` : "not empty";
  if (issue.code === "too_big") return issue.origin === "number" ? `${issue.maximum} or less` : `of ${issue.maximum} at most`;
  return issue.message === UNTOLD ? "text, a number, true, false, null, or lists and objects of them" : issue.message;
}

/** zod's message for a union that gives none of its own. */
const UNTOLD = "Invalid input";

const kinds: { readonly [expected: string]: string } = {
  string: "text",
  number: "a number",
  int: "a whole number",
  boolean: "true or false",
  array: "a list",
  object: "an object",
  record: "an object",
};

function shown(value: unknown): string {
  if (typeof value === "function") return "a function";
  return value instanceof Object && JSON.stringify(value).length > 60 ? "a large value" : JSON.stringify(value);
}

function valueAt(whole: unknown, path: readonly PropertyKey[]): unknown {
  return path.reduce<unknown>((value, key) => (value as { readonly [key: PropertyKey]: unknown } | undefined)?.[key], whole);
}

/** Keys of the object that a path into a schema leads to; those that begin with `$` are for editors, and are not offered. */
function keysAt(schema: z.core.$ZodType, path: readonly PropertyKey[]): readonly string[] {
  const { def } = (schema as z.core.$ZodTypes)._zod;
  if ("innerType" in def) return keysAt(def.innerType, path);
  if (def.type === "pipe") return keysAt(def.in, path);
  const [head, ...rest] = path;
  if (def.type === "object") {
    if (head === undefined) return Object.keys(def.shape).filter((key) => !key.startsWith("$"));
    const next = def.shape[String(head)];
    return next === undefined ? [] : keysAt(next, rest);
  }
  if (def.type === "array") return keysAt(def.element, rest);
  return def.type === "record" ? keysAt(def.valueType, rest) : [];
}

function suggestion(key: string, known: readonly string[]): string {
  const [closest] = known
    .map((name) => ({ name, distance: editDistance(name.toLowerCase(), key.toLowerCase()) }))
    .sort((a, b) => a.distance - b.distance);
  return closest !== undefined && closest.distance <= 2 ? `Did you mean "${closest.name}"?` : `Its keys are ${known.join(", ")}.`;
}

/** Levenshtein: the fewest letters to add, drop or change. */
function editDistance(a: string, b: string): number {
  let row = Array.from({ length: b.length + 1 }, (_, j) => j);
  for (const [i, letter] of [...a].entries()) {
    const above = row;
    row = [i + 1];
    for (let j = 1; j <= b.length; j++) {
      const change = (above[j - 1] ?? 0) + (letter === b[j - 1] ? 0 : 1);
      row.push(Math.min(change, (above[j] ?? 0) + 1, (row[j - 1] ?? 0) + 1));
    }
  }
  return row.at(-1) ?? 0;
}
