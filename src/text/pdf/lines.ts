import { cutAtColumns, type Region, regionsOf } from "./columns.ts";
import { isLetter } from "./letters.ts";
import type { Box } from "./matrix.ts";
import { type FontFacts, frameToPage, type Run } from "./page-ink.ts";
import { rowsOf, type Segment, segmentsOf } from "./rows.ts";

/** One line of a page, as it is read. */
export interface Line {
  /** Cells of a table are parted by a tab. Never blank. */
  readonly text: string;
  /** In the frame of its region; points. */
  readonly left: number;
  readonly right: number;
  readonly base: number;
  readonly size: number;
  /** Every letter is bold. */
  readonly bold: boolean;
  /** On the page as it is shown. */
  readonly box: Box;
  /** Lines of one region are read from top to bottom; a number for each region of the page, rising. */
  readonly region: number;
  /** Edges of the region. */
  readonly regionLeft: number;
  readonly regionRight: number;
  readonly angle: number;
  /** More than one cell. */
  readonly isRow: boolean;
  /** Drawn so that nobody sees it: recognised text under a picture. */
  readonly unseen: boolean;
  /** Of most of its letters. */
  readonly font: FontFacts;
}

/**
 * The lines of a page in the order of reading: first what stands as most of the page does, then what is turned.
 *
 * @param runs - each text once
 */
export function linesOf(runs: readonly Run[]): Line[] {
  const frames = new Map<number, Run[]>();
  for (const run of runs) {
    const frame = frames.get(run.angle);
    if (frame === undefined) frames.set(run.angle, [run]);
    else frame.push(run);
  }
  const weight = (frame: readonly Run[]) => frame.reduce((sum, { from, to }) => sum + to - from, 0);
  const ordered = [...frames].sort(([, a], [, b]) => weight(b) - weight(a));
  const lines: Line[] = [];
  let region = 0;
  for (const [angle, frame] of ordered) {
    for (const part of regionsOf(cutAtColumns(segmentsOf(frame))))
      for (const line of linesOfRegion(part, angle, region++)) lines.push(line);
  }
  return lines;
}

function linesOfRegion({ segments }: Region, angle: number, region: number): Line[] {
  const regionLeft = Math.min(...segments.map(({ left }) => left));
  const regionRight = Math.max(...segments.map(({ right }) => right));
  return rowsOf(segments).map((row) => {
    const main = row.reduce((best, cell) => (cell.text.length > best.text.length ? cell : best));
    const left = Math.min(...row.map((cell) => cell.left));
    const right = Math.max(...row.map((cell) => cell.right));
    const ordered = isRightToLeftRow(row) ? [...row].reverse() : row;
    const { text, isRow } = joinCells(ordered);
    const runs = row.flatMap((cell) => cell.runs);
    return {
      text,
      left,
      right,
      base: main.base,
      size: main.size,
      bold: runs.every((run) => run.font.bold || !hasLetter(run)),
      box: frameToPage(angle, boxOf(runs)),
      region,
      regionLeft,
      regionRight,
      angle,
      isRow,
      unseen: runs.every((run) => run.unseen),
      font: main.font,
    };
  });
}

function hasLetter({ glyphs: { texts }, from, to }: Run): boolean {
  for (let i = from; i < to; i++) if (isLetter(texts[i] as string)) return true;
  return false;
}

function boxOf(runs: readonly Run[]): Box {
  let [left, top, right, bottom] = [Infinity, Infinity, -Infinity, -Infinity];
  for (const run of runs) {
    left = Math.min(left, run.left);
    right = Math.max(right, run.right);
    top = Math.min(top, run.base - run.size * run.font.ascent);
    bottom = Math.max(bottom, run.base + run.size * run.font.descent);
  }
  return [left, top, right, bottom];
}

/** Room between cells, in parts of the size, from which on it is a table's and not a wide space. */
const CELL_GAP = 1.5;
/** "1.", "(a)", "•", "§ 3": what numbers the text behind it. */
const MARKER =
  /^(?:[•▪◦‣●○■□–—*·-]|[([]?(?:\d{1,3}|[A-Za-z]|[ivxlcIVXLC]{1,6})[.)\]]{1,2}|\d{1,3}(?:\.\d{1,3}){1,5}\.?|§{1,2} ?\d{1,4}[a-z]?|(?:article|section|chapter|part|clause|artikel) [\dIVXLC]{1,6}[.:]?)$/i;
const CURRENCY = /^[$€£¥฿₹]$/;
const CLOSING = /^[)%\]]{1,3}$/;
const NUMERIC = /^[([$€£¥]?[-–−(]?[\d.,]+[)%]?[)%]?$|^[—–-]$/;

function joinCells(row: readonly Segment[]): { text: string; isRow: boolean } {
  let text = "";
  let cells = 0;
  for (const [i, cell] of row.entries()) {
    const last = row[i - 1];
    if (last === undefined) {
      text = cell.text;
      cells = 1;
      continue;
    }
    const gap = (Math.max(cell.left, last.left) - Math.min(cell.right, last.right)) / Math.max(cell.size, last.size);
    if (CLOSING.test(cell.text) && gap < 2) text += cell.text;
    else if (CURRENCY.test(last.text)) text += ` ${cell.text}`;
    else if (i === 1 && MARKER.test(last.text)) text += ` ${cell.text}`;
    else if (gap >= CELL_GAP || (NUMERIC.test(last.text) && (NUMERIC.test(cell.text) || CURRENCY.test(cell.text)))) {
      text += `\t${cell.text}`;
      cells++;
    } else text += ` ${cell.text}`;
  }
  return { text, isRow: cells > 1 };
}

const RIGHT_TO_LEFT = /[\u0590-\u08ff]/;
const LEFT_TO_RIGHT = /[A-Za-z\u00c0-\u024f]/;

function isRightToLeftRow(row: readonly Segment[]): boolean {
  const cells = row.filter(({ text }) => RIGHT_TO_LEFT.test(text)).length;
  return cells > 0 && cells >= row.filter(({ text }) => LEFT_TO_RIGHT.test(text) && !RIGHT_TO_LEFT.test(text)).length;
}
