import { checkPart, checkSpan, checkText, wholeOf } from "../arguments.ts";
import type { Span } from "../model.ts";
import { isSpace } from "./whitespace.ts";

/** A line without its line end; `next` is where the following line starts. */
export interface Line extends Span {
  readonly next: number;
}

/**
 * Lines of a text range. A line ends with `\n`, `\r\n` or a lone `\r`.
 *
 * @example
 * [...linesOf("a\r\nb")]; // [{ start: 0, end: 1, next: 3 }, { start: 3, end: 4, next: 4 }]
 */
export function* linesOf(text: string, span: Span = wholeOf(text)): Generator<Line> {
  checkPart("linesOf", text, span);
  let start = span.start;
  while (start < span.end) {
    let end = start;
    while (end < span.end && text.charCodeAt(end) !== 10 && text.charCodeAt(end) !== 13) end++;
    let next = end < span.end ? end + 1 : end;
    if (text.charCodeAt(end) === 13 && next < span.end && text.charCodeAt(next) === 10) next++;
    yield { start, end, next };
    start = next;
  }
}

/**
 * First character of a line that is neither white space nor a Markdown quotation mark (`>`); `line.end` when there is none.
 *
 * @example
 * contentStart("> > a", { start: 0, end: 5 }); // 4
 */
export function contentStart(text: string, line: Span): number {
  let at = line.start;
  while (at < line.end && (isSpace(text.charCodeAt(at)) || text.charCodeAt(at) === 62)) at++;
  return at;
}

/** A marker that opens a list item or clause: where its text starts, and what kind of marker it is. */
export interface ListMarker {
  /** Offset of the first character after the marker and its space. */
  readonly textStart: number;
  /** The marker with every number and letter made alike: `-`, `9.`, `9.9`, `(a)`, `§`. */
  readonly shape: string;
}

// Sticky, so that a test at an offset never scans on; each alternative is bounded, so that a long line costs nothing.
const MARKER =
  /(?:([-*+•‣◦▪●–—])|(\d{1,4}(?:\.\d{1,4}){1,6}[a-z]?[.)]?)|(\d{1,9}[.)])|(\((?:\d{1,4}|[a-zA-Z]{1,2}|[ivxlc]{1,7}|[IVXLC]{1,7})\))|((?:[a-zA-Z]|[ivxlc]{1,7}|[IVXLC]{1,7})[.)])|(§{1,2}\s?\d{1,6}[a-z]?\.?))[ \t\u00a0]{1,9}(?=\S)/y;
const SHAPES = ["-", "9.9", "9.", "(a)", "a.", "§"] as const;

/**
 * The marker at the start of a line, if there is one. It only says what the line looks like: a wrapped line may start with a
 * cross-reference ("11.3 and 11.4 below"), which `startsItem` tells apart.
 *
 * @example
 * listMarker("  (a) Holidays", { start: 0, end: 14 }); // { textStart: 6, shape: "(a)" }
 */
export function listMarker(text: string, line: Span): ListMarker | undefined {
  checkText("listMarker", text);
  checkSpan("listMarker", line, "line");
  MARKER.lastIndex = contentStart(text, line);
  const found = MARKER.exec(text);
  if (found === null || MARKER.lastIndex > line.end) return undefined;
  const kind = SHAPES.findIndex((_, i) => found[i + 1] !== undefined);
  return { textStart: MARKER.lastIndex, shape: SHAPES[kind] ?? "-" };
}

const CLAUSE_END = /(?:[.;:!?,)\]。；：！？、]|[;,]\s*(?:and|or|und|oder|et|ou|y|o))["'”’*_]{0,3}$/i;
const REFERENCE_GOES_ON = /^(?:and|or|to|through|thru|of|above|below|und|oder|bis|et|ou|des?|sowie)(?!\p{L})/iu;
const REFERENCE_COMES =
  /(?:^|[\s(])(?:\p{Ll}{1,20}|Sections?|Secs?\.|Clauses?|Articles?|Arts?\.|Paragraphs?|Parts?|Chapters?|Schedules?|Rules?|Items?|Nos?\.|Nr\.|Abs\.|Artikel|Absatz|Satz|Nummer|§{1,2})$/u;

/**
 * Whether a line that starts with a marker opens an item, or goes on with the sentence before it and only happens to start with
 * a number. Looked at: how the line before ends, what follows the marker, and whether the item before has such a marker too.
 *
 * @param before - the line before, when it belongs to the same paragraph; else undefined
 * @param shapeBefore - `shape` of the item that `before` belongs to, if it belongs to one
 * @example
 * // "The tests of\n11.3 and 11.4 below apply.": false for the second line, whose marker is "11.3"
 * startsItem(text, { start: 13, end: 40 }, { textStart: 18, shape: "9.9" }, { start: 0, end: 12 });
 */
export function startsItem(text: string, line: Span, marker: ListMarker, before: Span | undefined, shapeBefore?: string): boolean {
  const at = contentStart(text, line);
  if (before === undefined || (marker.shape === "-" && !"–—".includes(text.charAt(at)))) return true;
  if (REFERENCE_GOES_ON.test(text.slice(marker.textStart, marker.textStart + 12))) return false;
  const tail = text.slice(Math.max(before.start, before.end - 40), before.end).trimEnd();
  if (CLAUSE_END.test(tail)) return true;
  const deeper = at - line.start > contentStart(text, before) - before.start + 1;
  if (marker.shape !== shapeBefore) return deeper && marker.shape !== "9.9";
  if (marker.shape === "9.") return true;
  return !REFERENCE_COMES.test(tail) && (marker.shape !== "9.9" || !/\p{Ll}/u.test(text.charAt(marker.textStart)));
}
