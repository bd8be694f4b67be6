import { checkItems, checkObject, checkText } from "./arguments.ts";
import { RightRagError } from "./errors.ts";
import { frozenJson } from "./frozen-json.ts";
import { stableHash } from "./hash.ts";
import type { Attributes, Chunk, Document, Json, Omission, ParsedChunk, ParsedUnit, Span, Unit } from "./model.ts";
import { countInk } from "./text/whitespace.ts";

/**
 * Id of a document, the same on every machine.
 *
 * @param source - `Source.id`, as found
 * @param part - what tells the documents of one source apart, a record's key or number; leave out where a source is one document
 */
export function documentId(source: string, part?: Json): string {
  checkText("documentId", source, "source");
  return stableHash(part === undefined ? ["document", source] : ["document", source, part]);
}

/** The first 12 characters of the ids of a document's units and chunks, so that a store can tell whose they are. */
export function documentKey(documentId: string): string {
  return stableHash(["key", documentId]).slice(0, 12);
}

/**
 * Gives ids, parents and places to what a unit parser saw, and holds it to the laws: a span reads back its text and a
 * child lies inside its parent. The id is made of the document, the topics from the top down, the ordinal among siblings
 * of one topic at each level, and the text; so an edit elsewhere in the document leaves it as it is.
 *
 * @returns units in document order, parents before their children
 * @throws UNIT_INVALID, UNIT_SPAN_MISMATCH, UNIT_OUTSIDE_PARENT, NO_UNITS - each names parser, document and place
 */
export function buildUnits(document: Document, parsed: readonly ParsedUnit[], parser: string): Unit[] {
  checkObject("buildUnits", document, "document", ["id", "source", "text"]);
  checkItems("buildUnits", parsed, "parsed");
  checkText("buildUnits", parser, "parser");
  if (parsed.length === 0 && document.text.trim() !== "") throw noUnits(document, parser);
  const units: Unit[] = [];
  const key = documentKey(document.id);
  addSiblings(parsed, undefined, [], undefined, "unit ");
  return units;

  function addSiblings(
    siblings: readonly ParsedUnit[],
    parent: Unit | undefined,
    steps: readonly (readonly [string, number])[],
    around: Span | undefined,
    place: string,
  ): void {
    const seen = new Map<string, number>();
    for (const [i, sibling] of siblings.entries()) {
      const at = { parser, document, place: `${place}${i + 1}` };
      checkUnit(sibling, around, at);
      if (steps.length >= DEEPEST)
        throw unitFault("UNIT_INVALID", at, `is nested deeper than ${DEEPEST} levels, or holds itself`, UNIT_HINT, sibling);
      const ordinal = seen.get(sibling.topic) ?? 0;
      seen.set(sibling.topic, ordinal + 1);
      const path = [...steps, [sibling.topic, ordinal] as const];
      const fault = (key: string, what: string) =>
        unitFault("UNIT_INVALID", at, `has a value that JSON cannot hold: ${key} ${what}`, JSON_HINT, sibling);
      // Copied and frozen: what was checked here cannot be changed by the plugin, or by a later one.
      const unit: Unit = Object.freeze({
        id: `${key}-${stableHash(["unit", document.id, path, sibling.fulltext]).slice(0, 20)}`,
        documentId: document.id,
        ...(parent === undefined ? {} : { parentId: parent.id }),
        path: Object.freeze(path.map(([topic]) => topic)),
        position: units.length,
        topic: sibling.topic,
        fulltext: sibling.fulltext,
        ...copied(sibling, fault),
      });
      units.push(unit);
      addSiblings(sibling.subunits ?? [], unit, path, sibling.source ?? around, `${at.place}.`);
    }
  }
}

/**
 * Gives ids to the chunks that one parser cut from one unit, and holds them to the laws: a span reads back its text and
 * lies inside the unit's.
 *
 * @throws CHUNK_INVALID, CHUNK_SPAN_MISMATCH, CHUNK_OUTSIDE_UNIT - each names parser, document and place
 */
export function buildChunks(document: Document, unit: Unit, parsed: readonly ParsedChunk[], parser: string): Chunk[] {
  checkObject("buildChunks", document, "document", ["id", "source"]);
  checkObject("buildChunks", unit, "unit", ["id"]);
  checkItems("buildChunks", parsed, "parsed");
  const seen = new Map<string, number>();
  const prefix = documentKey(document.id);
  return parsed.map((chunk, i) => {
    const at = { parser, document, place: `chunk ${i + 1} of "${unit.path.join(" › ")}"` };
    checkChunk(chunk, unit, at);
    const key = stableHash(["chunk", unit.id, parser, chunk.topic, chunk.fulltext]);
    const ordinal = seen.get(key) ?? 0;
    seen.set(key, ordinal + 1);
    const id = `${prefix}-${stableHash([key, ordinal]).slice(0, 20)}`;
    const fault = (name: string, what: string) =>
      chunkFault("CHUNK_INVALID", at, `has a value that JSON cannot hold: ${name} ${what}`, JSON_HINT);
    const context = chunk.context === undefined ? {} : { context: chunk.context };
    return Object.freeze({
      id,
      documentId: document.id,
      unitId: unit.id,
      path: unit.path,
      parser,
      topic: chunk.topic,
      fulltext: chunk.fulltext,
      ...context,
      ...copied(chunk, fault),
    });
  });
}

