import { count as counted } from "../count.ts";
import type { Chunk, Document, Span, Unit } from "../model.ts";
import { asides } from "../parsing/asides.ts";
import { countInk, trimSpan } from "../text/whitespace.ts";
import { coverage } from "../units.ts";
import { excerptOf, type Found } from "./findings.ts";
import { isTitle } from "./letters.ts";

/** Characters of a document that are no white space: all of them, and those that are in no unit or no chunk. */
export interface Covered {
  readonly characters: number;
  readonly outsideUnits: number;
  readonly outsideChunks: number;
}

/**
 * How much of a document is in units and in chunks, and what is not. Declared omissions count as covered. For chunks, so do a
 * heading above other units, which stands in the path of every chunk below it, and what answers nothing (`asides`).
 */
export function coverageFindings(
  document: Document,
  units: readonly Unit[],
  chunks: readonly Chunk[],
): { covered: Covered; found: Found[] } {
  const { text, omissions = [] } = document;
  const found: Found[] = [];
  const inUnits = coverage(document, units, omissions);
  for (const gap of inUnits.gaps) {
    const span = trimSpan(text, gap) ?? gap;
    const count = countInk(text, span.start, span.end);
    found.push({ ...span, code: "UNIT_GAP", message: `${characters(count)} in no unit: ${excerptOf(text, span)}.` });
  }
  const notInUnits = inUnits.gaps.map((omitted) => ({ omitted, reason: "in no unit" }));
  const { gaps } = coverage(document, [...chunks, ...unplacedUnits(units, chunks)], [...omissions, ...notInUnits]);
  let outsideChunks = inUnits.uncovered;
  for (const span of lostIn(document, units, gaps)) {
    const count = countInk(text, span.start, span.end);
    outsideChunks += count;
    found.push({ ...span, code: "CHUNK_GAP", message: `${characters(count)} in a unit, but in no chunk: ${excerptOf(text, span)}.` });
  }
  return { covered: { characters: inUnits.total, outsideUnits: inUnits.uncovered, outsideChunks }, found };
}

function characters(count: number): string {
  return counted(count, "character is", "characters are");
}

/** Units that have chunks without a place: where these stand is not known, so that the unit counts as cut. */
function unplacedUnits(units: readonly Unit[], chunks: readonly Chunk[]): Unit[] {
  const ids = new Set(chunks.filter(({ source }) => source === undefined).map(({ unitId }) => unitId));
  return ids.size === 0 ? [] : units.filter(({ id }) => ids.has(id));
}

/** Of the gaps between chunks, what is neither a heading nor an aside. Gaps are divided where units begin. */
function* lostIn(document: Document, units: readonly Unit[], gaps: readonly Span[]): Generator<Span> {
  const { text } = document;
  const parents = new Set(units.map(({ parentId }) => parentId));
  const starting = units.filter((unit) => unit.source !== undefined).sort((a, b) => (a.source?.start ?? 0) - (b.source?.start ?? 0));
  let next = 0;
  let inside: Unit | undefined;
  for (const gap of gaps) {
    let from = gap.start;
    while (from < gap.end) {
      for (let unit = starting[next]; unit?.source !== undefined && unit.source.start <= from; unit = starting[++next]) inside = unit;
      const to = Math.min(gap.end, starting[next]?.source?.start ?? gap.end);
      const span = trimSpan(text, { start: from, end: to });
      const heads = inside !== undefined && parents.has(inside.id);
      if (span !== undefined && !(heads && isTitle(text.slice(span.start, span.end), inside?.topic ?? "")) && !isAside(text, span))
        yield span;
      from = to;
    }
  }
}

/** Nothing but asides and lines of marks (`---`, `***`). */
function isAside(text: string, span: Span): boolean {
  const known = asides(text, span);
  let from = span.start;
  for (const { start, end } of [...known, { start: span.end, end: span.end }]) {
    if (start > from && /[\p{L}\p{N}\p{S}]/u.test(text.slice(from, start).replace(/[>|`~+=^]/g, ""))) return false;
    from = Math.max(from, end);
  }
  return true;
}
