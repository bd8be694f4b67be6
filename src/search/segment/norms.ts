/*
 * The length of an item's text in one byte: exact up to 63, then in steps of 6 %. The same length always gets the
 * same byte, so scores do not depend on when an item was added. (Lucene keeps lengths in one byte too, in steps of 12 %.)
 */

const EXACT_LENGTHS = 64;
const STEP = 2 ** (1 / 12);

/** Length in words that each byte stands for. */
export const LENGTH_OF_NORM: Float64Array = new Float64Array(256);
for (let norm = 0; norm < 256; norm++) {
  LENGTH_OF_NORM[norm] = norm < EXACT_LENGTHS ? norm : Math.round(EXACT_LENGTHS * STEP ** (norm - EXACT_LENGTHS + 1));
}

/** No text has as many words. */
const MOST_WORDS = 2 ** 28;

/** Most words that a byte stands for. */
export function longestOfNorm(norm: number): number {
  return norm === 255 ? MOST_WORDS : (LENGTH_OF_NORM[norm + 1] as number) - 1;
}

/** The byte for a length in words, >= 0: the largest one that stands for no more. */
export function normOf(length: number): number {
  if (length < EXACT_LENGTHS) return Math.floor(length);
  // Where the step is by its formula, and then by its rounding.
  let norm = Math.min(255, EXACT_LENGTHS - 1 + Math.floor(Math.log2(length / EXACT_LENGTHS) / Math.log2(STEP)));
  while (norm < 255 && (LENGTH_OF_NORM[norm + 1] as number) <= length) norm++;
  while ((LENGTH_OF_NORM[norm] as number) > length) norm--;
  return norm;
}
