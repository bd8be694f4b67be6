import type { OutlineNumber } from "./numerals.ts";
import type { Candidate, Reading } from "./outline-candidates.ts";

/** A candidate that was taken for a heading: read in one way, at a level counted from 1. */
export interface Accepted {
  readonly candidate: Candidate;
  readonly reading: Reading;
  readonly level: number;
}

/**
 * Which candidates are headings. What decides is whether the numbers run on: the next number is taken, a jump only where the
 * number that was expected does not come first, a restart only where the old run is over. So a reference at the start of a line
 * ("11.3 and 11.4 below") loses to the heading of the same number, and a quoted or enumerated number starts no section.
 *
 * @param levels - how many levels there are
 * @param attached - levels of annexes and the like: "4.5" in Schedule 2 is of the schedule's own numbering, and misses no heading "4"
 */
export function headingsInSequence(
  candidates: readonly Candidate[],
  levels: number,
  attached: ReadonlySet<number> = new Set(),
): Accepted[] {
  const ahead = new Lookahead(candidates);
  const open: (OutlineNumber | undefined)[] = new Array(levels).fill(undefined);
  /** The last number of a level, whatever parent it stood under: articles run on through chapters. */
  const last: (OutlineNumber | undefined)[] = new Array(levels).fill(undefined);
  /** Levels whose open heading was never seen: "8.1" came without "8". */
  const unseen: boolean[] = new Array(levels).fill(false);
  const accepted: Accepted[] = [];

  for (const [i, candidate] of candidates.entries()) {
    let best: { reading: Reading; fit: Fit; parent: number } | undefined;
    for (const reading of candidate.readings) {
      const parent = parentLevel(open, reading.level);
      const fit = fitOf({ i, candidate, reading, parent, open, last, ahead, attached });
      if (fit === undefined) continue;
      if (best === undefined || fit.rank > best.fit.rank || (fit.rank === best.fit.rank && comesFirst(ahead, i, reading, best.reading)))
        best = { reading, fit, parent };
    }
    if (best === undefined) continue;
    const { reading, fit, parent } = best;
    const { value } = reading.label;
    if (fit.orphan && parent >= 0) {
      open[parent] = { parts: value.parts.slice(0, -1), suffix: [] };
      last[parent] = open[parent];
      unseen[parent] = true;
      for (let deeper = parent + 1; deeper < levels; deeper++) open[deeper] = undefined;
    } else if (parent < 0 || value.parts.length === 1) unseen.fill(false, 0, reading.level);
    const level = parent >= 0 && unseen[parent] === true && value.parts.length > 1 ? parent : reading.level;
    open[reading.level] = value;
    last[reading.level] = value;
    unseen[reading.level] = false;
    for (let deeper = reading.level + 1; deeper < levels; deeper++) open[deeper] = undefined;
    accepted.push({ candidate, reading, level: level + 1 });
  }
  return accepted;
}

/** `rank`: 3 the next number, or the first one; 2 the next one of a run that goes on under a new parent; 1 a jump; 0 a new run. */
interface Fit {
  readonly rank: 0 | 1 | 2 | 3;
  /** Whether the parent that its number names was never seen. */
  readonly orphan?: boolean;
}

interface Question {
  readonly i: number;
  readonly candidate: Candidate;
  readonly reading: Reading;
  readonly parent: number;
  readonly open: readonly (OutlineNumber | undefined)[];
  readonly last: readonly (OutlineNumber | undefined)[];
  readonly ahead: Lookahead;
  readonly attached: ReadonlySet<number>;
}

/** Furthest jump over numbers that never come, by what a number alone can prove: "Section 40" more than "(g)". */
const JUMPS = { worded: 1000, dotted: 20, alone: 3 };

