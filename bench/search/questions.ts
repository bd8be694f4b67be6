import type { BenchChunk } from "./corpus.ts";
import { seededRandom, shuffle } from "./random.ts";
import { STOP_WORDS } from "./stop-words.ts";

const MAIN_QUESTIONS = 200;
const LENGTH_QUESTIONS = 50;
export const QUESTION_LENGTHS = [2, 4, 8, 16] as const;
const SAMPLE_CHUNKS = 2000;
/** Latin words only: the engines beside ours have no word boundaries for scripts without spaces. */
const WORD = /[\p{L}\p{M}\p{N}]+/gu;
const ASKABLE = /^[a-z0-9\u00DF-\u024F]{2,24}$/;

export interface Questions {
  /** 3 to 12 words each, stop words included, as they stand in the corpus. */
  readonly withStopWords: readonly string[];
  /** The same questions, stop words out: what every engine is asked. */
  readonly main: readonly string[];
  /** Questions of exactly so many words that are not stop words. */
  readonly byLength: Readonly<Record<`${(typeof QUESTION_LENGTHS)[number]}`, readonly string[]>>;
}

/** Chunks to make questions from: a sample of the stream that is even over it and the same for the same seed. */
export class QuestionSource {
  readonly #random: () => number;
  readonly #sample: string[] = [];
  #seen = 0;

  constructor(seed: number) {
    this.#random = seededRandom(seed ^ 0x9e3779b9);
  }

  visit(chunk: BenchChunk): void {
    this.#seen += 1;
    if (this.#sample.length < SAMPLE_CHUNKS) {
      this.#sample.push(chunk.text);
      return;
    }
    const place = Math.floor(this.#random() * this.#seen);
    if (place < SAMPLE_CHUNKS) {
      this.#sample[place] = chunk.text;
    }
  }

  questions(): Questions {
    const passages = shuffle([...this.#sample], this.#random).map((text) => [...text.matchAll(WORD)].map(([word]) => word.toLowerCase()));
    let next = 0;
    const pick = <T>(make: (words: readonly string[]) => T | undefined): T => {
      for (let tries = 0; tries < SAMPLE_CHUNKS * 50; tries += 1) {
        const made = make(passages[next++ % passages.length] ?? []);
        if (made !== undefined) {
          return made;
        }
      }
      throw new Error("The text holds too few words to make questions from.");
    };
    const pairs = Array.from({ length: MAIN_QUESTIONS }, () => {
      const content = 3 + Math.floor(this.#random() * 6);
      return pick((words) => windowOf(words, content, 12, this.#random));
    });
    const ofLength = (length: number) =>
      Array.from({ length: LENGTH_QUESTIONS }, () => pick((words) => windowOf(words, length, Number.POSITIVE_INFINITY, this.#random)).bare);
    return {
      withStopWords: pairs.map((pair) => pair.full),
      main: pairs.map((pair) => pair.bare),
      byLength: { 2: ofLength(2), 4: ofLength(4), 8: ofLength(8), 16: ofLength(16) },
    };
  }
}

/**
 * Neighbouring words of a passage, up to the `content`-th that is no stop word.
 *
 * Where that makes more than `most` words, stop words are dropped from the front; a question never ends in one.
 */
function windowOf(
  words: readonly string[],
  content: number,
  most: number,
  random: () => number,
): { full: string; bare: string } | undefined {
  const start = Math.floor(random() * words.length);
  const full: string[] = [];
  const bare = new Set<string>();
  for (let i = start; i < words.length && bare.size < content; i += 1) {
    const word = words[i] ?? "";
    if (!STOP_WORDS.has(word)) {
      if (!ASKABLE.test(word) || bare.has(word)) {
        return undefined;
      }
      bare.add(word);
    } else if (full.length === 0) {
      continue;
    }
    full.push(word);
  }
  if (bare.size < content) {
    return undefined;
  }
  for (let i = 0; i < full.length && full.length > most; ) {
    if (STOP_WORDS.has(full[i] ?? "")) {
      full.splice(i, 1);
    } else {
      i += 1;
    }
  }
  return { full: full.join(" "), bare: [...bare].join(" ") };
}
