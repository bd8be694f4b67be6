import type { Span } from "../model.ts";
import type { Candidate } from "./outline-candidates.ts";

const TITLE =
  /((?:^|[\r\n]|[ \t]{3})[ \t*#_]{0,8})(?:table of contents|contents|index|inhaltsverzeichnis|inhaltsübersicht|inhalt|table des matières|sommaire|índice|indice|inhoud|obsah|สารบัญ|目次|目录|目錄)(?![\p{L}\p{M}])/giu;

interface Demands {
  /** Between two entries, in characters: an entry is a title and perhaps a page, and a page's header and footer may stand between two. */
  readonly furthest: number;
  readonly least: number;
  /** How many times longer than the list the text must be that its entries name. */
  readonly longer: number;
}
/** Under its name, entries may be run together, so that few are seen. */
const NAMED: Demands = { furthest: 5000, least: 2, longer: 1 };
/** Without a name, a short run may be what an amendment and the act it amends have in common. */
const UNNAMED: Demands = { furthest: 400, least: 6, longer: 3 };
/** Share of the entries that come again, and that may be twice in the list itself. */
const REPEATED = 0.7;
const TWICE = 0.15;
/** Between the list and its title, and between its end and the exhibits that close it; in characters. */
const NEAR = 200;
const LONGEST_LINE = 500;

/**
 * A table of contents: a run of headings close together, nearly all of which come again later with the same words, far apart. From
 * the line that names it, if there is one, to the end of its last entry.
 */
export function contentsList(text: string, all: readonly Candidate[]): Span | undefined {
  // Its entries stand by themselves; paragraphs numbered within a line are none.
  const candidates = all.filter(({ inline }) => inline !== true);
  const again = comingAgain(text, candidates);
  const titles = titlesIn(text);
  let title = 0;
  for (let first = 0; first < candidates.length; ) {
    const { lineStart } = candidates[first] as Candidate; // first < length
    while ((titles[title + 1]?.end ?? Number.POSITIVE_INFINITY) <= lineStart) title++;
    const { start = lineStart, end = lineStart } = titles[title] ?? {};
    const named = end <= lineStart && lineStart - end <= NEAR;
    const demands = named ? NAMED : UNNAMED;
    const run = runFrom(candidates, again, first, demands);
    if (isContents(candidates, again, first, run, demands)) return { start: named ? start : lineStart, end: endOfList(candidates, run) };
    first = Math.max(run.end, first + 1);
  }
  return undefined;
}

/** For each candidate the next and the last one of the same number and first word; absent where none comes again. */
interface Again {
  readonly next: number;
  readonly last: number;
}

function comingAgain(text: string, candidates: readonly Candidate[]): (Again | undefined)[] {
  const later = new Map<string, Again>();
  const again: (Again | undefined)[] = new Array(candidates.length).fill(undefined);
  for (let i = candidates.length - 1; i >= 0; i--) {
    const key = keyOf(text, candidates[i] as Candidate); // i is inside
    const known = later.get(key);
    again[i] = known;
    later.set(key, { next: i, last: known?.last ?? i });
  }
  return again;
}

interface Run {
  /** Index after the last entry. */
  readonly end: number;
  readonly repeated: number;
  /** Index of the first candidate that is behind the list for certain: where the text of its first entry begins. */
  readonly until: number;
}

/** The longest run from a candidate on in which entries stand close together and come again, a few exceptions apart. */
function runFrom(candidates: readonly Candidate[], again: readonly (Again | undefined)[], first: number, { furthest }: Demands): Run {
  let repeated = 0;
  let end = first;
  let missed = 0;
  // Where the text of the first entry begins: the list is over before it.
  let until = candidates.length;
  for (let i = first; i < until; i++) {
    const candidate = candidates[i] as Candidate; // i < length
    const before = candidates[i - 1];
    if (i > first && before !== undefined && candidate.start - before.start > furthest) break;
    const later = again[i];
    if (later !== undefined) {
      repeated++;
      missed = 0;
      end = i + 1;
      if (repeated === 1) until = later.next;
    } else if (++missed > 3 || missed > repeated + 1) break;
  }
  return { end, repeated, until };
}

function isContents(
  candidates: readonly Candidate[],
  again: readonly (Again | undefined)[],
  first: number,
  { end, repeated }: Run,
  { least, longer }: Demands,
): boolean {
  if (repeated < least || repeated < (end - first) * REPEATED) return false;
  const entries = again.slice(first, end).flatMap((place) => place ?? []);
  const later = entries.flatMap(({ last }) => (last < end ? [] : [candidates[last]?.start ?? 0]));
  // A list names each section once; short acts one after the other name their first sections again and again.
  const twice = entries.filter(({ next }) => next < end).length;
  if (later.length < least || twice > entries.length * TWICE) return false;
  const length = (candidates[end - 1]?.line.end ?? 0) - (candidates[first]?.start ?? 0);
  let [earliest, latest] = [Number.POSITIVE_INFINITY, 0];
  for (const start of later) [earliest, latest] = [Math.min(earliest, start), Math.max(latest, start)];
  return latest - earliest >= length * longer;
}

function endOfList(candidates: readonly Candidate[], { end, until }: Run): number {
  let at = end;
  let reached = endOfEntry(candidates, end - 1);
  // Exhibits and schedules close the list, whether they come later or are kept elsewhere.
  for (let next = candidates[at]; at < until && next !== undefined; next = candidates[++at]) {
    if (next.start - reached > NEAR || next.line.end - next.start > LONGEST_LINE) break;
    reached = endOfEntry(candidates, at);
  }
  return reached;
}

function endOfEntry(candidates: readonly Candidate[], i: number): number {
  const lineEnd = candidates[i]?.line.end ?? 0;
  return Math.min(lineEnd, candidates[i + 1]?.lineStart ?? lineEnd);
}

/** Lines that say "Contents", or begin with it: found once, not before each heading. */
export function titlesIn(text: string): Span[] {
  return [...text.matchAll(TITLE)].map((found) => ({ start: found.index + (found[1] ?? "").length, end: found.index + found[0].length }));
}

/** The number, and the first word behind it: a table of contents says both. */
function keyOf(text: string, { readings: [reading] }: Candidate): string {
  if (reading === undefined) return "";
  const { level, label } = reading;
  const word = /[\p{L}\p{M}]+/u.exec(text.slice(label.end, label.end + 80))?.[0] ?? "";
  return `${level}:${label.value.parts.join(".")}/${label.value.suffix.join(".")}:${word.toLowerCase().slice(0, 24)}`;
}
