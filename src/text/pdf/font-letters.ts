import type { FontFacts, PageInk } from "./page-ink.ts";

/** What a font's characters were taken for, over a whole document. */
export interface FontLetters {
  /** How often each character came; spaces are not counted. */
  readonly counts: Map<number, number>;
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
  let text = "";
  let last: FontLetters | undefined;
  for (const run of runs) {
    const found = of(letters, run.font);
    // Programs that place each letter by itself give runs of one letter: words go on over runs.
    if (found !== last || text.length > LONGEST_STRETCH) {
      if (last !== undefined) countWords(last, text);
      text = "";
    }
    last = found;
    for (const glyph of run.glyphs) {
      text += glyph.text;
      if (glyph.text === " ") continue;
      const code = glyph.text.codePointAt(0) as number; // a glyph's text is not empty
      found.counts.set(code, (found.counts.get(code) ?? 0) + 1);
    }
    if (run.glyphs.length > 3) text += " ";
  }
  if (last !== undefined) countWords(last, text);
}

const LONGEST_STRETCH = 4000;

function of(letters: LettersByFont, font: FontFacts): FontLetters {
  const found = letters.get(font);
  if (found !== undefined) return found;
  const made: FontLetters = { counts: new Map(), unknown: 0, words: 0, vowelless: 0, jumbled: 0 };
  letters.set(font, made);
  return made;
}

function countWords(found: FontLetters, text: string): void {
  for (const word of text.match(/[A-Za-z]{3,}/g) ?? []) {
    found.words++;
    if (!/[aeiouy]/i.test(word)) found.vowelless++;
    if (/[a-z][A-Z]/.test(word)) found.jumbled++;
  }
}
