import type { Span } from "../../model.ts";
import { asides } from "../../parsing/asides.ts";
import { type Block, blocks } from "../../parsing/blocks.ts";
import { type Line, linesOf, listMarker } from "../../text/lines.ts";
import { sentences } from "../../text/sentences.ts";

/** A footnote that stands apart: the lines that say it. `body` is empty where it cannot be said in one line (code, a table). */
interface Note {
  readonly label: string;
  readonly lines: Span;
  readonly body: string;
  /** How often it was written at a mark. */
  written: number;
}

interface Edit extends Span {
  readonly words: string;
}

/** Looked for first, since most texts have none. */
const ANY = /^ {0,3}\[\^[^\][\s]{1,100}\]:/m;
const DEFINITION = /^ {0,3}\[\^([^\][\s]{1,100})\]:[ \t]*/;
const MARK = /\[\^([^\][\s]{1,100})\]/g;
/** What ends a paragraph without a blank line. */
const INTERRUPTS = /^ {0,3}(?:[#>|<]|`{3}|~{3}|\[[^\][]{1,200}\]:|(?:-{3}|\*{3}|_{3}|={3}))/;
const NO_PROSE = /^\s*(?:`{3}|~{3}|[|<])/;
/** A note no longer than this is written at each of its marks, up to so many; a longer one at the first. */
const LONGEST_REPEAT = 200;
const MOST_REPEATS = 10;

/**
 * Markdown whose footnotes (`[^1]` … `[^1]: note`) stand behind the sentence of their mark, as those of a Word file do:
 * `[Footnote 1: note]`; in a table in the cell, of a heading behind it. A mark without a note, and a note without a mark or
 * with code or a table in it, stay as they are. Time is linear.
 *
 * @param from - where the Markdown starts, after front matter
 */
export function withNotesAtMarks(text: string, from: number): string {
  if (!ANY.test(text)) return text;
  const range = { start: from, end: text.length };
  const parts = blocks(text, range);
  const fences = parts.filter(({ kind }) => kind === "fence");
  const hidden = text.includes("<!--") ? [...fences, ...asides(text, range)].sort((a, b) => a.start - b.start) : fences;
  const found = definitions(text, range, hidden);
  const notes = new Map<string, Note>();
  for (const note of found) if (!notes.has(key(note.label))) notes.set(key(note.label), note);
  const edits: Edit[] = [];
  const isInNote = within(found.map(({ lines }) => lines));
  const isHidden = within(hidden);
  for (const block of parts) {
    if (block.kind === "fence") continue;
    for (const piece of without(block, found)) {
      const isSkipped = (at: number) => isHidden(at) || isInNote(at);
      addEdits(text, block, piece, notes, isSkipped, edits);
    }
  }
  for (const { written, lines } of notes.values()) if (written > 0) edits.push({ ...lines, words: "" });
  return edited(text, edits);
}

function definitions(text: string, range: Span, hidden: readonly Span[]): Note[] {
  const lines = [...linesOf(text, range)];
  const isHidden = within(hidden);
  const found: Note[] = [];
  for (let i = 0; i < lines.length; i++) {
    const line = lines[i] as Line; // i < lines.length
    const opening = DEFINITION.exec(text.slice(line.start, Math.min(line.end, line.start + 120)));
    if (opening === null || isHidden(line.start)) continue;
    const last = lastLine(text, lines, i);
    const said = lines.slice(i, last + 1).map(({ start, end }, n) => text.slice(n === 0 ? start + opening[0].length : start, end));
    const body = said.some((words, n) => n > 0 && NO_PROSE.test(words)) ? "" : said.join(" ").replaceAll(/\s+/g, " ").trim();
    let end = (lines[last] as Line).next; // last < lines.length
    // Of the blank lines around it one side goes with it.
    if (i === 0 || isBlank(text, lines[i - 1]))
      for (let next = last + 1; isBlank(text, lines[next]); next++) end = lines[next]?.next ?? end;
    found.push({ label: opening[1] ?? "", lines: { start: line.start, end }, body, written: 0 });
    i = last;
  }
  return found;
}

/** Index of the last line of the note that begins at line i: further lines of its paragraph, and what is indented below it. */
function lastLine(text: string, lines: readonly Line[], i: number): number {
  let last = i;
  for (let next = i + 1; next < lines.length; next++) {
    const line = lines[next] as Line; // next < lines.length
    if (isBlank(text, line)) continue;
    const words = text.slice(line.start, Math.min(line.end, line.start + 300));
    const isAfterBlank = next > last + 1;
    const goesOn = isAfterBlank
      ? /^(?: {4}|\t)/.test(words)
      : /^(?: {2}|\t)/.test(words) || !(INTERRUPTS.test(words) || listMarker(text, line) !== undefined);
    if (!goesOn) break;
    last = next;
  }
  return last;
}

function addEdits(
  text: string,
  { kind }: Block,
  piece: Span,
  notes: ReadonlyMap<string, Note>,
  isSkipped: (at: number) => boolean,
  edits: Edit[],
): void {
  const marks = [...text.slice(piece.start, piece.end).matchAll(MARK)].filter(({ 1: label = "" }) => notes.has(key(label)));
  if (marks.length === 0) return;
  const isInCode = within(codeSpans(text, piece));
  const isInCell = kind === "table" || kind === "columns";
  const ends = isInCell || kind === "heading" ? [] : sentences(text, piece).map(({ end }) => end);
  let next = 0;
  for (const { 0: mark, 1: label = "", index } of marks) {
    const at = piece.start + index;
    const note = notes.get(key(label));
    if (note === undefined || isSkipped(at) || isInCode(at) || text.charAt(at - 1) === "\\" || !mayWrite(note)) continue;
    note.written++;
    const span = markSpan(text, { start: at, end: at + mark.length });
    const words = `[Footnote ${note.label}: ${isInCell ? note.body.replaceAll(/(?<!\\)\|/g, "\\|") : note.body}]`;
    if (isInCell) {
      edits.push({ ...span, words: ` ${words}` });
      continue;
    }
    edits.push({ ...span, words: "" });
    if (kind === "heading") edits.push({ start: piece.end, end: piece.end, words: `\n\n${words}\n` });
    else {
      while ((ends[next] ?? piece.end) < span.start) next++;
      // The mark may be the last of its sentence.
      const end = Math.max(ends[next] ?? piece.end, span.start);
      edits.push({ start: end, end, words: ` ${words}` });
    }
  }
}

function mayWrite({ body, written }: Note): boolean {
  return body !== "" && (written === 0 || (body.length <= LONGEST_REPEAT && written < MOST_REPEATS));
}

/** With the spaces before it, or behind it where it opens a line. */
function markSpan(text: string, { start, end }: Span): Span {
  let [first, last] = [start, end];
  while (/[ \t]/.test(text.charAt(first - 1))) first--;
  if (first > 0 && !/[\r\n]/.test(text.charAt(first - 1))) return { start: first, end };
  while (/[ \t]/.test(text.charAt(last))) last++;
  return { start, end: last };
}

/** Spans between two runs of as many backticks. */
function codeSpans(text: string, { start, end }: Span): Span[] {
  const runs = [...text.slice(start, end).matchAll(/`+/g)];
  const latest = new Map<number, number>();
  const closing: (number | undefined)[] = [];
  for (let i = runs.length - 1; i >= 0; i--) {
    const { length } = runs[i]?.[0] ?? "";
    closing[i] = latest.get(length);
    latest.set(length, i);
  }
  const found: Span[] = [];
  for (let i = 0; i < runs.length; i++) {
    const to = closing[i];
    const [opens, closes] = [runs[i], runs[to ?? -1]];
    if (to === undefined || opens === undefined || closes === undefined) continue;
    found.push({ start: start + opens.index, end: start + closes.index + closes[0].length });
    i = to;
  }
  return found;
}

