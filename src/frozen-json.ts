import type { Json } from "./model.ts";

/** Deeper than any real data; what is deeper is taken for a cycle. */
const DEEPEST = 100;

/**
 * A copy of what a plugin gave, checked to be JSON and frozen: neither the plugin nor another can change it afterwards.
 * Members that are undefined are left out.
 *
 * @param fault - makes the error for what is no JSON; `key` leads to it from the outside in, for example `attributes.year`
 * @throws what `fault` makes
 */
export function frozenJson(value: unknown, key: string, fault: (key: string, what: string) => Error, depth = 0): Json {
  if (value === null || typeof value === "string" || typeof value === "boolean") return value;
  if (typeof value === "number") {
    if (Number.isFinite(value)) return value;
    throw fault(key, `is ${value}`);
  }
  if (typeof value !== "object") throw fault(key, `is a ${typeof value}`);
  if (depth > DEEPEST) throw fault(key, `is nested deeper than ${DEEPEST} levels, or holds itself`);
  if (Array.isArray(value)) return Object.freeze(value.map((item, i) => frozenJson(item, `${key}[${i}]`, fault, depth + 1)));
  const prototype = Object.getPrototypeOf(value);
  // Plain objects of another realm (a vm, a worker) have an Object.prototype of their own.
  if (prototype !== null && Object.getPrototypeOf(prototype) !== null)
    throw fault(key, `is a ${value.constructor?.name ?? "class instance"}`);
  const entries = Object.entries(value).filter(([, item]) => item !== undefined);
  return Object.freeze(Object.fromEntries(entries.map(([name, item]) => [name, frozenJson(item, `${key}.${name}`, fault, depth + 1)])));
}
