/** A word, still to be stemmed by the language of its document. */
export const WORD = 0;
/** A term that is taken as it stands: a pair of Han characters, or a citation such as `12(3)(a)`. */
export const EXACT = 1;

/** Longest term, in UTF-16 units; what is longer is cut there, in texts and questions alike. */
export const MAX_TERM_LENGTH = 64;

/**
 * Takes one thing found in a text. The folded form stands in `folded[0..length)` until the visitor returns.
 * `start` and `end` are UTF-16 offsets into the text; `position` counts words from 0, and a composite has that of its first word.
 */
export type Visitor = (folded: Uint16Array, length: number, start: number, end: number, position: number, kind: number) => void;

/** The part of a term that is kept. No character is cut in two. */
export function cutTerm(term: string): string {
  if (term.length <= MAX_TERM_LENGTH) return term;
  const last = term.charCodeAt(MAX_TERM_LENGTH - 1);
  return term.slice(0, last >= 0xd800 && last < 0xdc00 ? MAX_TERM_LENGTH - 1 : MAX_TERM_LENGTH);
}
