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
  const pieces: Piece[] = [];
  for (const row of rowsOf(runs)) cutRow(row, pieces);
  return segmentsOfPieces(attachRaised(pieces)).sort((a, b) => a.base - b.base || a.left - b.left);
}

function segmentsOfPieces(pieces: readonly Piece[]): Segment[] {
  return pieces.flatMap((piece) => {
    const text = textOf(piece.runs);
    return text === "" ? [] : [{ ...piece, text }];
  });
}

/** A segment as two. @param at - place of the run that the second begins with, 1 or more */
export function cutSegment({ runs }: Segment, at: number): Segment[] {
  return segmentsOfPieces([runs.slice(0, at), runs.slice(at)].map(pieceOf));
}

/** A segment in the making. */
interface Piece {
  readonly runs: Run[];
  left: number;
  right: number;
  /** Of its largest run. */
  base: number;
  size: number;
  font: FontFacts;
  letters: number;
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

function cutRow(row: readonly Run[], pieces: Piece[]): void {
  let piece: Piece | undefined;
  for (const run of row) {
    if (piece !== undefined && run.left - piece.right <= SEGMENT_GAP * Math.max(run.size, piece.runs[0]?.size ?? 0)) piece.runs.push(run);
    else {
      if (piece !== undefined) measure(piece);
      piece = begun(run);
      pieces.push(piece);
    }
    piece.right = Math.max(piece.right, run.right);
  }
  if (piece !== undefined) measure(piece);
}

function begun(run: Run): Piece {
  return { runs: [run], left: run.left, right: run.right, base: run.base, size: run.size, font: run.font, letters: 0 };
}

function pieceOf(runs: readonly Run[]): Piece {
  const [first, ...rest] = runs;
  const piece = begun(first as Run); // callers give at least one
  piece.runs.push(...rest);
  measure(piece);
  return piece;
}

/** Where its runs reach to, and which of them is the main one: the one with the most letters of the largest size. */
function measure(piece: Piece): void {
  let main = piece.runs[0] as Run; // a piece has at least one
  piece.letters = 0;
  for (const run of piece.runs) {
    piece.left = Math.min(piece.left, run.left);
    piece.right = Math.max(piece.right, run.right);
    piece.letters += run.to - run.from;
    const isLarger = run.size > main.size * 1.1 || (run.size > main.size * 0.9 && run.to - run.from > main.to - main.from);
    if (isLarger) main = run;
  }
  piece.base = main.base;
  piece.size = main.size;
  piece.font = main.font;
}

/** Raised and lowered small runs (notes, exponents, indices) go to the segment that they touch. */
function attachRaised(pieces: readonly Piece[]): Piece[] {
  const order = [...pieces].sort((a, b) => a.base - b.base);
  const taken = new Set<Piece>();
  const hosts = new Set<Piece>();
  for (const [i, small] of order.entries()) {
    if (small.letters > MOST_RAISED) continue;
    const host = nearestHost(order, i, 1, taken) ?? nearestHost(order, i, -1, taken);
    if (host === undefined) continue;
    host.runs.push(...small.runs);
    host.right = Math.max(host.right, small.right);
    host.left = Math.min(host.left, small.left);
    taken.add(small);
    hosts.add(host);
  }
  for (const host of hosts) {
    host.runs.sort((a, b) => a.left - b.left);
    measure(host);
  }
  return taken.size === 0 ? order : order.filter((piece) => !taken.has(piece));
}

/** Letters of a raised run, at most. */
const MOST_RAISED = 8;

function nearestHost(order: readonly Piece[], i: number, step: number, taken: ReadonlySet<Piece>): Piece | undefined {
  const small = order[i] as Piece; // `i` is a place of `order`
  for (let j = i + step; j >= 0 && j < order.length; j += step) {
    const host = order[j] as Piece; // as above
    const away = host.base - small.base; // positive: the small one is raised
    if (Math.abs(away) > host.size && Math.abs(away) > 40) return undefined;
    if (taken.has(host) || small.size > host.size * 0.85) continue;
    if (away > host.size * 0.7 || away < host.size * -0.35) continue;
    const gap = Math.max(small.left - host.right, host.left - small.right);
    if (gap <= host.size * 0.4) return host;
  }
  return undefined;
}
