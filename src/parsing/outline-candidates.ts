import type { Span } from "../model.ts";
import { contentStart, type Line, linesOf } from "../text/lines.ts";
import { isSpace } from "../text/whitespace.ts";
import { type FoundLabel, type HeadingForm, labelAt } from "./heading-form.ts";
import { quotedRanges } from "./quoted.ts";
import { comesAsReference, goesOnAsReference, mayStandBefore } from "./reference-words.ts";

/** What a level's headings look like, compiled. */
export interface Level {
  readonly unitType: string;
  readonly forms: readonly HeadingForm[];
  readonly inline: boolean;
}

/** One way to read a label: at which level, and as which number. */
export interface Reading {
  readonly level: number;
  readonly form: HeadingForm;
  readonly label: FoundLabel;
}

export type Strength = 1 | 2 | 3 | 4;

/** A place that looks like a heading. */
export interface Candidate {
  /** Where the label begins, and the first mark of the line before it ("## "). */
  readonly start: number;
  readonly lineStart: number;
  readonly line: Line;
  readonly readings: readonly Reading[];
  /** 4: begins a paragraph; 3: begins a line behind the end of a clause; 2: the same behind a wide gap; 1: may be the midst of a sentence. */
  readonly strength: Strength;
  /** Whether it stands in a quotation, or behind a quotation mark that was never closed. */
  readonly quoted?: boolean;
  /** Whether it stands in the midst of a sentence's line, at a level that allows it. */
  readonly inline?: boolean;
}

