import { createHash } from "node:crypto";
import type { Json } from "./model.ts";

/**
 * The same id for the same content on every machine and in every run: SHA-256 of the value's canonical JSON (keys sorted,
 * no spaces), cut to 128 bits, as 32 lower-case hexadecimal digits.
 */
export function stableHash(value: Json): string {
  return createHash("sha256").update(canonicalJson(value)).digest("hex").slice(0, 32);
}

/** SHA-256 of bytes or of a text's UTF-8, cut to 128 bits, as 32 hexadecimal digits. */
export function contentHash(content: Uint8Array | string): string {
  return createHash("sha256").update(content).digest("hex").slice(0, 32);
}

/** JSON with sorted keys and no spaces, so that equal values give equal text. */
export function canonicalJson(value: Json): string {
  if (value === null || typeof value !== "object") return JSON.stringify(value);
  if (Array.isArray(value)) return `[${value.map(canonicalJson).join(",")}]`;
  const entries = Object.entries(value as { readonly [key: string]: Json });
  const parts = entries
    .filter(([, item]) => item !== undefined)
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .map(([key, item]) => `${JSON.stringify(key)}:${canonicalJson(item)}`);
  return `{${parts.join(",")}}`;
}
