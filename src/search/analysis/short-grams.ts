import { entryOf, HAN, HANGUL, UNSPACED } from "./characters.ts";

/** Whether a word is a run of a script without spaces that is shorter than its grams: one character of Han, kana or Hangul, or two of Thai. */
export function isShort(word: string): boolean {
  const entry = entryOf(word.charCodeAt(0));
  if (entry !== UNSPACED && entry !== HAN && entry !== HANGUL) return false;
  return [...word].length < (entry === UNSPACED ? 3 : 2);
}
