import { analyze } from "../../search/analysis/analyze.ts";
import { resolved } from "./clause-references.ts";
import { type Clause, clausesOf, covers } from "./clauses.ts";
import { isOfSeveral, namesItsRule } from "./denials.ts";
import { limitsBefore, limitsClauseBefore, type Naming, pointsBack, readNaming } from "./limiting-words.ts";
import { type Passage, shapeOf, unlabelled } from "./passages.ts";
import { isQuestion } from "./ranking.ts";
import type { Section } from "./sections.ts";
import { baseForm } from "./words.ts";

/** A passage of a section. */
export interface Placed {
  readonly section: Section;
  readonly index: number;
}

/** Which passages limit which: exceptions and provisos that stand behind their rule, or name it by its number. */
export interface Limits {
  /** What limits a passage, in the order of its document. */
  limiting(place: Placed): readonly Placed[];
  /** What a passage limits, likewise. */
  limited(place: Placed): readonly Placed[];
}

interface Node extends Placed {
  /** Place among all. */
  readonly at: number;
  readonly clause: Clause;
  /** Without the number that it begins with. */
  readonly text: string;
  /** Opens a paragraph, a numbered clause or an item. */
  readonly opens: boolean;
}

/** Characters between two pieces of evidence that stand next to each other: blank lines. */
export const GAP = 8;

/** @param language - of the sections, by which their terms were made */
export function limitsAmong(sections: readonly Section[], language: string): Limits {
  const nodes = nodesOf(sections);
  const byLimit = new Map<Node, Set<Node>>();
  const add = (limit: Node, rule: Node) => {
    if (limit === rule) return;
    const rules = byLimit.get(limit);
    if (rules === undefined) byLimit.set(limit, new Set([rule]));
    else rules.add(rule);
  };
  const documents = byDocument(nodes);
  for (const document of documents) {
    for (const node of document) {
      if (node.section.passages[node.index]?.kind === "code") continue;
      const naming = readNaming(node.text);
      const list = listBelow(document, node);
      const named = naming.limits.flatMap((clause) => pointedAt(clause, node, document));
      for (const rule of named) for (const part of [node, ...list]) add(part, rule);
      for (const clause of naming.limitedBy) for (const limit of pointedAt(clause, node, document)) add(limit, node);
      // "Absatz 1" where no paragraph has a number is the one before.
      const isFound = named.length > 0 || naming.limits.some(({ section }) => section !== undefined) || node.clause.paragraph !== undefined;
      if (naming.elsewhere || (naming.limits.length > 0 && isFound)) continue;
      const clause = clauseFrom(document, node);
      const rules = rulesBefore(node, clause, document, byLimit, language, naming);
      for (const rule of rules) for (const part of new Set([...clause, ...list])) if (!rules.includes(part)) add(part, rule);
    }
  }
  const byRule = new Map<Node, Set<Node>>();
  for (const [limit, rules] of byLimit) for (const rule of rules) byRule.set(rule, (byRule.get(rule) ?? new Set()).add(limit));
  const order = new Map(documents.flat().map((node, i) => [node, i]));
  const find = ({ section, index }: Placed) => nodes.find((node) => node.section === section && node.index === index);
  const listed = (found: ReadonlySet<Node> | undefined) => [...(found ?? [])].sort((a, b) => (order.get(a) ?? 0) - (order.get(b) ?? 0));
  const lookUp = (map: ReadonlyMap<Node, ReadonlySet<Node>>) => (place: Placed) => {
    const node = find(place);
    return node === undefined ? [] : listed(map.get(node));
  };
  return { limiting: lookUp(byRule), limited: lookUp(byLimit) };
}

function nodesOf(sections: readonly Section[]): Node[] {
  const nodes: Node[] = [];
  const ends = new Set(sections.map(({ evidence: { unitId, span } }) => `${unitId} ${span?.end}`));
  for (const section of sections) {
    const { unitId, span } = section.evidence;
    // A chunk may be cut in the midst of a paragraph: then no blank line parts it from the chunk before.
    const goesOn = span !== undefined && [span.start, span.start - 1].some((end) => ends.has(`${unitId} ${end}`));
    const clauses = clausesOf(section.evidence.path, section.passages);
    for (const [index, passage] of section.passages.entries()) {
      const isCut = index === 0 && goesOn && passage.kind === "sentence" && passage.label === undefined;
      const opens = !isCut && section.passages[index - 1]?.block !== passage.block;
      const text = unlabelled(section.text, passage);
      nodes.push({ section, index, at: nodes.length, clause: clauses[index] ?? {}, text, opens });
    }
  }
  return nodes;
}

