import { checkItems, checkPart } from "../arguments.ts";
import type { Omission, Span } from "../model.ts";
import { linesOf } from "../text/lines.ts";
import { trimSpan } from "../text/whitespace.ts";

/** A page's header or footer has fewer characters and lines. A sentence goes on behind it, and is not cut for its sake. */
const PARTS_TEXT = { characters: 300, lines: 4 };

/**
 * What is left of a range when omissions are taken out of it, without outer white space. Only a long omission, such as a table of contents,
 * parts the range in two; a short one (a page's header and number) is taken off at its ends alone, since the sentence around it goes on.
 *
 * @param offset - where `text` and `span` begin in the text that the omissions count in. @default 0
 * @example
 * withoutOmissions("12\n\nPay on time.", { start: 0, end: 16 }, [{ omitted: { start: 0, end: 2 }, reason: "page number" }]);
 * // [{ start: 4, end: 16 }]
 */
export function withoutOmissions(text: string, span: Span, omissions: readonly Omission[], offset = 0): Span[] {
  checkPart("withoutOmissions", text, span);
  checkItems("withoutOmissions", omissions, "omissions");
  const inside = omittedIn(omissions, { start: span.start + offset, end: span.end + offset });
  const parts: Span[] = [];
  let open = trimSpan(text, span);
  for (const [i, omitted] of inside.entries()) {
    if (open === undefined) break;
    const start = Math.min(Math.max(open.start, omitted.start - offset), open.end);
    const end = Math.min(Math.max(open.start, omitted.end - offset), open.end);
    const before = trimSpan(text, { start: open.start, end: start });
    const rest: Span | undefined = trimSpan(text, { start: end, end: open.end });
    const isLast = rest === undefined || onlyOmitted(text, rest, inside, i + 1, offset);
    if (before !== undefined && !isLast && !isLong(text, { start, end })) continue;
    if (before !== undefined) parts.push(before);
    open = isLast ? undefined : rest;
  }
  if (open !== undefined) parts.push(open);
  return parts;
}

function isLong(text: string, omitted: Span): boolean {
  if (omitted.end - omitted.start >= PARTS_TEXT.characters) return true;
  let lines = 0;
  for (const _ of linesOf(text, omitted)) lines++;
  return lines >= PARTS_TEXT.lines;
}

function onlyOmitted(text: string, rest: Span, omitted: readonly Span[], from: number, offset: number): boolean {
  let reached = rest.start;
  for (let i = from; i < omitted.length; i++) {
    const { start, end } = omitted[i] as Span; // i < length
    if (trimSpan(text, { start: reached, end: Math.min(Math.max(reached, start - offset), rest.end) }) !== undefined) return false;
    reached = Math.min(Math.max(reached, end - offset), rest.end);
  }
  return trimSpan(text, { start: reached, end: rest.end }) === undefined;
}

const merged = new WeakMap<readonly Omission[], readonly Span[]>();

/** The omitted ranges that touch a span, rising. Sorted once for a document, since every unit of it asks. */
function omittedIn(omissions: readonly Omission[], { start, end }: Span): readonly Span[] {
  if (omissions.length === 0) return [];
  let all = merged.get(omissions);
  if (all === undefined) {
    all = mergedSpans(omissions.map(({ omitted }) => omitted));
    merged.set(omissions, all);
  }
  let low = 0;
  let high = all.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((all[middle]?.end ?? 0) <= start) low = middle + 1;
    else high = middle;
  }
  let last = low;
  while ((all[last]?.start ?? end) < end) last++;
  return all.slice(low, last);
}

function mergedSpans(spans: readonly Span[]): Span[] {
  const found: { start: number; end: number }[] = [];
  for (const span of [...spans].sort((a, b) => a.start - b.start)) {
    const before = found.at(-1);
    if (before !== undefined && span.start <= before.end) before.end = Math.max(before.end, span.end);
    else found.push({ ...span });
  }
  return found;
}
