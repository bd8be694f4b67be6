import type { Line } from "./lines.ts";

export interface PageLines {
  /** 1-based. */
  readonly number: number;
  readonly width: number;
  readonly height: number;
  readonly lines: readonly Line[];
}

/** A line that was taken for a running header or footer, once for all the pages that have it. */
export interface RunningHead {
  readonly reason: "running header" | "running footer" | "watermark";
  /** As it stands on the first of the pages. */
  readonly text: string;
  readonly pages: readonly number[];
}

export interface WithoutRunningHeads {
  readonly pages: readonly PageLines[];
  readonly heads: readonly RunningHead[];
}

/**
 * Takes out lines at the top and bottom of pages that come again on pages near by, at the same height, with nothing changed but
 * the page's number. Pages may alternate between left and right. What stands on one page alone is kept, and so are headings
 * that only count on ("Article 5", "Article 6").
 */
export function withoutRunningHeads(pages: readonly PageLines[]): WithoutRunningHeads {
  const largest = usualSize(pages) * LARGEST_HEAD;
  const margins = pages.map((page) => marginLines(page, largest));
  const out = new Map<Line, RunningHead["reason"]>();
  for (const edge of ["top", "bottom"] as const) {
    const columns = margins.map((margin) => margin[edge]);
    for (const [i, lines] of columns.entries()) {
      let kept = 0;
      for (const [depth, line] of lines.entries()) {
        if (repeats(line, i, columns, pages, depth === 0)) out.set(line, edge === "top" ? "running header" : "running footer");
        else if (++kept > MOST_BETWEEN) break;
      }
    }
  }
  for (const line of pageNumbers(pages, margins, out)) out.set(line, isTop(line, pages) ? "running header" : "running footer");
  for (const line of watermarks(pages)) out.set(line, "watermark");
  return {
    pages: pages.map((page) => ({ ...page, lines: page.lines.filter((line) => !out.has(line)) })),
    heads: gathered(pages, out),
  };
}

/** Lines at an edge of the page that are looked at. */
const MARGIN_LINES = 5;
/** Share of the page's height in which a header or footer stands. */
const MARGIN_SHARE = 0.16;
/** Lines that may stand outside a running head without being one: a stamp, a link. */
const MOST_BETWEEN = 1;
/** How many pages away a header may come again: left and right pages, and one without between them. */
const REACH = 4;

/** Larger than the text by this factor, a line is a title; the same one may open every chapter ("CHAPTER"). */
const LARGEST_HEAD = 1.2;

/** The size that most characters have; points. */
export function usualSize(pages: readonly PageLines[]): number {
  const characters = new Map<number, number>();
  for (const { lines } of pages) {
    for (const { size, text } of lines) {
      const rounded = Math.round(size * 2) / 2;
      characters.set(rounded, (characters.get(rounded) ?? 0) + text.length);
    }
  }
  return [...characters].sort((a, b) => b[1] - a[1])[0]?.[0] ?? 0;
}

/** From the edge inwards. */
function marginLines({ lines, height }: PageLines, largest: number): { top: Line[]; bottom: Line[] } {
  const upright = lines.filter(({ angle, size }) => angle === 0 && size <= largest);
  const top = upright.filter(({ box }) => box[3] < height * MARGIN_SHARE).sort((a, b) => a.box[1] - b.box[1]);
  const bottom = upright.filter(({ box }) => box[1] > height * (1 - MARGIN_SHARE)).sort((a, b) => b.box[3] - a.box[3]);
  return { top: top.slice(0, MARGIN_LINES), bottom: bottom.slice(0, MARGIN_LINES) };
}

function repeats(
  line: Line,
  at: number,
  margins: readonly (readonly Line[])[],
  pages: readonly PageLines[],
  isOutermost: boolean,
): boolean {
  let found = 0;
  let isNumber = false;
  for (let away = 1; away <= REACH; away++) {
    for (const other of [at - away, at + away]) {
      const page = pages[other];
      const here = pages[at] as PageLines; // `at` is a place of `pages`
      if (page === undefined) continue;
      const distance = page.number - here.number;
      const match = (margins[other] ?? []).find((candidate) => isSameHead(line, candidate, distance));
      if (match === undefined) continue;
      found++;
      isNumber ||= match.text !== line.text;
    }
  }
  // Two pages are enough for a page number and for the outermost line; lines further in must come again and again.
  const needed = pages.length <= 2 ? 1 : isOutermost || isNumber ? 2 : 3;
  return found >= Math.min(needed, Math.max(1, pages.length - 1));
}

