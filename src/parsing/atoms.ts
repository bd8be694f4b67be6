import type { Span } from "../model.ts";
import { sentences } from "../text/sentences.ts";
import { type Block, blocks } from "./blocks.ts";
import { beginsException } from "./exceptions.ts";
import { isCaption, tableOf } from "./tables.ts";
import { wordsOf } from "./words.ts";
import { wholeNotes } from "./written-notes.ts";

/** How large a range is, and how large a piece may be: in characters, or in whatever a caller counts. */
export interface Limit {
  readonly max: number;
  size(start: number, end: number): number;
}

/** What is never cut. `strength` is of the boundary before it; `bound` forbids that boundary. */
export interface Atom extends Span {
  readonly strength: number;
  readonly bound: boolean;
  readonly context?: string;
}

/** How much the text itself parts at a boundary. */
const BLOCK = 6;
const ITEM = 5;
const INNER_ITEM = 4;
const ROW = 3;
export const SENTENCE = 2;
const WORD = 1;
export const INSIDE_WORD = 0;

/** A rule and its exceptions are kept together up to so many times the limit; a longer run of exceptions is cut between them. */
export const LONGEST_CHAIN = 4;

/**
 * What a text range is cut into at most, in order: blocks where they fit the limit, else their items, rows, sentences or words, with
 * the strength of each boundary and with those that must not be cut.
 *
 * @param limit - largest piece wanted
 * @example
 * [...atomsOf("# A\nText.", { start: 0, end: 9 }, { max: 100, size: (start, end) => end - start })].map(({ bound }) => bound); // [false, true]: a heading keeps its text
 */
export function* atomsOf(text: string, span: Span, limit: Limit): Generator<Atom> {
  const { max } = limit;
  const all = blocks(text, span);
  const last = all.findLastIndex((block) => block.kind !== "heading");
  // Where the run of headings, labels and captions starts that waits for what it belongs to.
  let waiting: number | undefined;
  for (const [i, block] of all.entries()) {
    const before = all[i - 1];
    const next = all[i + 1];
    const bound = waiting !== undefined || opensException(text, block) || i > last;
    const taken = waiting === undefined ? 0 : limit.size(waiting, block.start);
    // What waits takes room from the block; but a long heading must not press its text into crumbs, nor a rule apart that has an exception.
    const beforeException = next !== undefined && opensException(text, next);
    const room = beforeException ? max : Math.max(max - taken, Math.ceil(max / 2));
    yield* atomsOfBlock(text, block, { bound, strength: strengthOf(block, before), room, limit, before, beforeException });
    waiting = waitsForNext(text, block, next, limit) ? (waiting ?? block.start) : undefined;
  }
}

function opensException(text: string, block: Block): boolean {
  return (block.kind === "text" || block.kind === "item") && beginsException(text, block.start);
}

function strengthOf(block: Block, before: Block | undefined): number {
  if (block.kind === "item") return block.indent > 1 && before !== undefined && block.indent > before.indent ? INNER_ITEM : ITEM;
  // An indented paragraph after an item goes on with the item.
  if (block.indent > 1 && before !== undefined && (before.kind === "item" || before.indent > 1)) return INNER_ITEM;
  return block.afterBlank || block.kind !== "text" ? BLOCK : ROW;
}