/** Holds an enrichment to its law: the same chunks in the same order, with id, text and place untouched. @throws CHUNK_CHANGED */
export function checkEnriched(before: readonly Chunk[], after: readonly Chunk[], parser: string, document: Document): void {
  const fault = (what: string) =>
    new RightRagError(
      "CHUNK_CHANGED",
      `enrich() of chunk parser "${parser}" ${what} in "${document.source}".`,
      "Return every chunk that was given, in the same order, with only attributes, metadata and context changed.",
    );
  if (!Array.isArray(after) || after.length !== before.length) throw fault(`did not return the ${before.length} chunks it was given`);
  for (const [i, was] of before.entries()) {
    const now = after[i];
    const same =
      now?.id === was.id &&
      now.fulltext === was.fulltext &&
      now.unitId === was.unitId &&
      now.source?.start === was.source?.start &&
      now.source?.end === was.source?.end;
    if (!same) throw fault(`changed the id, text or place of chunk ${i + 1}`);
  }
}

/**
 * What an enrichment made of chunks: their attributes, metadata and context are taken, checked and frozen.
 *
 * @throws CHUNK_CHANGED, CHUNK_INVALID
 */
export function enrichedChunks(before: readonly Chunk[], after: readonly Chunk[], parser: string, document: Document): Chunk[] {
  checkEnriched(before, after, parser, document);
  return before.map((chunk, i) => {
    const at = { parser, document, place: `chunk ${i + 1}` };
    const fault = (key: string, what: string) =>
      chunkFault("CHUNK_INVALID", at, `has a value that JSON cannot hold: ${key} ${what}`, JSON_HINT);
    const { attributes, metadata, context } = after[i] as Chunk; // there are as many
    const { attributes: _, metadata: __, context: ___, ...rest } = chunk;
    const given = { ...(attributes === undefined ? {} : { attributes }), ...(metadata === undefined ? {} : { metadata }) };
    return Object.freeze({ ...rest, ...(context === undefined ? {} : { context }), ...copied(given, fault) });
  });
}

/** How much of a document's text is in units or declared omissions. Counts are of characters that are no white space. */
export interface Coverage {
  readonly total: number;
  readonly uncovered: number;
  /** Spans that hold uncovered text, rising. */
  readonly gaps: readonly Span[];
}

/**
 * Coverage of a document by the spans of its units and by omissions. Only leaves without a span, and text outside every
 * span, stay uncovered: a parent's span covers what its children leave.
 */
export function coverage(document: Document, units: readonly Pick<Unit, "source">[], omissions: readonly Omission[]): Coverage {
  checkObject("coverage", document, "document", ["text"]);
  checkItems("coverage", units, "units");
  checkItems("coverage", omissions, "omissions");
  const spans = units.flatMap((unit) => (unit.source === undefined ? [] : [unit.source]));
  for (const omission of omissions) spans.push(omission.omitted);
  spans.sort((a, b) => a.start - b.start);
  const gaps: Span[] = [];
  let uncovered = 0;
  let reached = 0;
  for (const span of [...spans, { start: document.text.length, end: document.text.length }]) {
    const lost = span.start > reached ? countInk(document.text, reached, span.start) : 0;
    if (lost > 0) gaps.push({ start: reached, end: span.start });
    uncovered += lost;
    reached = Math.max(reached, span.end);
  }
  return { total: countInk(document.text, 0, document.text.length), uncovered, gaps };
}

/** 1-based line of an offset, for messages. */
export function lineAt(text: string, offset: number): number {
  let line = 1;
  for (let at = text.indexOf("\n"); at !== -1 && at < offset; at = text.indexOf("\n", at + 1)) line++;
  return line;
}

/** Levels of units; a tree that is deeper holds itself. */
const DEEPEST = 200;
const UNIT_HINT = "Mend the unit parser: each unit needs a topic and a fulltext that is not blank.";
const JSON_HINT = "Attributes and metadata are texts, finite numbers, truth values, null, and lists and plain objects of these.";

/** Copies of the parts that a plugin could still hold on to. */
function copied(
  { source, attributes, metadata }: Pick<ParsedUnit, "source" | "attributes" | "metadata">,
  fault: (key: string, what: string) => RightRagError,
): Pick<ParsedUnit, "source" | "attributes" | "metadata"> {
  return {
    ...(source === undefined ? {} : { source: Object.freeze({ start: source.start, end: source.end }) }),
    ...(attributes === undefined ? {} : { attributes: frozenJson(attributes, "attributes", fault) as Attributes }),
    ...(metadata === undefined ? {} : { metadata: frozenJson(metadata, "metadata", fault) as Attributes }),
  };
}

interface Place {
  readonly parser: string;
  readonly document: Document;
  readonly place: string;
}

