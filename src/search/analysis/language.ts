import { expectText } from "../arguments.ts";
import { entryOf, HAN, HANGUL } from "./characters.ts";
import { scanText } from "./scan.ts";
import { LISTED_LANGUAGES, stopWordMasks } from "./stop-words.ts";
import { WORD } from "./visitor.ts";

/** Not told: a text without words, or of a script that no rule here knows. Its words are folded and not stemmed. */
export const UNDETERMINED = "und";

/** What one word says of the language of its text: a number from `voteOf`. */
export type Vote = number;

const SCRIPT_SHIFT = 24;

/** Scripts in the order of the vote's upper bits. `undefined`: told by the stop words. */
export const SCRIPTS: readonly (string | undefined)[] = [
  undefined,
  "zh",
  "ja",
  "ko",
  "th",
  "lo",
  "km",
  "ar",
  "ru",
  "el",
  "he",
  "hi",
  "my",
  "uk",
  UNDETERMINED,
];
const LATIN = 0;
const CHINESE = 1;
const JAPANESE = 2;
const OTHER = SCRIPTS.length - 1;

/** The language of a text as a BCP 47 primary subtag, or `und`. Decided by script, and for Latin script by its commonest words. */
export function detectLanguage(text: string): string {
  expectText("text", text);
  const votes = new LanguageVotes();
  scanText(text, (folded, length, _start, _end, _position, kind) => {
    if (kind === WORD || isGram(folded[0] as number)) votes.add(voteOf(String.fromCharCode(...folded.subarray(0, length))));
  });
  return votes.winner();
}

// Few words differ in what they say: each different vote, script above and languages as bits below, has a small number.
const votes: number[] = [];
const voteNumbers = new Map<number, Vote>();

/** What one folded word says of the language of its text. A single letter is a stop word of many and says nothing. */
export function voteOf(word: string): Vote {
  const vote = (scriptOf(word.charCodeAt(0)) << SCRIPT_SHIFT) | (word.length > 1 ? (stopWordMasks().get(word) ?? 0) : 0);
  let number = voteNumbers.get(vote);
  if (number === undefined) {
    number = votes.push(vote) - 1;
    voteNumbers.set(vote, number);
  }
  return number;
}

/** Counts the votes of a text's words. The result does not depend on their order. */
export class LanguageVotes {
  private readonly scripts = new Uint32Array(SCRIPTS.length);
  private readonly stops = new Uint32Array(LISTED_LANGUAGES.length);
  private counts = new Uint32Array(1024);

  add(vote: Vote): void {
    if (vote >= this.counts.length) this.grow(vote);
    this.counts[vote] = (this.counts[vote] as number) + 1;
  }

  /** Forgets all votes, to count another text. */
  clear(): void {
    this.counts.fill(0, 0, votes.length);
  }

  private grow(vote: Vote): void {
    const larger = new Uint32Array(vote * 2);
    larger.set(this.counts);
    this.counts = larger;
  }

  winner(): string {
    this.sum();
    return languageOfVotes(this.scripts, this.stops);
  }

  private sum(): void {
    this.scripts.fill(0);
    this.stops.fill(0);
    for (let number = 0; number < votes.length; number++) {
      const count = this.counts[number] ?? 0;
      if (count === 0) continue;
      const vote = votes[number] as number;
      const script = vote >>> SCRIPT_SHIFT;
      this.scripts[script] = (this.scripts[script] as number) + count;
      for (let mask = vote & 0xffffff; mask !== 0; mask &= mask - 1) {
        const bit = 31 - Math.clz32(mask & -mask);
        this.stops[bit] = (this.stops[bit] as number) + count;
      }
    }
  }
}

/**
 * The language that a text's words tell.
 *
 * @param scripts - number of words by script, in the order of `SCRIPTS`
 * @param stops - number of stop words by language, in the order of `LISTED_LANGUAGES`
 */
export function languageOfVotes(scripts: Uint32Array, stops: Uint32Array): string {
  // Japanese mixes kana with many Han characters: any tenth of kana decides.
  const han = (scripts[CHINESE] as number) + (scripts[JAPANESE] as number);
  let best = LATIN;
  let most = scripts[LATIN] as number;
  for (let script = JAPANESE + 1; script <= OTHER; script++) {
    if ((scripts[script] as number) > most) {
      best = script;
      most = scripts[script] as number;
    }
  }
  if (han > most) return (scripts[JAPANESE] as number) * 10 >= han ? "ja" : "zh";
  if (best !== LATIN) return SCRIPTS[best] as string;
  if (most === 0) return UNDETERMINED;
  return latinWinner(most, stops);
}

/**
 * The Latin-script language with most stop words. English, the commonest, is what a text is taken for that has few of any: a heading,
 * a list of names or codes, in which chance would decide otherwise.
 */
function latinWinner(words: number, stops: Uint32Array): string {
  let best = 0;
  for (let bit = 1; bit < LISTED_LANGUAGES.length; bit++) if ((stops[bit] as number) > (stops[best] as number)) best = bit;
  const votes = stops[best] as number;
  const clear = votes >= 3 && votes * 12 >= words && votes * 2 >= (stops[0] as number) * 3;
  return clear ? (LISTED_LANGUAGES[best] as string) : (LISTED_LANGUAGES[0] as string);
}

/** Composites do not vote: their words have. */
export function isGram(code: number): boolean {
  return code >= 0x0e00 && entryOf(code) < 48;
}

function scriptOf(code: number): number {
  if (code < 0x0250 || (code >= 0x1e00 && code <= 0x1eff)) return LATIN;
  const entry = entryOf(code);
  if (entry === HAN) return code >= 0x3040 && code <= 0x30ff ? JAPANESE : CHINESE;
  if (entry === HANGUL) return 3;
  if (code >= 0x0e00 && code <= 0x0e7f) return 4;
  if (code >= 0x0e80 && code <= 0x0eff) return 5;
  if (code >= 0x1780 && code <= 0x17ff) return 6;
  if (code >= 0x0600 && code <= 0x06ff) return 7;
  if (code === 0x0454 || code === 0x0456 || code === 0x0457 || code === 0x0491) return 13;
  if (code >= 0x0400 && code <= 0x052f) return 8;
  if (code >= 0x0370 && code <= 0x03ff) return 9;
  if (code >= 0x0590 && code <= 0x05ff) return 10;
  if (code >= 0x0900 && code <= 0x097f) return 11;
  if (code >= 0x1000 && code <= 0x109f) return 12;
  return OTHER;
}
