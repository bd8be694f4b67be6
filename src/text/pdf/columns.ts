import { rowsOf, type Segment } from "./rows.ts";

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

const DEEPEST = 6;
/** Lines that a column must have at least. */
const FEWEST_LINES = 3;
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
  for (const gutter of leftEdges(segments)) {
    for (const band of bandsAt(segments, gutter)) {
      if (best !== undefined && band.to - band.from <= best.to - best.from) continue;
      if (isPairOfColumns(segments.slice(band.from, band.to), gutter)) best = band;
    }
  }
  return best;
}

/** Edges at which several segments begin, but for the leftmost of all. */
function leftEdges(segments: readonly Segment[]): number[] {
  const lefts = segments.map(({ left }) => left).sort((a, b) => a - b);
  const edges: number[] = [];
  for (let i = 0; i < lefts.length; ) {
    const first = lefts[i] as number; // i < length
    let end = i;
    while (end < lefts.length && (lefts[end] as number) - first <= EDGE) end++;
    if (end - i >= FEWEST_LINES && i > 0) edges.push(first);
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
  return bottom > top && isRunningText(left) && isRunningText(right);
}

/** Shares and sizes that running text has and a column of cells has not. */
const FILLED_SHARE = 0.5;
const NARROWEST = 9;
const FEWEST_CHARACTERS = 14;
const MOST_DIGITS = 0.3;

/** True when most lines end only where the next word would not have fitted in. */
function isRunningText(segments: readonly Segment[]): boolean {
  const rows = rowsOf(segments);
  if (rows.length < FEWEST_LINES) return false;
  const left = Math.min(...segments.map((segment) => segment.left));
  const right = Math.max(...segments.map((segment) => segment.right));
  const size = median(segments.map((segment) => segment.size));
  if (right - left < NARROWEST * size) return false;
  const text = segments.map((segment) => segment.text).join(" ");
  if (text.length / rows.length < FEWEST_CHARACTERS) return false;
  if (countDigits(text) > text.length * MOST_DIGITS) return false;
  let filled = 0;
  let pairs = 0;
  for (let i = 0; i + 1 < rows.length; i++) {
    const row = rows[i] as Segment[]; // i < length
    const next = rows[i + 1] as Segment[]; // as above
    if (first(next).base - first(row).base > size * 2.2) continue; // a paragraph ends here
    pairs++;
    if (row.length === 1 && last(row).right + firstWordWidth(first(next)) > right) filled++;
  }
  return pairs >= FEWEST_LINES - 1 && filled >= pairs * FILLED_SHARE;
}

/** Width of a segment's first word and the space before it; points. */
export function firstWordWidth({ text, left, right, size }: Pick<Segment, "text" | "left" | "right" | "size">): number {
  const word = text.indexOf(" ");
  const share = word === -1 ? 1 : word / text.length;
  return (right - left) * share + size * 0.2;
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

export function median(values: readonly number[]): number {
  const sorted = [...values].sort((a, b) => a - b);
  return sorted[sorted.length >> 1] ?? 0;
}

function countDigits(text: string): number {
  let count = 0;
  for (let i = 0; i < text.length; i++) {
    const code = text.charCodeAt(i);
    if (code >= 0x30 && code <= 0x39) count++;
  }
  return count;
}

function first(segments: readonly Segment[]): Segment {
  return segments[0] as Segment; // callers give at least one
}

function last(segments: readonly Segment[]): Segment {
  return segments.at(-1) as Segment; // as above
}
