import { checkPart, wholeOf } from "../arguments.ts";
import type { Span } from "../model.ts";

const MARKS = /[“”„«»「」『』]/g;
const CLOSES: { readonly [open: string]: string } = { "“": "”", "„": "“”", "«": "»", "「": "」", "『": "』" };
/** A quotation that is longer has lost its end: half of a document must not be taken for one. */
const LONGEST = 4000;

/**
 * What stands in quotation marks that differ at both ends, outermost ones only, in order: an amending act quotes whole sections of another
 * act, which are none of its own. A mark that opens each paragraph of one quotation again opens no second one. Straight marks
 * (`"`) are not looked at, since nobody can tell their ends apart.
 *
 * @param span - @default the whole text
 * @example
 * quotedRanges("Insert “Section 5” here."); // [{ start: 7, end: 18 }]
 */
export function quotedRanges(text: string, span: Span = wholeOf(text)): Span[] {
  checkPart("quotedRanges", text, span);
  const found: Span[] = [];
  let open: { start: number; closes: string } | undefined;
  MARKS.lastIndex = span.start;
  for (let match = MARKS.exec(text); match !== null && match.index < span.end; match = MARKS.exec(text)) {
    if (open !== undefined && match.index - open.start > LONGEST) open = undefined;
    const [mark] = match;
    const closes = CLOSES[mark];
    if (open?.closes.includes(mark) === true) {
      found.push({ start: open.start, end: match.index + 1 });
      open = undefined;
    } else if (open === undefined && closes !== undefined) {
      open = { start: match.index, closes };
    }
  }
  return found;
}
