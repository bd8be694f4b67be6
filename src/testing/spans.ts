import assert from "node:assert/strict";
import type { Span } from "../model.ts";

/** Inside the text, not empty, and with no half of a surrogate pair at either end. */
export function assertSpan(text: string, span: Span, what: string): void {
  const { start, end } = span;
  const inside = Number.isInteger(start) && Number.isInteger(end) && 0 <= start && start < end && end <= text.length;
  assert.ok(inside, `${what} is ${start}–${end} of a text of ${text.length}`);
  for (const offset of [start, end]) {
    assert.ok(!splitsPair(text, offset), `${what} (${start}–${end}) cuts a character outside the basic plane in two at ${offset}`);
  }
}

function splitsPair(text: string, offset: number): boolean {
  return /^[\uD800-\uDBFF][\uDC00-\uDFFF]$/.test(text.slice(Math.max(0, offset - 1), offset + 1));
}
