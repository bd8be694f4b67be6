import type { Attributes, Document, Omission, ParsedUnit, Span, UnitParser } from "right-rag";
import { type Block, beginsException, blocks, headingCitation, markdownOutline, ownSpans, unitsFromOutline } from "right-rag/parsing";

/**
 * Policy → section ("A. Definitions") → sub-section ("1. Account Controls") → rule → its exceptions.
 *
 * A rule is what a reader would quote as a whole: a numbered clause with what is indented below it, a paragraph, a sentence
 * that ends in a colon with the list it announces, a table. What limits a rule ("However, …", "This Section does not
 * apply …") is inside its text and span, and is a unit below it as well. A section that holds one rule and no
 * sub-section is that rule.
 *
 * Attributes: `unitType` ("policy", "policy section", "policy rule"); `citation` as the policies themselves cite ("B.3", "A.7");
 * of a rule and an exception also `role` ("rule", "definition", "procedure", "exception", "summary", "table").
 * Metadata: `effectiveDate` where the policy states one, and `versions` of its front matter.
 */
export default class PolicyParser implements UnitParser {
  readonly name = "policies";

  /** Every policy of the set says in its front matter for which products it holds; other Markdown is left to other parsers. */
  canHandle(document: Document): boolean {
    return document.mediaType === "text/markdown" && document.metadata?.versions !== undefined;
  }

  *parse(document: Document): Generator<ParsedUnit | Omission> {
    // The loader declares front matter as an omission at the very start; its lines must not be read as headings.
    const from = document.omissions?.find(({ omitted }) => omitted.start === 0)?.omitted.end ?? 0;
    const policy = { text: document.text, metadata: metadataOf(document) };
    const units = unitsFromOutline(document, markdownOutline(document.text, from)).map((unit) => withRules(policy, unit, undefined));
    yield* units;
    yield* editorsComments(document.text, units);
  }
}

interface Policy {
  readonly text: string;
  readonly metadata: Attributes;
}

/** The same unit with the rules of its own text, in their places among its sub-sections. */
function withRules(policy: Policy, unit: ParsedUnit, within: string | undefined): ParsedUnit {
  const sections = unit.subunits ?? [];
  const citation = joinCitations(within, headingCitation(unit.topic));
  const procedure = PROCEDURE.test(unit.topic);
  const clauses = ownSpans(unit, sections).flatMap((own) => clausesOf(policy.text, own));
  const unitType = unit.attributes?.unitType === "document" ? "policy" : "policy section";
  const base = { ...unit, metadata: policy.metadata };
  const cited = citation === undefined ? {} : { citation };

  const [only] = clauses;
  if (sections.length === 0 && clauses.length < 2) {
    const role = only === undefined ? "rule" : roleOf(policy.text, only, procedure);
    const attributes = { unitType: "policy rule", role, ...cited };
    return withExceptions(policy, { ...base, attributes }, only?.exceptions ?? []);
  }
  const rules = clauses.map((clause, i) => {
    const number = clause.number === undefined ? undefined : String(clause.number);
    const own = number === undefined || citation === undefined ? citation : joinCitations(citation, number);
    const role = roleOf(policy.text, clause, procedure);
    const attributes = { unitType: "policy rule", role, ...(own === undefined ? {} : { citation: own }) };
    const rule = unitAt(policy, nameOf(policy.text, clause, i + 1), clause, attributes);
    return withExceptions(policy, rule, clause.exceptions);
  });
  const subunits = [...rules, ...sections.map((section) => withRules(policy, section, citation ?? within))];
  subunits.sort((a, b) => (a.source?.start ?? 0) - (b.source?.start ?? 0));
  return { ...base, attributes: { unitType, ...cited }, subunits };
}

function withExceptions(policy: Policy, rule: ParsedUnit, exceptions: readonly Span[]): ParsedUnit {
  if (exceptions.length === 0) return rule;
  const attributes = { ...rule.attributes, role: "exception" };
  return { ...rule, subunits: exceptions.map((span) => unitAt(policy, "Exception", span, attributes)) };
}

