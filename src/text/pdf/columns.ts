import { cutSegment, rowsOf, type Segment } from "./rows.ts";
import { FEWEST_LINES, first, isRunningText, last, median, NARROWEST, widthOf } from "./running-text.ts";

/** Segments that are read line by line, before the next region begins. */
export interface Region {
  readonly segments: readonly Segment[];
}

/**
 * The order of reading: columns of running text one after the other, everything else line by line across the page. Cells of a
 * table stay together in their rows, since a column is taken for running text only where its lines are filled and go on.
 *
 * @param segments - of one frame, rising by base line
 */
export function regionsOf(segments: readonly Segment[], depth = 0): Region[] {
  if (segments.length === 0) return [];
  const band = depth < DEEPEST ? bestBand(segments) : undefined;
  if (band === undefined) return [{ segments }];
  const before = segments.slice(0, band.from);
  const after = segments.slice(band.to);
  const inside = segments.slice(band.from, band.to);
  const columns = cutsOf(inside, band.gutter).flatMap((part) => [
    ...regionsOf(
      part.filter((segment) => segment.left < band.gutter),
      depth + 1,
    ),
    ...regionsOf(
      part.filter((segment) => segment.left >= band.gutter),
      depth + 1,
    ),
  ]);
  return [...regionsOf(before, depth + 1), ...columns, ...regionsOf(after, depth + 1)];
}

/** Lines that begin at one edge, from which on the edge may be that of a column which comes too close to the one before it. */
const FEWEST_AT_EDGE = 8;
/** Room before such an edge, in parts of the size: at least that of a word's space. */
const NARROWEST_GUTTER = 0.25;

/**
 * Segments cut at the left edges of columns: where a line of the left column comes close to the right one, both were taken for one line.
 *
 * @param segments - rising by base line
 */
export function cutAtColumns(segments: readonly Segment[]): readonly Segment[] {
  const edges = leftEdges(segments, FEWEST_AT_EDGE);
  if (edges.length === 0) return segments;
  return segments.flatMap((segment) => {
    const at = segment.runs.findIndex((run, i) => {
      const gap = run.left - (segment.runs[i - 1]?.right ?? run.left);
      return gap >= NARROWEST_GUTTER * run.size && edges.some((edge) => Math.abs(run.left - edge) <= SAME_EDGE);
    });
    // Not a number before a note, nor a mark behind a heading.
    const cut = segment.runs[at]?.left ?? segment.left;
    const narrower = Math.min(cut - segment.left, segment.right - cut);
    return narrower < NARROWEST * segment.size ? [segment] : cutSegment(segment, at);
  });
}

const SAME_EDGE = 1;
const DEEPEST = 6;
/** A left edge counts as the same within so many points. */
const EDGE = 3;

interface Band {
  /** Left edge of the right-hand column. */
  readonly gutter: number;
  /** Range of the segments, by index. */
  readonly from: number;
  readonly to: number;
}

function bestBand(segments: readonly Segment[]): Band | undefined {
  let best: Band | undefined;
  for (const gutter of leftEdges(segments, FEWEST_LINES)) {
    for (const band of bandsAt(segments, gutter)) {
      if (best !== undefined && band.to - band.from <= best.to - best.from) continue;
      if (isPairOfColumns(segments.slice(band.from, band.to), gutter)) best = band;
    }
  }
  return best;
}

/** Edges at which several segments begin, but for the leftmost of all. */
function leftEdges(segments: readonly Segment[], fewest: number): number[] {
  const lefts = segments.map(({ left }) => left).sort((a, b) => a - b);
  const edges: number[] = [];
  for (let i = 0; i < lefts.length; ) {
    const first = lefts[i] as number; // i < length
    let end = i;
    while (end < lefts.length && (lefts[end] as number) - first <= EDGE) end++;
    if (end - i >= fewest && i > 0) edges.push(first);
    i = end;
  }
  return edges;
}

/** Longest stretches in which no segment lies across the gutter, without what stands on one side alone at their ends. */
function bandsAt(segments: readonly Segment[], gutter: number): Band[] {
  const bands: Band[] = [];
  const isRight = (i: number) => (segments[i] as Segment).left >= gutter - 0.01;
  for (let from = 0; from < segments.length; ) {
    if (isAcross(segments[from] as Segment, gutter)) {
      from++;
      continue;
    }
    let to = from;
    while (to < segments.length && !isAcross(segments[to] as Segment, gutter)) to++;
    let start = from;
    while (start < to && isRight(start)) start++;
    const end = trimEnd(segments, start, to, gutter);
    let right = 0;
    for (let i = start; i < end; i++) if (isRight(i)) right++;
    if (right >= FEWEST_LINES && end - start - right >= FEWEST_LINES) bands.push({ gutter, from: start, to: end });
    from = to;
  }
  return bands;
}