function fitOf(question: Question): Fit | undefined {
  const { i, candidate, reading, parent, open, last, ahead, attached } = question;
  const { level, form } = reading;
  const { value } = reading.label;
  if (candidate.quoted === true && !goesOnUnquoted(question)) return undefined;
  const strong = candidate.strength >= 3;
  const dotted = value.parts.length > 1;
  const above = parent >= 0 ? open[parent] : undefined;
  const orphan = dotted && above !== undefined && !attached.has(parent) && !isBelow(value, above) && !isWordedAbove(above, value);
  const sibling = orphan ? undefined : open[level];
  const before = sibling ?? last[level];

  if (!orphan && (sibling === undefined ? isFirst(value) : follows(value, sibling)))
    return losesToBetterCopy(question) ? undefined : { rank: 3 };
  if (!orphan && sibling === undefined && before !== undefined && follows(value, before))
    return losesToBetterCopy(question) ? undefined : { rank: 2 };
  // From here on only what stands like a heading.
  if (!strong && !(candidate.strength === 2 && (form.worded || dotted))) return undefined;
  const reach = form.worded ? JUMPS.worded : dotted ? JUMPS.dotted : JUMPS.alone;
  const next = ahead.next(i, level, afterThis(value));
  const expected = before === undefined ? undefined : ahead.next(i, level, successors(before));
  if (before !== undefined && compare(value, before) > 0) {
    if (distance(value, before) > reach || (expected !== undefined && (next === undefined || expected < next))) return undefined;
    return { rank: 1, orphan };
  }
  if (before === undefined) return form.worded || next !== undefined ? { rank: 1, orphan } : undefined;
  // The same or a lower number. Lists inside a clause count like clauses do: only what is named by a word starts anew without a parent.
  const anew = form.worded && (candidate.strength === 4 || expected === undefined || (next !== undefined && next < expected));
  if (expected !== undefined && !anew) return undefined;
  if (!form.worded && !isFirst(value) && !dotted) return undefined;
  return { rank: 0, orphan };
}

/** The same number comes again before the one after it, and stands more like a heading there. */
function losesToBetterCopy({ i, candidate, reading, ahead }: Question): boolean {
  if (candidate.strength >= 3) return false;
  const better = ahead.next(i, reading.level, [reading.label.value], candidate.strength + 1);
  if (better === undefined) return false;
  const next = ahead.next(i, reading.level, afterThis(reading.label.value), candidate.quoted === true ? 2 : candidate.strength);
  return next === undefined || better < next;
}

/**
 * An amending act quotes sections of another. What stands in a quotation is a heading only where a mark was never closed: a word names it, and
 * its numbers run on to one that stands outside.
 */
function goesOnUnquoted({ i, reading, ahead }: Question): boolean {
  if (!reading.form.worded || reading.label.value.suffix.length > 0) return false;
  let [at, value] = [i, reading.label.value];
  for (let step = 0; step < 100; step++) {
    const plain: OutlineNumber = { parts: [...value.parts.slice(0, -1), (value.parts.at(-1) ?? 0) + 1], suffix: [] };
    const next = ahead.next(at, reading.level, [plain], 1);
    if (next === undefined) return false;
    if (ahead.isUnquoted(next)) return true;
    [at, value] = [next, plain];
  }
  return false;
}

/** Of two equally good readings ("(i)" after "(h)"), the one whose next number comes first. */
function comesFirst(ahead: Lookahead, i: number, reading: Reading, other: Reading): boolean {
  const [mine, others] = [reading, other].map(
    ({ level, label }) => ahead.next(i, level, afterThis(label.value)) ?? Number.POSITIVE_INFINITY,
  );
  return (mine ?? 0) < (others ?? 0);
}

function parentLevel(open: readonly (OutlineNumber | undefined)[], level: number): number {
  for (let above = level - 1; above >= 0; above--) if (open[above] !== undefined) return above;
  return -1;
}

/** "4.2" below "4", "4.2.1" below "4.2". */
function isBelow(value: OutlineNumber, above: OutlineNumber): boolean {
  return above.parts.length < value.parts.length && above.parts.every((part, i) => part === value.parts[i]);
}

/** "1.1" below "Part 3", whose number it does not repeat: such numbers run through all parts. Known by not having begun with it. */
function isWordedAbove(above: OutlineNumber, value: OutlineNumber): boolean {
  return above.parts.length === 1 && value.parts.length > 1 && value.parts[0] === 1 && value.parts.at(-1) === 1 && above.parts[0] !== 1;
}

