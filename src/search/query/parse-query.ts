import { scanText } from "../analysis/scan.ts";
import { isShort } from "../analysis/short-grams.ts";
import { stemmerOf } from "../analysis/stemming.ts";
import { stopWordsOf } from "../analysis/stop-words.ts";
import { EXACT, WORD } from "../analysis/visitor.ts";
import { hasPositions, isOrdinalKey } from "../keys.ts";

/** Weight of a word that says little, beside words that say more. */
const STOP_WEIGHT = 0.05;
/** Weight of a part of a citation, of which the whole is looked for too: the "3" of "12(3)". */
const PART_WEIGHT = 0.25;
/** Weight of a whole citation. */
const CITATION_WEIGHT = 1.5;
/** Weight of the way in which a number is written in groups, "5,000", beside the number itself. */
const GROUPED_WEIGHT = CITATION_WEIGHT - 1;

/** A term to look for and its weight in the question. */
export interface WeightedTerm {
  readonly term: string;
  readonly weight: number;
  /** Adds to the score of items that the other terms find, and finds none by itself. */
  readonly supporting: boolean;
}

/** A word of a question. */
export interface QueryWord {
  /** Folded, not stemmed. */
  readonly text: string;
  /** Its stem in each language. */
  readonly terms: readonly string[];
}

/**
 * Words that should stand side by side: for each place, the terms that may stand there, and its distance from the first. One place by itself
 * says that an item has one of its terms, which need no positions.
 */
export type Phrase = readonly Place[];

export interface Place {
  readonly terms: readonly string[];
  readonly offset: number;
  /** A character by itself at the end of the phrase; in a text it may begin a longer run of its script, and so a gram. */
  readonly open?: boolean;
}

export interface ParsedQuery {
  /** By term, in the order of the question; the caller's to add to. */
  readonly terms: Map<string, WeightedTerm>;
  /** The words of the question that are not part of a citation, for finding compounds. */
  readonly words: readonly QueryWord[];
  /** Each in the ways in which its numbers may be written, as it stands first; one of them must be there. */
  readonly phrases: readonly (readonly Phrase[])[];
  /** The whole question as a phrase, when it has only words that say little; `terms` are then its words. */
  readonly commonWords: Phrase | undefined;
  readonly searched: readonly string[];
}

interface QueryToken extends QueryWord {
  readonly start: number;
  readonly end: number;
  readonly position: number;
  readonly stop: boolean;
  readonly composite: boolean;
  /** The digits of a number that is written in groups. */
  readonly grouped: boolean;
  /** The digits of a number with a unit or a currency written on. */
  readonly bare: boolean;
}

/**
 * Takes a question apart.
 *
 * @param languages - primary subtags of the languages in which its words may be meant; each word is stemmed by all of them
 * @param stopLanguages - those whose stop words count as such
 * @param liveCount - items that have a term
 */
export function parseQuery(
  text: string,
  languages: readonly string[],
  stopLanguages: readonly string[],
  liveCount: (term: string) => number,
): ParsedQuery {
  const tokens = tokensOf(text, languages, stopLanguages);
  const onlyCommon = tokens.length > 0 && tokens.every((token) => token.stop);
  // A space may part two numbers as well as the groups of one: it is one if an item has it.
  const wholes = tokens.filter((token) => token.composite || (token.grouped && liveCount(token.text) > 0));
  const terms = new Map<string, { readonly term: string; weight: number; supporting: boolean }>();
  const words: QueryWord[] = [];
  const searched = new Set<string>();
  for (const token of tokens) {
    const part = token.bare || isPart(token, wholes);
    const weight = onlyCommon ? 1 : weightOf(token, part && !token.grouped, tokens);
    const supporting = token.stop && !onlyCommon;
    for (const term of token.terms) {
      const known = terms.get(term);
      if (known === undefined) terms.set(term, { term, weight, supporting });
      else {
        known.weight += weight;
        known.supporting &&= supporting;
      }
    }
    if (token.stop || part) continue;
    if (!token.composite) words.push(token);
    searched.add(text.slice(token.start, token.end));
  }
  return {
    terms,
    words,
    phrases: quotedParts(text).flatMap(([start, end]) => phrasesOf(tokens.filter((token) => token.start >= start && token.end <= end))),
    commonWords: onlyCommon ? phraseOf(tokens) : undefined,
    searched: onlyCommon ? [text.trim()] : [...searched],
  };
}

function tokensOf(text: string, languages: readonly string[], stopLanguages: readonly string[]): QueryToken[] {
  const tokens: QueryToken[] = [];
  scanText(text, (buffer, length, start, end, position, kind) => {
    const folded = foldedText(text, start, end, buffer, length);
    const terms = kind === WORD ? stemsOf(folded, languages) : [folded];
    // Of digits alone, an exact term is a number without what was written with it.
    const number = kind === EXACT && isDigits(folded);
    const stop = kind === WORD && stopLanguages.some((language) => stopWordsOf(language).has(folded));
    tokens.push({
      text: folded,
      terms,
      start,
      end,
      position,
      stop,
      composite: !hasPositions(folded),
      grouped: number && length < end - start,
      bare: number && length === end - start,
    });
  });
  return tokens;
}

/** Mostly it stands in the question as it is. */
function foldedText(text: string, start: number, end: number, folded: Uint16Array, length: number): string {
  if (length === end - start) {
    let k = 0;
    while (k < length && text.charCodeAt(start + k) === folded[k]) k++;
    if (k === length) return text.slice(start, end);
  }
  return String.fromCharCode.apply(null, folded.subarray(0, length) as unknown as number[]);
}

/** The stems of a word in each language, each once. */
function stemsOf(word: string, languages: readonly string[]): string[] {
  const stems: string[] = [];
  for (const language of languages) {
    const stem = stemmerOf(language)(word);
    if (!stems.includes(stem)) stems.push(stem);
  }
  return stems;
}

