import { JsonFault, readLenient } from "./lenient-json.ts";
import { splitThinking } from "./thinking.ts";

const FENCE = /^[^\S\n]*(`{3,}|~{3,})[^\n]*\n([\s\S]*?)^[^\S\n]*\1[^\S\n]*$/gm;
const MAX_UNWRAPPED = 3;

/**
 * The JSON value in a model's reply, read with patience: reasoning, fences and prose around it are left out, a string that
 * holds JSON is opened, and small mistakes are seen past (see `readLenient`). Of several values the first, fenced ones before
 * others. Text that ends early is never completed.
 *
 * @throws JsonFault, whose message names the fault in words a model can act on
 */
export function readJson(reply: string): unknown {
  const { values, fault } = readJsonValues(reply);
  if (values.length === 0) throw fault;
  return values[0];
}

/**
 * Every value that could be meant, the likeliest first, for a reader with a schema to choose from. `fault` says why there
 * are no more.
 */
export function readJsonValues(reply: string): { readonly values: readonly unknown[]; readonly fault: JsonFault } {
  const { text, open } = splitThinking(reply);
  const trimmed = text.trim();
  if (trimmed === "")
    return { values: [], fault: new JsonFault(open ? "the reasoning never ended" : "the reply is empty", 0, { cut: open }) };
  const whole = parsed(trimmed) ?? parsed(unescaped(trimmed));
  if (whole !== undefined) return { values: [unwrapped(whole.value)], fault: new JsonFault("the reply holds one value only", 0) };
  const fenced = [...trimmed.matchAll(FENCE)].flatMap(([, , inside = ""]) => scan(inside).values);
  const loose = scan(trimmed.replace(FENCE, ""));
  const values = [...fenced, ...loose.values.filter((value) => !isCitationMark(value)), ...loose.values.filter(isCitationMark)];
  return { values: values.map(unwrapped), fault: loose.fault };
}

/** Every object, array or quoted whole in a text, from left to right. */
function scan(text: string): { readonly values: readonly unknown[]; readonly fault: JsonFault } {
  const values: unknown[] = [];
  let fault = new JsonFault("there is no JSON in the reply", 0);
  for (let at = beginning(text, 0); at !== -1; ) {
    try {
      const { value, end } = readLenient(text, at);
      values.push(value);
      at = beginning(text, end);
    } catch (caught) {
      if (!(caught instanceof JsonFault)) throw caught;
      // The first fault is told: what follows it is often its consequence.
      if (fault.at === 0) fault = caught;
      // All the rest is inside of the broken value; a part of it must not pass for the whole.
      if (caught.cut || caught.begun) break;
      at = beginning(text, Math.max(caught.at, at + 1));
    }
  }
  return { values, fault };
}

function beginning(text: string, from: number): number {
  const quote = from === 0 ? quoted(text) : -1;
  if (quote !== -1) return quote;
  const bracket = /[[{]/g;
  bracket.lastIndex = from;
  return bracket.exec(text)?.index ?? -1;
}

/** A string counts as a value only at the very start: elsewhere quotes are prose. */
function quoted(text: string): number {
  return /^\s*["'“]\s*[[{]/.test(text) ? text.search(/\S/) : -1;
}

/** `[1]` or `[1, 2]` in prose points at evidence. */
function isCitationMark(value: unknown): boolean {
  return Array.isArray(value) && value.every((item) => Number.isInteger(item));
}

function parsed(text: string): { readonly value: unknown } | undefined {
  try {
    return { value: JSON.parse(text) };
  } catch {
    return undefined;
  }
}

/** `{\"a\":1}`: JSON from inside a string, without the string's own quotes. */
function unescaped(text: string): string {
  if (!/^[[{]\s*\\"/.test(text)) return "";
  const inside = parsed(`"${text}"`)?.value;
  return typeof inside === "string" ? inside : "";
}

function unwrapped(value: unknown): unknown {
  let inner = value;
  for (let i = 0; i < MAX_UNWRAPPED && typeof inner === "string" && /^\s*[[{"]/.test(inner); i++) {
    const next = parsed(inner);
    if (next !== undefined) inner = next.value;
    else {
      const read = scan(inner).values[0];
      if (read === undefined) break;
      inner = read;
    }
  }
  return inner;
}
