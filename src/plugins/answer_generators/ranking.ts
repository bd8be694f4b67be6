import type { Evidence } from "../../model.ts";
import { analyze, type Token } from "../../search/analysis/analyze.ts";
import { type Passage, passagesOf } from "./passages.ts";
import type { Question, Wanted } from "./question.ts";

/** One piece of evidence, read. `rank` is its 0-based place in the evidence. */
export interface Section {
  readonly rank: number;
  readonly text: string;
  /** What is repeated for the reader: the head row of a table that was cut. */
  readonly context: string | undefined;
  readonly passages: readonly Passage[];
  /** Terms of each passage, in order. */
  readonly terms: readonly (readonly string[])[];
  /** Terms of the source's name, the topics, the context and the head rows of tables. */
  readonly heading: ReadonlySet<string>;
  /** Share of the question, by weight, that the section carries. */
  readonly share: number;
  /** Share of the question, by weight, that its own topic carries. */
  readonly topicShare: number;
}

export interface Candidate {
  readonly section: Section;
  /** Index into the section's passages. */
  readonly index: number;
  /** 0 and more; comparable within one answer. */
  readonly score: number;
}

export interface Ranking {
  readonly sections: readonly Section[];
  /** Best first; ties in the order of evidence and text. */
  readonly candidates: readonly Candidate[];
  /** Rarity of each wanted term among the passages read, > 0. */
  readonly weights: ReadonlyMap<string, number>;
  /** Sum of the weights. */
  readonly total: number;
  /** Wanted words that no section carries. */
  readonly absent: readonly Wanted[];
}

/*
 * How much a wanted term counts that stands not in the passage itself but nearby. Set by reading answers to questions on policies and
 * manuals: with less, a rule loses its subject (which only the heading names); with more, every sentence of a section looks alike.
 */
const IN_LEAD_IN = 0.6;
const IN_HEADING = 0.4;
const IN_NEIGHBOUR = 0.2;
/** A section whose topic carries this share of the question, and whose text the rest, answers it with its first sentences. */
const TOPIC_ASKED = 0.5;
const ALL_BUT_ALL = 0.9;
/** Names and numbers are what a question is about. */
const SPECIFIC = 1.3;
const OPENING_BONUS = [0.2, 0.12, 0.05];

export function rankPassages(question: Question, evidence: readonly Evidence[], language: string): Ranking {
  const termsOf = (text: string) => ownTerms(analyze(text, { language }));
  const read = evidence.map((piece, rank) => {
    const passages = passagesOf(piece.text);
    const columns = new Set(passages.flatMap((passage) => passage.columns ?? []));
    const heading = new Set(termsOf([piece.source.replace(/[-_./]/g, " "), ...piece.path, piece.context ?? "", ...columns].join("\n")));
    const topic = new Set(termsOf(piece.path.at(-1) ?? ""));
    return {
      rank,
      text: piece.text,
      context: piece.context,
      passages,
      heading,
      topic,
      terms: passages.map(({ start, end }) => termsOf(piece.text.slice(start, end))),
    };
  });
  const weights = weigh(question, read);
  const total = sum(question.wanted, weights, () => 1);
  const shareOf = (holds: (term: string) => boolean) =>
    total === 0 ? 0 : sum(question.wanted, weights, ({ term }) => (holds(term) ? 1 : 0)) / total;
  const sections = read.map(({ topic, ...section }) => ({
    ...section,
    share: shareOf((term) => carries(section, term)),
    topicShare: shareOf((term) => topic.has(term)),
  }));
  const absent = question.wanted.filter(({ term }) => !sections.some((section) => carries(section, term)));
  const candidates = sections.flatMap((section) =>
    section.passages.map((_, index) => ({ section, index, score: scoreOf(question, section, index, weights, total) })),
  );
  candidates.sort((a, b) => b.score - a.score || a.section.rank - b.section.rank || a.index - b.index);
  return { sections, candidates, weights, total, absent };
}

/** Without the parts of a number: "217.50" is no answer to a question on 217. */
function ownTerms(tokens: readonly Token[]): string[] {
  const numbers = new Set(tokens.filter(({ term }) => /^\d+(?:[.,]\d+)+$/.test(term)));
  const inside = new Set<number>();
  for (const { start, end } of numbers) for (let at = start; at < end; at++) inside.add(at);
  return tokens.filter((token) => !inside.has(token.start) || numbers.has(token)).map(({ term }) => term);
}

function carries(section: Pick<Section, "heading" | "terms">, term: string): boolean {
  return section.heading.has(term) || section.terms.some((terms) => terms.includes(term));
}

/**
 * The square root of Robertson and Spärck Jones's inverse document frequency, with a passage for a document. The root, since the passages
 * were found by these very words: what the question is about is common among them, and must not count for next to nothing.
 */
