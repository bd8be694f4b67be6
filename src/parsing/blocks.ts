import { checkPart, wholeOf } from "../arguments.ts";
import type { Span } from "../model.ts";
import { contentStart, type Line, linesOf, listMarker, startsItem } from "../text/lines.ts";
import { htmlRows, htmlTableLength, isHtmlHead } from "./html-rows.ts";

/**
 * A run of lines that belong together, without outer white space.
 *
 * - `heading`: an ATX or setext heading, or a rule (`---`): belongs to what comes after it
 * - `item`: a list item or numbered clause with the lines that go on with it
 * - `fence`: fenced code with both of its fence lines
 * - `table`: a pipe table; `lines` are its rows, the header and the row of dashes first
 * - `columns`: lines set in columns by tabs or wide gaps, or between bars without a row of dashes, or an HTML table;
 *   `lines` are its rows
 * - `text`: anything else
 */
export interface Block extends Span {
  readonly kind: "heading" | "item" | "fence" | "table" | "columns" | "text";
  /** Columns of white space before the first line's content. */
  readonly indent: number;
  /** Whether a blank line, or the start of the range, stands before it. */
  readonly afterBlank: boolean;
  /** The lines it is made of, as spans without outer white space. */
  readonly lines: readonly Span[];
  /** Of `columns`: its first row names the columns. */
  readonly hasHead?: boolean;
}

/**
 * Blocks of a text range, in order; together they hold every character of it that is no white space. Works on Markdown and on
 * plain text, and on pieces of either; unlike `markdownOutline` it needs no whole document. Time is linear.
 *
 * @param span - @default the whole text
 * @example
 * blocks("Pay on time.\n- in full\n- by bank").map((block) => block.kind); // ["text", "item", "item"]
 */
export function blocks(text: string, span: Span = wholeOf(text)): Block[] {
  checkPart("blocks", text, span);
  const lines = [...linesOf(text, span)];
  const found: Block[] = [];
  let afterBlank = true;
  let shape: string | undefined;
  for (let i = 0; i < lines.length; ) {
    const line = lines[i] as Line; // i < lines.length
    if (isBlank(text, line)) {
      afterBlank = true;
      i++;
      continue;
    }
    const kindBefore = afterBlank ? undefined : found.at(-1)?.kind;
    const before = kindBefore === "text" || kindBefore === "item" ? lines[i - 1] : undefined;
    const { kind, count, marker, isHtml = false } = recognise(text, lines, i, before, shape);
    if (kind === "item") shape = marker;
    else if (kind !== "text") shape = undefined;
    const trimmed = lines.slice(i, i + count).map((each) => trimLine(text, each));
    // A fence that is never closed runs to the end of the range; blank lines there are no part of it.
    while (trimmed.at(-1)?.start === trimmed.at(-1)?.end) trimmed.pop();
    const first = trimmed[0] as Span; // its first line is not blank
    const last = trimmed.at(-1) as Span;
    const whole = { start: first.start, end: last.end };
    const rows = isHtml ? htmlRows(text, whole) : trimmed;
    const hasHead = kind === "columns" && namesColumns(text, rows, isHtml);
    found.push({ kind, ...whole, indent: indentOf(text, line), afterBlank, lines: rows, ...(hasHead ? { hasHead } : {}) });
    i += count;
    afterBlank = false;
  }
  return found;
}

interface Recognised {
  readonly kind: Block["kind"];
  /** Lines taken. */
  readonly count: number;
  readonly marker?: string;
  readonly isHtml?: boolean;
}

