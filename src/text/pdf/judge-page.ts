import { letters as lettersOf } from "./distinct-runs.ts";
import type { Box } from "./matrix.ts";
import { type FontFacts, frameToPage, type PageInk, type Picture, type Run } from "./page-ink.ts";

/** What a page is made of. Blank pages count as good: nothing of them is lost. */
export type PageKind = "good text" | "image only" | "invisible or doubled OCR layer" | "garbled (no Unicode map)" | "mixed";

/** What was measured on a page; the judgement waits until all of the document's fonts are known. */
export interface PageFacts {
  /** Characters by font, each text once; seen and unseen. */
  readonly letters: ReadonlyMap<FontFacts, { readonly seen: number; readonly unseen: number }>;
  readonly unknown: ReadonlyMap<FontFacts, number>;
  /** Words with a hole where such a character stood. */
  readonly holes: number;
  /** Characters that were left out because the same ones stand there already. */
  readonly doubled: number;
  /** Share of the page that pictures cover, and that pictures cover with no text on or near them; 0 to 1. */
  readonly pictured: number;
  readonly bare: number;
  readonly strokes: number;
}

/** @param runs - each text once */
export function measurePage(ink: PageInk, runs: readonly Run[], doubled: number): PageFacts {
  const letters = new Map<FontFacts, { seen: number; unseen: number }>();
  for (const run of runs) {
    const found = letters.get(run.font) ?? { seen: 0, unseen: 0 };
    letters.set(run.font, found);
    if (run.unseen) found.unseen += lettersOf(run);
    else found.seen += lettersOf(run);
  }
  const { pictured, bare } = coverage(ink, runs);
  return { letters, unknown: ink.unknown, holes: ink.holes, doubled, pictured, bare, strokes: ink.strokes };
}

/** A page has no text of its own up to so many characters: a stamp, a page number. */
const FEWEST_LETTERS = 30;
/** Pictures over more than this share of a page with (nearly) no text make it a picture. */
const PICTURE_SHARE = 0.1;
/** A drawing with so many strokes may well be letters that were drawn as shapes. */
const MANY_STROKES = 3000;
const MOST = 0.7;
const SOME = 0.1;

export interface Judgement {
  readonly kind: PageKind;
  /** Share of the page that is a picture without text, where that is what makes it `mixed`. */
  readonly unreadPicture: boolean;
  readonly garbledLetters: number;
  readonly unseen: boolean;
  readonly doubled: boolean;
}

/** @param tolerated - share of a page that pictures without text may cover, 0 to 1 */
export function judgePage(facts: PageFacts, isGarbled: (font: FontFacts) => boolean, tolerated: number): Judgement {
  let [seen, unseen, garbledLetters] = [0, 0, 0];
  for (const [font, count] of facts.letters) {
    if (isGarbled(font)) garbledLetters += count.seen + count.unseen;
    else {
      seen += count.seen;
      unseen += count.unseen;
    }
  }
  for (const count of facts.unknown.values()) garbledLetters += count;
  const readable = seen + unseen;
  const all = readable + garbledLetters;
  const judged = (kind: PageKind, unreadPicture = false): Judgement => ({
    kind,
    unreadPicture,
    garbledLetters,
    unseen: unseen > seen,
    doubled: facts.doubled > readable * 0.5,
  });
  if (all <= FEWEST_LETTERS && facts.bare >= PICTURE_SHARE) return judged("image only", true);
  if (all === 0) return judged(facts.strokes >= MANY_STROKES ? "image only" : "good text", facts.strokes >= MANY_STROKES);
  if (garbledLetters >= all * MOST) return judged("garbled (no Unicode map)");
  // Some programs map no ligature, so that "section" has no "ti": a small share of the letters, and many words.
  if ((garbledLetters >= all * SOME && garbledLetters >= 10) || facts.holes > 0) return judged("mixed");
  // Where the text was recognised, the rest of the picture is paper.
  if (unseen >= readable * MOST) return judged("invisible or doubled OCR layer");
  if (facts.bare > tolerated) return judged("mixed", true);
  if (facts.doubled >= (readable + facts.doubled) * 0.35) return judged("invisible or doubled OCR layer");
  return judged(unseen >= readable * SOME ? "mixed" : "good text");
}

/** The page as a grid of cells. */
const CELLS = 60;
/** Text speaks for the picture around it, so many cells far. */
const NEAR = 2;

/** A picture with text over so much of it is the ground that the text stands on. */
const GROUND_SHARE = 0.2;

function coverage({ width, height, pictures }: PageInk, runs: readonly Run[]): { pictured: number; bare: number } {
  if (pictures.length === 0 || width <= 0 || height <= 0) return { pictured: 0, bare: 0 };
  const cells = CELLS * CELLS;
  const pictured = new Uint8Array(cells);
  const bare = new Uint8Array(cells);
  const texted = new Uint8Array(cells);
  for (const run of runs) {
    const box = frameToPage(run.angle, [run.left, run.base - run.size, run.right, run.base + run.size * 0.2]);
    each(box, width, height, NEAR, (cell) => {
      texted[cell] = 1;
    });
  }
  for (const { box } of pictures) {
    const own: number[] = [];
    each(box, width, height, 0, (cell) => own.push(cell));
    const free = own.filter((cell) => texted[cell] === 0);
    for (const cell of own) pictured[cell] = 1;
    if (free.length > own.length * (1 - GROUND_SHARE)) for (const cell of free) bare[cell] = 1;
  }
  const share = (marked: Uint8Array) => marked.reduce((sum, mark) => sum + mark, 0) / cells;
  return { pictured: share(pictured), bare: share(bare) };
}

/** The cells that a box touches. */
function each([left, top, right, bottom]: Box, width: number, height: number, margin: number, visit: (cell: number) => void): void {
  const clamp = (value: number) => Math.min(CELLS - 1, Math.max(0, value));
  if (right <= 0 || bottom <= 0 || left >= width || top >= height) return;
  const fromX = clamp(Math.floor((left / width) * CELLS) - margin);
  const toX = clamp(Math.ceil((right / width) * CELLS) - 1 + margin);
  const fromY = clamp(Math.floor((top / height) * CELLS) - margin);
  const toY = clamp(Math.ceil((bottom / height) * CELLS) - 1 + margin);
  for (let y = fromY; y <= toY; y++) for (let x = fromX; x <= toX; x++) visit(y * CELLS + x);
}

/** Share of the page from which on a picture over text hides it: less is an ornament. */
const HIDING_SHARE = 0.15;

/** Runs, with those marked unseen that a picture was drawn over: text of a scan may lie under its picture. */
export function withHidden({ runs, pictures, width, height }: PageInk): readonly Run[] {
  const covers = pictures.filter((picture) => !picture.isMask && area(picture) > width * height * HIDING_SHARE);
  if (covers.length === 0) return runs;
  return runs.map((run) => {
    if (run.unseen) return run;
    const box = frameToPage(run.angle, [run.left, run.base - run.size * 0.6, run.right, run.base]);
    return covers.some((picture) => picture.order > run.order && isInside(box, picture.box)) ? { ...run, unseen: true } : run;
  });
}

function area({ box: [left, top, right, bottom] }: Picture): number {
  return (right - left) * (bottom - top);
}

function isInside(inner: Box, outer: Box): boolean {
  const x = (inner[0] + inner[2]) / 2;
  const y = (inner[1] + inner[3]) / 2;
  return x >= outer[0] && x <= outer[2] && y >= outer[1] && y <= outer[3];
}
