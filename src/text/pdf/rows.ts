import type { FontFacts, Run } from "./page-ink.ts";
import { textOf } from "./segment-text.ts";

/** Runs that stand side by side with no more room between them than words have: a piece of a line, or a cell of a table. */
export interface Segment {
  readonly runs: readonly Run[];
  readonly text: string;
  readonly left: number;
  readonly right: number;
  readonly base: number;
  readonly size: number;
  readonly font: FontFacts;
}

/** The runs of one frame as segments, by their base line and then from left to right. */
export function segmentsOf(runs: readonly Run[]): Segment[] {
  const rows = rowsOf(runs);
  const pieces = rows.flatMap((row) => cutRow(row));
  return attachRaised(pieces)
    .map(segmentOf)
    .filter(({ text }) => text !== "")
    .sort((a, b) => a.base - b.base || a.left - b.left);
}

/** How far base lines of one row may lie apart, in parts of the smaller size. */
const SAME_BASE = 0.25;

/**
 * Things that have a base line, as rows from top to bottom, each from left to right.
 *
 * @param items - in any order
 */
export function rowsOf<T extends { readonly base: number; readonly size: number; readonly left: number }>(items: readonly T[]): T[][] {
  const sorted = [...items].sort((a, b) => a.base - b.base);
  const rows: { base: number; size: number; items: T[] }[] = [];
  for (const item of sorted) {
    const row = rows.at(-1);
    if (row !== undefined && item.base - row.base <= SAME_BASE * Math.min(item.size, row.size)) {
      row.items.push(item);
      // The row's base line is that of its largest letters.
      if (item.size > row.size) {
        row.size = item.size;
        row.base = item.base;
      }
    } else rows.push({ base: item.base, size: item.size, items: [item] });
  }
  return rows.map((row) => row.items.sort((a, b) => a.left - b.left));
}

/** Room between runs, in parts of the size, from which on they are no longer words of one line. */
export const SEGMENT_GAP = 0.9;

function cutRow(row: readonly Run[]): Run[][] {
  const pieces: Run[][] = [];
  let edge = 0;
  for (const run of row) {
    const piece = pieces.at(-1);
    if (piece !== undefined && run.left - edge <= SEGMENT_GAP * Math.max(run.size, piece[0]?.size ?? 0)) piece.push(run);
    else pieces.push([run]);
    edge = piece === undefined ? run.right : Math.max(edge, run.right);
  }
  return pieces;
}

/** Raised and lowered small runs (notes, exponents, indices) go to the segment that they touch. */
function attachRaised(pieces: Run[][]): Run[][] {
  const order = pieces.map((runs) => extent(runs)).sort((a, b) => a.base - b.base);
  const taken = new Set<number>();
  for (const [i, small] of order.entries()) {
    if (small.letters > MOST_RAISED) continue;
    for (const step of [1, -1]) {
      const host = nearestHost(order, i, step, taken);
      if (host === undefined) continue;
      host.runs.push(...small.runs);
      host.right = Math.max(host.right, small.right);
      host.left = Math.min(host.left, small.left);
      taken.add(i);
      break;
    }
  }
  return order.filter((_, i) => !taken.has(i)).map(({ runs }) => runs.sort((a, b) => a.left - b.left));
}

/** Letters of a raised run, at most. */
const MOST_RAISED = 8;

interface Extent {
  readonly runs: Run[];
  left: number;
  right: number;
  readonly base: number;
  readonly size: number;
  readonly letters: number;
}

function nearestHost(order: readonly Extent[], i: number, step: number, taken: ReadonlySet<number>): Extent | undefined {
  const small = order[i] as Extent; // `i` is a place of `order`
  for (let j = i + step; j >= 0 && j < order.length; j += step) {
    const host = order[j] as Extent; // as above
    const away = host.base - small.base; // positive: the small one is raised
    if (Math.abs(away) > host.size && Math.abs(away) > 40) return undefined;
    if (taken.has(j) || small.size > host.size * 0.85) continue;
    if (away > host.size * 0.7 || away < host.size * -0.35) continue;
    const gap = Math.max(small.left - host.right, host.left - small.right);
    if (gap <= host.size * 0.4) return host;
  }
  return undefined;
}

function extent(runs: Run[]): Extent {
  const main = largest(runs);
  return {
    runs,
    left: Math.min(...runs.map(({ left }) => left)),
    right: Math.max(...runs.map(({ right }) => right)),
    base: main.base,
    size: main.size,
    letters: runs.reduce((sum, { from, to }) => sum + to - from, 0),
  };
}

function segmentOf(runs: readonly Run[]): Segment {
  const main = largest(runs);
  return {
    runs,
    text: textOf(runs),
    left: Math.min(...runs.map(({ left }) => left)),
    right: Math.max(...runs.map(({ right }) => right)),
    base: main.base,
    size: main.size,
    font: main.font,
  };
}

/** The run with the most letters of the largest size. */
function largest(runs: readonly Run[]): Run {
  let best = runs[0] as Run; // a piece has at least one
  for (const run of runs) {
    const isLarger = run.size > best.size * 1.1 || (run.size > best.size * 0.9 && run.to - run.from > best.to - best.from);
    if (isLarger) best = run;
  }
  return best;
}
