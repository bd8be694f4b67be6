import type { Limits, Placed } from "./limits.ts";
import type { Passage } from "./passages.ts";
import { type Candidate, isQuestion, type Ranking, weighed } from "./ranking.ts";
import type { Section } from "./sections.ts";

/** A stretch of a section to be quoted as it stands: `start` and `end` count in the section's text. */
export interface Choice {
  readonly section: Section;
  readonly start: number;
  readonly end: number;
  /** Of the passages quoted, and of the question that the document asks right before one. */
  readonly indexes: readonly number[];
  /** The head row of the table whose row this is. */
  readonly columns?: string;
}

/** What was chosen, and what limits it and found no room. */
export interface Chosen {
  readonly choices: readonly Choice[];
  readonly further: readonly Placed[];
}

/** What a further sentence must score, as a share of the best: one that brings a wanted word which is still missing, and any other. */
const GOOD_AND_NEW = 0.6;
const AS_GOOD = 0.9;
/** And one from another document that carries all that the best does: several documents may rule on one matter. */
const AS_GOOD_ELSEWHERE = 0.8;
/** The first pieces of evidence, and the share of the best score with which the other one is heard as well: either may be meant. */
const RIVALS = 2;
const RIVAL = 0.7;
/** Share of the question, by weight, that counts as something new. */
const NEW = 0.15;
/** What a sentence from elsewhere must carry of the question itself, as a share of what the best does: one word in common is no answer. */
const ABOUT_IT = 0.7;
/** Characters up to which a list is quoted whole with its lead-in. */
const SHORT_LIST = 700;
/** What limits a passage is quoted with it, at most so many passages and so many characters of them. */
const MOST_LIMITS = 5;
const LONGEST_LIMITS = 1500;
/** Passages of a rule up to which it is quoted whole with its exception; of a longer one the first. */
const SHORT_RULE = 3;

/**
 * The best passages with what they cannot do without: a lead-in and its list, the rule that an exception limits and the exceptions
 * that limit a rule. What stands together is one choice. In the order of the best passage of each section, then of the text.
 */
export function choosePassages(ranking: Ranking, maxSentences: number, limits: Limits): Chosen {
  const best = ranking.candidates[0];
  if (best === undefined || best.score <= 0) return { choices: [], further: [] };
  const good = ranking.candidates.filter(({ score }) => score >= best.score * GOOD_AND_NEW);
  const taken = new Map<Section, Set<number>>();
  const heard = new Set<Section>();
  const further = new Set<Placed>();
  const seen = new Set<string>();
  const covered = ranking.weights.map(() => 0);

  function add({ section, index }: Placed): void {
    const own = taken.get(section) ?? new Set<number>();
    taken.set(section, own.add(index));
    seen.add(wordingOf(section, index));
    for (const [word, hit] of (section.hits[index] ?? []).entries()) covered[word] = Math.max(covered[word] ?? 0, hit);
  }

  function take({ section, index }: Placed): void {
    heard.add(section);
    const companions = withCompanions(section, index);
    for (const i of companions) add({ section, index: i });
    const rule = limits.limited({ section, index });
    for (const place of rule.length <= SHORT_RULE ? rule : rule.slice(0, 1)) add(place);
    const limiting = new Set([...companions].flatMap((i) => limits.limiting({ section, index: i })));
    const open = [...limiting].filter((place) => taken.get(place.section)?.has(place.index) !== true);
    const quoted = mostAsked(open);
    for (const place of open) {
      if (quoted.has(place)) add(place);
      else further.add(place);
    }
  }

  /** As many as there is room for: first those that have more of the question's words, then in the order of the text. */
  function mostAsked(places: readonly Placed[]): Set<Placed> {
    const weight = new Map(places.map((place) => [place, weighed(place.section.hits[place.index] ?? [], ranking.weights)]));
    const best = [...places].sort((a, b) => (weight.get(b) ?? 0) - (weight.get(a) ?? 0)).slice(0, MOST_LIMITS);
    let room = LONGEST_LIMITS;
    return new Set(
      best.filter(({ section, index }) => {
        room -= lengthOf(section.passages[index]);
        return room >= 0;
      }),
    );
  }

  const isNew = ({ section, index }: Candidate) => taken.get(section)?.has(index) !== true && !seen.has(wordingOf(section, index));
  const brings = ({ section, index }: Candidate) => {
    const fresh = covered.map((before, word) => Math.max(0, (section.hits[index]?.[word] ?? 0) - before));
    return weighed(fresh, ranking.weights) >= NEW * ranking.total;
  };
  const ofBest = weighed(best.section.hits[best.index] ?? [], ranking.weights);
  const isAboutIt = ({ section, index }: Candidate) =>
    section === best.section || weighed(section.hits[index] ?? [], ranking.weights) >= ABOUT_IT * ofBest;
  const saysAsMuch = ({ section, index, score }: Candidate) =>
    score >= best.score * (section.documentId === best.section.documentId ? AS_GOOD : AS_GOOD_ELSEWHERE) &&
    (best.section.hits[best.index] ?? []).every((hit, word) => (section.hits[index]?.[word] ?? 0) >= hit);

  take(best);
  for (let sentences = 1; sentences < maxSentences; sentences++) {
    const fit = good.filter((candidate) => isNew(candidate) && isAboutIt(candidate));
    const next = fit.find(brings) ?? fit.find(saysAsMuch);
    if (next === undefined) break;
    take(next);
  }
  const rival = ranking.candidates.find(({ section }) => section.rank < RIVALS && !taken.has(section));
  const isClose = rival !== undefined && rival.score >= best.score * RIVAL && isNew(rival);
  if (heard.size === 1 && maxSentences > 1 && isClose) take(rival);
  const choices = [...taken].flatMap(([section, indexes]) =>
    joined(
      section,
      [...indexes].sort((a, b) => a - b),
    ),
  );
  return { choices, further: [...further].filter(({ section, index }) => taken.get(section)?.has(index) !== true) };
}

