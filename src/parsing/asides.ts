import { checkItems, checkPart, wholeOf } from "../arguments.ts";
import type { Span } from "../model.ts";
import { contentStart, type Line, linesOf } from "../text/lines.ts";
import { trimSpan } from "../text/whitespace.ts";

const FENCE = /(?:`{3}|~{3})/y;
/** Where `[label]: destination "title"` ends; a destination without any of these marks is more likely words in brackets and a colon. */
const LINK_DEFINITION = /^\[(?!\^)(?:[^[\]\\]|\\.){1,200}\]:[ \t]*<?(?=\S*[./#:])\S+(?:[ \t]+(?:"[^"]*"|'[^']*'|\([^()]*\)))?$/;
/** An anchor without words, the mark of a call-out (`[!NOTE]`), the label of a rule (`r[items.fn.body]`). */
const MARK = /^(?:<a\b[^<>]{0,200}>\s*<\/a>|<a\b[^<>]{0,200}\/>|\[![A-Za-z][\w-]{0,30}\]|[a-z]?\[[\w-]+(?:\.[\w-]+)+\]|[a-z]\[[\w-]+\])$/;
const OPENING_ANCHOR = /<a\b[^<>]{0,200}>\s*<\/a>/y;

/**
 * What is written in a Markdown text for tools and not for its reader, in order: comments (`<!-- … -->`), definitions of link
 * targets (`[label]: address`), and, on lines of their own, anchors without words, marks of call-outs (`[!NOTE]`) and labels of rules
 * (`r[items.fn]`). An anchor that opens a line is one too. Nothing in fenced code is.
 *
 * Such text stays in its unit. It answers nothing: chunks and quotations are better without it.
 *
 * @param span - @default the whole text
 * @example
 * asides("See [a].\n\n[a]: https://example.org"); // [{ start: 10, end: 34 }]
 */
export function asides(text: string, span: Span = wholeOf(text)): Span[] {
  checkPart("asides", text, span);
  const found: Span[] = [];
  let fence: string | undefined;
  let reached = span.start;
  // Looked for once: a text full of "<!--" without an end would be searched anew for each. In the slice, since a search
  // backwards that finds nothing goes on to the start of the text.
  const lastClose = span.start + text.slice(span.start, span.end).lastIndexOf("-->");
  for (const line of linesOf(text, span)) {
    const at = contentStart(text, line);
    FENCE.lastIndex = at;
    const mark = FENCE.exec(text)?.[0];
    if (fence !== undefined || (mark !== undefined && at >= reached)) {
      if (fence === undefined) fence = mark;
      else if (mark === fence) fence = undefined;
      continue;
    }
    if (at < reached) reached = commentsOf(text, { start: Math.min(reached, line.end), end: line.end }, lastClose, found);
    else reached = lineAsides(text, line, at, lastClose, found);
  }
  return found;
}

/**
 * A range less the asides and white space at its ends; undefined when nothing else is in it. Asides in its midst stay.
 *
 * @example
 * withoutAsides("<!-- lint off -->\nPay on time.", { start: 0, end: 30 }); // { start: 18, end: 30 }
 */
export function withoutAsides(text: string, span: Span, known: readonly Span[] = asides(text, span)): Span | undefined {
  checkPart("withoutAsides", text, span);
  checkItems("withoutAsides", known, "known");
  let rest = trimSpan(text, span);
  for (let i = firstEndingAfter(known, span.start); rest !== undefined; i++) {
    const aside = known[i];
    if (aside === undefined || aside.start > rest.start) break;
    const after = { start: Math.min(Math.max(aside.end, rest.start), rest.end), end: rest.end };
    // A quotation's mark (">") before the next line belongs to the aside's line.
    rest = trimSpan(text, { start: contentStart(text, after), end: rest.end });
  }
  // The first one looked at may reach over the end, or lie behind it.
  const behind = firstEndingAfter(known, span.end);
  for (let i = behind; rest !== undefined && i >= 0; i--) {
    const aside = known[i];
    if (aside !== undefined && aside.start < rest.end && aside.end >= rest.end)
      rest = trimSpan(text, { start: rest.start, end: Math.max(aside.start, rest.start) });
    else if (i < behind) break;
  }
  return rest;
}

/** Place of the first aside whose end is behind an offset. */
function firstEndingAfter(known: readonly Span[], offset: number): number {
  let low = 0;
  let high = known.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((known[middle]?.end ?? 0) > offset) high = middle;
    else low = middle + 1;
  }
  return low;
}

function lineAsides(text: string, line: Line, at: number, lastClose: number, found: Span[]): number {
  const content = trimSpan(text, { start: at, end: line.end });
  if (content === undefined) return line.end;
  const words = text.slice(content.start, content.end);
  if (words.length < 1000 && (LINK_DEFINITION.test(words) || MARK.test(words))) {
    found.push(content);
    return line.end;
  }
  // Lists of anchors write "* <a name=…></a>" before the item's words.
  const item = /^[-*+]\s+/.exec(words)?.[0].length ?? 0;
  OPENING_ANCHOR.lastIndex = content.start + item;
  const anchor = OPENING_ANCHOR.exec(text);
  if (anchor !== null && OPENING_ANCHOR.lastIndex <= line.end) found.push({ start: anchor.index, end: OPENING_ANCHOR.lastIndex });
  return commentsOf(text, content, lastClose, found);
}

/** Comments that begin in a line; gives where the last one ends, which may be many lines below. One that never ends is text. */
function commentsOf(text: string, { start, end }: Span, lastClose: number, found: Span[]): number {
  let at = start;
  while (at < end) {
    // In the slice: a search that finds nothing would read on to the end of the text, for every line.
    const opens = at + text.slice(at, end).indexOf("<!--");
    if (opens < at || opens + 4 > lastClose) return end;
    at = text.indexOf("-->", opens + 4) + 3;
    // In code ("`<!--`") it is an example of a comment.
    if (text.charAt(opens - 1) !== "`") found.push({ start: opens, end: at });
  }
  return at;
}
