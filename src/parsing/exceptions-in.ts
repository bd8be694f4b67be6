import { checkPart, wholeOf } from "../arguments.ts";
import type { Span } from "../model.ts";
import { linesOf } from "../text/lines.ts";
import { sentences } from "../text/sentences.ts";
import { isSpace } from "../text/whitespace.ts";
import { beginsException } from "./exceptions.ts";

/** A rule, and what limits it. */
export interface ExceptedRule {
  /** From the rule's sentence to the end of its last exception. */
  readonly span: Span;
  readonly rule: Span;
  readonly exceptions: readonly Span[];
}

/**
 * Rules that have exceptions or provisos, in order, with both: a sentence, item or paragraph that `beginsException` belongs to the sentence
 * before it. An exception that stands first in the range limits what stands before the range, and is not reported. Linear.
 *
 * @param span - @default the whole text
 * @example
 * exceptionsIn("Dogs may enter. Except on Sundays.")[0]; // rule 0–15, exceptions [16–34], span 0–34
 */
export function exceptionsIn(text: string, span: Span = wholeOf(text)): ExceptedRule[] {
  checkPart("exceptionsIn", text, span);
  const found: { rule: Span; exceptions: Span[] }[] = [];
  let rule: Span | undefined;
  let open: { rule: Span; exceptions: Span[] } | undefined;
  for (const sentence of sentences(text, span)) {
    for (const part of partsByLine(text, sentence)) {
      if (rule !== undefined && beginsException(text, part.start)) {
        if (open === undefined) {
          open = { rule, exceptions: [] };
          found.push(open);
        }
        open.exceptions.push(part);
        continue;
      }
      rule = part;
      open = undefined;
    }
  }
  return found.map(({ rule: of, exceptions }) => ({
    span: { start: of.start, end: exceptions.at(-1)?.end ?? of.end },
    rule: of,
    exceptions,
  }));
}

/** A line that begins like an exception begins one, even where the line before has no full stop. */
function partsByLine(text: string, sentence: Span): Span[] {
  const parts: { start: number; end: number }[] = [];
  for (const line of linesOf(text, sentence)) {
    let start = line.start;
    while (start < line.end && isSpace(text.charCodeAt(start))) start++;
    if (start === line.end) continue;
    let end = line.end;
    while (end > start && isSpace(text.charCodeAt(end - 1))) end--;
    const last = parts.at(-1);
    if (last === undefined || beginsException(text, start)) parts.push({ start, end });
    else last.end = end;
  }
  return parts;
}