function recognise(text: string, lines: readonly Line[], i: number, before: Line | undefined, shape: string | undefined): Recognised {
  const line = lines[i] as Line; // the caller's i is inside lines
  const fence = fenceLength(text, lines, i);
  if (fence > 0) return { kind: "fence", count: fence };
  if (isAtx(text, line) || isRule(text, line)) return { kind: "heading", count: 1 };
  const rows = tableLength(text, lines, i);
  if (rows > 0) return { kind: "table", count: rows };
  const columns = columnsLength(text, lines, i);
  if (columns > 0) return { kind: "columns", count: columns };
  const html = htmlTableLength(text, lines, i);
  if (html > 0) return { kind: "columns", count: html, isHtml: true };

  const marker = listMarker(text, line);
  const item = marker !== undefined && startsItem(text, line, marker, before, shape) ? marker : undefined;
  const shapeInside = item?.shape ?? shape;
  let end = i + 1;
  for (; end < lines.length; end++) {
    const next = lines[end] as Line; // end < lines.length
    if (isBlank(text, next) || isAtx(text, next) || opensFence(text, next) !== undefined || tableLength(text, lines, end) > 0) break;
    if (item === undefined && isUnderline(text, next) && next.end - line.start < 300) return { kind: "heading", count: end + 1 - i };
    if (isRule(text, next) || htmlTableLength(text, lines, end) > 0) break;
    const inner = listMarker(text, next);
    if (inner !== undefined && startsItem(text, next, inner, lines[end - 1], shapeInside)) break;
  }
  return item === undefined ? { kind: "text", count: end - i } : { kind: "item", count: end - i, marker: item.shape };
}

function isBlank(text: string, line: Span): boolean {
  return /^\s*$/.test(text.slice(line.start, line.end));
}

function trimLine(text: string, line: Span): Span {
  const raw = text.slice(line.start, line.end);
  const start = line.start + raw.length - raw.trimStart().length;
  return { start, end: Math.max(start, line.start + raw.trimEnd().length) };
}

function indentOf(text: string, line: Span): number {
  let indent = 0;
  for (let at = line.start; at < line.end; at++) {
    const code = text.charCodeAt(at);
    if (code === 9) indent += 4 - (indent % 4);
    else if (code === 32 || code === 0x3000) indent++;
    else break;
  }
  return indent;
}

function isAtx(text: string, line: Span): boolean {
  const at = contentStart(text, line);
  return text.charCodeAt(at) === 35 && indentOf(text, line) < 4 && /^#{1,6}(?:\s|$)/.test(text.slice(at, Math.min(at + 8, line.end)));
}

/** A line of three or more `-`, `*` or `_`, with nothing else but white space. */
function isRule(text: string, line: Span): boolean {
  const at = contentStart(text, line);
  const mark = text.charAt(at);
  if (mark !== "-" && mark !== "*" && mark !== "_") return false;
  let count = 0;
  for (let i = at; i < line.end; i++) {
    const char = text.charAt(i);
    if (char === mark) count++;
    else if (char !== " " && char !== "\t") return false;
  }
  return count >= 3;
}

/** The second line of a setext heading. */
function isUnderline(text: string, line: Span): boolean {
  return indentOf(text, line) < 4 && /^(?:=+|-+)$/.test(text.slice(line.start, Math.min(line.end, line.start + 300)).trim());
}

interface Fence {
  readonly mark: string;
  readonly length: number;
}

function opensFence(text: string, line: Span): Fence | undefined {
  let at = contentStart(text, line);
  const marker = listMarker(text, line);
  if (marker !== undefined && text.charAt(at) !== "`" && text.charAt(at) !== "~") at = marker.textStart;
  const mark = text.charAt(at);
  if (mark !== "`" && mark !== "~") return undefined;
  let end = at;
  while (end < line.end && text.charAt(end) === mark) end++;
  if (end - at < 3 || (mark === "`" && text.slice(end, line.end).includes("`"))) return undefined;
  return { mark, length: end - at };
}

/** Lines of the fenced code that starts at line i, up to the end of the range when it is never closed; 0 when none starts. */
function fenceLength(text: string, lines: readonly Line[], i: number): number {
  const fence = opensFence(text, lines[i] as Line); // the caller's i is inside lines
  if (fence === undefined) return 0;
  for (let end = i + 1; end < lines.length; end++) {
    const line = lines[end] as Line; // end < lines.length
    const at = contentStart(text, line);
    if (text.charAt(at) !== fence.mark) continue;
    const inside = text.slice(at, line.end).trimEnd();
    if (inside.length >= fence.length && inside === fence.mark.repeat(inside.length)) return end + 1 - i;
  }
  return lines.length - i;
}

