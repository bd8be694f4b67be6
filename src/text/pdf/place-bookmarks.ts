import type { OutlineEntry, Span } from "../../model.ts";
import type { Bookmark } from "./bookmarks.ts";
import type { PlacedLine } from "./flow.ts";

export interface PlacedBookmarks {
  /** Rising by `at.start`. */
  readonly outline: readonly OutlineEntry[];
  /** Entries whose title was found in the text. */
  readonly matched: number;
}

/**
 * Bookmarks as headings of the text: each at the line that has its title, on the page that it points at. A number before the title
 * ("2.1 Scope" for "Scope") belongs to it. A title that stands nowhere is put at the place that the bookmark points at.
 */
export function placeBookmarks(bookmarks: readonly Bookmark[], lines: readonly PlacedLine[]): PlacedBookmarks {
  const byPage = linesOfPages(lines, new Set(bookmarks.flatMap(({ page }) => [page, page + 1])));
  const entries: Numbered[] = [];
  const taken = new Set<number>();
  let matched = 0;
  for (const bookmark of bookmarks) {
    const found = findTitle(bookmark, byPage, taken);
    if (found !== undefined) matched++;
    const at = found?.at ?? pointedAt(bookmark, byPage);
    if (at === undefined || taken.has(at.start)) continue;
    taken.add(at.start);
    entries.push({ level: bookmark.level, title: bookmark.title, number: found?.number ?? "", labelled: found?.labelled ?? false, at });
  }
  entries.sort((a, b) => a.at.start - b.at.start);
  return { outline: numbered(entries).map(({ level, title, at }) => ({ level, title, at })), matched };
}

interface LetteredLine extends PlacedLine {
  /** Its letters and digits. */
  readonly letters: string;
}

function linesOfPages(lines: readonly PlacedLine[], pages: ReadonlySet<number>): ReadonlyMap<number, readonly LetteredLine[]> {
  const byPage = new Map<number, LetteredLine[]>();
  for (const placed of lines) {
    if (!pages.has(placed.page)) continue;
    const line = { ...placed, letters: letters(placed.line.text) };
    const list = byPage.get(placed.page);
    if (list === undefined) byPage.set(placed.page, [line]);
    else list.push(line);
  }
  return byPage;
}

/** Lines that one heading may have. */
const MOST_LINES = 4;

function findTitle(
  { title, page, y }: Bookmark,
  byPage: ReadonlyMap<number, readonly LetteredLine[]>,
  taken: ReadonlySet<number>,
): { at: Span; number: string; labelled: boolean } | undefined {
  const wanted = letters(title);
  if (wanted === "") return undefined;
  let best: { at: Span; number: string; labelled: boolean; distance: number } | undefined;
  for (const near of [page, page + 1]) {
    const lines = byPage.get(near) ?? [];
    for (const [i, first] of lines.entries()) {
      if (taken.has(first.span.start)) continue;
      const number = headingAt(lines, i, wanted);
      if (number === undefined) continue;
      const distance = near === page ? Math.abs(first.line.box[1] - (y ?? 0)) : 10_000 + first.line.box[1];
      if (best !== undefined && distance >= best.distance) continue;
      const label = labelOver(lines, i);
      const start = (label ?? first).span.start;
      best = { at: { start, end: number.end }, number: number.text, labelled: label !== undefined, distance };
    }
    if (best !== undefined) return best;
  }
  return undefined;
}

/** The number in front of the title where lines from `i` on are the title, "" where there is none; undefined where they are not. */
function headingAt(lines: readonly LetteredLine[], i: number, wanted: string): { text: string; end: number } | undefined {
  let plain = "";
  for (let j = i; j < Math.min(lines.length, i + MOST_LINES); j++) {
    const { span, letters: own } = lines[j] as LetteredLine; // j < length
    plain += own;
    if (plain === wanted) return { text: "", end: span.end };
    if (plain.length > wanted.length + 16) return undefined;
    if (!plain.endsWith(wanted)) continue;
    const text = lines
      .slice(i, j + 1)
      .map(({ line }) => line.text)
      .join(" ");
    const number = NUMBER.exec(text)?.[0].trim();
    if (number !== undefined && letters(text.slice(number.length)) === wanted) return { text: number, end: span.end };
  }
  return undefined;
}