const HEADING_MARKS = /#{1,6}[ \t]+/y;
const LEADING_MARKS = /(?:[*_]{1,3}|[-*+•][ \t]+)(?=\S)/y;
const FENCE = /(?:`{3}|~{3})/y;
/** Texts made from pages and filings set what was a new line behind a gap instead. */
const WIDE_GAP = "   ";
const LONGEST_LABEL = 80;

/** Every place of a text that looks like a heading of one of the levels, in order; nothing in fenced code does. Linear. */
export function candidatesIn(text: string, span: Span, levels: readonly Level[]): Candidate[] {
  const found: Candidate[] = [];
  const quoted = quotedRanges(text, span);
  const gaps = gapFinder(text);
  let nextQuote = 0;
  let fence: string | undefined;
  let before: Line | undefined;
  let beforeIsHeading = false;
  const add = (candidate: Candidate | undefined): boolean => {
    if (candidate === undefined) return false;
    while ((quoted[nextQuote]?.end ?? Number.POSITIVE_INFINITY) <= candidate.start) nextQuote++;
    const isQuoted = (quoted[nextQuote]?.start ?? Number.POSITIVE_INFINITY) < candidate.start;
    found.push(isQuoted ? { ...candidate, strength: 1, quoted: true } : candidate);
    return !isQuoted;
  };
  for (const line of linesOf(text, span)) {
    const at = contentStart(text, line);
    if (at === line.end) {
      before = undefined;
      continue;
    }
    FENCE.lastIndex = at;
    const mark = FENCE.exec(text)?.[0];
    if (fence !== undefined || mark !== undefined) {
      if (fence === undefined) fence = mark;
      else if (mark === fence) fence = undefined;
      before = undefined;
      continue;
    }
    const label = afterMarks(text, at, line.end);
    const isHeading = label > at && text.charAt(at) === "#";
    const strength = isHeading || before === undefined ? 4 : beforeIsHeading ? 3 : strengthAfter(text, before);
    const isFirst = add(candidateAt(text, line, at, label, strength, levels));
    for (const inner of innerStarts(text, line, label, levels, gaps)) add(inner);
    beforeIsHeading = isHeading || (isFirst && line.end - at < LONGEST_LABEL && !/[,;]\s*$/.test(text.slice(line.end - 3, line.end)));
    before = line;
  }
  return found;
}

function afterMarks(text: string, at: number, end: number): number {
  let label = at;
  for (const marks of [HEADING_MARKS, LEADING_MARKS, LEADING_MARKS]) {
    marks.lastIndex = label;
    if (marks.test(text) && marks.lastIndex < end) label = marks.lastIndex;
  }
  return label;
}

function strengthAfter(text: string, before: Line): 0 | 1 | 3 {
  const tail = text.slice(Math.max(before.start, before.end - 48), before.end).trimEnd();
  if (mayStandBefore(tail)) return 3;
  // A short line in capitals or of few words is a heading or a label itself: "GENERAL", "Chapter I".
  const whole = before.end - before.start;
  if (whole <= LONGEST_LABEL && /^[\P{Ll}\n]*$/u.test(text.slice(before.start, before.end))) return 3;
  return comesAsReference(tail) ? 0 : 1;
}

/** Headings in the midst of a line: behind a wide gap, or, at levels that say so, behind the end of a sentence. */
function* innerStarts(text: string, line: Line, from: number, levels: readonly Level[], gaps: GapFinder): Generator<Candidate> {
  const inline = levels.some((level) => level.inline);
  let reached = from + 1;
  for (let at = inline ? wordAfter(text, reached, line.end) : gaps(reached, line.end); at !== -1; ) {
    const isGap = text.charCodeAt(at - 1) === 9 || text.slice(at - WIDE_GAP.length, at).trim() === "";
    const tail = text.slice(Math.max(line.start, at - 48), at).trimEnd();
    // "INTERPRETATION 1.1 In": what stands in capitals is a heading, and ends like one.
    const ends = mayStandBefore(tail) || ((isGap || inline) && /(?:^|[^\p{L}])\p{Lu}{3,}$/u.test(tail));
    reached = at + 1;
    if (ends || (isGap && !comesAsReference(tail))) {
      const candidate = candidateAt(text, line, at, at, isGap && ends ? 2 : 1, isGap ? levels : onlyInline(levels));
      if (candidate !== undefined) {
        yield isGap ? candidate : { ...candidate, inline: true };
        reached = candidate.readings[0]?.label.end ?? reached;
      }
    }
    at = inline ? wordAfter(text, reached, line.end) : gaps(reached, line.end);
  }
}

/** Where the next word of a line begins, a bracket right behind a colon or semicolon among them; -1 when there is none. */
function wordAfter(text: string, from: number, end: number): number {
  for (let at = from; at < end; at++) {
    if (isSpace(text.charCodeAt(at))) continue;
    if (isSpace(text.charCodeAt(at - 1)) || (text.charCodeAt(at) === 40 && ":;.,".includes(text.charAt(at - 1)))) return at;
  }
  return -1;
}

type GapFinder = (from: number, end: number) => number;

/** Where the text behind the next wide gap begins; -1 when there is none before `end`. Each gap is looked for once, however many lines ask. */
function gapFinder(text: string): GapFinder {
  let spaces = -1;
  let tab = -1;
  return (from, end) => {
    if (spaces < from) spaces = endless(text.indexOf(WIDE_GAP, from));
    if (tab < from) tab = endless(text.indexOf("\t", from));
    let at = Math.min(spaces, tab);
    while (at < end && isSpace(text.charCodeAt(at))) at++;
    return at < end ? at : -1;
  };
}

function endless(at: number): number {
  return at === -1 ? Number.POSITIVE_INFINITY : at;
}

const inlineLevels = new WeakMap<readonly Level[], readonly Level[]>();

/** The same levels, those without headings in the midst of a line emptied, so that places in the list stay. */
function onlyInline(levels: readonly Level[]): readonly Level[] {
  const known = inlineLevels.get(levels) ?? levels.map((level) => (level.inline ? level : { ...level, forms: [] }));
  inlineLevels.set(levels, known);
  return known;
}

function candidateAt(
  text: string,
  line: Line,
  lineStart: number,
  start: number,
  strength: 0 | Strength,
  levels: readonly Level[],
): Candidate | undefined {
  if (strength === 0) return undefined;
  const readings: Reading[] = [];
  for (const [level, { forms }] of levels.entries()) {
    for (const form of forms) {
      const label = labelAt(text, start, form);
      if (label === undefined || label.end > line.end || !mayEnd(text, label, form, line.end)) continue;
      readings.push({ level, form, label });
      break;
    }
  }
  return readings.length === 0 ? undefined : { start, lineStart, line, readings, strength };
}

/** Whether what follows a label lets it be a heading's, and no reference or the number of a quantity. */
function mayEnd(text: string, label: FoundLabel, form: HeadingForm, lineEnd: number): boolean {
  let at = label.end;
  while (at < lineEnd && (text.charAt(at) === "*" || text.charAt(at) === "_")) at++;
  // A number without mark or word at the end of its line is a page's.
  const isBare = !form.worded && form.style === "arabic" && form.parts === 1 && !/[.):\]]$/.test(text.charAt(label.end - 1));
  if (text.slice(at, Math.min(lineEnd, at + 48)).trim() === "") return !isBare;
  const code = text.charCodeAt(at);
  const glued = !isSpace(code);
  const dotted = form.style === "arabic" && label.value.parts.length > 1;
  // "7.1Compliance": some extractors lose the space; "(a)harmonised": some sources never had one.
  if (glued && !(dotted && /[\p{Lu}"“]/u.test(text.charAt(at))) && !isMark(text, at, label, form)) return false;
  return !goesOnAsReference(text.slice(at, Math.min(lineEnd, at + 48)), form, /[.):]$/.test(text.slice(label.end - 1, label.end)));
}

function isMark(text: string, at: number, label: FoundLabel, form: HeadingForm): boolean {
  const char = text.charAt(at);
  if (/[（【—–]/u.test(char)) return true;
  if (form.worded) return /[-[\]]/.test(char);
  // "(a)harmonised" has its own end; a number without one would be cut from what it counts ("1.5").
  return /[)\]]$/.test(text.charAt(label.end - 1)) && /[\p{L}"“[]/u.test(char);
}