/** The passages of each document, in the order of its text as far as that is known. */
function byDocument(nodes: readonly Node[]): Node[][] {
  const documents = new Map<string, Node[]>();
  for (const node of nodes) {
    const known = documents.get(node.section.documentId);
    if (known === undefined) documents.set(node.section.documentId, [node]);
    else known.push(node);
  }
  const startOf = ({ section }: Node) => section.evidence.span?.start ?? 0;
  return [...documents.values()].map((list) => list.sort((a, b) => startOf(a) - startOf(b) || a.at - b.at));
}

function pointedAt(reference: Clause, from: Node, document: readonly Node[]): Node[] {
  const own = ownSentence(reference, from, document);
  if (own !== undefined) return [own];
  for (const target of resolved(reference, from.clause)) {
    // Paragraphs of a section without a number are told from those of others by their section alone.
    const near =
      target.section === undefined ? document.filter(({ section }) => section.evidence.unitId === from.section.evidence.unitId) : document;
    const found = near.filter((node) => node !== from && covers(target, node.clause) && !isQuestion(node.section, node.index));
    if (found.length > 0) return found;
  }
  // The first sentence of a paragraph that names a sentence and no paragraph speaks of the paragraph before.
  const isSentence = Object.keys(reference).every((key) => key === "sentence") && from.opens;
  const before = isSentence ? clauseBefore(document, document.indexOf(from)) : [];
  return before.filter(({ clause }) => covers({ ...clause, sentence: reference.sentence ?? 1 }, clause));
}

/** "Satz 1" in a paragraph without a number is of that paragraph. */
function ownSentence(reference: Clause, from: Node, document: readonly Node[]): Node | undefined {
  const isSentence = Object.keys(reference).every((key) => key === "sentence");
  if (!isSentence || from.opens || from.clause.paragraph !== undefined) return undefined;
  return sentencesBefore(document, from)[(reference.sentence ?? 1) - 1];
}

/** Of the same paragraph. */
function sentencesBefore(document: readonly Node[], node: Node): Node[] {
  const { block } = passageOf(node);
  return document.filter((other) => other.section === node.section && passageOf(other).block === block && other.index < node.index);
}

/** The items that a passage introduces: "Exceptions:" says nothing without them. */
function listBelow(document: readonly Node[], node: Node): Node[] {
  return document.filter((other) => other.section === node.section && passageOf(other).leadIn === node.index);
}

/**
 * The rule that stands before an exception: the sentence before, or the whole clause before where the exception is a clause too. Of
 * exceptions in a row it is the clause before the first of them. Where a clause further up in the same section has more of the
 * exception's words it limits that one; the clause before as well, unless it has none of them and the exception does not point back.
 */
function rulesBefore(
  node: Node,
  clause: readonly Node[],
  document: readonly Node[],
  known: ReadonlyMap<Node, ReadonlySet<Node>>,
  language: string,
  naming: Naming,
): Node[] {
  const at = document.indexOf(node);
  const before = document[at - 1];
  if (before === undefined) return [];
  if (node.opens && isLimit(node)) {
    const share = wordsShared(clause, language);
    const nearest = nearestRules(document, at, known, share);
    const isNamed = namesItsRule(node.text);
    const further = furtherUp(clause, nearest, document.slice(0, at), share, isNamed ? 1 : IN_COMMON);
    const isElsewhere = further.length > 0 && (isNamed || (share(nearest) === 0 && !pointsBack(node.text)));
    return isElsewhere ? further : [...nearest, ...further];
  }
  // A clause with a number of its own may begin with "unless" and be a rule.
  const isNext = areNeighbours(before, node);
  if (!isNext || passageOf(node).label !== undefined || !limitsBefore(node.text) || naming.limitedBy.length > 0) return [];
  const earlier = sentencesBefore(document, node);
  if (isOfSeveral(node.text)) return earlier;
  if (namesItsRule(node.text)) {
    const share = wordsShared(clause, language);
    const named = earlier.filter((sentence) => share([sentence]) > share([before]));
    if (named.length > 0) return named;
  }
  return [...(limitsBefore(before.text) ? (known.get(before) ?? []) : []), before];
}

/** The clause before an exception; behind another exception the clause before that and what that limits, of the two what has more of the words. */
function nearestRules(
  document: readonly Node[],
  at: number,
  known: ReadonlyMap<Node, ReadonlySet<Node>>,
  share: (nodes: readonly Node[]) => number,
): Node[] {
  const above = document[at - 1];
  if (above === undefined || !areNeighbours(above, document[at] as Node)) return [];
  const preceding = clauseBefore(document, at);
  const [first] = preceding;
  if (first === undefined || !isLimit(first)) return preceding;
  const rules = [...(known.get(first) ?? [])];
  const next = clauseBeforeRow(document, at);
  if (rules.length === 0) return next.length === 0 ? preceding : next;
  const lead = share(next) - share(rules);
  return lead > 0 ? next : lead < 0 ? rules : [...new Set([...rules, ...next])];
}