function isFirst({ parts, suffix }: OutlineNumber): boolean {
  return parts.at(-1) === 1 && suffix.length === 0;
}

/** "13", "12a" or "12.1"-style next numbers: of the same length, one more at the end, or something put in behind. */
function follows(value: OutlineNumber, before: OutlineNumber): boolean {
  return successors(before).some((next) => compare(next, value) === 0) || (isInserted(value, before) && distance(value, before) === 0);
}

/** "12a" after "12", "12c" after "12a": what is put in may leave out letters. */
function isInserted(value: OutlineNumber, before: OutlineNumber): boolean {
  return compareParts(value.parts, before.parts) === 0 && value.suffix.length > 0 && compare(value, before) > 0;
}

function successors({ parts, suffix }: OutlineNumber): OutlineNumber[] {
  const plain = [...parts.slice(0, -1), (parts.at(-1) ?? 0) + 1];
  const found: OutlineNumber[] = [{ parts: plain, suffix: [] }];
  if (suffix.length > 0) found.push({ parts, suffix: [...suffix.slice(0, -1), (suffix.at(-1) ?? 0) + 1] });
  found.push({ parts, suffix: [...suffix, 1] });
  // "2.1" after "1.9": where no heading "2" stands between them.
  if (parts.length > 1) found.push({ parts: [...parts.slice(0, -2), (parts.at(-2) ?? 0) + 1, 1], suffix: [] });
  return found;
}

const afterThis = successors;

function distance(value: OutlineNumber, before: OutlineNumber): number {
  const i = value.parts.findIndex((part, at) => part !== before.parts[at]);
  return i === -1 ? 0 : Math.abs((value.parts[i] ?? 0) - (before.parts[i] ?? 0)) - 1;
}

function compare(a: OutlineNumber, b: OutlineNumber): number {
  return compareParts(a.parts, b.parts) || compareParts(a.suffix, b.suffix);
}

function compareParts(a: readonly number[], b: readonly number[]): number {
  for (let i = 0; i < Math.max(a.length, b.length); i++) {
    const difference = (a[i] ?? -1) - (b[i] ?? -1);
    if (difference !== 0) return difference;
  }
  return 0;
}

/** Where a number comes next, by level: looked up instead of searched for, so that time stays linear. */
class Lookahead {
  readonly #places = new Map<string, number[]>();
  readonly #strengths: readonly number[];
  readonly #candidates: readonly Candidate[];

  constructor(candidates: readonly Candidate[]) {
    this.#candidates = candidates;
    this.#strengths = candidates.map(({ strength }) => strength);
    for (const [i, { readings }] of candidates.entries()) {
      for (const { level, label } of readings) {
        const key = keyOf(level, label.value);
        const places = this.#places.get(key);
        if (places === undefined) this.#places.set(key, [i]);
        else places.push(i);
      }
    }
  }

  isUnquoted(i: number): boolean {
    return this.#candidates[i]?.quoted !== true;
  }

  /** Place of the next candidate, after `i`, that has one of the numbers and stands at least so much like a heading. */
  next(i: number, level: number, values: readonly OutlineNumber[], strength = 2): number | undefined {
    let first: number | undefined;
    for (const value of values) {
      const places = this.#places.get(keyOf(level, value)) ?? [];
      let low = 0;
      let high = places.length;
      while (low < high) {
        const middle = (low + high) >> 1;
        if ((places[middle] ?? 0) > i) high = middle;
        else low = middle + 1;
      }
      // Bounded: a number that comes again and again in the midst of sentences is not looked for to the end.
      for (const place of places.slice(low, low + 16)) {
        if ((this.#strengths[place] ?? 0) < strength) continue;
        if (first === undefined || place < first) first = place;
        break;
      }
    }
    return first;
  }
}

function keyOf(level: number, { parts, suffix }: OutlineNumber): string {
  return `${level}:${parts.join(".")}/${suffix.join(".")}`;
}
