import { checkItems, checkObject, checkPart } from "../arguments.ts";
import { optionInvalid } from "../errors.ts";
import type { Omission, Span, Unit } from "../model.ts";
import { trimSpan } from "../text/whitespace.ts";
import { type Atom, atomsOf, INSIDE_WORD, type Limit, LONGEST_CHAIN, SENTENCE } from "./atoms.ts";
import { withoutOmissions } from "./omissions.ts";

/** Largest piece, `context` not counted; a whole number, 1 or more. */
export type CutOptions =
  | {
      /** In UTF-16 code units. */
      readonly maxCharacters: number;
    }
  | {
      readonly maxTokens: number;
      /** Tokens of a text, as a model's tokenizer counts them. Asked for words and sentences with the space before them, whose counts are added. */
      readonly countTokens: (text: string) => number;
    };

/** `context` repeats, for a piece that starts inside a table, the table's caption and header; it is no part of the span. */
export interface Piece {
  readonly span: Span;
  readonly context?: string;
}

/**
 * What a unit says itself: its text less its children's, without outer white space. A leaf gives its whole text; a unit without
 * `source` gives nothing, since its place is unknown.
 *
 * @param omissions - the document's; what they leave out is left out here too, as `withoutOmissions` does
 * @example
 * ownSpans(chapter, sections); // for "# Chapter\nIntro.\n## One\n…": the span of "# Chapter\nIntro."
 */
export function ownSpans(
  unit: Pick<Unit, "source" | "fulltext">,
  children: readonly Pick<Unit, "source">[],
  omissions: readonly Omission[] = [],
): Span[] {
  checkObject("ownSpans", unit, "unit", ["fulltext"]);
  checkItems("ownSpans", children, "children");
  checkItems("ownSpans", omissions, "omissions");
  if (unit.source === undefined) return [];
  const { start: offset, end } = unit.source;
  const placed = children.flatMap(({ source }) => (source === undefined ? [] : [source])).sort((a, b) => a.start - b.start);
  const own: Span[] = [];
  let reached = offset;
  for (const child of [...placed, { start: end, end }]) {
    const gap = trimSpan(unit.fulltext, { start: reached - offset, end: Math.max(reached, child.start) - offset });
    if (gap !== undefined) own.push(gap);
    reached = Math.max(reached, child.end);
  }
  return own
    .flatMap((span) => withoutOmissions(unit.fulltext, span, omissions, offset))
    .map((span) => ({ start: span.start + offset, end: span.end + offset }));
}

/**
 * Cuts a span into pieces of at most `maxCharacters` (or `maxTokens`), without outer white space; every other character is in exactly one piece.
 *
 * Cut where the structure is weakest for the reader: between blocks, else list items, else sentences, else words. Never cut: a
 * word, a number, a table's row, a clause's number from its text, a heading from what it heads, a list's introduction from its first
 * item where both fit, an exception or proviso (`exceptionOpeners`) from the rule before it. The last of these, and a single word or
 * row that is too long, are the cases in which a piece is larger.
 *
 * @throws OPTION_INVALID - the largest size is no whole number of 1 or more
 * @example
 * cutSpan("Pay monthly.\n\nException: none.\n\nNotice is free.", { start: 0, end: 47 }, { maxCharacters: 20 });
 * // spans of "Pay monthly.\n\nException: none." and "Notice is free."
 */
export function cutSpan(text: string, span: Span, options: CutOptions): Piece[] {
  checkPart("cutSpan", text, span);
  checkObject("cutSpan", options, "options");
  const limit = limitOf(text, options);
  return pack(atomsOf(text, span, limit), limit);
}

/** @throws OPTION_INVALID */
export function limitOf(text: string, options: CutOptions): Limit {
  const [name, max] = "maxTokens" in options ? ["maxTokens", options.maxTokens] : ["maxCharacters", options.maxCharacters];
  if (!Number.isInteger(max) || max < 1) throw optionInvalid(String(name), max, "a whole number of 1 or more");
  if (!("maxTokens" in options)) return { max, size: (start, end) => end - start };
  const { countTokens } = options;
  return { max, size: (start, end) => (end > start ? countTokens(text.slice(start, end)) : 0) };
}

/** A piece this small, as a share of the limit, is only cut off when nothing else can be. */
const LEAST_SHARE = 1 / 8;

/** Fills pieces from the atoms, each as far as the limit lets it, and ends it at the strongest boundary it reached. */
function pack(atoms: Iterable<Atom>, limit: Limit): Piece[] {
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
    const count = atomsOfPiece(at, start, limit);
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
function atomsOfPiece(at: AtomAt, start: Atom, limit: Limit): number {
  const { max, size } = limit;
  let reach = 1;
  let reached = start.end;
  let filled = size(start.start, start.end);
  for (let next = at(reach); next !== undefined; next = at(reach)) {
    filled += size(reached, next.end);
    if (filled > max) break;
    reached = next.end;
    reach++;
  }
  const next = at(reach);
  if (next === undefined) return reach;
  if (!next.bound) return strongest(at, start, reach, limit, INSIDE_WORD) ?? reach;

  // An exception (or what a heading heads) does not fit. Either more of its rule moves to the next piece with it, or it is taken above the limit.
  let chain = reach + 1;
  for (let more = at(chain); more?.bound === true && size(next.start, more.end) <= max * LONGEST_CHAIN; more = at(chain)) chain++;
  const chainEnd = at(chain - 1)?.end ?? next.end;
  const together = earliest(at, reach, chainEnd, start, limit);
  return together ?? strongest(at, start, reach - 1, limit, SENTENCE) ?? chain;
}

type AtomAt = (i: number) => Atom | undefined;

/** The strongest boundary up to `reach`, and of equals the furthest; one that leaves a crumb only when there is no other. */
function strongest(at: AtomAt, start: Atom, reach: number, { max, size }: Limit, least: number): number | undefined {
  let best: { count: number; strength: number; crumb: boolean } | undefined;
  for (let count = reach; count >= 1; count--) {
    const next = at(count);
    const before = at(count - 1);
    if (next === undefined || before === undefined || next.bound || next.strength < least) continue;
    const crumb = size(start.start, before.end) < max * LEAST_SHARE;
    if (best === undefined || (crumb === best.crumb && next.strength > best.strength)) best = { count, strength: next.strength, crumb };
    if (crumb && best.crumb === false) break;
  }
  return best?.count;
}

/** The boundary from which most of the rule and all of its exception fit into one piece. */
function earliest(at: AtomAt, reach: number, chainEnd: number, start: Atom, { max, size }: Limit): number | undefined {
  let best: { count: number; strength: number } | undefined;
  for (let count = reach - 1; count >= 1; count--) {
    const next = at(count);
    const before = at(count - 1);
    if (next === undefined || before === undefined) break;
    if (size(next.start, chainEnd) > max || size(start.start, before.end) < max * LEAST_SHARE) break;
    if (!next.bound && next.strength >= SENTENCE && (best === undefined || next.strength >= best.strength))
      best = { count, strength: next.strength };
  }
  return best?.count;
}
