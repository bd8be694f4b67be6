import type { Evidence } from "../../model.ts";
import { grants } from "./answer-kind.ts";
import { areNear, type Hits } from "./matching.ts";
import { unlabelled } from "./passages.ts";
import type { Question, Wanted } from "./question.ts";
import { readSections, type Section } from "./sections.ts";

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
  /** How much each wanted word counts, in the order of the question, > 0: the rarer among the passages read, the more. */
  readonly weights: readonly number[];
  /** Sum of the weights. */
  readonly total: number;
  /** Wanted words that no section carries, the optional left out. */
  readonly absent: readonly Wanted[];
}

/*
 * How much a wanted word counts that stands not in the passage itself but nearby. Set by reading answers to questions on policies and
 * manuals: with less, a rule loses its subject (which only the heading names); with more, every sentence of a section looks alike.
 */
const IN_LEAD_IN = 0.6;
const IN_TOPIC = 0.75;
const IN_HEADING = 0.5;
const IN_NEIGHBOUR = 0.3;
const IN_DOCUMENT = 0.25;
/** What a passage is worth that knows nothing of what is asked about, or of a name in the question. */
const WITHOUT_KEY = 0.5;
const WITHOUT_SOUGHT = 0.8;
const WITHOUT_NAME = 0.8;
/** Who asks for himself is told what "you" and "users" may do. */
const OF_THE_READER = 1.2;
const READER = /\b(?:you|your|users?)\b/i;
/** What all pairs of words would count that stand together in the question and in the passage. */
const TOGETHER = 0.2;
const SIGN = 0.15;
/** A section whose topic carries this share of the question, and whose text the rest, answers it with its first sentences. */
const TOPIC_ASKED = 0.5;
const ALL_BUT_ALL = 0.9;
const OPENING_BONUS = [0.2, 0.12, 0.05];
/** What a section gains whose topic is the question in other words. */
const TOPIC_IS_QUESTION = 0.4;
/** What each place in the evidence takes from a passage. */
const BY_RANK = 0.02;
/** What each word takes that a document's title has beyond the question: who names no special case asks about the general one. */
const BY_ASIDE = 0.05;
/** Names and numbers are what a question is about. */
const SPECIFIC = 1.3;
const OPTIONAL = 0.5;
/** Share of the sections found above which a name in them tells none from another: that of the company whose rules they are. */
const EVERYWHERE = 0.8;
const OF_EVERYTHING = 0.5;

export function rankPassages(question: Question, evidence: readonly Evidence[]): Ranking {
  const sections = readSections(question, evidence);
  const weights = weigh(question, sections);
  const total = weights.reduce((sum, weight) => sum + weight, 0);
  const shareOf = (hits: Hits) => (total === 0 ? 0 : weighed(hits, weights) / total);
  const absent = question.wanted.filter(({ optional }, i) => !optional && sections.every(({ all }) => (all[i] ?? 0) === 0));
  const candidates = sections.flatMap((section) =>
    section.passages.map((_, index) => ({ section, index, score: scoreOf(question, section, index, weights, shareOf) })),
  );
  candidates.sort((a, b) => b.score - a.score || a.section.rank - b.section.rank || a.index - b.index);
  return { sections, candidates, weights, total, absent };
}

export function weighed(hits: Hits, weights: readonly number[]): number {
  return weights.reduce((sum, weight, i) => sum + weight * (hits[i] ?? 0), 0);
}

/**
 * The square root of Robertson and Spärck Jones's inverse document frequency, with a passage for a document. The root, since the passages
 * were found by these very words: what the question is about is common among them, and must not count for next to nothing.
 */
function weigh({ wanted }: Question, sections: readonly Section[]): number[] {
  const passages = sections.flatMap(({ hits }) => hits);
  return wanted.map(({ specific, optional, stress }, i) => {
    const holders = passages.reduce((sum, hits) => sum + (hits[i] ?? 0), 0);
    const named = sections.filter(({ all }) => (all[i] ?? 0) > 0).length;
    const everywhere = specific && sections.length > 2 && named >= EVERYWHERE * sections.length;
    const factor = (everywhere ? OF_EVERYTHING : specific ? SPECIFIC : 1) * (optional ? OPTIONAL : 1) * stress;
    return factor * Math.sqrt(Math.log(1 + (passages.length - holders + 0.5) / (holders + 0.5)));
  });
}