/** The clause before all exceptions in a row that end before a place. */
function clauseBeforeRow(document: readonly Node[], at: number): Node[] {
  for (let end = at; end > 0; ) {
    const above = document[end - 1];
    if (above === undefined || !areNeighbours(above, document[end] as Node)) return [];
    const clause = clauseBefore(document, end);
    const [first] = clause;
    if (first === undefined || !isLimit(first)) return clause;
    end = document.indexOf(first);
  }
  return [];
}

/** Counts the words of an exception that the one among some passages has which has the most. */
function wordsShared(clause: readonly Node[], language: string): (nodes: readonly Node[]) => number {
  const words = new Set(
    analyze(clause.map(({ text }) => text).join("\n"), { language })
      .filter(({ stop, term }) => stop !== true && /\p{L}/u.test(term))
      .map(({ term }) => (language === "en" ? baseForm(term) : term)),
  );
  const shared = ({ section, index }: Node) => new Set(section.terms[index]?.filter((term) => words.has(term))).size;
  return (nodes) => Math.max(0, ...nodes.map(shared));
}

/** Words in common by which an exception is told to be one to a rule further up. */
const IN_COMMON = 2;

function furtherUp(
  clause: readonly Node[],
  nearest: readonly Node[],
  above: readonly Node[],
  share: (nodes: readonly Node[]) => number,
  atLeast: number,
): Node[] {
  const own = clause[0]?.section;
  const least = Math.max(atLeast, share(nearest) + 1);
  return above.filter(
    (node) =>
      !nearest.includes(node) &&
      own !== undefined &&
      (node.section === own || areSiblings(node.section, own)) &&
      !isLimit(node) &&
      share([node]) >= least,
  );
}

/** Characters up to which a clause that is an exception is taken whole. */
const SHORT_CLAUSE = 320;

/** A passage that opens a clause with a number of its own, with the sentences of it that follow; any other alone. */
function clauseFrom(document: readonly Node[], node: Node): Node[] {
  const { label, block } = passageOf(node);
  if (!node.opens || label === undefined) return [node];
  const whole = document.filter((other) => other.section === node.section && passageOf(other).block === block);
  return whole.reduce((sum, { text }) => sum + text.length, 0) <= SHORT_CLAUSE ? whole : [node];
}

/** All passages of the clause that ends before a place: back to the passage that opens it, and over items to what introduces them. */
function clauseBefore(document: readonly Node[], at: number): Node[] {
  const own = passageOf(document[at] as Node);
  let from = at - 1;
  const opensClause = (node: Node) => {
    const { kind, label } = passageOf(node);
    if (!node.opens) return false;
    return kind !== "item" || (own.kind === "item" && shapeOf(label) === shapeOf(own.label));
  };
  while (from > 0 && !opensClause(document[from] as Node) && areNeighbours(document[from - 1] as Node, document[from] as Node)) from--;
  return document.slice(from, at);
}

function isLimit(node: Node): boolean {
  return limitsClauseBefore(node.text, passageOf(node).label !== undefined);
}

function passageOf({ section, index }: Placed): Passage {
  return section.passages[index] as Passage; // a place is of a passage
}

/** In one section, or in two clauses of one that follow each other directly. */
function areNeighbours(before: Node, after: Node): boolean {
  if (before.section === after.section) return before.index === after.index - 1;
  if (before.index !== before.section.passages.length - 1 || after.index !== 0) return false;
  const { span: a } = before.section.evidence;
  const { span: b } = after.section.evidence;
  if (a === undefined || b === undefined) return false;
  const gap = b.start - a.end;
  return gap >= 0 && gap <= GAP && areSiblings(before.section, after.section);
}

/** Clauses of one section: what begins with a heading is a section of its own, and its exceptions are its own as well. */
function areSiblings(before: Section, after: Section): boolean {
  const [a, b] = [before.evidence.path, after.evidence.path];
  const isCut = before.evidence.unitId === after.evidence.unitId;
  return isCut || (a.length === b.length && a.slice(0, -1).every((topic, i) => topic === b[i]) && !beginsWithHeading(after));
}

function beginsWithHeading({ text, passages: [first] }: Section): boolean {
  const { start = 0, label = "" } = first ?? {};
  return /[\p{L}\p{N}]/u.test(text.slice(0, start).replace(label, ""));
}