/** A clause number or letter that stands on a line of its own. */
const LONE_LABEL =
  /^[(*_#\s]{0,6}(?:(?:§{1,2}|Section|Article|Art\.|Clause|Artikel|มาตรา|ข้อ)\s?)?(?:[\d๐-๙]{1,5}(?:\.\d{1,4}){0,6}[a-z]?|[a-zA-Z]|[ivxlcIVXLC]{1,7})[.)\]*_]{0,4}$/;

function waitsForNext(text: string, block: Block, next: Block | undefined, { max, size }: Limit): boolean {
  if (next === undefined) return false;
  if (block.kind === "heading") return true;
  if (block.kind !== "text" && block.kind !== "item") return false;
  const length = block.end - block.start;
  if (length < 40 && LONE_LABEL.test(text.slice(block.start, block.end))) return true;
  // An item that only names what the items nested in it say: "2. Restrictions".
  const nests = block.kind === "item" && next.kind === "item" && next.indent > block.indent;
  if (nests && length <= 120 && !/[.;,!?。；]$/.test(text.slice(block.start, block.end))) return true;
  if (next.kind === "table") return isCaption(text, block) && size(block.start, block.end) <= max / 2;
  const introduces = /[:：][*_]{0,3}$/.test(text.slice(Math.max(block.start, block.end - 5), block.end));
  return introduces && size(block.start, next.end) <= max;
}

interface Setting {
  readonly bound: boolean;
  readonly strength: number;
  /** For the first atom; `limit` is for those after it. */
  readonly room: number;
  readonly limit: Limit;
  readonly before: Block | undefined;
  readonly beforeException: boolean;
}

function atomsOfBlock(text: string, block: Block, setting: Setting): Iterable<Atom> {
  const { bound, strength, room, limit } = setting;
  if (block.kind === "table") return atomsOfTable(text, block, setting);
  if (block.kind === "heading" || limit.size(block.start, block.end) <= room)
    return [{ start: block.start, end: block.end, strength, bound }];
  if (block.kind === "fence") return atomsOfCode(text, block, setting);
  return block.kind === "columns" ? atomsOfColumns(text, block, setting) : atomsOfProse(text, block, setting);
}

/** The header, the dashes and the first row stay together; each further row carries caption and header as context. */
function* atomsOfTable(text: string, block: Block, { bound, strength, before }: Setting): Generator<Atom> {
  const { header, dashes, rows, caption } = tableOf(text, block, before);
  const context = [...(caption === undefined ? [] : [caption]), header, dashes].map((line) => text.slice(line.start, line.end)).join("\n");
  yield { start: header.start, end: dashes.end, strength, bound };
  for (const [i, row] of rows.entries()) yield { ...row, strength: ROW, bound: i === 0, context };
}

/** A row that names the columns stays with the first row below it, and is the context of the others. */
function* atomsOfColumns(text: string, { lines, hasHead = false }: Block, { bound, strength }: Setting): Generator<Atom> {
  const [head] = lines;
  const named = hasHead && head !== undefined ? { context: text.slice(head.start, head.end) } : {};
  for (const [i, row] of lines.entries()) {
    if (i === 0) yield { ...row, strength, bound };
    else yield { ...row, strength: ROW, bound: i === 1 && hasHead, ...named };
  }
}

/** Code that is too long is cut between lines, best where a blank line stands; its fence lines stay with the code. */
function* atomsOfCode(text: string, block: Block, { bound, strength, limit }: Setting): Generator<Atom> {
  let afterBlank = false;
  const count = block.lines.length;
  for (const [i, line] of block.lines.entries()) {
    if (line.start === line.end) {
      afterBlank = true;
      continue;
    }
    const first = i === 0;
    const isBound = first ? bound : i === 1 || i === count - 1;
    const atom = { start: line.start, end: line.end, strength: first ? strength : afterBlank ? INNER_ITEM : ROW, bound: isBound };
    if (limit.size(line.start, line.end) <= limit.max) yield atom;
    else yield* atomsOfWords(text, atom);
    afterBlank = false;
  }
}

/**
 * First parted where an exception begins a line, so that the rule before it stays whole if it can; then at sentences, then at words.
 * A sentence that is an exception, or has one right after it, is not cut at words: half a rule is no rule.
 */
function* atomsOfProse(text: string, block: Block, { bound, strength, room, limit, beforeException }: Setting): Generator<Atom> {
  const { max } = limit;
  const parts = partsByException(text, block);
  let first = true;
  for (const [p, part] of parts.entries()) {
    const own = first ? { strength, bound } : { strength: SENTENCE, bound: true };
    if (limit.size(part.start, part.end) <= (first && parts.length === 1 ? room : max)) {
      yield { ...part, ...own };
      first = false;
      continue;
    }
    const within = wholeNotes(text, sentences(text, part));
    const exceptions = within.map((sentence) => beginsException(text, sentence.start));
    for (const [i, sentence] of within.entries()) {
      const isException = exceptions[i] === true;
      const atom = { ...sentence, ...(i === 0 ? own : { strength: SENTENCE, bound: isException }) };
      const hasException = exceptions[i + 1] ?? (p < parts.length - 1 || beforeException);
      const most = isException || hasException ? max * LONGEST_CHAIN : first ? room : max;
      if (limit.size(sentence.start, sentence.end) <= most) yield atom;
      else yield* atomsOfWords(text, atom);
      first = false;
    }
  }
}

function partsByException(text: string, block: Block): Span[] {
  const parts: { start: number; end: number }[] = [];
  for (const line of block.lines) {
    const open = parts.at(-1);
    if (open !== undefined && !beginsException(text, line.start)) open.end = line.end;
    else parts.push({ start: line.start, end: line.end });
  }
  return parts;
}

function* atomsOfWords(text: string, sentence: Atom): Generator<Atom> {
  for (const { start, end, spaced } of wordsOf(text, sentence)) {
    if (start === sentence.start) yield { ...sentence, end };
    else yield { start, end, strength: spaced ? WORD : INSIDE_WORD, bound: false };
  }
}
