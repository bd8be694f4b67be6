import type { GlyphTable } from "./glyph-table.ts";
import type { Box } from "./matrix.ts";

/**
 * Characters drawn one after another on one base line, in one font and size. Lengths are points. `left`, `right` and `base` are measured
 * in the run's own frame: `x` along the direction of reading, `y` across it, downwards.
 */
export interface Run {
  /** Those of the page; the run's own are from `from` up to `to`. */
  readonly glyphs: GlyphTable;
  readonly from: number;
  to: number;
  left: number;
  right: number;
  readonly base: number;
  readonly size: number;
  /** Direction of reading: degrees clockwise from left to right, -179 to 180. */
  readonly angle: number;
  readonly font: FontFacts;
  /** Drawn so that nobody sees it: without fill and stroke, or wholly transparent. */
  readonly unseen: boolean;
  /** Place in the order of drawing. */
  readonly order: number;
}

/** What is known of a font. One object for each font of the document, so that it can be a key. */
export interface FontFacts {
  readonly name: string;
  readonly bold: boolean;
  readonly italic: boolean;
  /** Codes are glyph numbers, and nothing says which characters they are. */
  readonly unmapped: boolean;
  /** Heights over and under the base line, in parts of the size. */
  readonly ascent: number;
  readonly descent: number;
}

/** A picture, where it lies on the page as it is shown. */
export interface Picture {
  readonly box: Box;
  readonly order: number;
  /** Lets what is under it show through. */
  readonly isMask: boolean;
}

/** What the operators of one page draw. */
export interface PageInk {
  readonly width: number;
  readonly height: number;
  readonly runs: readonly Run[];
  readonly pictures: readonly Picture[];
  /** Curves and lines of drawings: outlines of letters have many, ruled tables few. */
  readonly strokes: number;
  /** Characters that lie outside what is shown of the page, or on a layer that is switched off. */
  readonly outside: number;
  /** Characters of a font that stand for nothing that can be read: no character is known for them. */
  readonly unknown: ReadonlyMap<FontFacts, number>;
  /** Of these, how many stood between two letters of their font: a word has a hole there. */
  readonly holes: number;
}

/** From the frame of an angle to the page as it is shown. */
export function frameToPage(angle: number, [left, top, right, bottom]: Box): Box {
  if (angle === 0) return [left, top, right, bottom];
  const { sin, cos } = turn(angle);
  const xs = [left * cos - top * sin, right * cos - top * sin, left * cos - bottom * sin, right * cos - bottom * sin];
  const ys = [left * sin + top * cos, right * sin + top * cos, left * sin + bottom * cos, right * sin + bottom * cos];
  return [Math.min(...xs), Math.min(...ys), Math.max(...xs), Math.max(...ys)];
}

/** From the page as it is shown to the frame of an angle. */
export function pageToFrame(angle: number, x: number, y: number): readonly [x: number, y: number] {
  if (angle === 0) return [x, y];
  const { sin, cos } = turn(angle);
  return [x * cos + y * sin, -x * sin + y * cos];
}

/** Exact for quarter turns, which are most. */
function turn(angle: number): { sin: number; cos: number } {
  if (angle === 90) return { sin: 1, cos: 0 };
  if (angle === -90) return { sin: -1, cos: 0 };
  if (angle === 180) return { sin: 0, cos: -1 };
  const radians = (angle * Math.PI) / 180;
  return { sin: Math.sin(radians), cos: Math.cos(radians) };
}
