import { entryOf, HAN, HANGUL } from "../analysis/characters.ts";
import { isShort } from "../analysis/short-grams.ts";
import type { SegmentReader } from "../segment/segment-reader.ts";
import type { QueryWord, WeightedTerm } from "./parse-query.ts";

/** Weight of a gram that has a word of the question in it: the word is in up to two of them wherever it stands. */
const GRAM_WEIGHT = 0.5;
/** Grams taken for one word, those in most items first. */
const MOST_GRAMS = 64;
/** Terms of a segment that are looked at for one word. */
const MOST_SCANNED = 200_000;

/**
 * More terms for a question of words that are shorter than the grams of their script, as `ยา` or `法` alone: a text has such a word within
 * its grams only. What counts is what live items have, so any history gives the same.
 *
 * @param words - of the question
 * @param liveCount - items that have a term
 */
export function shortWordTerms(
  words: readonly QueryWord[],
  segments: readonly SegmentReader[],
  liveCount: (term: string) => number,
): WeightedTerm[] {
  // Beside longer words they say little: the second sign of "第3条" is in the text as it stands, and in many words that mean something else.
  if (!words.every(({ text }) => isShort(text))) return [];
  const found = new Map<string, WeightedTerm>();
  for (const { text } of words) {
    for (const term of gramsWith(text, segments, liveCount)) found.set(term, { term, weight: GRAM_WEIGHT, supporting: false });
  }
  return [...found.values()];
}

function gramsWith(word: string, segments: readonly SegmentReader[], liveCount: (term: string) => number): string[] {
  const grams = new Set<string>();
  for (const segment of segments) {
    // Those that begin with the word stand together, and are most of them.
    scanSome(
      segment,
      word,
      (key) => key.startsWith(word),
      (key) => grams.add(key),
    );
    const script = scriptStart(word);
    scanSome(
      segment,
      script,
      (key) => scriptStart(key) === script,
      (key) => {
        if (key.includes(word)) grams.add(key);
      },
    );
  }
  const counted = [...grams].map((term) => [term, liveCount(term)] as const).filter(([, count]) => count > 0);
  counted.sort(([a, x], [b, y]) => y - x || (a < b ? -1 : 1));
  return counted.slice(0, MOST_GRAMS).map(([term]) => term);
}

/** Shows terms from `from` on, in order, while `goesOn` says so and there are not too many. */
function scanSome(segment: SegmentReader, from: string, goesOn: (key: string) => boolean, show: (key: string) => void): void {
  let scanned = 0;
  segment.dictionary.scan(from, (key) => {
    if (!goesOn(key) || ++scanned > MOST_SCANNED) return false;
    show(key);
    return true;
  });
}

/** The first character that the script of a word's first may have. Han and kana, which are in one run together, count as one. */
function scriptStart(word: string): string {
  const code = word.charCodeAt(0);
  const entry = entryOf(code);
  if (entry === HANGUL) return "\u1100";
  if (entry === HAN) return "\u3005";
  return String.fromCharCode(code & 0xff80);
}