function isAcross(segment: Segment, gutter: number): boolean {
  return segment.left < gutter - 0.01 && segment.right > gutter - segment.size * 0.3;
}

/** What stands under both columns on the left, apart from them (a page number), is read after them. */
function trimEnd(segments: readonly Segment[], from: number, to: number, gutter: number): number {
  let end = to;
  while (end > from) {
    const last = segments[end - 1] as Segment; // end > from
    const isLeft = last.left < gutter - 0.01;
    const above = segments.slice(from, end - 1).findLast((segment) => segment.left < gutter - 0.01);
    const isApart = above === undefined || last.base - above.base > last.size * 2.5;
    if (!isLeft || !isApart) return end;
    end--;
  }
  return end;
}

function isPairOfColumns(segments: readonly Segment[], gutter: number): boolean {
  const left = segments.filter((segment) => segment.left < gutter - 0.01);
  const right = segments.filter((segment) => segment.left >= gutter - 0.01);
  // Side by side: a column must not begin where the other ends.
  const top = Math.max(first(left).base, first(right).base);
  const bottom = Math.min(last(left).base, last(right).base);
  if (bottom <= top) return false;
  if (isRunningText(left) && isRunningText(right)) return true;
  if (!areColumnsOfPage(left, right)) return false;
  const [one, other] = [runningLines(left), runningLines(right)];
  return Math.min(one, other) >= FEWEST_LINES && one + other >= FEWEST_IN_PAIR;
}

/** Lines of running text in two columns that have tables of their own between them. */
const FEWEST_IN_PAIR = 11;
/** Width of the narrower column of a page of two, in parts of the size and of the wider one: a table's columns are as wide as their cells. */
const NARROWEST_OF_PAGE = 18;
const SAME_WIDTH = 0.8;

function areColumnsOfPage(left: readonly Segment[], right: readonly Segment[]): boolean {
  const [one, other] = [widthOf(left), widthOf(right)];
  const size = median([...left, ...right].map((segment) => segment.size));
  return Math.min(one, other) >= Math.max(NARROWEST_OF_PAGE * size, SAME_WIDTH * Math.max(one, other));
}

/** Lines of the column that stand behind each other, go over most of its width and are running text: a table under them is its own. */
function runningLines(column: readonly Segment[]): number {
  const narrowest = SAME_WIDTH * widthOf(column);
  let lines = 0;
  let part: Segment[] = [];
  const close = () => {
    if (isRunningText(part) && widthOf(part) >= narrowest) lines += part.length;
    part = [];
  };
  for (const row of rowsOf(column)) {
    if (row.length === 1) part.push(first(row));
    else close();
  }
  close();
  return lines;
}

/**
 * Where a gap runs through both columns at the same height, several times, they are the cells of a table whose text is broken
 * into lines: each row is read by itself.
 */
function cutsOf(segments: readonly Segment[], gutter: number): Segment[][] {
  const left = gapsOf(segments.filter((segment) => segment.left < gutter));
  const right = gapsOf(segments.filter((segment) => segment.left >= gutter));
  const shared = left.filter((gap) => right.some((other) => Math.min(gap.to, other.to) - Math.max(gap.from, other.from) > 0));
  if (shared.length < 2 || shared.length < Math.max(left.length, right.length) * 0.6) return [[...segments]];
  const parts: Segment[][] = [];
  let rest = [...segments];
  for (const { from } of shared) {
    const part = rest.filter(({ base }) => base <= from + 0.01);
    rest = rest.filter(({ base }) => base > from + 0.01);
    if (part.length > 0) parts.push(part);
  }
  return rest.length > 0 ? [...parts, rest] : parts;
}

function gapsOf(segments: readonly Segment[]): { from: number; to: number }[] {
  const bases = rowsOf(segments).map((row) => first(row).base);
  const steps = bases.slice(1).map((base, i) => base - (bases[i] as number)); // i < length
  const usual = median(steps);
  return steps.flatMap((step, i) => (step > usual * 1.3 ? [{ from: bases[i] as number, to: bases[i + 1] as number }] : []));
}
