import { checkPart, wholeOf } from "../arguments.ts";
import type { Span } from "../model.ts";
import { linesOf } from "../text/lines.ts";
import { trimSpan } from "../text/whitespace.ts";

/**
 * Paragraphs of a text range: what stands between blank lines, without outer white space. Any line end will do.
 *
 * @param span - @default the whole text
 * @example
 * paragraphs("One\r\nline.\r\n\r\nTwo."); // [{ start: 0, end: 10 }, { start: 14, end: 18 }]
 */
export function paragraphs(text: string, span: Span = wholeOf(text)): Span[] {
  checkPart("paragraphs", text, span);
  const found: Span[] = [];
  let open: { start: number; end: number } | undefined;
  for (const line of linesOf(text, span)) {
    const inked = trimSpan(text, line);
    if (inked === undefined) {
      open = undefined;
    } else if (open === undefined) {
      open = { ...inked };
      found.push(open);
    } else {
      open.end = inked.end;
    }
  }
  return found;
}
