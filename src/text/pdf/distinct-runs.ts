import type { Glyph, Run } from "./page-ink.ts";

export interface DistinctRuns {
  readonly runs: readonly Run[];
  /** Characters that were drawn again over the same ones, or unseen over seen ones, and are left out. */
  readonly doubled: number;
}

/**
 * Each text once: programs print bold by printing twice, and recognised text may lie over printed text. What is seen wins over
 * what is not; of equal ones the first.
 */
export function distinctRuns(runs: readonly Run[]): DistinctRuns {
  const kept = new Map<string, Run[]>();
  const out = new Set<Run>();
  let doubled = 0;
  const ordered = runs.some((run) => run.unseen) ? [...runs].sort((a, b) => Number(a.unseen) - Number(b.unseen)) : runs;
  for (const run of ordered) {
    const row = Math.round(run.base / ROW);
    const near = [row - 1, row, row + 1].flatMap((at) => kept.get(`${run.angle}:${at}`) ?? []);
    if (isCovered(run, near)) {
      out.add(run);
      doubled += letters(run);
      continue;
    }
    const key = `${run.angle}:${row}`;
    const list = kept.get(key);
    if (list === undefined) kept.set(key, [run]);
    else list.push(run);
  }
  return { runs: out.size === 0 ? runs : runs.filter((run) => !out.has(run)), doubled };
}

/** Height of the rows in which runs are looked up; points. */
const ROW = 4;

function isCovered(run: Run, near: readonly Run[]): boolean {
  const width = run.right - run.left;
  const over = near.filter((other) => Math.abs(other.base - run.base) <= Math.min(other.size, run.size) * 0.35 && overlap(other, run) > 0);
  if (over.length === 0) return false;
  if (run.unseen) {
    const seen = over.reduce((sum, other) => sum + (other.unseen ? 0 : overlap(other, run)), 0);
    if (seen >= width * 0.5) return true;
  }
  return isSameText(run, over);
}

function overlap(one: Run, other: Run): number {
  return Math.min(one.right, other.right) - Math.max(one.left, other.left);
}

/** True when nearly every character of the run stands in one of the others, at the same place. */
function isSameText(run: Run, over: readonly Run[]): boolean {
  const tolerance = run.size * 0.3;
  const starts = over.map(() => 0);
  let same = 0;
  let all = 0;
  for (const glyph of run.glyphs) {
    if (glyph.text === " ") continue;
    all++;
    if (over.some((other, i) => hasGlyph(other, glyph, tolerance, starts, i))) same++;
  }
  return all > 0 && same >= all * 0.9;
}

/** Glyphs of both runs rise, so each search goes on where the last one began. */
function hasGlyph(run: Run, glyph: Glyph, tolerance: number, starts: number[], i: number): boolean {
  let at = starts[i] ?? 0;
  while (at < run.glyphs.length && (run.glyphs[at]?.left ?? 0) < glyph.left - tolerance) at++;
  starts[i] = at;
  for (; at < run.glyphs.length; at++) {
    const other = run.glyphs[at];
    if (other === undefined || other.left > glyph.left + tolerance) return false;
    if (other.text === glyph.text) return true;
  }
  return false;
}

/** Characters of a run that are no spaces. */
export function letters(run: Run): number {
  let count = 0;
  for (const { text } of run.glyphs) if (text !== " ") count++;
  return count;
}
