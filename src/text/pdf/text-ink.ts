import { GlyphTable } from "./glyph-table.ts";
import { isLetter } from "./letters.ts";
import type { Matrix } from "./matrix.ts";
import { type FontFacts, pageToFrame, type Run } from "./page-ink.ts";
import type { ShownGlyph } from "./pdf-operators.ts";
import { isUnseen, type Pen, textToPage } from "./pen.ts";
import { isUnknown, plainLetters } from "./plain-letters.ts";
import { RunMaker } from "./run-maker.ts";

/** Letters and glyphs of a stretch that is spelled, at most: those of a word. */
const MOST_SPELLED = 24;

interface DrawnGlyph extends Pick<Run, "left" | "right" | "base" | "size" | "angle" | "font" | "unseen" | "order"> {
  readonly unicode: string;
  readonly isHidden: boolean;
}

/** Notes which characters the text operators of a page draw where. */
export class TextInk {
  readonly runs: Run[] = [];
  readonly unknown = new Map<FontFacts, number>();
  /** Characters outside the page or hidden. */
  outside = 0;
  /** Words with a hole where an unknown character stood. */
  holes = 0;
  readonly #width: number;
  readonly #height: number;
  readonly #glyphs = new GlyphTable();
  readonly #maker = new RunMaker(this.#glyphs, this.runs);
  /** What was drawn last, and the font of an unknown glyph behind a letter. */
  #lastText = "";
  #lastFont: FontFacts | undefined;
  #holed: FontFacts | undefined;
  /** The open stretch that the file spells, and what was drawn in it. */
  #spelled: { readonly text: string; readonly depth: number; readonly glyphs: DrawnGlyph[] } | undefined;

  /** @param width, height - of the page as it is shown; points */
  constructor(width: number, height: number) {
    this.#width = width;
    this.#height = height;
  }

  /** Text that is drawn from here on goes on in no run before it: a picture may have come between them. */
  part(): void {
    this.#maker.part();
  }

  /**
   * What is drawn up to the end of the stretch is spelled so by the file itself. It counts where it spells a few letters on one line; a
   * longer one, or one that leaves something out, says nothing of where its letters stand, or of what is seen.
   *
   * @param depth - of the stretch among those that are open
   */
  beginSpelled(text: string, depth: number): void {
    const letters = [...text].map((letter) => plainLetters(letter)).join("");
    if (this.#spelled === undefined && letters.trim() !== "" && letters.length <= MOST_SPELLED)
      this.#spelled = { text: letters, depth, glyphs: [] };
  }

  /** @param depth - of the stretch that ends; left out where the page does */
  endSpelled(depth = 0): void {
    const spelled = this.#spelled;
    if (spelled === undefined || depth > spelled.depth) return;
    this.#spelled = undefined;
    const { glyphs } = spelled;
    // The letter itself: its marks and dots are narrower, and stand over or under its base line.
    const main = glyphs.reduce<DrawnGlyph | undefined>(
      (best, glyph) => (best !== undefined && widthOf(best) > widthOf(glyph) ? best : glyph),
      undefined,
    );
    if (main === undefined) return;
    if (glyphs.length <= MOST_SPELLED && glyphs.every((glyph) => isBeside(glyph, main))) {
      const left = Math.min(...glyphs.map((glyph) => glyph.left));
      const right = Math.max(...glyphs.map((glyph) => glyph.right));
      this.#draw({ ...main, unicode: spelled.text, left, right });
    } else for (const glyph of spelled.glyphs) this.#draw(glyph);
  }

  /** @param shown - glyphs, and numbers that move the pen, which is left behind them */
  show(shown: unknown, pen: Pen, order: number, isHidden: boolean): void {
    const { font } = pen;
    if (!Array.isArray(shown) || font === undefined || pen.size === 0) return;
    const { facts, vertical, unit } = font;
    const matrix = textToPage(pen);
    const flip = pen.size < 0 ? -1 : 1;
    const across = lengthOf(matrix[2], matrix[3]);
    const size = Math.abs(pen.size) * across * font.scale;
    const angle = directionOf(matrix, pen.horizontalScale * flip, vertical);
    const step = flip * (vertical ? across : lengthOf(matrix[0], matrix[1]) * Math.abs(pen.horizontalScale));
    const y = pen.y + pen.rise;
    const [left, base] = pageToFrame(angle, matrix[0] * pen.x + matrix[2] * y + matrix[4], matrix[1] * pen.x + matrix[3] * y + matrix[5]);
    const maker = this.#maker;
    // Vertical writing is a line that is read downwards; its base line is moved so that the characters stand on it.
    maker.begin(vertical ? base + size * 0.3 : base, size, angle, facts, isUnseen(pen), order);
    const spelled = this.#spelled?.glyphs;
    let moved = 0;
    for (let i = 0; i < shown.length; i++) {
      const item: unknown = shown[i];
      if (typeof item === "number") {
        moved += ((vertical ? 1 : -1) * item * pen.size) / 1000;
        continue;
      }
      const glyph = item as ShownGlyph | null;
      if (typeof glyph?.unicode !== "string") continue;
      const spacing = ((glyph.isSpace ? pen.wordSpacing : 0) + pen.charSpacing) * (vertical ? -1 : 1);
      const width = vertical ? Math.abs((glyph.vmetric ?? font.defaultVMetrics)?.[0] ?? 1000) : glyph.width;
      const from = left + moved * step;
      moved += width * unit * pen.size + spacing;
      const to = left + moved * step;
      if (spelled === undefined) this.#place(glyph.unicode, from, to, facts, isHidden);
      else {
        const { base, size, angle } = maker;
        spelled.push({
          unicode: glyph.unicode,
          left: from,
          right: to,
          base,
          size,
          angle,
          font: facts,
          unseen: isUnseen(pen),
          order,
          isHidden,
        });
      }
    }
    this.#close(isHidden);
    if (vertical) pen.y -= moved;
    else pen.x += moved * pen.horizontalScale;
    if (shown.length === 0) this.#count(facts);
  }

  #draw({ unicode, left, right, base, size, angle, font, unseen, order, isHidden }: DrawnGlyph): void {
    this.#maker.begin(base, size, angle, font, unseen, order);
    this.#place(unicode, left, right, font, isHidden);
    this.#close(isHidden);
  }

