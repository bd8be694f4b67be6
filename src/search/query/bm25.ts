import { LENGTH_OF_NORM } from "../segment/norms.ts";

/*
 * BM25F in its simple form: the fields of an item are added up with their weights, occurrences as well as lengths, and the sum is
 * scored as one text. Robertson, Zaragoza & Taylor, "Simple BM25 extension to multiple weighted fields" (CIKM 2004); the formula of
 * one text is that of Robertson & Zaragoza, "The Probabilistic Relevance Framework: BM25 and Beyond" (2009), without the constant
 * factor k1 + 1, which changes no order.
 *
 * Every contribution is rounded to a multiple of 2^-30. Sums of such numbers are exact in any order, so a score does not depend on the
 * order in which terms, segments or pruned lists were read.
 */

/** Adding and taking off this number rounds a number below 2^21 to a multiple of 2^-30: 1.5 * 2^(52 - 30). */
const ROUND = 6291456;

/**
 * How much a term says.
 *
 * The `1 +` inside the logarithm is Lucene's, and keeps terms of more than half of the items above zero.
 *
 * @param items - in the index; count, > 0
 * @param withTerm - items that have the term; count, 1 to `items`
 * @returns > 0
 */
export function inverseDocumentFrequency(items: number, withTerm: number): number {
  return Math.log(1 + (items - withTerm + 0.5) / (withTerm + 0.5));
}

/**
 * For each norm byte, what the number of occurrences is compared with: k1 * (1 - b + b * length / average).
 *
 * @param averageLength - weighted words, over all items of the index
 */
export function lengthFactors(k1: number, b: number, averageLength: number): Float64Array {
  const factors = new Float64Array(256);
  for (let norm = 0; norm < 256; norm++) {
    factors[norm] = averageLength > 0 ? k1 * (1 - b + (b * (LENGTH_OF_NORM[norm] as number)) / averageLength) : k1;
  }
  return factors;
}

/**
 * What one term adds to the score of one item. Rises with `times` and falls with `factor`, also in floating point, so a value computed
 * from bounds is a bound.
 *
 * @param weight - of the term, see `inverseDocumentFrequency`, times its weight in the query
 * @param times - occurrences weighted by field, >= 0
 * @param factor - see `lengthFactors`
 */
export function contribution(weight: number, times: number, factor: number): number {
  return weight / (1 + factor / times) + ROUND - ROUND;
}

/** A score times a boost, on the same grid. */
export function boosted(score: number, factor: number): number {
  return score * factor + ROUND - ROUND;
}
