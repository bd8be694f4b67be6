import type { Chunk, Document, Span, Unit } from "../model.ts";
import { beginsException } from "../parsing/exceptions.ts";
import { isAboutTheWhole, isReservation } from "../parsing/scope-of-whole.ts";
import { contentStart, listMarker } from "../text/lines.ts";
import { trimSpan } from "../text/whitespace.ts";
import { excerptOf, type Found } from "./findings.ts";
import { lettersOf } from "./letters.ts";

/**
 * Chunks that begin with an exception or proviso, so that its rule is in another chunk. One that begins with the heading of its unit
 * ("§ 7 Exceptions") is none: such a section was written to be read by itself. Neither is a section, paragraph or recital that begins
 * with the scope of the whole ("(18) This Regulation does not apply …") or with a reservation ("Unless otherwise agreed, …").
 */
export function exceptionFindings({ text }: Document, units: readonly Unit[], chunks: readonly Chunk[]): Found[] {
  const byId = new Map(units.map((unit) => [unit.id, unit]));
  return chunks.flatMap((chunk) => {
    const { source } = chunk;
    const unit = byId.get(chunk.unitId);
    if (source === undefined || unit?.source === undefined || !beginsException(text, source.start)) return [];
    const first = source.start === (trimSpan(text, unit.source)?.start ?? unit.source.start);
    // The first chunk of a document has no rule before it.
    if (first && (beginsWithHeading(unit) || unit.position === 0 || standsByItself(firstLine(text, source)))) return [];
    const message = `A chunk of "${unit.topic}" begins with an exception, and its rule is in another chunk: ${excerptOf(text, source)}.`;
    return [{ ...source, code: "EXCEPTION_APART" as const, message }];
  });
}

function standsByItself(line: string): boolean {
  return isAboutTheWhole(line) || isReservation(line);
}

/** Behind its number, and as far as is looked at. */
function firstLine(text: string, span: Span): string {
  const start = contentStart(text, span);
  const marker = listMarker(text, { start, end: Math.min(span.end, start + 40) });
  const from = marker?.textStart ?? start;
  return text.slice(from, Math.min(span.end, from + 120)).replace(/^[\s>*_"'“‘„«(]{0,12}/, "");
}

/** Its first line is its topic, and there is more. */
function beginsWithHeading({ fulltext, topic }: Unit): boolean {
  const line = /^\s*[^\r\n]{0,1000}/.exec(fulltext)?.[0] ?? "";
  return lettersOf(line) === lettersOf(topic) && fulltext.trimEnd().length > line.trimEnd().length;
}
