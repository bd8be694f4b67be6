import { createHash } from "node:crypto";
import { argumentInvalid } from "./arguments.ts";
import { canonicalJson } from "./canonical-json.ts";
import type { Json } from "./model.ts";

/**
 * The same id for the same content on every machine and in every run: SHA-256 of the value's canonical JSON (keys sorted,
 * no spaces), cut to 128 bits, as 32 lower-case hexadecimal digits.
 */
export function stableHash(value: Json): string {
  if (value === undefined || typeof value === "function") throw argumentInvalid("stableHash", "value", "a value of JSON", value);
  const hash = createHash("sha256");
  for (const part of canonicalParts(value)) hash.update(part);
  return hash.digest("hex").slice(0, 32);
}

/** In UTF-16 code units: a text that is longer is escaped in slices, since a whole law would be copied several times over. */
const SLICE = 1 << 16;

/** `canonicalJson` in parts, each well-formed by itself. */
function* canonicalParts(value: Json): Generator<string> {
  if (Array.isArray(value) && value.some((item) => typeof item === "string" && item.length > SLICE)) {
    yield "[";
    for (const [i, item] of value.entries()) {
      if (i > 0) yield ",";
      if (typeof item === "string") yield* jsonTextParts(item);
      else yield canonicalJson(item);
    }
    yield "]";
  } else {
    yield canonicalJson(value);
  }
}

/** A text as JSON, in slices that cut no pair of surrogates: together what `JSON.stringify` gives. */
export function* jsonTextParts(value: string): Generator<string> {
  yield '"';
  for (let start = 0; start < value.length; ) {
    const last = value.charCodeAt(start + SLICE - 1);
    const end = start + SLICE - (last >= 0xd800 && last < 0xdc00 ? 1 : 0);
    yield JSON.stringify(value.slice(start, end)).slice(1, -1);
    start = end;
  }
  yield '"';
}

/** SHA-256 of bytes or of a text's UTF-8, cut to 128 bits, as 32 hexadecimal digits. */
export function contentHash(content: Uint8Array | string): string {
  if (typeof content !== "string" && !(content instanceof Uint8Array)) {
    throw argumentInvalid("contentHash", "content", "a string or bytes", content);
  }
  return createHash("sha256").update(content).digest("hex").slice(0, 32);
}