function unitAt({ text, metadata }: Policy, topic: string, { start, end }: Span, attributes: Attributes): ParsedUnit {
  return { topic, fulltext: text.slice(start, end), source: { start, end }, attributes, metadata };
}

/** "B" and "3" make "B.3"; "3" and "3.1" stay "3.1". What has no number has no citation: another may be called "B.1". */
function joinCitations(within: string | undefined, own: string | undefined): string | undefined {
  if (own === undefined || within === undefined || own.startsWith(`${within}.`)) return own;
  return `${within}.${own}`;
}

interface Clause extends Span {
  /** Of a numbered clause: its place in the list, as in "Step A.4". The policies write "1." before every item. */
  readonly number?: number;
  readonly isTable: boolean;
  readonly exceptions: readonly Span[];
}

/** A clause that may still grow. */
interface Open {
  start: number;
  end: number;
  number?: number;
  isTable: boolean;
  /** What comes next belongs to it: anything, or a list. */
  announces: "next" | "list" | undefined;
  /** Indent of the list that it announced; items of that list belong to it. */
  list?: number;
  /** Indent of its own marker, when it is a list item; what is indented deeper belongs to it. */
  item?: number;
  exceptions: { start: number; end: number }[];
}

function clausesOf(text: string, own: Span): Clause[] {
  const clauses: Open[] = [];
  let numbered: number | undefined;
  let ruleBefore: number | undefined;
  for (const block of blocks(text, own)) {
    const open = clauses.at(-1);
    if (isComment(text, block)) continue;
    if (block.kind === "heading") {
      // The section's own heading is no rule. A line of dashes opens what comes after it.
      if (block.start !== own.start) ruleBefore ??= block.start;
      continue;
    }
    const limits = open !== undefined && ruleBefore === undefined && beginsException(text, block.start);
    if (open !== undefined && ruleBefore === undefined && (limits || belongsTo(open, block))) {
      grow(open, block, text, limits);
      continue;
    }
    const number = numberOf(text, block);
    numbered = number === undefined ? undefined : (numbered ?? number - 1) + 1;
    clauses.push({
      start: ruleBefore ?? block.start,
      end: block.end,
      isTable: block.kind === "table",
      announces: announces(text, block),
      exceptions: [],
      ...(numbered === undefined ? {} : { number: numbered }),
      ...(block.kind === "item" ? { item: block.indent } : {}),
    });
    ruleBefore = undefined;
  }
  return clauses;
}

function belongsTo(open: Open, block: Block): boolean {
  if (open.announces === "next") return true;
  if (block.kind !== "item") return open.item !== undefined && block.indent > open.item + 1;
  if (open.announces === "list" || (open.list !== undefined && block.indent >= open.list)) return true;
  return open.item !== undefined && block.indent > open.item + 1;
}

function grow(open: Open, block: Block, text: string, limits: boolean): void {
  // An item that announces the next one of its own list does not announce the rest of it.
  const isOuter = open.item === undefined || block.indent > open.item;
  if (open.announces !== undefined && block.kind === "item" && isOuter) open.list ??= block.indent;
  open.end = block.end;
  open.isTable ||= block.kind === "table";
  open.announces = announces(text, block);
  const last = open.exceptions.at(-1);
  if (limits) open.exceptions.push({ start: block.start, end: block.end });
  else if (last !== undefined) last.end = block.end;
}

/** A colon announces whatever comes; a paragraph that breaks off in the middle of its sentence ("… that result from") a list. */
function announces(text: string, { kind, start, end }: Block): "next" | "list" | undefined {
  const tail = text.slice(Math.max(start, end - 8), end).replace(/[*_]+$/, "");
  if (tail.endsWith(":")) return "next";
  return kind === "text" && /\p{Ll}$/u.test(tail) ? "list" : undefined;
}

function numberOf(text: string, { kind, start }: Block): number | undefined {
  const number = kind === "item" ? /^(\d{1,3})[.)]\s/.exec(text.slice(start, start + 6))?.[1] : undefined;
  return number === undefined ? undefined : Number(number);
}

