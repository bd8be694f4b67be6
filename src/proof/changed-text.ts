import type { Chunk, Document, Span, Unit } from "../model.ts";
import { excerptOf, type Found } from "./findings.ts";

/** Characters gone through in search of texts without a place, before the rest is left unsearched. */
const SEARCHED = 500_000_000;

/**
 * Texts without a span are looked for in the document, white space aside. One that is there could have its place; one that is not
 * was changed. Texts with a span were held to it when they were made.
 */
export function changedTextFindings(document: Document, units: readonly Unit[], chunks: readonly Chunk[]): Found[] {
  const found: Found[] = [];
  const without = units.filter(({ source }) => source === undefined);
  const folded = without.length === 0 ? "" : fold(document.text);
  let budget = SEARCHED;
  let from = 0;
  for (const unit of without) {
    const wanted = fold(unit.fulltext);
    const at = budget > 0 ? findFrom(folded, wanted, from) : 0;
    budget -= folded.length;
    if (at >= 0) from = at;
    const shown = excerptOf(unit.fulltext, { start: 0, end: unit.fulltext.length });
    found.push(
      at >= 0
        ? {
            ...NOWHERE,
            code: "UNIT_WITHOUT_SPAN",
            message: `"${unit.topic}" has no span, so that no citation can show its place: ${shown}.`,
          }
        : { ...NOWHERE, code: "UNIT_TEXT_CHANGED", message: `The text of "${unit.topic}" is not in the document: ${shown}.` },
    );
  }
  const byId = new Map(chunks.some(({ source }) => source === undefined) ? units.map((unit) => [unit.id, unit]) : []);
  for (const chunk of chunks) {
    const unit = chunk.source === undefined ? byId.get(chunk.unitId) : undefined;
    if (unit === undefined || fold(unit.fulltext).includes(fold(chunk.fulltext))) continue;
    const shown = excerptOf(chunk.fulltext, { start: 0, end: chunk.fulltext.length });
    const place = unit.source ?? NOWHERE;
    found.push({ ...place, code: "CHUNK_TEXT_CHANGED", message: `A chunk of "${unit.topic}" is not as its unit's text: ${shown}.` });
  }
  return found;
}

const NOWHERE: Span = { start: 0, end: 0 };

function fold(text: string): string {
  return text.replace(/\s+/g, " ").trim();
}

/** Parsers go through a text in order, so that the next text is usually behind the last. */
function findFrom(text: string, wanted: string, from: number): number {
  const behind = text.indexOf(wanted, from);
  return behind >= 0 ? behind : text.indexOf(wanted);
}
