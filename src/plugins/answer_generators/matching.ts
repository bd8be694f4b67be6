import { COMPOUNDING, mayBeFirstPart, SHORTEST_PART } from "../../search/analysis/compounding.ts";
import { lightStemsOf } from "../../search/analysis/light-stems.ts";
import { stands } from "./everyday-words.ts";
import { verbForms } from "./german-verbs.ts";
import type { Wanted } from "./question.ts";
import { areKin } from "./words.ts";

/** How well a text's words carry each wanted word, in the order of the question: 0 not at all, 1 by the word itself. */
export type Hits = readonly number[];

const KIN = 0.7;
const OTHER_WORDING = 0.7;
/** A notice period is a period: German "Kündigungsfrist" carries "Frist", which the index finds by it too. */
const IN_COMPOUND = 0.7;
/** Another form of the same verb: "eingereicht" for "einzureichen". */
const INFLECTED = 0.9;

/** Finds the wanted words in the words of a text. */
export type HitsOf = (words: TextWords) => Hits;

/** The words of a text. */
export interface TextWords {
  /** In order, in their base forms. */
  readonly terms: readonly string[];
  /** Light stems of the long ones, where they may be compounds. */
  readonly lightStems?: readonly string[];
}

/** Makes what finds the wanted words of a question. What two terms have to do with each other is worked out once for each question. */
export function matcherOf(wanted: readonly Wanted[], language: string): HitsOf {
  const english = language === "en";
  const compounding = COMPOUNDING.has(language);
  const kin = wanted.map(() => new Map<string, boolean>());
  const verbOf = verbForms(language);
  const verbs = wanted.map(({ term }) => verbOf(term));
  const endings = wanted.map(({ word }) => lightStemsOf(word, language, SHORTEST_PART));
  return ({ terms, lightStems = [] }) => {
    const set = new Set(terms);
    return wanted.map(({ term, others }, i) => {
      if (set.has(term) || others.some((other) => other.same === true && has(other.terms, terms, set))) return 1;
      if (compounding) {
        const form = verbs[i];
        if (form !== undefined && terms.some((each) => verbOf(each) === form)) return INFLECTED;
        const isIn =
          terms.some((each) => endsIn(each, term, language)) ||
          lightStems.some((each) => endings[i]?.some((ending) => endsIn(each, ending, language)));
        return isIn ? IN_COMPOUND : 0;
      }
      if (!english) return 0;
      for (const each of set) if (each.charCodeAt(0) === term.charCodeAt(0) && isKin(kin[i], term, each)) return KIN;
      return others.some((other) => has(other.terms, terms, set)) ? OTHER_WORDING : 0;
    });
  };
}

function endsIn(compound: string, word: string, language: string): boolean {
  return word.length >= SHORTEST_PART && compound.endsWith(word) && mayBeFirstPart(compound.slice(0, -word.length), language);
}

function isKin(known: Map<string, boolean> | undefined, a: string, b: string): boolean {
  const before = known?.get(b);
  if (before !== undefined) return before;
  const is = areKin(a, b);
  known?.set(b, is);
  return is;
}

function has(wording: readonly string[], terms: readonly string[], set: ReadonlySet<string>): boolean {
  const [first] = wording;
  if (first === undefined || !set.has(first)) return false;
  return wording.length === 1 || terms.some((_, at) => stands(wording, terms, at));
}

/** Whether two wanted words stand within a few words of each other, in either order. */
export function areNear(first: string, second: string, terms: readonly string[], reach: number): boolean {
  let lastFirst = Number.NEGATIVE_INFINITY;
  let lastSecond = Number.NEGATIVE_INFINITY;
  for (const [at, term] of terms.entries()) {
    if (term === first) lastFirst = at;
    if (term === second) lastSecond = at;
    if (Math.abs(lastFirst - lastSecond) <= reach) return true;
  }
  return false;
}
