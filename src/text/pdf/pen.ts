import { compose, type Matrix } from "./matrix.ts";
import type { FontFacts } from "./page-ink.ts";

export const IDENTITY: Matrix = [1, 0, 0, 1, 0, 0];

/** A font, with what is needed to move the pen. */
export interface PenFont {
  readonly facts: FontFacts;
  /** From glyph space to text space: 0.001 but for Type 3 fonts. */
  readonly unit: number;
  /** What the size must be multiplied with to be the height of the letters' square: 1 but for Type 3 fonts. */
  readonly scale: number;
  readonly vertical: boolean;
  readonly defaultVMetrics: readonly number[] | undefined;
}

/** The graphics state, as far as it decides where characters stand (ISO 32000, 9.3 and 9.4). */
export interface Pen {
  ctm: Matrix;
  font: PenFont | undefined;
  size: number;
  charSpacing: number;
  wordSpacing: number;
  horizontalScale: number;
  leading: number;
  rise: number;
  mode: number;
  fillAlpha: number;
  textMatrix: Matrix;
  /** Both together, from when it was asked for until one of them changes. */
  textToPage: Matrix | undefined;
  x: number;
  y: number;
  lineX: number;
  lineY: number;
}

export function newPen(ctm: Matrix): Pen {
  return {
    ctm,
    font: undefined,
    size: 0,
    charSpacing: 0,
    wordSpacing: 0,
    horizontalScale: 1,
    leading: 0,
    rise: 0,
    mode: 0,
    fillAlpha: 1,
    textMatrix: IDENTITY,
    textToPage: undefined,
    x: 0,
    y: 0,
    lineX: 0,
    lineY: 0,
  };
}

/** The same state, to go back to. Each part by name: a copy of "all there is" takes several times as long, and pages make thousands. */
export function copyPen(pen: Pen): Pen {
  return {
    ctm: pen.ctm,
    font: pen.font,
    size: pen.size,
    charSpacing: pen.charSpacing,
    wordSpacing: pen.wordSpacing,
    horizontalScale: pen.horizontalScale,
    leading: pen.leading,
    rise: pen.rise,
    mode: pen.mode,
    fillAlpha: pen.fillAlpha,
    textMatrix: pen.textMatrix,
    textToPage: pen.textToPage,
    x: pen.x,
    y: pen.y,
    lineX: pen.lineX,
    lineY: pen.lineY,
  };
}

/** Moves and turns all that is drawn from here on. */
export function transform(pen: Pen, matrix: Matrix): void {
  pen.ctm = compose(pen.ctm, matrix);
  pen.textToPage = undefined;
}

export function moveText(pen: Pen, x: number, y: number): void {
  pen.lineX += x;
  pen.lineY += y;
  pen.x = pen.lineX;
  pen.y = pen.lineY;
}

export function setTextMatrix(pen: Pen, matrix: Matrix): void {
  pen.textMatrix = matrix;
  pen.textToPage = undefined;
  pen.x = 0;
  pen.y = 0;
  pen.lineX = 0;
  pen.lineY = 0;
}

/** From text space, with the pen at its place, to the page. */
export function textToPage(pen: Pen): Matrix {
  pen.textToPage ??= compose(pen.ctm, pen.textMatrix);
  return pen.textToPage;
}

const INVISIBLE = 3;
const CLIP_ONLY = 7;

export function isUnseen(pen: Pen): boolean {
  return pen.mode === INVISIBLE || pen.mode === CLIP_ONLY || pen.fillAlpha === 0;
}
