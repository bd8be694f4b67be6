import type { ChunkParser, ParsedChunk, Span, Unit, UnitSurroundings } from "right-rag";
import { blocks, cutSpan, tables } from "right-rag/parsing";

/** A rule up to this length stays whole; UTF-16 code units. Above it are a dozen long clauses of the terms of service. */
const MAX_CHARACTERS = 1500;

/**
 * One chunk for each rule of a policy, its exceptions included, and one for each row of a table. A rule that is too long is
 * cut where it parts best; if it is a list, each further piece has the sentence that announces the list as its context.
 *
 * Exceptions are units of their own below their rule, and are not cut again: they are never found without the rule they limit.
 */
export default class RuleChunkParser implements ChunkParser {
  readonly name = "rules";

  canHandle({ attributes }: Unit): boolean {
    return attributes?.unitType === "policy rule" && attributes.role !== "exception";
  }

  *parse(unit: Unit, { document }: UnitSurroundings): Generator<ParsedChunk> {
    const { topic, source, attributes, metadata } = unit;
    if (source === undefined) return;
    const about = { topic, ...(attributes === undefined ? {} : { attributes }), ...(metadata === undefined ? {} : { metadata }) };
    const pieces = attributes?.role === "table" ? rowsOf(document.text, source) : piecesOf(document.text, source);
    for (const { span, context } of pieces) {
      const fulltext = document.text.slice(span.start, span.end);
      yield { ...about, fulltext, source: span, ...(context === undefined ? {} : { context }) };
    }
  }
}

interface Piece {
  readonly span: Span;
  readonly context?: string;
}

function piecesOf(text: string, rule: Span): Piece[] {
  if (rule.end - rule.start <= MAX_CHARACTERS) return [{ span: rule }];
  const announced = announcementOf(text, rule);
  return cutSpan(text, rule, { maxCharacters: MAX_CHARACTERS }).map(({ span, context = announced }) =>
    span.start === rule.start || context === undefined ? { span } : { span, context },
  );
}

/** The sentence before a list that ends in a colon: without it, an item does not say whether it is allowed or forbidden. */
function announcementOf(text: string, rule: Span): string | undefined {
  const [first, second] = blocks(text, rule).filter(({ kind }) => kind !== "heading");
  if (first === undefined || second?.kind !== "item") return undefined;
  const announcement = text.slice(first.start, first.end);
  return announcement.endsWith(":") ? announcement : undefined;
}

/** The first piece is all from the unit's start to the first row; each further row has the head row as its context. */
function rowsOf(text: string, unit: Span): Piece[] {
  const [table] = tables(text, unit);
  if (table === undefined || table.rows.length < 2) return [{ span: unit }];
  const context = text.slice(table.header.start, table.dashes.end);
  return table.rows.map((row, i) => {
    // What stands below the table goes with its last row.
    const end = i === table.rows.length - 1 ? unit.end : row.end;
    return i === 0 ? { span: { start: unit.start, end } } : { span: { start: row.start, end }, context };
  });
}
