import { checkPart } from "../arguments.ts";
import type { Span } from "../model.ts";

/**
 * White space as `\s` of a regular expression sees it, the byte order mark and the ideographic space among it.
 *
 * @param code - a UTF-16 code unit
 * @example
 * isSpace("\u3000".charCodeAt(0)); // true
 */
export function isSpace(code: number): boolean {
  if (code < 0x80) return code === 0x20 || (code >= 0x09 && code <= 0x0d);
  return (
    code === 0xa0 ||
    code === 0x1680 ||
    (code >= 0x2000 && code <= 0x200a) ||
    code === 0x2028 ||
    code === 0x2029 ||
    code === 0x202f ||
    code === 0x205f ||
    code === 0x3000 ||
    code === 0xfeff
  );
}

/**
 * A span without the white space at both of its ends; undefined when nothing else is in it.
 *
 * @example
 * trimSpan("a\n b \n", { start: 1, end: 6 }); // { start: 3, end: 4 }
 */
export function trimSpan(text: string, span: Span): Span | undefined {
  checkPart("trimSpan", text, span);
  let { start, end } = span;
  while (start < end && isSpace(text.charCodeAt(start))) start++;
  while (end > start && isSpace(text.charCodeAt(end - 1))) end--;
  return start < end ? { start, end } : undefined;
}

/** Characters between two offsets that are no white space, as `\S` of a regular expression sees it. */
export function countInk(text: string, start: number, end: number): number {
  let count = 0;
  for (let i = start; i < end; i++) if (!isSpace(text.charCodeAt(i))) count++;
  return count;
}