function weigh(question: Question, sections: readonly Pick<Section, "terms">[]): Map<string, number> {
  const passages = sections.flatMap(({ terms }) => terms.map((own) => new Set(own)));
  const weights = new Map<string, number>();
  for (const { term, specific } of question.wanted) {
    const holders = passages.filter((terms) => terms.has(term)).length;
    weights.set(term, (specific ? SPECIFIC : 1) * Math.sqrt(Math.log(1 + (passages.length - holders + 0.5) / (holders + 0.5))));
  }
  return weights;
}

function scoreOf(question: Question, section: Section, index: number, weights: ReadonlyMap<string, number>, total: number): number {
  const passage = section.passages[index];
  const own = section.terms[index] ?? [];
  // A question that a document asks says what the next sentence answers, and is no answer.
  if (passage === undefined || total === 0 || isQuestion(section, index)) return 0;
  const leadIn = passage.leadIn === undefined ? [] : (section.terms[passage.leadIn] ?? []);
  const before = section.terms[index - 1] ?? [];
  const near = [...before, ...(section.terms[index + 1] ?? [])];
  const asked = isQuestion(section, index - 1) ? before : [];
  const matched = sum(question.wanted, weights, ({ term }) => {
    if (own.includes(term)) return 1;
    if (leadIn.includes(term) || asked.includes(term)) return IN_LEAD_IN;
    if (section.heading.has(term)) return IN_HEADING;
    return near.includes(term) ? IN_NEIGHBOUR : 0;
  });
  const holdsAny = question.wanted.some(({ term }) => own.includes(term) || leadIn.includes(term) || asked.includes(term));
  const opening = section.topicShare >= TOPIC_ASKED && section.share >= ALL_BUT_ALL ? (OPENING_BONUS[index] ?? 0) : 0;
  if (!holdsAny && opening === 0) return 0;
  const exact = question.composites.filter((term) => own.includes(term)).length;
  const text = section.text.slice(passage.start, passage.end);
  const score = matched / total + opening + 0.3 * exact + 0.1 * neighbours(question, own);
  const place = (0.7 + 0.3 * section.share) / (1 + 0.05 * section.rank);
  return score * place * shapeOf(passage, text, own) * fitOf(question, text, own);
}

/** Pairs of words that follow one another in the question and, at most one word apart, in the passage. */
function neighbours({ wanted }: Question, terms: readonly string[]): number {
  let pairs = 0;
  for (const [i, first] of wanted.entries()) {
    const second = wanted[i + 1];
    if (second === undefined || second.position - first.position > 2) continue;
    if (terms.some((term, at) => term === first.term && terms.slice(at + 1, at + 3).includes(second.term))) pairs++;
  }
  return pairs;
}

export function isQuestion(section: Section, index: number): boolean {
  const passage = section.passages[index];
  return passage !== undefined && /[?？]["”’*_)\s]*$/.test(section.text.slice(Math.max(passage.start, passage.end - 20), passage.end));
}

/** What can hardly be an answer by itself: code, a fragment, a heading in bold. */
function shapeOf(passage: Passage, text: string, terms: readonly string[]): number {
  if (passage.kind === "code") return 0.5;
  if (passage.kind === "sentence" && (terms.length < 4 || RUN_IN_HEADING.test(text))) return 0.5;
  return terms.length > 90 ? 0.85 : 1;
}

const RUN_IN_HEADING = /^(?:\*\*|__)[^*_]*(?:\*\*|__)[.:]?$/;
const NUMBER =
  /\p{N}|\b(?:one|two|three|four|five|six|seven|eight|nine|ten|twelve|fifteen|twenty|thirty|sixty|ninety|hundred|once|twice|daily|weekly|monthly|annual(?:ly)?|year(?:ly)?|immediately)\b/iu;
const AGE = /\b(?:aged?|years? old|\d+ years|\d+ (?:or|and) (?:over|older|above)|(?:at least|under|over) \d+)\b/i;
const DEFINES = /\b(?:is|are|means?|refers? to|includes?)\b/i;

function fitOf(question: Question, text: string, terms: readonly string[]): number {
  if (question.wantsAge && AGE.test(text)) return 1.8;
  if (question.wantsNumber && NUMBER.test(text)) return 1.2;
  if (!question.wantsDefinition) return 1;
  // A definition begins with what it defines.
  const begins = question.wanted.every(({ term }) => terms.slice(0, 6 + question.wanted.length).includes(term));
  return begins && DEFINES.test(text.slice(0, 160)) ? 1.35 : 1;
}

function sum(wanted: readonly Wanted[], weights: ReadonlyMap<string, number>, credit: (word: Wanted) => number): number {
  return wanted.reduce((total, word) => total + (weights.get(word.term) ?? 0) * credit(word), 0);
}