function scoreOf(question: Question, section: Section, index: number, weights: readonly number[], shareOf: (hits: Hits) => number): number {
  const passage = section.passages[index];
  const own = section.hits[index];
  // A question that a document asks says what the next sentence answers, and is no answer.
  if (passage === undefined || own === undefined || isQuestion(section, index)) return 0;
  const text = section.text.slice(passage.start, passage.end);
  const leadIn = passage.leadIn === undefined ? undefined : section.hits[passage.leadIn];
  const asked = isQuestion(section, index - 1) ? section.hits[index - 1] : undefined;
  const columns = section.columns[index];
  const credit = (i: number): number => {
    const introduced = IN_LEAD_IN * Math.max(leadIn?.[i] ?? 0, asked?.[i] ?? 0, columns?.[i] ?? 0);
    const near = IN_NEIGHBOUR * Math.max(section.hits[index - 1]?.[i] ?? 0, section.hits[index + 1]?.[i] ?? 0);
    const above = Math.max(
      IN_TOPIC * (section.topic[i] ?? 0),
      IN_HEADING * (section.heading[i] ?? 0),
      IN_DOCUMENT * (section.document[i] ?? 0),
    );
    return Math.max(own[i] ?? 0, introduced, above, near);
  };
  const knows = (i: number) =>
    Math.max(own[i] ?? 0, leadIn?.[i] ?? 0, asked?.[i] ?? 0, section.heading[i] ?? 0, passage.kind === "row" ? (section.all[i] ?? 0) : 0) >
    0;
  // Elsewhere than in English inflection hides words: by the key passages are told apart wrongly, though it tells whether there is an answer.
  const lacksKey = question.language === "en" && question.wanted.some(({ key }, i) => key && !knows(i));
  const lacksName = question.wanted.some(({ specific }, i) => specific && (section.all[i] ?? 0) === 0);
  const holdsAny = question.wanted.some(({ optional }, i) => !optional && (own[i] || leadIn?.[i] || asked?.[i]));
  const [share, topicShare] = [shareOf(section.all), shareOf(section.topic)];
  const opening = topicShare >= TOPIC_ASKED && share >= ALL_BUT_ALL ? (OPENING_BONUS[index] ?? 0) : 0;
  if (!holdsAny && opening === 0) return 0;
  const terms = section.terms[index] ?? [];
  const exact = question.composites.filter((term) => terms.includes(term)).length;
  const matched = shareOf(weights.map((_, i) => credit(i)));
  const score = matched + opening + 0.3 * exact + TOGETHER * together(question, terms, weights) + SIGN * signs(question, section, index);
  const likeness = (2 * topicShare * section.topicFocus) / (topicShare + section.topicFocus || 1);
  const place =
    ((0.6 + 0.4 * share) * (1 + TOPIC_IS_QUESTION * likeness)) / ((1 + BY_RANK * section.rank) * (1 + BY_ASIDE * section.aside));
  const lacksSought = question.wanted.some(({ sought }, i) => sought && (own[i] ?? 0) === 0 && (leadIn?.[i] ?? 0) === 0);
  const about =
    (lacksKey ? WITHOUT_KEY : 1) *
    (lacksSought ? WITHOUT_SOUGHT : 1) *
    (lacksName ? WITHOUT_NAME : 1) *
    (question.firstPerson && READER.test(text) ? OF_THE_READER : 1);
  return score * place * about * shapeOf(section, index) * fitOf(question, section, index);
}

/** Share of the question, by weight, in words that follow one another there and, at most one word apart, in the passage. */
function together({ wanted }: Question, terms: readonly string[], weights: readonly number[]): number {
  const found = new Set<number>();
  for (const [i, first] of wanted.entries()) {
    const second = wanted[i + 1];
    if (second === undefined || second.position - first.position > 2 || !areNear(first.term, second.term, terms, 2)) continue;
    found.add(i).add(i + 1);
  }
  const total = weights.reduce((sum, weight) => sum + weight, 0);
  return [...found].reduce((sum, i) => sum + (weights[i] ?? 0), 0) / (total || 1);
}

export function isQuestion(section: Section, index: number): boolean {
  const passage = section.passages[index];
  return passage !== undefined && /[?？]["”’*_)\s]*$/.test(section.text.slice(Math.max(passage.start, passage.end - 20), passage.end));
}

function signs({ signs: asked }: Question, { text, passages }: Section, index: number): number {
  const { start = 0, end = 0 } = passages[index] ?? {};
  return asked.filter((sign) => text.slice(start, end).includes(sign)).length;
}

/** A line without an end mark is a title or a name; a list follows a colon. */
function isClosed({ text, passages }: Section, index: number): boolean {
  const end = passages[index]?.end ?? 0;
  return /[.!?:;。！？：；។।؟ฯ…>`|\p{Script=Thai}][*_"'”’)\]\s]*$/u.test(text.slice(Math.max(0, end - 12), end));
}

/** What can hardly be an answer by itself: code, a fragment. */
function shapeOf(section: Section, index: number): number {
  const passage = section.passages[index];
  const { length } = section.terms[index] ?? [];
  if (passage?.kind === "code") return 0.5;
  if (passage?.kind === "sentence" && length < 4) return 0.5;
  if (passage?.kind === "sentence" && !isClosed(section, index)) return 0.75;
  const introduced = passage?.leadIn !== undefined && section.hits[passage.leadIn]?.some((hit) => hit > 0) === true;
  if (passage?.kind === "item" && !introduced && !isClosed(section, index)) return 0.75;
  return length > 90 ? 0.85 : 1;
}

const FIT = { age: 1.8, duration: 1.6, price: 1.3, amount: 1.3, number: 1.2, time: 1.1, definition: 1.35, anything: 1 } as const;
/** Where a number is asked for, a sentence without one is no answer by itself. */
const MISFIT = { age: 0.9, duration: 0.6, price: 0.8, amount: 0.8, number: 0.85, time: 1, definition: 1, anything: 1 } as const;

function fitOf({ wish, wanted, language }: Question, section: Section, index: number): number {
  const passage = section.passages[index];
  if (passage === undefined) return 1;
  if (!grants(wish, unlabelled(section.text, passage), language)) return MISFIT[wish];
  if (wish !== "definition") return FIT[wish];
  // A definition begins with what it defines.
  const opening = (section.terms[index] ?? []).slice(0, 6 + wanted.length);
  return wanted.every(({ term }) => opening.includes(term)) ? FIT.definition : 1;
}
