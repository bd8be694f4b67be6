import { CodeCounts } from "./code-counts.ts";
import type { FontFacts, PageInk } from "./page-ink.ts";

/** What a font's characters were taken for, over a whole document. */
export interface FontLetters {
  /** How often each character came; spaces are not counted. */
  readonly counts: CodeCounts;
  /** Glyphs that stand for no character. */
  unknown: number;
  /** Latin words of three letters or more, those without a vowel, and those with a capital behind a small letter. */
  words: number;
  vowelless: number;
  jumbled: number;
}

export type LettersByFont = Map<FontFacts, FontLetters>;

/** Adds a page. */
export function countLetters(letters: LettersByFont, { runs, unknown }: Pick<PageInk, "runs" | "unknown">): void {
  for (const [font, count] of unknown) of(letters, font).unknown += count;
  const word = new Word();
  let last: FontLetters | undefined;
  for (const { font, glyphs, from, to } of runs) {
    const found = of(letters, font);
    // Programs that place each letter by itself give runs of one letter: words go on over runs.
    if (found !== last && last !== undefined) word.endIn(last);
    last = found;
    for (let i = from; i < to; i++) {
      const text = glyphs.texts[i] as string; // places of a run are filled
      for (let j = 0; j < text.length; j++) word.read(text.charCodeAt(j), found);
      if (text !== " ") found.counts.add(text.codePointAt(0) as number); // a glyph's text is not empty
    }
    if (to - from > 3) word.endIn(found);
  }
  if (last !== undefined) word.endIn(last);
}

function of(letters: LettersByFont, font: FontFacts): FontLetters {
  const found = letters.get(font);
  if (found !== undefined) return found;
  const made: FontLetters = { counts: new CodeCounts(), unknown: 0, words: 0, vowelless: 0, jumbled: 0 };
  letters.set(font, made);
  return made;
}

/** A stretch of Latin letters, as far as it was read. */
class Word {
  #length = 0;
  #hasVowel = false;
  #isJumbled = false;
  #wasSmall = false;

  read(code: number, font: FontLetters): void {
    const small = code | 0x20;
    if (small < 0x61 || small > 0x7a || code > 0x7a) {
      this.endIn(font);
      return;
    }
    this.#length++;
    this.#hasVowel ||= VOWELS.has(small);
    this.#isJumbled ||= this.#wasSmall && code < 0x61;
    this.#wasSmall = code >= 0x61;
  }

  endIn(font: FontLetters): void {
    if (this.#length >= 3) {
      font.words++;
      if (!this.#hasVowel) font.vowelless++;
      if (this.#isJumbled) font.jumbled++;
    }
    this.#length = 0;
    this.#hasVowel = false;
    this.#isJumbled = false;
    this.#wasSmall = false;
  }
}

const VOWELS: ReadonlySet<number> = new Set([..."aeiouy"].map((letter) => letter.charCodeAt(0)));
