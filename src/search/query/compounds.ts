import { COMPOUNDING, SHORTEST_PART } from "../analysis/compounding.ts";
import { backwardKey, isBackwardKey, termOfBackwardKey } from "../keys.ts";
import { PostingReader } from "../segment/posting-decoder.ts";
import { hasBit, type SegmentReader } from "../segment/segment-reader.ts";
import type { WeightedTerm } from "./parse-query.ts";

/** Weight of a compound that has a word of the question as its part, and of a part of a compound in the question. */
const PART_WEIGHT = 0.2;
/** Shortest word that is taken apart, in UTF-16 units. */
const SHORTEST_COMPOUND = 8;
/** Compounds taken for one word, those in most items first. */
const MOST_COMPOUNDS = 8;
/** A word in which more terms than this end is no part but an ending. */
const MOST_ENDINGS = 400;
/** What may join two parts: German "Arbeit-s-vertrag", "Sonne-n-schein", Swedish "arbet-s-tid". */
const JOINTS = ["", "s", "n", "en", "er", "es", "e"];

/**
 * More terms for the stemmed words of a question, in languages that write compounds as one word: compounds of the index that end in the
 * word ("Versicherung" finds "Rentenversicherung"), and the parts of a compound in the question that the index knows as words
 * ("Rentenversicherung" finds "Versicherung" and "Rente"). What counts is what live items have, so any history gives the same.
 *
 * @param liveCount - items that have a term
 */
export function compoundTerms(
  terms: readonly string[],
  segments: readonly SegmentReader[],
  liveCount: (term: string) => number,
): WeightedTerm[] {
  const found = new Map<string, WeightedTerm>();
  const add = (term: string): void => {
    if (!terms.includes(term)) found.set(term, { term, weight: PART_WEIGHT, supporting: false });
  };
  for (const term of terms) {
    if (term.length >= SHORTEST_PART) for (const compound of compoundsEndingIn(term, segments, liveCount)) add(compound);
    if (term.length >= SHORTEST_COMPOUND) for (const part of partsOf(term, liveCount)) add(part);
  }
  return [...found.values()];
}

function compoundsEndingIn(term: string, segments: readonly SegmentReader[], liveCount: (term: string) => number): string[] {
  const prefix = backwardKey(term);
  const counts = new Map<string, number>();
  for (const segment of segments) {
    segment.dictionary.scan(prefix, (key) => {
      if (!isBackwardKey(key) || !key.startsWith(prefix)) return false;
      if (key.length < prefix.length + SHORTEST_PART) return true;
      const compound = termOfBackwardKey(key);
      if (counts.has(compound)) return true;
      const count = liveCount(compound);
      if (count > 0 && segments.some((one) => isCompoundIn(one, compound))) counts.set(compound, count);
      return counts.size <= MOST_ENDINGS;
    });
  }
  if (counts.size > MOST_ENDINGS) return [];
  const common = [...counts].sort(([a, x], [b, y]) => y - x || (a < b ? -1 : 1));
  return common.slice(0, MOST_COMPOUNDS).map(([compound]) => compound);
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

/** The two parts of a compound: the split whose rarer part is in most items. */
function partsOf(term: string, liveCount: (term: string) => number): string[] {
  let best: string[] = [];
  let most = 0;
  for (let at = SHORTEST_PART; at <= term.length - SHORTEST_PART; at++) {
    const tail = liveCount(term.slice(at));
    if (tail <= most) continue;
    for (const joint of JOINTS) {
      const head = term.slice(0, at - joint.length);
      if (head.length < SHORTEST_PART - 1 || !term.slice(0, at).endsWith(joint)) continue;
      const count = Math.min(tail, liveCount(head));
      if (count > most) {
        most = count;
        best = [head, term.slice(at)];
      }
    }
  }
  return best;
}