/** @param tokens - of the question, all */
function weightOf({ composite, stop, start }: QueryToken, part: boolean, tokens: readonly QueryToken[]): number {
  if (part) return PART_WEIGHT;
  if (composite) return tokens.some((token) => token.grouped && token.start === start) ? GROUPED_WEIGHT : CITATION_WEIGHT;
  return stop ? STOP_WEIGHT : 1;
}

/** Whether a token lies inside a citation or a number that is longer than it. */
function isPart(token: QueryToken, wholes: readonly QueryToken[]): boolean {
  return wholes.some((other) => other.start <= token.start && other.end >= token.end && other.end - other.start > token.end - token.start);
}

// Marks by number, because one character beyond Latin 1 doubles the bytes of the whole bundle that V8 has to read: “…”, „…“ or „…”, «…».
const QUOTED = /"([^"]+)"|\u201c([^\u201c\u201d]+)\u201d|\u201e([^\u201c\u201d\u201e]+)[\u201c\u201d]|\xab([^\xab\xbb]+)\xbb/g;

/** One of them is in every quoted part; to look for them costs less than to compile the expression. */
const MARKS: readonly string[] = ['"', "\u201c", "\u201e", "\xab"];

/** The quoted parts of a text, as spans between the marks. A mark without its partner is text. */
function quotedParts(text: string): [number, number][] {
  if (!MARKS.some((mark) => text.includes(mark))) return [];
  return [...text.matchAll(QUOTED)].map((match) => [match.index + 1, match.index + match[0].length - 1]);
}

/**
 * The phrases of a quoted part: one, unless it has the number of a provision. That may be written 第9条 and 第九条, which take different
 * numbers of positions, so it is looked for by itself, and so is what stands before it and behind.
 */
function phrasesOf(tokens: readonly QueryToken[]): Phrase[][] {
  const ordinals = tokens.filter(({ text }) => isOrdinalKey(text));
  const rest = tokens.filter(({ start, end }) => !ordinals.some((ordinal) => start >= ordinal.start && end <= ordinal.end));
  const between = [...ordinals, undefined].map((next, k) =>
    rest.filter(({ end }) => end > (ordinals[k - 1]?.end ?? 0) && (next === undefined || end <= next.end)),
  );
  const phrases = between.map((words) => spellingsOf(withoutHalf(words))).filter(([phrase]) => (phrase as Phrase).length > 1);
  return [...phrases, ...ordinals.map(({ terms }) => [[{ terms, offset: 0 }]])];
}

/**
 * Without a first character that stands alone: in a text it may be the end of a longer run of its script, where no gram begins with it. And without
 * such a last one of hiragana, with which too many grams begin: it is mostly a particle.
 */
function withoutHalf(tokens: readonly QueryToken[]): readonly QueryToken[] {
  const last = tokens.at(-1)?.text ?? "";
  return tokens.slice(isShort(tokens[0]?.text ?? "") ? 1 : 0, isShort(last) && last >= "\u3041" && last < "\u30a0" ? -1 : undefined);
}

/** How the digits of a number may be parted: not at all, in groups of three, as in India. */
const GROUPINGS = [/$/, /(?=(?:\d{3})+$)/, /(?=(?:\d\d)*\d{3}$)/];

/** Words of a question as a phrase: as they stand, and with all their numbers, of four digits or more, in each of `GROUPINGS`. */
function spellingsOf(tokens: readonly QueryToken[]): Phrase[] {
  const phrase = phraseOf(tokens);
  const words = tokens.filter(({ composite, grouped, bare }) => !composite && !grouped && !bare);
  const isIn = (word: QueryToken, { start, end }: QueryToken): boolean => word.start >= start && word.end <= end;
  // A unit or a currency that is written on belongs to its word.
  const grouped = tokens.filter((token) => token.grouped && words.every((word) => !isIn(word, token) || isDigits(word.text)));
  const numbers = [...grouped, ...words.filter((word) => isDigits(word.text) && !grouped.some((number) => isIn(word, number)))].filter(
    ({ text }) => text.length > 3 && text.length < 16 && text[0] !== "0",
  );
  if (numbers.length === 0) return [phrase];
  const kinds = numbers.some(({ text }) => text.length > 5) ? GROUPINGS : GROUPINGS.slice(0, 2);
  const spelled = kinds.map((grouping) => {
    let position = 0;
    let shift = 0;
    const parts: QueryToken[] = [];
    for (const word of words) {
      const number = numbers.find((one) => isIn(word, one));
      if (number !== undefined && word.start > number.start) {
        shift--;
        continue;
      }
      position = word.position + shift;
      if (number === undefined) parts.push({ ...word, position });
      else {
        // The digits of the whole number stand at the place of its first group.
        const [, ...groups] = number.text.split(grouping);
        for (const text of [number.text, ...groups]) parts.push({ ...word, text, terms: [text], position: position++ });
        shift += groups.length;
      }
    }
    return phraseOf(parts);
  });
  return [phrase, ...spelled];
}

function isDigits(text: string): boolean {
  return /^\d+$/.test(text);
}

function phraseOf(tokens: readonly QueryToken[]): Phrase {
  const first = tokens.find((token) => !token.composite)?.position ?? 0;
  const places = new Map<number, string[]>();
  for (const { terms, position, composite } of tokens) {
    if (composite) continue;
    places.set(position - first, [...(places.get(position - first) ?? []), ...terms]);
  }
  const sorted = [...places].sort(([a], [b]) => a - b);
  return sorted.map(([offset, terms], k) => ({ terms, offset, open: k === sorted.length - 1 && isShort(terms[0] ?? "") }));
}
