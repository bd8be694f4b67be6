import { rowsOf, type Segment } from "./rows.ts";

/** Shares and sizes that running text has and a column of cells has not. */
const FILLED_SHARE = 0.5;
/** Width of a column of running text, in parts of its size. */
export const NARROWEST = 9;
/** Lines that a column must have at least. */
export const FEWEST_LINES = 3;
const FEWEST_CHARACTERS = 14;
const MOST_DIGITS = 0.3;

/** True when most lines, three or more, end only where the next word would not have fitted in. */
export function isRunningText(segments: readonly Segment[]): boolean {
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

export function widthOf(segments: readonly Segment[]): number {
  return Math.max(...segments.map(({ right }) => right)) - Math.min(...segments.map(({ left }) => left));
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

export function first(segments: readonly Segment[]): Segment {
  return segments[0] as Segment; // callers give at least one
}

export function last(segments: readonly Segment[]): Segment {
  return segments.at(-1) as Segment; // as above
}
