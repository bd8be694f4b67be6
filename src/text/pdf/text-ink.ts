import { GlyphTable } from "./glyph-table.ts";
import { isLetter } from "./letters.ts";
import type { Matrix } from "./matrix.ts";
import { type FontFacts, pageToFrame, type Run } from "./page-ink.ts";
import type { ShownGlyph } from "./pdf-operators.ts";
import { isUnseen, type Pen, textToPage } from "./pen.ts";
import { isUnknown, plainLetters } from "./plain-letters.ts";
import { RunMaker } from "./run-maker.ts";

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

  /** @param width, height - of the page as it is shown; points */
  constructor(width: number, height: number) {
    this.#width = width;
    this.#height = height;
  }

  /** Text that is drawn from here on goes on in no run before it: a picture may have come between them. */
  part(): void {
    this.#maker.part();
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
      const text = plainLetters(glyph.unicode);
      if (text !== "") {
        if (maker.isApart(from)) this.#close(isHidden);
        maker.add(text, from, Math.max(to, from));
        if (this.#holed !== undefined) this.#closeHole(text, facts);
        this.#lastText = text;
        this.#lastFont = facts;
      } else if (isUnknown(glyph.unicode)) {
        this.#count(facts);
        this.#holed = this.#lastFont === facts && isLetter(this.#lastText) ? facts : undefined;
      }
    }
    this.#close(isHidden);
    if (vertical) pen.y -= moved;
    else pen.x += moved * pen.horizontalScale;
    if (shown.length === 0) this.#count(facts);
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