/** Begins with a word that points back at the sentence before. */
const POINTS_BACK =
  /^(?:(?:it|they|he|she|these|those|such)\b|this (?:is|does|means|includes|will|may|can|must|also)\b|in (?:that|this|such an?|those|these) (?:case|event|situation)s?\b)/iu;

function withCompanions(section: Section, index: number): Set<number> {
  const found = new Set([index]);
  const passage = section.passages[index];
  if (passage === undefined) return found;
  const text = textOf(section, index);
  if (index > 0 && passage.kind === "sentence" && POINTS_BACK.test(text) && section.passages[index - 1]?.kind === "sentence") {
    found.add(index - 1);
  }
  for (let leadIn = passage.leadIn; leadIn !== undefined; leadIn = section.passages[leadIn]?.leadIn) found.add(leadIn);
  for (const i of listAround(section, index)) found.add(i);
  return found;
}

/** What the passage introduces, or the list it is an item of, when that is short enough to be read whole. */
function listAround(section: Section, index: number): number[] {
  const { passages } = section;
  const leadIn = passages[index]?.leadIn ?? index;
  const members = passages.flatMap((passage, i) => (passage.leadIn === leadIn ? [i] : []));
  const length = members.reduce((sum, i) => sum + lengthOf(passages[i]), 0);
  if (length <= SHORT_LIST) return members;
  if (leadIn !== index) return [];
  // A lead-in alone says nothing: as many of its items as are short.
  let room = SHORT_LIST;
  return members.filter((i) => {
    room -= lengthOf(passages[i]);
    return room >= 0;
  });
}

/** Neighbours with nothing but space and list marks between them become one quotation. */
function joined(section: Section, indexes: readonly number[]): Choice[] {
  const choices: Choice[] = [];
  for (const index of indexes) {
    const passage = section.passages[index];
    if (passage === undefined) continue;
    const last = choices.at(-1);
    const own = isQuestion(section, index - 1) ? [index - 1, index] : [index];
    const columns = passage.kind === "row" ? (passage.columns ?? section.context?.trim().split("\n", 1)[0]) : undefined;
    if (last !== undefined && passage.kind !== "row" && MARKS_ONLY.test(section.text.slice(last.end, passage.start))) {
      choices[choices.length - 1] = { ...last, end: passage.end, indexes: [...last.indexes, ...own] };
    } else {
      const { start, end } = passage;
      choices.push({ section, start, end, indexes: own, ...(columns === undefined ? {} : { columns }) });
    }
  }
  return choices;
}

const MARKS_ONLY = /^[\s>*+•‣◦▪●–—-]*(?:\d{1,3}[.)]\s+)?$/;

/** Two documents may say the same thing in the same words. */
function wordingOf(section: Section, index: number): string {
  return textOf(section, index).toLowerCase().replace(/\s+/g, " ");
}

function textOf(section: Section, index: number): string {
  const passage = section.passages[index];
  return passage === undefined ? "" : section.text.slice(passage.start, passage.end);
}

function lengthOf(passage: Passage | undefined): number {
  return passage === undefined ? 0 : passage.end - passage.start;
}
