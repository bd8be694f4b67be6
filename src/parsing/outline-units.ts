import { checkItems, checkObject } from "../arguments.ts";
import type { Attributes, Document, Omission, OutlineEntry, ParsedUnit, Span } from "../model.ts";
import { trimSpan } from "../text/whitespace.ts";
import { headingCitation } from "./heading-citation.ts";
import { withoutOmissions } from "./omissions.ts";

export interface OutlineUnitsOptions {
  /** Further attributes of a section, laid over `unitType`, `level`, `citation` and those of the entry. */
  readonly attributes?: (entry: OutlineEntry) => Attributes;
  /** What the parser itself leaves out, a table of contents, say; the document's own omissions are known. The preamble goes around it. */
  readonly omissions?: readonly Omission[];
}

/**
 * Sections from headings. A section runs to the next heading of the same or a higher level, and holds the deeper ones (levels may
 * be skipped). Text before the first heading is a unit "Preamble". Spans have no outer white space.
 *
 * Attributes: `unitType` ("section", "preamble" or "document"), `level`, and `citation` where a title begins with a number.
 * A document with a title, and with more than one heading at the top, stands under one root unit with that title. Without headings
 * it is one unit. Declared omissions at the start (front matter) are in no unit, and a heading that is one (`## Page 12`) opens none; a
 * blank document has no unit.
 *
 * @param outline - rising by `at.start`
 * @example
 * unitsFromOutline(document, markdownOutline(document.text));
 */
export function unitsFromOutline(document: Document, outline: readonly OutlineEntry[], options: OutlineUnitsOptions = {}): ParsedUnit[] {
  checkObject("unitsFromOutline", document, "document", ["source", "text"]);
  checkItems("unitsFromOutline", outline, "outline");
  checkObject("unitsFromOutline", options, "options");
  const whole = trimSpan(document.text, { start: omittedUntil(document), end: document.text.length });
  if (whole === undefined) return [];
  const omissions = [...(document.omissions ?? []), ...(options.omissions ?? [])];
  const omittedAt = new Set(omissions.map(({ omitted }) => omitted.start));
  const entries = outline.filter(({ at }) => at.start >= whole.start && !omittedAt.has(at.start));
  const first = entries[0];
  if (first === undefined) return [unit(document, documentTopic(document), whole, { unitType: "document" })];

  const before = withoutOmissions(document.text, { start: whole.start, end: first.at.start }, omissions);
  const sections = siblings(document, entries, whole.end, options);
  const units = [...before.map((preamble) => unit(document, "Preamble", preamble, { unitType: "preamble" })), ...sections];
  const { title } = document;
  const needsRoot =
    title !== undefined && title.trim() !== "" && units.length > 1 && !(sections.length === 1 && sections[0]?.topic === title);
  return needsRoot ? [unit(document, title, whole, { unitType: "document" }, units)] : units;
}

/**
 * What to call a document that names nothing itself: its title, else its file's name without folder and ending.
 *
 * @example
 * documentTopic({ ...document, source: "policies/leave.md" }); // "leave"
 */
export function documentTopic(document: Pick<Document, "title" | "source">): string {
  checkObject("documentTopic", document, "document", ["source"]);
  if (document.title !== undefined && document.title.trim() !== "") return document.title;
  const name =
    document.source
      .replace(/[?#].*$/s, "")
      .split("/")
      .findLast((part) => part !== "") ?? document.source;
  return name.replace(/(?<=.)\.[A-Za-z0-9]{1,8}$/, "");
}

/** Where the omissions end that stand at the very start, with nothing but white space before and between them. */
function omittedUntil(document: Document): number {
  let until = 0;
  for (const { omitted } of [...(document.omissions ?? [])].sort((a, b) => a.omitted.start - b.omitted.start)) {
    if (omitted.start > until && trimSpan(document.text, { start: until, end: omitted.start }) !== undefined) break;
    until = Math.max(until, omitted.end);
  }
  return until;
}

interface OpenSection {
  readonly entry: OutlineEntry;
  readonly subunits: ParsedUnit[];
}

/** One walk with a stack: a heading closes every open section of its own level or a deeper one. */
function siblings(document: Document, entries: readonly OutlineEntry[], end: number, options: OutlineUnitsOptions): ParsedUnit[] {
  const top: ParsedUnit[] = [];
  const open: OpenSection[] = [];
  const closeDownTo = (level: number, at: number) => {
    for (let last = open.at(-1); last !== undefined && last.entry.level >= level; last = open.at(-1)) {
      open.pop();
      (open.at(-1)?.subunits ?? top).push(section(document, last, at, options));
    }
  };
  for (const entry of entries) {
    closeDownTo(entry.level, entry.at.start);
    open.push({ entry, subunits: [] });
  }
  closeDownTo(Number.NEGATIVE_INFINITY, end);
  return top;
}

function section(document: Document, { entry, subunits }: OpenSection, end: number, options: OutlineUnitsOptions): ParsedUnit {
  const span = trimSpan(document.text, { start: entry.at.start, end }) ?? entry.at;
  const citation = headingCitation(entry.title);
  const attributes = {
    unitType: "section",
    level: entry.level,
    ...(citation === undefined ? {} : { citation }),
    ...entry.attributes,
    ...options.attributes?.(entry),
  };
  return unit(document, entry.title, span, attributes, subunits);
}

function unit(document: Document, topic: string, source: Span, attributes: Attributes, subunits: readonly ParsedUnit[] = []): ParsedUnit {
  const fulltext = document.text.slice(source.start, source.end);
  return { topic, fulltext, source, attributes, ...(subunits.length === 0 ? {} : { subunits }) };
}
