import { COMPOUNDING, lightStem, mayBeFirstPart, SHORTEST_COMPOUND, SHORTEST_PART } from "../analysis/compounding.ts";
import { type Stemmer, stemmerOf } from "../analysis/stemming.ts";
import { backwardKey, lightKey, termOfBackwardKey } from "../keys.ts";
import { PostingReader } from "../segment/posting-decoder.ts";
import { hasBit, type SegmentReader } from "../segment/segment-reader.ts";
import type { QueryWord, WeightedTerm } from "./parse-query.ts";

/** Weight of a compound that has a word of the question as its part, and of a part of a compound in the question. */
const PART_WEIGHT = 0.2;
/** Compounds taken for one word, those in most items first. */
const MOST_COMPOUNDS = 32;
/** A word in which more terms than this end is no part but an ending. */
const MOST_ENDINGS = 400;
/** What may join two parts: German "Arbeit-s-vertrag", "Sonne-n-schein", Swedish "arbet-s-tid". */
const JOINTS = ["", "s", "n", "en", "er", "es", "e"];

/**
 * More terms for the words of a question, in languages that write compounds as one word: compounds of the index that end in the word
 * ("Versicherung" finds "Rentenversicherung"), and the parts of a compound in the question that the index knows as words
 * ("Rentenversicherung" finds "Versicherung" and "Rente"). What counts is what live items have, so any history gives the same.
 *
 * @param languages - those of the question that write compounds
 * @param liveCount - items that have a term
 */
export function compoundTerms(
  words: readonly QueryWord[],
  languages: readonly string[],
  segments: readonly SegmentReader[],
  liveCount: (term: string) => number,
): WeightedTerm[] {
  const found = new Map<string, WeightedTerm>();
  const asked = new Set(words.flatMap(({ terms }) => terms));
  const stemmers = languages.map(stemmerOf);
  for (const word of words) {
    const more = compoundsEndingIn(word, languages, segments, liveCount);
    if (word.text.length >= SHORTEST_COMPOUND) for (const stem of stemmers) more.push(...partsOf(word.text, stem, liveCount));
    for (const term of more) if (!asked.has(term)) found.set(term, { term, weight: PART_WEIGHT, supporting: false });
  }
  return [...found.values()];
}

/** Compounds that end in a word: those whose stem ends in its stem, and the light stems of others. */
function compoundsEndingIn(
  { text, terms }: QueryWord,
  languages: readonly string[],
  segments: readonly SegmentReader[],
  liveCount: (term: string) => number,
): string[] {
  const counts = new Map<string, number>();
  const stemmers = languages.map(stemmerOf);
  const hasTooMany = (): boolean => counts.size > MOST_ENDINGS;
  for (const prefix of terms.filter(isLong).map(backwardKey)) {
    visitLonger(segments, prefix, languages, (key) => {
      const compound = termOfBackwardKey(key);
      if (counts.has(compound)) return true;
      const count = liveCount(compound);
      if (count > 0 && segments.some((segment) => isCompoundIn(segment, compound))) counts.set(compound, count);
      return !hasTooMany();
    });
  }
  const lightStems = new Set(stemmers.map((stem) => lightStem(text, stem)));
  for (const prefix of [...lightStems].filter(isLong).map(lightKey)) {
    visitLonger(segments, prefix, languages, (key) => {
      // An item that its stem finds is not to count twice.
      if (!counts.has(key) && !stemmers.some((stem) => counts.has(stem(termOfBackwardKey(key))))) {
        const count = liveCount(key);
        if (count > 0) counts.set(key, count);
      }
      return !hasTooMany();
    });
  }
  if (hasTooMany()) return [];
  const common = [...counts].sort(([a, x], [b, y]) => y - x || (a < b ? -1 : 1));
  return common.slice(0, MOST_COMPOUNDS).map(([compound]) => compound);
}

function isLong(stem: string): boolean {
  return stem.length >= SHORTEST_PART;
}

/** Shows the keys that go on behind a prefix by a part of a compound at least, in each segment, as long as `visit` says so. */
function visitLonger(
  segments: readonly SegmentReader[],
  prefix: string,
  languages: readonly string[],
  visit: (key: string) => boolean,
): void {
  const isFirstPart = (first: string): boolean => languages.some((language) => mayBeFirstPart(first, language));
  for (const segment of segments) {
    segment.dictionary.scan(prefix, (key) => {
      if (!key.startsWith(prefix)) return false;
      return !isFirstPart([...key.slice(prefix.length)].reverse().join("")) || visit(key);
    });
  }
}

/**
 * Whether a live item of a segment has a term and is of a language that writes compounds. That its dictionary has the term's backward key does
 * not say so: the key stays when the last such item goes, as long as an item of another language has the term.
 */
function isCompoundIn(segment: SegmentReader, term: string): boolean {
  const { languages } = segment.info;
  if (!languages.some((language) => COMPOUNDING.has(language))) return false;
  const entry = segment.dictionary.find(term);
  if (entry === undefined) return false;
  if (languages.every((language) => COMPOUNDING.has(language))) return segment.liveCount(entry) > 0;
  const deleted = segment.deleted();
  const postings = new PostingReader().open(segment.listOf(entry), entry.count);
  while (postings.next()) {
    if (deleted !== undefined && hasBit(deleted, postings.item)) continue;
    if (COMPOUNDING.has(segment.documentFacts(segment.documentOf(postings.item)).language)) return true;
  }
  return false;
}

/** The two parts of a compound, as terms: the split whose rarer part is in most items. */
function partsOf(word: string, stem: Stemmer, liveCount: (term: string) => number): string[] {
  let best: string[] = [];
  let most = 0;
  for (let at = SHORTEST_PART; at <= word.length - SHORTEST_PART; at++) {
    const tail = stem(word.slice(at));
    const tailCount = tail.length < SHORTEST_PART ? 0 : liveCount(tail);
    if (tailCount <= most) continue;
    for (const joint of JOINTS) {
      if (!word.slice(0, at).endsWith(joint)) continue;
      const head = stem(word.slice(0, at - joint.length));
      const count = head.length < SHORTEST_PART - 1 ? 0 : Math.min(tailCount, liveCount(head));
      if (count > most) {
        most = count;
        best = [head, tail];
      }
    }
  }
  return best;
}