/** Notes to translators and linters, on lines of their own. */
function isComment(text: string, { start, end }: Span): boolean {
  return /^(?:<!--(?:(?!-->)[\s\S])*-->\s*)+$/.test(text.slice(start, end));
}

/** Comments outside every rule. One between a rule and its list is inside the rule's span, whose text is kept as it stands. */
function* editorsComments(text: string, units: readonly ParsedUnit[]): Generator<Omission> {
  for (const unit of units) {
    const { subunits = [] } = unit;
    for (const own of ownSpans(unit, subunits)) {
      if (unit.attributes?.role !== undefined) continue;
      for (const block of blocks(text, own)) {
        if (isComment(text, block)) yield { omitted: { start: block.start, end: block.end }, reason: "editor's comment" };
      }
    }
    yield* editorsComments(text, subunits);
  }
}

/** Sections that say how something is done. */
const PROCEDURE = /^(?:[A-Z0-9]+\.\s*)?(?:how\b|process\b|before you start|submitting|sending|your .+ must|.+ to submit\b)/i;
const SUMMARY = /^[*_]*(?:Short version|Summary)\b/i;
/** A quoted term, and soon after it the verb that says what it stands for. */
const DEFINITION = /^[^"“]{0,60}["“]([^"“”]{1,60}?)[,.]?["”][^.!?]{0,80}?\b(?:means?|refers?|represents?|is|are)\b(?!\?)/;

function roleOf(text: string, clause: Clause, procedure: boolean): string {
  const words = bare(text.slice(clause.start, Math.min(clause.end, clause.start + 400)));
  if (clause.isTable) return "table";
  if (SUMMARY.test(words)) return "summary";
  if (DEFINITION.test(words)) return "definition";
  return procedure ? "procedure" : "rule";
}

/** Rules have no headings: they are called by their run-in title, by the term they define, or by their place in the section. */
function nameOf(text: string, clause: Clause, place: number): string {
  const raw = text.slice(clause.start, Math.min(clause.end, clause.start + 400));
  const name = runInTitle(raw) ?? DEFINITION.exec(bare(raw))?.[1];
  if (clause.number !== undefined) return `${clause.number}. ${name ?? "Clause"}`;
  return name ?? (clause.isTable ? "Table" : `Paragraph ${place}`);
}

/**
 * "**Ask Nicely First.** A great first step …", "_Order Forms._ Upon termination …". A title is cut at its colon: what follows
 * is the statement to be made.
 */
function runInTitle(raw: string): string | undefined {
  const title = /^(?:(?:\d{1,3}[.)]|[-*•>]|---)?\s+)?(?:\*{2,3}_?|_)([^*_]{3,}?)(?:\*{2,3}|_)/.exec(raw)?.[1];
  const name = title
    ?.split(":")[0]
    ?.replace(/["“”]/g, "")
    .replace(/\s+/g, " ")
    .replace(/[. ]+$/, "");
  return name === undefined || name.length > 100 ? undefined : name;
}

/** Without a list marker and emphasis, so that a rule's first words come first. */
function bare(raw: string): string {
  return raw.replace(/^(?:\d{1,3}[.)]|[-*•]|>)\s+/, "").replace(/\*{1,3}|(?<![\p{L}\p{N}])_|_(?![\p{L}\p{N}])/gu, "");
}

const EFFECTIVE = /^[*_]*(?:Version )?Effective Date:[*_]*\s*([A-Z][a-z]+ \d{1,2}, \d{4})\b/im;

function metadataOf({ text, metadata }: Document): Attributes {
  const stated = EFFECTIVE.exec(text)?.[1];
  // Without a zone it would be read as local time, and could come out as the day before.
  const date = stated === undefined ? Number.NaN : Date.parse(`${stated} UTC`);
  return {
    ...(Number.isNaN(date) ? {} : { effectiveDate: new Date(date).toISOString().slice(0, 10) }),
    ...(metadata?.versions === undefined ? {} : { versions: metadata.versions }),
  };
}