  #place(unicode: string, left: number, right: number, font: FontFacts, isHidden: boolean): void {
    const text = plainLetters(unicode);
    if (text !== "") {
      if (this.#maker.isApart(left)) this.#close(isHidden);
      this.#maker.add(text, left, Math.max(right, left));
      if (this.#holed !== undefined) this.#closeHole(text, font);
      this.#lastText = text;
      this.#lastFont = font;
    } else if (isUnknown(unicode)) {
      this.#count(font);
      this.#holed = this.#lastFont === font && isLetter(this.#lastText) ? font : undefined;
    }
  }

  #close(isHidden: boolean): void {
    const { middle, base, size, angle } = this.#maker;
    const isKept = !isHidden && isOnPage(middle, base - size * 0.3, angle, this.#width, this.#height);
    this.outside += this.#maker.close(isKept);
  }

  #count(font: FontFacts): void {
    this.unknown.set(font, (this.unknown.get(font) ?? 0) + 1);
  }

  #closeHole(text: string, font: FontFacts): void {
    if (this.#holed === font && isLetter(text)) this.holes++;
    this.#holed = undefined;
  }
}

/** How far a letter's parts may stand over and under it, in parts of the size. */
const PARTS_APART = 0.7;

function isBeside(one: DrawnGlyph, other: DrawnGlyph): boolean {
  return one.angle === other.angle && Math.abs(one.base - other.base) <= PARTS_APART * other.size && one.font === other.font;
}

function widthOf({ left, right }: DrawnGlyph): number {
  return right - left;
}

/** Most pages are not turned, and have one of the two. */
function lengthOf(x: number, y: number): number {
  if (y === 0) return Math.abs(x);
  return x === 0 ? Math.abs(y) : Math.hypot(x, y);
}

/** Degrees, to the nearest whole; a degree off a quarter turn counts as the quarter turn. */
function directionOf(matrix: Matrix, scaleX: number, isVertical: boolean): number {
  const sign = scaleX < 0 ? -1 : 1;
  const x = isVertical ? -matrix[2] : matrix[0] * sign;
  const y = isVertical ? -matrix[3] : matrix[1] * sign;
  if (y === 0 && x > 0) return 0;
  const degrees = Math.round((Math.atan2(y, x) * 180) / Math.PI);
  for (const quarter of [0, 90, 180, -90, -180]) if (Math.abs(degrees - quarter) <= 1) return quarter === -180 ? 180 : quarter;
  return degrees;
}

function isOnPage(x: number, y: number, angle: number, width: number, height: number): boolean {
  const [pageX, pageY] = angle === 0 ? [x, y] : pageToFrame(-angle, x, y);
  return pageX >= 0 && pageX <= width && pageY >= 0 && pageY <= height;
}