/** How far the heights of one header may differ; points. */
const SAME_HEIGHT = 4;
/** Words that number a part of the text and not a page. */
const HEADING_WORD =
  /^(?:[§(]|article|section|chapter|part|clause|title|schedule|exhibit|appendix|annex|item|rule|regulation|artikel|kapitel|abschnitt|anlage|art\.|sec\.|มาตรา|หมวด|第)/i;

/**
 * Outermost lines that end or begin with the number that their page has, once other pages have shown how pages are numbered and
 * at which height.
 */
function pageNumbers(
  pages: readonly PageLines[],
  margins: readonly { readonly top: readonly Line[]; readonly bottom: readonly Line[] }[],
  out: ReadonlyMap<Line, unknown>,
): Line[] {
  const shifts = new Map<string, number>();
  const keyOf = (line: Line, shift: number) => `${shift}:${Math.round(line.box[1] / SAME_HEIGHT)}`;
  for (const { number, lines } of pages) {
    for (const line of lines) {
      if (!out.has(line)) continue;
      for (const printed of endNumbers(line.text)) {
        const key = keyOf(line, printed - number);
        shifts.set(key, (shifts.get(key) ?? 0) + 1);
      }
    }
  }
  return pages.flatMap(({ number }, i) => {
    const margin = margins[i];
    const outermost = [margin?.top[0], margin?.bottom[0]].filter((line) => line !== undefined && !out.has(line)) as Line[];
    return outermost.filter(
      (line) =>
        line.text.length <= LONGEST_HEAD && endNumbers(line.text).some((printed) => (shifts.get(keyOf(line, printed - number)) ?? 0) >= 3),
    );
  });
}

const LONGEST_HEAD = 120;

/** Numbers at the start and the end of a line. */
function endNumbers(text: string): number[] {
  return [/^\d{1,4}(?=$|[\s|–—-])/.exec(text), /(?<![\d.,])\d{1,4}$/.exec(text)].flatMap((found) =>
    found === null ? [] : [Number(found[0])],
  );
}

function isTop(line: Line, pages: readonly PageLines[]): boolean {
  return line.box[1] < (pages[0]?.height ?? 0) / 2;
}

function isSameHead(line: Line, other: Line, distance: number): boolean {
  const isSameEdge = Math.abs(line.box[1] - other.box[1]) <= SAME_HEIGHT || Math.abs(line.box[3] - other.box[3]) <= SAME_HEIGHT;
  if (!isSameEdge || Math.abs(line.size - other.size) > 0.6) return false;
  if (line.text === other.text) return /\p{L}|\p{N}/u.test(line.text);
  const [words, numbers] = parted(line);
  const [otherWords, otherNumbers] = parted(other);
  if (words !== otherWords || numbers.length !== otherNumbers.length || numbers.length === 0) return false;
  if (HEADING_WORD.test(line.text)) return false;
  // One number counts the pages; any other stays as it is.
  let counting = 0;
  for (const [i, number] of numbers.entries()) {
    const other = otherNumbers[i] ?? 0;
    if (other === number) continue;
    if (other - number !== distance) return false;
    counting++;
  }
  if (counting !== 1) return false;
  // A heading, "3 Fees", has words behind its number; a page number's words are before it, or are the same on every page.
  return !/^\d+\.?\s+\p{Lu}/u.test(line.text) || words.length > 3;
}

const ROMAN = /^(?=[ivxlc])(?:xc|xl|l?x{0,3})(?:ix|iv|v?i{0,3})$/i;

type Parted = readonly [words: string, numbers: readonly number[]];

/** Every line at an edge is asked by all its neighbours. */
const known = new WeakMap<Line, Parted>();

function parted(line: Line): Parted {
  const found = known.get(line) ?? partedText(line.text);
  known.set(line, found);
  return found;
}

/** The words with `#` for every number, and the numbers. A line that is a Roman number alone is one too. */
function partedText(text: string): Parted {
  const bare = text.replaceAll(/[\s\u2010-\u2015|·.-]/g, "");
  if (ROMAN.test(bare)) return ["#", [romanValue(bare)]];
  const numbers: number[] = [];
  const words = text
    .replaceAll(/\d+/g, (digits) => {
      numbers.push(Number(digits));
      return "#";
    })
    .replaceAll(/\s+/g, " ");
  return [words, numbers];
}

function romanValue(text: string): number {
  const values: Readonly<Record<string, number>> = { i: 1, v: 5, x: 10, l: 50, c: 100 };
  const digits = [...text.toLowerCase()].map((letter) => values[letter] ?? 0);
  return digits.reduce((sum, value, i) => (value < (digits[i + 1] ?? 0) ? sum - value : sum + value), 0);
}

/** Slanted text, or text across the margin, that stands on most pages alike. */
function watermarks(pages: readonly PageLines[]): Line[] {
  const turned = new Map<string, Line[]>();
  for (const { lines } of pages) {
    for (const line of lines) {
      if (line.angle === 0) continue;
      const key = `${line.angle}:${Math.round(line.box[0] / 8)}:${Math.round(line.box[1] / 8)}:${line.text.replaceAll(/\d+/g, "#")}`;
      const same = turned.get(key);
      if (same === undefined) turned.set(key, [line]);
      else same.push(line);
    }
  }
  return [...turned.values()].filter((same) => same.length >= 3 && same.length >= pages.length * 0.3).flat();
}

function gathered(pages: readonly PageLines[], out: ReadonlyMap<Line, RunningHead["reason"]>): RunningHead[] {
  const heads = new Map<string, { reason: RunningHead["reason"]; text: string; pages: number[] }>();
  for (const { number, lines } of pages) {
    for (const line of lines) {
      const reason = out.get(line);
      if (reason === undefined) continue;
      const key = `${reason}:${parted(line)[0]}`;
      const head = heads.get(key);
      if (head === undefined) heads.set(key, { reason, text: line.text, pages: [number] });
      else if (head.pages.at(-1) !== number) head.pages.push(number);
    }
  }
  return [...heads.values()];
}
