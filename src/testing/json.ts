import assert from "node:assert/strict";

/** A deep copy that throws when it is written to: a plugin must leave what it is given as it was. */
export function frozen<T>(value: T): T {
  const copy = structuredClone(value);
  freeze(copy);
  return copy;
}

/** Holds a value to JSON: no dates, maps, functions, NaN. A property that is `undefined` counts as absent. */
export function assertJson(value: unknown, where: string): void {
  if (value === null || typeof value === "string" || typeof value === "boolean") return;
  if (typeof value === "number") {
    assert.ok(Number.isFinite(value), `${where} is ${value}, which JSON cannot hold`);
    return;
  }
  if (Array.isArray(value)) {
    for (const [i, item] of value.entries()) assertJson(item, `${where}[${i}]`);
    return;
  }
  const plain = typeof value === "object" && [Object.prototype, null].includes(Object.getPrototypeOf(value));
  assert.ok(plain && value !== null, `${where} is ${describe(value)}, which JSON cannot hold`);
  for (const [key, item] of Object.entries(value)) if (item !== undefined) assertJson(item, `${where}.${key}`);
}

/** Equal once written as JSON and read again. */
export function assertSame(actual: unknown, expected: unknown, message: string): void {
  assert.deepEqual(throughJson(actual), throughJson(expected), message);
}

export function throughJson<T>(value: T): T {
  return value === undefined ? value : JSON.parse(JSON.stringify(value));
}

function freeze(value: unknown): void {
  if (typeof value !== "object" || value === null || ArrayBuffer.isView(value)) return;
  Object.freeze(value);
  for (const item of Object.values(value)) freeze(item);
}

function describe(value: unknown): string {
  return typeof value === "object" ? `a ${value?.constructor?.name ?? "special object"}` : `of type ${typeof value}`;
}