/** "CHAPTER" or "CHAPTER TWO", on a line of its own one or two lines over a title. */
function labelOver(lines: readonly PlacedLine[], i: number): PlacedLine | undefined {
  const over = [lines[i - 1], lines[i - 2]].find((line) => line !== undefined && LABEL.test(line.line.text));
  return over === undefined || over.line.text.length > 40 ? undefined : over;
}

const LABEL = /^(?:chapter|part|kapitel|teil|chapitre|cap[ií]tulo|capitolo|hoofdstuk|บทที่)(?:\s|$)/i;
const NUMBER =
  /^(?:(?:chapter|section|article|part|appendix|annex|item|kapitel|artikel|§{1,2})\s+)?(?:\d{1,3}(?:\.\d{1,3}){0,5}|[A-Z](?:\.\d{1,3}){0,5}|[IVXLC]{1,7})[.:)]?(?=\s)/i;

/** Letters and digits alone, in lower case: titles differ from headings in spaces, dots and capitals. */
function letters(text: string): string {
  return text
    .normalize("NFKC")
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{M}\p{N}]+/gu, "");
}

/** The first line at or under the place, or the first of the page. */
function pointedAt({ page, y }: Bookmark, byPage: ReadonlyMap<number, readonly PlacedLine[]>): Span | undefined {
  const lines = byPage.get(page) ?? [];
  const under = y === undefined ? undefined : lines.find(({ line }) => line.box[3] > y);
  return (under ?? lines[0] ?? byPage.get(page + 1)?.[0])?.span;
}

interface Numbered {
  readonly level: number;
  readonly title: string;
  readonly number: string;
  /** A line over it says that it is a chapter, and so has a number. */
  readonly labelled: boolean;
  readonly at: Span;
}

/**
 * Titles with their numbers. One whose number is printed elsewhere ("CHAPTER TWO") has that of its children, 2 for 2.1 and 2.2, or
 * stands in a row of numbered siblings.
 */
function numbered(entries: readonly Numbered[]): readonly Numbered[] {
  const numbers = entries.map(({ number }) => number);
  for (const [i, { level, number, title }] of entries.entries()) {
    if (number !== "" || /^\d/.test(title)) continue;
    const first = entries[i + 1];
    const parent = first?.level === level + 1 ? /^(\d+(?:\.\d+)*)\.1\.?$/.exec(first.number)?.[1] : undefined;
    if (parent !== undefined) numbers[i] = parent;
  }
  countOn(entries, numbers);
  return entries.map((entry, i) => {
    const number = numbers[i] ?? "";
    return number === "" || entry.title.startsWith(number) ? entry : { ...entry, title: `${number} ${entry.title}` };
  });
}

/**
 * Entries of the outermost level between two numbered ones: 18 and 20 leave 19 for the one between them. Behind the last, those
 * that are said to be chapters count on.
 */
function countOn(entries: readonly Numbered[], numbers: string[]): void {
  const outermost = entries.flatMap(({ level }, i) => (level === 1 ? [i] : []));
  const known = outermost.flatMap((i, place) => (/^\d+$/.test(numbers[i] ?? "") ? [{ place, value: Number(numbers[i]) }] : []));
  for (const [k, from] of known.entries()) {
    const to = known[k + 1];
    if (to === undefined) countLabelled(entries, numbers, outermost, from);
    if (to === undefined || to.value - from.value !== to.place - from.place) continue;
    for (let place = from.place + 1; place < to.place; place++) {
      const i = outermost[place] as number; // between two known places
      if (numbers[i] === "") numbers[i] = String(from.value + place - from.place);
    }
  }
}

function countLabelled(
  entries: readonly Numbered[],
  numbers: string[],
  outermost: readonly number[],
  from: { place: number; value: number },
): void {
  for (let place = from.place + 1; place < outermost.length; place++) {
    const i = outermost[place] as number; // place < length
    if (entries[i]?.labelled !== true) return;
    numbers[i] = String(from.value + place - from.place);
  }
}
