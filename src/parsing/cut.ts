import { optionInvalid } from "../errors.ts";
import type { Span, Unit } from "../model.ts";
import { sentences } from "../text/sentences.ts";
import { trimSpan } from "../text/whitespace.ts";
import { type Block, blocks } from "./blocks.ts";
import { beginsException } from "./exceptions.ts";
import { isCaption, tableOf } from "./tables.ts";
import { wordsOf } from "./words.ts";

export interface CutOptions {
  /** Largest piece, in UTF-16 code units of its span, `context` not counted; a whole number, 1 or more. */
  readonly maxCharacters: number;
}

/** `context` repeats, for a piece that starts inside a table, the table's caption and header; it is no part of the span. */
export interface Piece {
  readonly span: Span;
  readonly context?: string;
}

/**
 * What a unit says itself: its text less its children's, without outer white space. A leaf gives its whole text; a unit without
 * `source` gives nothing, since its place is unknown.
 *
 * @example
 * ownSpans(chapter, sections); // for "# Chapter\nIntro.\n## One\n…": the span of "# Chapter\nIntro."
 */
export function ownSpans(unit: Pick<Unit, "source" | "fulltext">, children: readonly Pick<Unit, "source">[]): Span[] {
  if (unit.source === undefined) return [];
  const { start: offset, end } = unit.source;
  const inside = children.flatMap(({ source }) => (source === undefined ? [] : [source])).sort((a, b) => a.start - b.start);
  const own: Span[] = [];
  let reached = offset;
  for (const child of [...inside, { start: end, end }]) {
    const gap = trimSpan(unit.fulltext, { start: reached - offset, end: Math.max(reached, child.start) - offset });
    if (gap !== undefined) own.push({ start: gap.start + offset, end: gap.end + offset });
    reached = Math.max(reached, child.end);
  }
  return own;
}

/**
 * Cuts a span into pieces of at most `maxCharacters`, without outer white space; every other character is in exactly one piece.
 *
 * Cut where the structure is weakest for the reader: between blocks, else list items, else sentences, else words. Never cut: a
 * word, a number, a table's row, a clause's number from its text, a heading from what it heads, a list's introduction from its first
 * item where both fit, an exception or proviso (`exceptionOpeners`) from the rule before it. The last of these, and a single word or
 * row that is too long, are the cases in which a piece is larger than `maxCharacters`.
 *
 * @throws OPTION_INVALID - `maxCharacters` is no whole number of 1 or more
 * @example
 * cutSpan("Pay monthly.\n\nException: none.\n\nNotice is free.", { start: 0, end: 46 }, { maxCharacters: 20 });
 * // spans of "Pay monthly.\n\nException: none." and "Notice is free."
 */
export function cutSpan(text: string, span: Span, options: CutOptions): Piece[] {
  const { maxCharacters } = options;
  if (!Number.isInteger(maxCharacters) || maxCharacters < 1)
    throw optionInvalid("maxCharacters", maxCharacters, "a whole number of 1 or more");
  return pack(atomsOf(text, span, maxCharacters), maxCharacters);
}

/** What is never cut. `strength` is of the boundary before it; `bound` forbids that boundary. */
interface Atom extends Span {
  readonly strength: number;
  readonly bound: boolean;
  readonly context?: string;
}

/** How much the text itself parts at a boundary. */
const BLOCK = 6;
const ITEM = 5;
const INNER_ITEM = 4;
const ROW = 3;
const SENTENCE = 2;
const WORD = 1;
const INSIDE_WORD = 0;

