import { isSquare } from "./letters.ts";
import type { Run } from "./page-ink.ts";

/**
 * Vertical writing of programs that draw each character by itself and upright, one under the other: its runs are turned, so that they are
 * read downwards as those of a vertical font are. A page counts as written so where most of its square characters stand like that.
 *
 * @param runs - in the order of drawing; where they stand in their frame is changed for those that are turned
 */
export function turnUprightColumns(runs: readonly Run[]): readonly Run[] {
  let square = 0;
  let stacked = 0;
  for (const [i, run] of runs.entries()) {
    if (!isSquareRun(run)) continue;
    square += run.to - run.from;
    if (isUnder(run, runs[i - 1]) || isUnder(runs[i + 1], run)) stacked++;
  }
  if (stacked < FEWEST || stacked < square * MOST_SHARE) return runs;
  return runs.map((run) => (run.to - run.from === 1 && isSquareRun(run) ? turned(run) : run));
}

const FEWEST = 8;
const MOST_SHARE = 0.8;
/** Steps from one character to the next below it, and how far it may stand to the side; in parts of the size. */
const SHORTEST_STEP = 0.8;
const LONGEST_STEP = 1.6;
const ASIDE = 0.3;

function isSquareRun({ angle, glyphs, from }: Run): boolean {
  return angle === 0 && isSquare((glyphs.texts[from] as string).charCodeAt(0)); // a run has a glyph
}

function isUnder(low: Run | undefined, high: Run | undefined): boolean {
  if (low === undefined || high === undefined || low.to - low.from !== 1 || high.to - high.from !== 1) return false;
  const step = (low.base - high.base) / high.size;
  return (
    low.angle === 0 &&
    high.angle === 0 &&
    step >= SHORTEST_STEP &&
    step <= LONGEST_STEP &&
    Math.abs(middle(low) - middle(high)) <= ASIDE * high.size
  );
}

function middle({ left, right }: Run): number {
  return (left + right) / 2;
}

/** Heights of a character over and under its base line, in parts of the size. */
const OVER = 0.88;
const UNDER = 0.12;
/** From the middle of a column to its base line, as the reader of vertical fonts has it. */
const BESIDE = 0.3;

function turned(run: Run): Run {
  const { base, size, glyphs, from } = run;
  const [left, right] = [base - OVER * size, base + UNDER * size];
  glyphs.lefts[from] = left;
  glyphs.rights[from] = right;
  return { ...run, left, right, base: BESIDE * size - middle(run), angle: 90 };
}