/** Lines of the pipe table that starts at line i: header, dashes and rows, up to the first line without a pipe; 0 when none starts. */
function tableLength(text: string, lines: readonly Line[], i: number): number {
  const [header, dashes] = [lines[i], lines[i + 1]];
  if (header === undefined || dashes === undefined) return 0;
  const columns = dashCells(text, dashes);
  if (columns === 0 || countCells(text, header) !== columns) return 0;
  let end = i + 2;
  while (end < lines.length && hasPipe(text, lines[end] as Line)) end++;
  return end - i;
}

/** Cells of a row of dashes (`|---|:-:|`); 0 when the line is none. */
function dashCells(text: string, line: Span): number {
  const at = contentStart(text, line);
  const first = text.charAt(at);
  if (first !== "|" && first !== "-" && first !== ":") return 0;
  const row = text.slice(at, line.end).trim();
  if (!row.includes("|")) return 0;
  const cells = row.split("|");
  if (cells[0]?.trim() === "") cells.shift();
  if (cells.at(-1)?.trim() === "") cells.pop();
  return cells.every((cell) => /^:?-+:?$/.test(cell.trim())) ? cells.length : 0;
}

/** Cells of a row; a pipe after a backslash parts no cells. */
function countCells(text: string, line: Span): number {
  let start = contentStart(text, line);
  let end = line.end;
  while (end > start && /\s/.test(text.charAt(end - 1))) end--;
  if (text.charAt(start) === "|") start++;
  if (end > start && isPipe(text, end - 1)) end--;
  let count = 1;
  for (let at = start; at < end; at++) {
    if (text.charAt(at) === "\\") at++;
    else if (text.charAt(at) === "|") count++;
  }
  return count;
}

function isPipe(text: string, at: number): boolean {
  let slashes = 0;
  while (text.charAt(at - 1 - slashes) === "\\") slashes++;
  return text.charAt(at) === "|" && slashes % 2 === 0;
}

function hasPipe(text: string, line: Span): boolean {
  for (let at = line.start; at < line.end; at++) {
    if (text.charAt(at) === "\\") at++;
    else if (text.charAt(at) === "|") return true;
  }
  return false;
}

/** Two or more lines in a row between bars, or with a tab or three spaces inside them, are read as columns; 0 when there are none. */
function columnsLength(text: string, lines: readonly Line[], i: number): number {
  for (const isRow of [isBarred, hasColumnGap]) {
    let end = i;
    while (end < lines.length && isRow(text, lines[end] as Line)) end++;
    if (end - i >= 2) return end - i;
  }
  return 0;
}

/** The first row has `<th>`; or it has no digit, and every row below it has one. */
function namesColumns(text: string, rows: readonly Span[], isHtml: boolean): boolean {
  const [first, ...below] = rows;
  if (first === undefined || below.length < 2) return false;
  if (isHtml) return isHtmlHead(text, first);
  const hasDigit = (row: Span) => /\p{Nd}/u.test(text.slice(row.start, row.end));
  return !hasDigit(first) && below.every(hasDigit);
}

/** A row of a table without a head: it begins and ends with a bar. */
function isBarred(text: string, line: Line): boolean {
  const { start, end } = trimLine(text, line);
  return end - start > 2 && text.charAt(start) === "|" && isPipe(text, end - 1);
}

function hasColumnGap(text: string, line: Span): boolean {
  const marker = listMarker(text, line);
  let at = marker?.textStart ?? contentStart(text, line);
  for (let gap = 0; at < line.end; at++) {
    const char = text.charAt(at);
    if (char === "\t") gap += 3;
    else if (char === " ") gap++;
    else {
      if (gap >= 3) return true;
      gap = 0;
    }
  }
  return false;
}