function* atomsOf(text: string, span: Span, max: number): Generator<Atom> {
  const all = blocks(text, span);
  const last = all.findLastIndex((block) => block.kind !== "heading");
  // Where the run of headings, labels and captions starts that waits for what it belongs to.
  let waiting: number | undefined;
  for (const [i, block] of all.entries()) {
    const before = all[i - 1];
    const next = all[i + 1];
    const bound = waiting !== undefined || opensException(text, block) || i > last;
    const taken = waiting === undefined ? 0 : block.start - waiting;
    // What waits takes room from the block; but a long heading must not press its text into crumbs, nor a rule apart that has an exception.
    const room = next !== undefined && opensException(text, next) ? max : Math.max(max - taken, Math.ceil(max / 2));
    yield* atomsOfBlock(text, block, { bound, strength: strengthOf(block, before), room, max, before });
    waiting = waitsForNext(text, block, next, max) ? (waiting ?? block.start) : undefined;
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

function waitsForNext(text: string, block: Block, next: Block | undefined, max: number): boolean {
  if (next === undefined) return false;
  if (block.kind === "heading") return true;
  if (block.kind !== "text" && block.kind !== "item") return false;
  const length = block.end - block.start;
  if (length < 40 && LONE_LABEL.test(text.slice(block.start, block.end))) return true;
  if (next.kind === "table") return isCaption(text, block) && length <= max / 2;
  const introduces = /[:：][*_]{0,3}$/.test(text.slice(Math.max(block.start, block.end - 5), block.end));
  return introduces && next.end - block.start <= max;
}

interface Setting {
  readonly bound: boolean;
  readonly strength: number;
  /** For the first atom; `max` is for those after it. */
  readonly room: number;
  readonly max: number;
  readonly before: Block | undefined;
}

function atomsOfBlock(text: string, block: Block, setting: Setting): Iterable<Atom> {
  const { bound, strength, room } = setting;
  if (block.kind === "table") return atomsOfTable(text, block, setting);
  if (block.kind === "heading" || block.end - block.start <= room) return [{ start: block.start, end: block.end, strength, bound }];
  if (block.kind === "fence") return atomsOfCode(text, block, setting);
  return block.kind === "columns" ? atomsOfColumns(block, setting) : atomsOfProse(text, block, setting);
}

/** The header, the dashes and the first row stay together; each further row carries caption and header as context. */
function* atomsOfTable(text: string, block: Block, { bound, strength, before }: Setting): Generator<Atom> {
  const { header, dashes, rows, caption } = tableOf(text, block, before);
  const context = [...(caption === undefined ? [] : [caption]), header, dashes].map((line) => text.slice(line.start, line.end)).join("\n");
  yield { start: header.start, end: dashes.end, strength, bound };
  for (const [i, row] of rows.entries()) yield { ...row, strength: ROW, bound: i === 0, context };
}

function* atomsOfColumns(block: Block, { bound, strength }: Setting): Generator<Atom> {
  for (const [i, row] of block.lines.entries()) yield { ...row, strength: i === 0 ? strength : ROW, bound: i === 0 && bound };
}

/** Code that is too long is cut between lines, best where a blank line stands; its fence lines stay with the code. */
function* atomsOfCode(text: string, block: Block, { bound, strength, max }: Setting): Generator<Atom> {
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
    if (line.end - line.start <= max) yield atom;
    else yield* atomsOfWords(text, atom);
    afterBlank = false;
  }
}

/** First parted where an exception begins a line, so that the rule before it stays whole if it can; then at sentences, then at words. */
function* atomsOfProse(text: string, block: Block, { bound, strength, room, max }: Setting): Generator<Atom> {
  const parts = partsByException(text, block);
  let first = true;
  for (const part of parts) {
    const own = first ? { strength, bound } : { strength: SENTENCE, bound: true };
    if (part.end - part.start <= (first && parts.length === 1 ? room : max)) {
      yield { ...part, ...own };
      first = false;
      continue;
    }
    for (const [i, sentence] of sentences(text, part).entries()) {
      const atom = { ...sentence, ...(i === 0 ? own : { strength: SENTENCE, bound: beginsException(text, sentence.start) }) };
      if (sentence.end - sentence.start <= (first ? room : max)) yield atom;
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

/** A piece this small, as a share of the limit, is only cut off when nothing else can be. */
const LEAST_SHARE = 1 / 8;

/** A run of exceptions, one after the other, is kept together up to so many times the limit. */
const LONGEST_CHAIN = 4;

/** Fills pieces from the atoms, each as far as the limit lets it, and ends it at the strongest boundary it reached. */
function pack(atoms: Iterable<Atom>, max: number): Piece[] {
  const pieces: Piece[] = [];
  const source = atoms[Symbol.iterator]();
  let ahead: Atom[] = [];
  let first = 0;
  const at = (i: number): Atom | undefined => {
    while (first + i >= ahead.length) {
      const next = source.next();
      if (next.done === true) return undefined;
      ahead.push(next.value);
    }
    return ahead[first + i];
  };
  for (let start = at(0); start !== undefined; start = at(0)) {
    const count = atomsOfPiece(at, start, max);
    const end = at(count - 1)?.end ?? start.end;
    pieces.push({ span: { start: start.start, end }, ...(start.context === undefined ? {} : { context: start.context }) });
    first += count;
    if (first > 4096) {
      ahead = ahead.slice(first);
      first = 0;
    }
  }
  return pieces;
}

/** How many atoms the next piece takes. */
function atomsOfPiece(at: (i: number) => Atom | undefined, start: Atom, max: number): number {
  let reach = 1;
  for (let next = at(reach); next !== undefined && next.end - start.start <= max; next = at(reach)) reach++;
  const next = at(reach);
  if (next === undefined) return reach;
  if (!next.bound) return strongest(at, start, reach, max, INSIDE_WORD) ?? reach;

  // An exception (or what a heading heads) does not fit. Either more of its rule moves to the next piece with it, or it is taken above the limit.
  let chain = reach + 1;
  for (let more = at(chain); more?.bound === true && more.end - next.start <= max * LONGEST_CHAIN; more = at(chain)) chain++;
  const chainEnd = at(chain - 1)?.end ?? next.end;
  const together = earliest(at, reach, chainEnd - max, start, max);
  return together ?? strongest(at, start, reach - 1, max, SENTENCE) ?? chain;
}

/** The strongest boundary up to `reach`, and of equals the furthest; one that leaves a crumb only when there is no other. */
function strongest(at: (i: number) => Atom | undefined, start: Atom, reach: number, max: number, least: number): number | undefined {
  let best: { count: number; strength: number; crumb: boolean } | undefined;
  for (let count = reach; count >= 1; count--) {
    const next = at(count);
    const before = at(count - 1);
    if (next === undefined || before === undefined || next.bound || next.strength < least) continue;
    const crumb = before.end - start.start < max * LEAST_SHARE;
    if (best === undefined || (crumb === best.crumb && next.strength > best.strength)) best = { count, strength: next.strength, crumb };
    if (crumb && best.crumb === false) break;
  }
  return best?.count;
}

/** The boundary from which most of the rule and all of its exception fit into one piece. */
function earliest(at: (i: number) => Atom | undefined, reach: number, from: number, start: Atom, max: number): number | undefined {
  let best: { count: number; strength: number } | undefined;
  for (let count = reach - 1; count >= 1; count--) {
    const next = at(count);
    const before = at(count - 1);
    if (next === undefined || before === undefined || next.start < from || before.end - start.start < max * LEAST_SHARE) break;
    if (!next.bound && next.strength >= SENTENCE && (best === undefined || next.strength >= best.strength))
      best = { count, strength: next.strength };
  }
  return best?.count;
}
