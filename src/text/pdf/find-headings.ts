import type { OutlineEntry, Span } from "../../model.ts";
import type { PlacedLine } from "./flow.ts";

/** One or more lines that are one heading, if they are one. */
interface Candidate {
  readonly text: string;
  readonly span: Span;
  readonly size: number;
  readonly bold: boolean;
  readonly capitals: boolean;
  /** Its number's depth: 1 for "3", 2 for "3.1"; 0 where it has none. */
  readonly depth: number;
  readonly numbers: readonly number[];
  /** Place of its last line among the lines. */
  readonly last: number;
}

/**
 * Headings by what they look like: larger than the text, bold, or numbered in a row, and alone on their lines. Their levels come
 * from numbers where they have them, else from size and weight.
 *
 * @param lines - of the whole document
 * @returns rising by `at.start`
 */
export function findHeadings(lines: readonly PlacedLine[]): OutlineEntry[] {
  const body = bodyStyle(lines);
  const candidates = candidatesOf(lines);
  const styled = candidates.filter((candidate) => isSetApart(candidate, body, lines));
  const headings = mergeNumbered(styled, candidates, lines);
  const ranks = ranksOf(headings);
  return headings.map((heading) => ({
    level: Math.min(MOST_LEVELS, (ranks.get(styleKey(heading)) ?? 0) + Math.max(1, heading.depth)),
    title: heading.text,
    at: heading.span,
  }));
}

const MOST_LEVELS = 6;
const LONGEST = 160;
const LONGEST_BOLD = 120;
/** A heading is larger than the text by this factor. */
const LARGER = 1.12;

interface Body {
  readonly size: number;
  readonly bold: boolean;
}

function bodyStyle(lines: readonly PlacedLine[]): Body {
  const weights = new Map<string, number>();
  for (const { line } of lines) {
    const key = `${Math.round(line.size * 2) / 2}:${line.bold ? 1 : 0}`;
    weights.set(key, (weights.get(key) ?? 0) + line.text.length);
  }
  const [size = "0", bold] = ([...weights].sort((a, b) => b[1] - a[1])[0]?.[0] ?? "0:0").split(":");
  return { size: Number(size), bold: bold === "1" };
}

/** Blocks of up to three lines that nothing runs into or out of. */
function candidatesOf(lines: readonly PlacedLine[]): Candidate[] {
  const found: Candidate[] = [];
  for (let i = 0; i < lines.length; ) {
    let end = i + 1;
    while (end < lines.length && goesOn(lines, end)) end++;
    const block = lines.slice(i, end);
    const candidate = end - i <= 3 ? candidateOf(block, end - 1) : undefined;
    if (candidate !== undefined) found.push(candidate);
    i = end;
  }
  return found;
}

/** A title of two centred lines is one: same style, and no number or bullet begins the second. */
function goesOn(lines: readonly PlacedLine[], i: number): boolean {
  const { before, line } = lines[i] as PlacedLine; // i < length
  if (before === "space" || before === "none") return true;
  const last = lines[i - 1]?.line;
  if (before !== "line" || last === undefined || !line.bold || !last.bold || line.isRow || last.isRow) return false;
  return Math.abs(line.size - last.size) < 0.3 && numbersOf(line.text).length === 0 && Math.abs(middle(line) - middle(last)) < line.size;
}

function middle({ left, right }: { readonly left: number; readonly right: number }): number {
  return (left + right) / 2;
}

function candidateOf(block: readonly PlacedLine[], last: number): Candidate | undefined {
  const text = block
    .map(({ line }) => line.text)
    .join(" ")
    .replaceAll(/\s+/g, " ");
  const first = block[0];
  const end = block.at(-1);
  if (first === undefined || end === undefined || text.length > LONGEST || !/\p{L}{2}/u.test(text)) return undefined;
  if (block.some(({ line }) => line.isRow || line.angle !== 0) || /^[•▪◦‣●○■□]/.test(text) || /\.{4}|(?: \.){4}/.test(text))
    return undefined;
  const numbers = numbersOf(text);
  return {
    text,
    span: { start: first.span.start, end: end.span.end },
    size: first.line.size,
    bold: block.every(({ line }) => line.bold),
    capitals: /\p{Lu}{2}/u.test(text) && !/\p{Ll}/u.test(text),
    depth: numbers.length,
    numbers,
    last,
  };
}

