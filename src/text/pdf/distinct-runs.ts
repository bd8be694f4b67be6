import type { Run } from "./page-ink.ts";

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
  const kept = new Map<number, Run[]>();
  const out = new Set<Run>();
  let doubled = 0;
  const ordered = runs.some((run) => run.unseen) ? [...runs].sort((a, b) => Number(a.unseen) - Number(b.unseen)) : runs;
  for (const run of ordered) {
    const row = rowKey(run);
    if (isCovered(run, overlapping(run, kept, row))) {
      out.add(run);
      doubled += letters(run);
      continue;
    }
    const list = kept.get(row);
    if (list === undefined) kept.set(row, [run]);
    else list.push(run);
  }
  return { runs: out.size === 0 ? runs : runs.filter((run) => !out.has(run)), doubled };
}

/** Height of the rows in which runs are looked up; points. */
const ROW = 4;

/** More rows than any page has, so that each angle has numbers of its own. */
const ROWS_OF_ANGLE = 2 ** 32;

function rowKey({ base, angle }: Run): number {
  return Math.round(base / ROW) + angle * ROWS_OF_ANGLE;
}

/** Runs on the same base line that lie over this one. */
function overlapping(run: Run, kept: ReadonlyMap<number, readonly Run[]>, row: number): readonly Run[] {
  let over: Run[] | undefined;
  for (let at = row - 1; at <= row + 1; at++) {
    for (const other of kept.get(at) ?? []) {
      if (overlap(other, run) <= 0 || Math.abs(other.base - run.base) > Math.min(other.size, run.size) * 0.35) continue;
      if (over === undefined) over = [other];
      else over.push(other);
    }
  }
  return over ?? [];
}

function isCovered(run: Run, over: readonly Run[]): boolean {
  if (over.length === 0) return false;
  const width = run.right - run.left;
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
  const { texts, lefts } = run.glyphs;
  const tolerance = run.size * 0.3;
  const starts = over.map(({ from }) => from);
  let same = 0;
  let all = 0;
  for (let i = run.from; i < run.to; i++) {
    const text = texts[i] as string; // places of a run are filled
    if (text === " ") continue;
    all++;
    const left = lefts[i] as number; // as above
    if (over.some((other, j) => hasGlyph(other, text, left, tolerance, starts, j))) same++;
  }
  return all > 0 && same >= all * 0.9;
}

/** Glyphs of both runs rise, so each search goes on where the last one began. */
function hasGlyph({ glyphs, from, to }: Run, text: string, left: number, tolerance: number, starts: number[], i: number): boolean {
  const { texts, lefts } = glyphs;
  let at = starts[i] ?? from;
  while (at < to && (lefts[at] as number) < left - tolerance) at++;
  starts[i] = at;
  for (; at < to && (lefts[at] as number) <= left + tolerance; at++) if (texts[at] === text) return true;
  return false;
}

/** Characters of a run that are no spaces. */
export function letters({ glyphs: { texts }, from, to }: Run): number {
  let count = 0;
  for (let i = from; i < to; i++) if (texts[i] !== " ") count++;
  return count;
}
