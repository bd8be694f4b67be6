import { RightRagError } from "./errors.ts";
import type { Span } from "./model.ts";

// What the compiler says to TypeScript is said here to plain JavaScript, at the doors: what was expected, and what was given instead.

/** @param call - as errors should name it: `sentences` @throws ARGUMENT_INVALID */
export function checkText(call: string, value: unknown, name = "text"): void {
  if (typeof value !== "string") throw argumentInvalid(call, name, "a string", value);
}

/** A text, and a span in it. @throws ARGUMENT_INVALID */
export function checkPart(call: string, text: unknown, span: unknown): void {
  checkText(call, text);
  checkSpan(call, span);
}

/** @throws ARGUMENT_INVALID */
export function checkSpan(call: string, value: unknown, name = "span"): void {
  if (!isObject(value) || typeof value.start !== "number" || typeof value.end !== "number") {
    throw argumentInvalid(call, name, "a span, { start, end }", value);
  }
}

/** @throws ARGUMENT_INVALID */
export function checkNumber(call: string, value: unknown, name: string): void {
  if (typeof value !== "number") throw argumentInvalid(call, name, "a number", value);
}

/** @throws ARGUMENT_INVALID */
export function checkList(call: string, value: unknown, name: string): void {
  if (!Array.isArray(value)) throw argumentInvalid(call, name, "a list", value);
}

/** A list of objects. Its first is looked at, so that a list costs the same however long it is. @throws ARGUMENT_INVALID */
export function checkItems(call: string, value: unknown, name: string): void {
  checkList(call, value, name);
  const [first] = value as readonly unknown[];
  if ((value as readonly unknown[]).length > 0 && !isObject(first)) throw argumentInvalid(call, `${name}[0]`, "an object", first);
}

/** An object that is no list. @param texts - of its members those that must be strings. @throws ARGUMENT_INVALID */
export function checkObject(call: string, value: unknown, name: string, texts: readonly string[] = []): void {
  if (!isObject(value)) throw argumentInvalid(call, name, "an object", value);
  for (const member of texts) checkText(call, value[member], `${name}.${member}`);
}

/** @throws ARGUMENT_INVALID */
export function checkFunction(call: string, value: unknown, name: string): void {
  if (typeof value !== "function") throw argumentInvalid(call, name, "a function", value);
}

/** @throws ARGUMENT_INVALID */
export function checkSignal(call: string, value: unknown, name = "signal"): void {
  if (value !== undefined && !(value instanceof AbortSignal)) throw argumentInvalid(call, name, "an AbortSignal", value);
}

/** The span of all of a text; of what is none an empty one, for `checkPart` to refuse. */
export function wholeOf(text: string): Span {
  return { start: 0, end: typeof text === "string" ? text.length : 0 };
}

/** @param wanted - with its article: "a string" */
export function argumentInvalid(call: string, name: string, wanted: string, value: unknown): RightRagError {
  const isConstructor = call.startsWith("new ");
  return new RightRagError(
    "ARGUMENT_INVALID",
    `${call}() takes "${name}" as ${wanted}, but was given ${shown(value)}.`,
    `Give ${wanted}; the types of ${isConstructor ? call.slice("new ".length) : `${call}()`} say what else it takes.`,
  );
}

function isObject(value: unknown): value is { readonly [key: string]: unknown } {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

function shown(value: unknown): string {
  if (value === undefined) return "nothing";
  if (value === null || typeof value === "boolean" || typeof value === "number") return String(value);
  if (typeof value === "string") return value.length > 40 ? `a string of ${value.length} characters` : JSON.stringify(value);
  if (Array.isArray(value)) return "a list";
  return typeof value === "object" ? "an object" : `a ${typeof value}`;
}
