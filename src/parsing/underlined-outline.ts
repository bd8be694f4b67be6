import { checkPart, wholeOf } from "../arguments.ts";
import type { OutlineEntry, Span } from "../model.ts";
import { type Line, linesOf } from "../text/lines.ts";
import { trimSpan } from "../text/whitespace.ts";

const RULE = /^([=\-~*^"'+#`.:])\1{2,}$/;
const LONGEST_TITLE = 200;

/**
 * Headings of a plain text that are underlined, as reStructuredText and many manuals do: a line, and below it a line of one repeated mark of
 * about its length. The kind of mark tells the level, in the order in which the marks come first; the same mark above the line too is
 * a kind of its own. Time is linear.
 *
 * @param span - @default the whole text
 * @example
 * underlinedOutline("Manual\n======\n\nScope\n-----\n\nAll."); // levels 1 and 2
 */
export function underlinedOutline(text: string, span: Span = wholeOf(text)): OutlineEntry[] {
  checkPart("underlinedOutline", text, span);
  const kinds: string[] = [];
  const found: OutlineEntry[] = [];
  let [beforeLast, last]: (Line | undefined)[] = [];
  for (const line of linesOf(text, span)) {
    const mark = last === undefined ? undefined : underlineOf(text, last, line);
    if (mark !== undefined && last !== undefined) {
      const over = beforeLast === undefined ? undefined : ruleOf(text, beforeLast);
      if (over === mark || over === undefined) {
        const title = trimSpan(text, last) ?? last;
        const start = over === mark ? (beforeLast?.start ?? title.start) : title.start;
        if (over === mark || beforeLast === undefined || trimSpan(text, beforeLast) === undefined) {
          const kind = over === mark ? mark + mark : mark;
          if (!kinds.includes(kind)) kinds.push(kind);
          const words = text.slice(title.start, title.end).replace(/\s+/g, " ");
          found.push({ level: kinds.indexOf(kind) + 1, title: words, at: { start, end: (trimSpan(text, line) ?? line).end } });
        }
      }
    }
    [beforeLast, last] = [last, line];
  }
  return found;
}

/** The mark of a line that underlines the one before it. */
function underlineOf(text: string, title: Line, line: Line): string | undefined {
  const mark = ruleOf(text, line);
  const words = trimSpan(text, title);
  if (mark === undefined || words === undefined || words.end - words.start > LONGEST_TITLE || ruleOf(text, title) !== undefined)
    return undefined;
  const rule = (trimSpan(text, line) ?? line).end - line.start;
  const length = words.end - title.start;
  // Wide characters take two columns, so their underline may be twice as long.
  return rule >= length - 2 && rule <= length * 2 + 4 ? mark : undefined;
}

function ruleOf(text: string, line: Line): string | undefined {
  if (line.end - line.start > LONGEST_TITLE * 2) return undefined;
  return RULE.exec(text.slice(line.start, line.end).trimEnd())?.[1];
}
