import type { Attributes, Filter, Json } from "./model.ts";

/**
 * Whether a thing with these facts, at this place in its document, meets a condition. A list among the facts meets `is`,
 * `oneOf` and `range` when one of its items does; a fact that is not there meets nothing.
 */
export function matchesFilter(facts: Attributes, path: readonly string[], filter: Filter): boolean {
  if (filter.op === "pathPrefix") {
    const prefix = Array.isArray(filter.value) ? filter.value : [filter.value];
    return prefix.every((topic, i) => path[i] === topic);
  }
  const fact = facts[filter.attribute];
  if (fact === undefined) return false;
  const values: readonly Json[] = Array.isArray(fact) ? fact : [fact];
  return values.some((value) => meets(value, filter));
}

function meets(value: Json, filter: Filter): boolean {
  const wanted: readonly Json[] = Array.isArray(filter.value) ? filter.value : [filter.value];
  if (filter.op !== "range") return wanted.some((item) => item === value);
  const [low = null, high = null] = wanted;
  return isAtMost(low, value) && isAtMost(value, high);
}

/** Numbers by value, strings by code unit; `null` is an open end. Values of two kinds have no order. */
function isAtMost(a: Json, b: Json): boolean {
  if (a === null || b === null) return true;
  if (typeof a === "number" && typeof b === "number") return a <= b;
  return typeof a === "string" && typeof b === "string" && a <= b;
}