function checkUnit(unit: ParsedUnit, around: Span | undefined, at: Place): void {
  const hint = UNIT_HINT;
  if (typeof unit !== "object" || unit === null) throw unitFault("UNIT_INVALID", at, `is ${JSON.stringify(unit) ?? "undefined"}`, hint);
  if (typeof unit.topic !== "string" || unit.topic.trim() === "") throw unitFault("UNIT_INVALID", at, "has no topic", hint);
  if (typeof unit.fulltext !== "string" || unit.fulltext.trim() === "") throw unitFault("UNIT_INVALID", at, "has no text", hint, unit);
  if (unit.subunits !== undefined && !Array.isArray(unit.subunits)) {
    throw unitFault("UNIT_INVALID", at, "has subunits that are not an array", hint, unit);
  }
  if (unit.source === undefined) return;
  const { source } = unit;
  if (!readsBack(at.document.text, source, unit.fulltext)) {
    throw unitFault(
      "UNIT_SPAN_MISMATCH",
      at,
      `does not read back its text: the document has ${excerpt(at.document.text, source)} there, the unit ${quoteStart(unit.fulltext)}`,
      "Make fulltext with document.text.slice(start, end), and carry positions instead of searching for them.",
      unit,
    );
  }
  if (around !== undefined && (source.start < around.start || source.end > around.end)) {
    throw unitFault(
      "UNIT_OUTSIDE_PARENT",
      at,
      `leaves its parent, which ends at ${around.end} and starts at ${around.start}`,
      "A parent's span must hold the spans of all its subunits.",
      unit,
    );
  }
}

function checkChunk(chunk: ParsedChunk, unit: Unit, at: Place): void {
  const hint = "Mend the chunk parser: each chunk needs a topic and a fulltext that is not blank.";
  if (typeof chunk !== "object" || chunk === null) throw chunkFault("CHUNK_INVALID", at, "is no object", hint);
  if (typeof chunk.topic !== "string" || (chunk.context !== undefined && typeof chunk.context !== "string"))
    throw chunkFault("CHUNK_INVALID", at, "has no topic, or a context that is no text", hint);
  if (typeof chunk.fulltext !== "string" || chunk.fulltext.trim() === "") throw chunkFault("CHUNK_INVALID", at, "has no text", hint);
  if (chunk.source === undefined) return;
  if (!readsBack(at.document.text, chunk.source, chunk.fulltext)) {
    throw chunkFault(
      "CHUNK_SPAN_MISMATCH",
      at,
      `does not read back its text: the document has ${excerpt(at.document.text, chunk.source)} there, the chunk ${quoteStart(chunk.fulltext)}`,
      "Cut with document.text.slice(start, end); what is repeated for the reader goes into context.",
    );
  }
  if (unit.source !== undefined && (chunk.source.start < unit.source.start || chunk.source.end > unit.source.end)) {
    throw chunkFault("CHUNK_OUTSIDE_UNIT", at, "leaves its unit", "Cut each chunk inside one unit.");
  }
}

function readsBack(text: string, span: Span, fulltext: string): boolean {
  const { start, end } = span;
  if (!Number.isInteger(start) || !Number.isInteger(end) || start < 0 || end > text.length) return false;
  return end - start === fulltext.length && text.slice(start, end) === fulltext;
}

function unitFault(
  code: "UNIT_INVALID" | "UNIT_SPAN_MISMATCH" | "UNIT_OUTSIDE_PARENT",
  at: Place,
  what: string,
  hint: string,
  unit?: ParsedUnit,
): RightRagError {
  return new RightRagError(code, `Unit parser "${at.parser}", "${at.document.source}": ${at.place}${named(at, unit)} ${what}.`, hint);
}

function chunkFault(
  code: "CHUNK_INVALID" | "CHUNK_SPAN_MISMATCH" | "CHUNK_OUTSIDE_UNIT",
  at: Place,
  what: string,
  hint: string,
): RightRagError {
  return new RightRagError(code, `Chunk parser "${at.parser}", "${at.document.source}": ${at.place} ${what}.`, hint);
}

function noUnits(document: Document, parser: string): RightRagError {
  return new RightRagError(
    "NO_UNITS",
    `Unit parser "${parser}" accepted "${document.source}" and returned nothing.`,
    "Return at least one unit, or let canHandle() return false for such a document.",
  );
}

function named(at: Place, unit: ParsedUnit | undefined): string {
  if (unit === undefined) return "";
  const span = unit.source;
  const where = span === undefined ? "" : ` at ${span.start}–${span.end}, line ${lineAt(at.document.text, span.start)}`;
  return ` ("${unit.topic}"${where})`;
}

function excerpt(text: string, span: Span): string {
  if (!(span.start >= 0 && span.end >= span.start && span.end <= text.length)) return `nothing (it has ${text.length} characters)`;
  return quoteStart(text.slice(span.start, span.end));
}

function quoteStart(text: string): string {
  return JSON.stringify(text.length > 40 ? `${text.slice(0, 40)}…` : text);
}