const NUMBERED =
  /^(?:(?:section|article|chapter|part|item|clause|kapitel|artikel|§)\s*)?(\d{1,3}(?:\.\d{1,3}){0,4})[.:)]?\s+["“(]?[\p{Lu}\p{Lo}]/iu;

function numbersOf(text: string): readonly number[] {
  return NUMBERED.exec(text)?.[1]?.split(".").map(Number) ?? [];
}

function isSetApart(candidate: Candidate, body: Body, lines: readonly PlacedLine[]): boolean {
  const { text, size, bold, capitals, depth } = candidate;
  const ends = /[.,;:]$/.test(text);
  if (size >= body.size * LARGER) return !/[,;]$/.test(text) && /^[\p{Lu}\p{Lo}\p{N}"“‘(§]/u.test(text);
  if (size < body.size * 0.9 || text.length > LONGEST_BOLD || isInTable(candidate, lines)) return false;
  const isTitle = /^["“(]?[\p{Lu}\p{Lo}\p{N}§]/u.test(text);
  if (bold && !body.bold) return isTitle && (!ends || (depth > 0 && text.endsWith(".")) || text.length < 60) && !/[,;]$/.test(text);
  return capitals && isTitle && !ends && text.length > 5 && text.split(" ").length <= 12;
}

/** A line of one cell between rows is a table's own heading. */
function isInTable({ last, text }: Candidate, lines: readonly PlacedLine[]): boolean {
  const before = lines.slice(Math.max(0, last - 3), last).filter(({ line }) => line.text !== text);
  const after = lines[last + 1];
  return after?.line.isRow === true && before.at(-1)?.line.isRow === true;
}

/** Adds plain lines that are numbered on from each other and have text under them: "1 Mooring", "2 Fuel". */
function mergeNumbered(styled: readonly Candidate[], candidates: readonly Candidate[], lines: readonly PlacedLine[]): Candidate[] {
  const taken = new Set(styled);
  const starts = new Map(candidates.map((candidate) => [candidate.span.start, candidate]));
  const plain = candidates.filter((candidate) => {
    if (taken.has(candidate) || candidate.depth === 0 || candidate.text.length > 80 || /[.,;:]$/.test(candidate.text)) return false;
    // Items of a list follow upon each other; a heading has text under it.
    const next = lines[candidate.last + 1];
    const under = next === undefined ? undefined : starts.get(next.span.start);
    return next !== undefined && (under === undefined || under.depth === 0 || under.depth > candidate.depth);
  });
  const inRow = plain.filter((candidate) => followsOn(candidate, [...plain, ...styled]));
  return [...styled, ...inRow].sort((a, b) => a.span.start - b.span.start);
}

/** True when the number before it, or the one behind it, stands somewhere in its place, before or behind. */
function followsOn({ numbers, span }: Candidate, all: readonly Candidate[]): boolean {
  const last = numbers.at(-1) ?? 0;
  const sibling = (step: number) => [...numbers.slice(0, -1), last + step].join(".");
  const hasBefore = last === 1 || all.some((other) => other.numbers.join(".") === sibling(-1) && other.span.start < span.start);
  const hasBehind = all.some((other) => other.numbers.join(".") === sibling(1) && other.span.start > span.start);
  return hasBefore && (last > 1 || hasBehind);
}

/** Styles from the largest to the smallest; numbered and plain headings of one style share it. */
function ranksOf(headings: readonly Candidate[]): ReadonlyMap<string, number> {
  const styles = new Map<string, Candidate>();
  for (const heading of headings) if (!styles.has(styleKey(heading))) styles.set(styleKey(heading), heading);
  const sorted = [...styles.values()].sort(
    (a, b) => Math.round(b.size) - Math.round(a.size) || Number(b.capitals) - Number(a.capitals) || Number(b.bold) - Number(a.bold),
  );
  return new Map(sorted.map((style, i) => [styleKey(style), i]));
}

function styleKey({ size, bold, capitals, depth }: Candidate): string {
  return depth > 0 ? `${Math.round(size)}:${bold}:numbered` : `${Math.round(size)}:${bold}:${capitals}`;
}
