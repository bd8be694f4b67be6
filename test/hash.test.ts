import { createHash } from "node:crypto";
import { expect, it } from "vitest";
import { jsonTextParts, stableHash } from "../src/hash.ts";

/** A text whose slices would cut pairs of surrogates, and that has half a pair and everything that JSON escapes. */
const long = `a${"😀".repeat(80_000)}\ud800 "\\\n\u2028${"é".repeat(70_000)}`;

it("writes a long text in slices as JSON.stringify writes it whole", () => {
  expect([...jsonTextParts(long)].join("")).toBe(JSON.stringify(long));
  expect([...jsonTextParts("")].join("")).toBe('""');
});

it("hashes a long text as a short one: the SHA-256 of its canonical JSON", () => {
  const whole = createHash("sha256")
    .update(JSON.stringify(["unit", 1, long]))
    .digest("hex")
    .slice(0, 32);
  expect(stableHash(["unit", 1, long])).toBe(whole);
});