/** A block less the notes in it. */
function without(block: Span, notes: readonly Note[]): Span[] {
  const pieces: Span[] = [];
  let { start } = block;
  for (let i = firstEndingBehind(notes, block.start); i < notes.length; i++) {
    const { lines } = notes[i] as Note; // i < notes.length
    if (lines.start >= block.end) break;
    if (lines.start > start) pieces.push({ start, end: lines.start });
    start = Math.max(start, lines.end);
  }
  if (start < block.end) pieces.push({ start, end: block.end });
  return pieces;
}

function firstEndingBehind(notes: readonly Note[], at: number): number {
  let [low, high] = [0, notes.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((notes[middle]?.lines.end ?? 0) > at) high = middle;
    else low = middle + 1;
  }
  return low;
}

/** Whether an offset is in one of the spans; asked for with rising offsets. */
function within(spans: readonly Span[]): (at: number) => boolean {
  let i = 0;
  return (at) => {
    while (i < spans.length && (spans[i]?.end ?? 0) <= at) i++;
    return at >= (spans[i]?.start ?? Number.POSITIVE_INFINITY);
  };
}

function edited(text: string, edits: Edit[]): string {
  const pieces: string[] = [];
  let done = 0;
  for (const { start, end, words } of edits.sort((a, b) => a.start - b.start || a.end - b.end)) {
    if (start > done) pieces.push(text.slice(done, start));
    pieces.push(words);
    done = Math.max(done, end);
  }
  return pieces.join("") + text.slice(done);
}

function isBlank(text: string, line: Line | undefined): boolean {
  return line !== undefined && text.slice(line.start, line.end).trim() === "";
}

/** Labels are the same in small letters and capitals. */
function key(label: string): string {
  return label.toLowerCase();
}
