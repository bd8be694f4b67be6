import type { Evidence } from "../../model.ts";
import { analyze, type Token } from "../../search/analysis/analyze.ts";
import { SHORTEST_COMPOUND } from "../../search/analysis/compounding.ts";
import { lightStemsOf } from "../../search/analysis/light-stems.ts";
import { type Hits, type HitsOf, matcherOf, type TextWords } from "./matching.ts";
import { type Passage, passagesOf } from "./passages.ts";
import type { Question } from "./question.ts";
import { baseForm } from "./words.ts";

/** One piece of evidence, read for a question. `rank` is its 0-based place in the evidence. */
export interface Section {
  readonly rank: number;
  readonly evidence: Evidence;
  readonly documentId: string;
  readonly text: string;
  /** What is repeated for the reader: the head row of a table that was cut. */
  readonly context: string | undefined;
  readonly passages: readonly Passage[];
  /** Terms of each passage, in order. */
  readonly terms: readonly (readonly string[])[];
  /** What each passage carries of the question. */
  readonly hits: readonly Hits[];
  /** What the head row over each passage carries; for rows of tables only. */
  readonly columns: readonly (Hits | undefined)[];
  /** What the source's name, the topics, the context and the head rows of tables carry. */
  readonly heading: Hits;
  /** What its own topic carries, which is said of each of its sentences. */
  readonly topic: Hits;
  /** Share of the topic's words, the stop words left out, that the question has too. */
  readonly topicFocus: number;
  /** Words of its document's title that the question does not have: "corporate", where terms of service were asked about. */
  readonly aside: number;
  /** What it carries anywhere. */
  readonly all: Hits;
  /** What the pieces of its document carry together. */
  readonly document: Hits;
}

/** @param first - `rank` of the first */
export function readSections({ wanted, language }: Question, evidence: readonly Evidence[], first = 0): Section[] {
  const hitsOf = matcherOf(wanted, language);
  const wordsOf = (text: string): TextWords => ({
    terms: ownTerms(text, language),
    lightStems: lightStemsOf(text, language, SHORTEST_COMPOUND),
  });
  const sections = evidence.map((piece, i) => {
    const { text, source, path, context, documentId } = piece;
    const passages = passagesOf(text);
    const heads = passages.map(({ kind, columns }) => (kind === "row" ? (columns ?? context) : columns));
    const rows = new Map([...new Set(heads)].flatMap((head) => (head === undefined ? [] : [[head, hitsOf(wordsOf(head))] as const])));
    const words = passages.map(({ start, end }) => wordsOf(text.slice(start, end)));
    const hits = words.map(hitsOf);
    const title = path.at(-1) ?? "";
    const named = hitsOf(wordsOf([source.replace(/[-_./]/g, " "), ...path, context ?? ""].join("\n")));
    const heading = highest(wanted.length, [named, ...rows.values()]);
    return {
      evidence: piece,
      documentId,
      rank: first + i,
      text,
      context,
      passages,
      terms: words.map(({ terms }) => terms),
      hits,
      columns: heads.map((head) => (head === undefined ? undefined : rows.get(head))),
      heading,
      topic: hitsOf(wordsOf(title)),
      topicFocus: focusOf(title, language, hitsOf),
      aside: asideOf(path[0] ?? "", language, hitsOf),
      all: highest(wanted.length, [heading, ...hits]),
    };
  });
  return sections.map((section) => {
    const siblings = sections.filter(({ documentId }) => documentId === section.documentId);
    return {
      ...section,
      document: highest(
        wanted.length,
        siblings.map(({ all }) => all),
      ),
    };
  });
}

function highest(length: number, list: readonly Hits[]): Hits {
  return Array.from({ length }, (_, i) => list.reduce((most, hits) => Math.max(most, hits[i] ?? 0), 0));
}

function focusOf(title: string, language: string, hitsOf: HitsOf): number {
  const { terms, shared } = titleWords(title, language, hitsOf);
  return terms === 0 ? 0 : shared / terms;
}

function asideOf(title: string, language: string, hitsOf: HitsOf): number {
  const { terms, shared } = titleWords(title, language, hitsOf);
  return terms - shared;
}

/** Words of a title, without stop words and numbers of sections, and how many of them the question has too. */
function titleWords(title: string, language: string, hitsOf: HitsOf): { terms: number; shared: number } {
  const terms = analyze(title, { language }).filter(({ stop, term }) => stop !== true && !/^(?:\p{N}+|\p{L})$/u.test(term));
  return { terms: terms.length, shared: terms.filter(({ term }) => hitsOf({ terms: [term] }).some((hit) => hit > 0)).length };
}

/** Terms of a text in their base forms, without the parts of a number: "217.50" is no answer to a question on 217. "5.000,00" is one to 5000. */
function ownTerms(text: string, language: string): string[] {
  const tokens = analyze(text, { language });
  const numbers = new Set(tokens.filter(({ term }) => /^\d+(?:[.,]\d+)+$/.test(term)));
  const inside = new Set<number>();
  for (const { start, end } of numbers) for (let at = start; at < end; at++) inside.add(at);
  const isGrouped = ({ term, start, end }: Token): boolean => term.length < end - start && /^\d+$/.test(term);
  const own = tokens.filter((token) => !inside.has(token.start) || numbers.has(token) || isGrouped(token)).map(({ term }) => term);
  return language === "en" ? own.map(baseForm) : own;
}
