import { LENGTH_OF_NORM } from "../segment/norms.ts";

/*
 * BM25F with a length norm for the text only: Zaragoza, Craswell, Taylor, Saria & Robertson, "Microsoft Cambridge at TREC-13" (2004),
 * with b = 0 for every field but the text. Occurrences are added up over fields, those in the text divided by its length norm, and the
 * sum saturates once. A path or a schema field is short and says as much in a short item as in a long one; with one norm over all
 * fields, items of few words were found by their path alone (cuad-clauses: nDCG@10 0.38 instead of 0.49). The constant factor k1 + 1 is
 * left out, which changes no order.
 *
 * Scores are whole numbers of `scale` parts. Their sums are exact in any order, so a score does not depend on the order in which terms,
 * segments or pruned lists were read; and the loops need no floating point, which V8 would allocate until it has compiled them.
 */

/** Parts of 1 that scores are counted in, unless the question is so heavy that a sum would leave 30 bits. */
const FINEST = 2 ** 20;

/** The scale for a question, a power of 2. @param weights - sum of the weights of its terms, which no score exceeds */
export function scaleOf(weights: number): number {
  let scale = FINEST;
  while (weights * scale >= 2 ** 30) scale /= 2;
  return scale;
}

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
 * For each norm byte, k1 times the length norm of the text: k1 * (1 - b + b * length / average).
 *
 * @param averageLength - words of the text, over all items of the index
 */
export function lengthFactors(k1: number, b: number, averageLength: number): Float64Array {
  const factors = new Float64Array(256);
  for (let norm = 0; norm < 256; norm++) {
    const length = Math.max(1, LENGTH_OF_NORM[norm] as number);
    factors[norm] = averageLength > 0 ? k1 * (1 - b + (b * length) / averageLength) : k1;
  }
  return factors;
}

/**
 * What one term adds to the score of one item. Rises with `inText` and `elsewhere` and falls with `factor`, also in floating point, so
 * a value computed from bounds is a bound.
 *
 * @param weight - of the term, see `inverseDocumentFrequency`, times its weight in the query, times the scale
 * @param inText - occurrences in the text times the weight of the text, >= 0
 * @param elsewhere - occurrences in other fields, weighted by field, >= 0
 * @param factor - see `lengthFactors`
 * @returns a whole number of parts, 0 to `weight`
 */
export function contribution(weight: number, inText: number, elsewhere: number, factor: number, k1: number): number {
  if (elsewhere === 0) return Math.floor(weight / (1 + factor / inText) + 0.5);
  return Math.floor(weight / (1 + k1 / (elsewhere + (inText * k1) / factor)) + 0.5);
}

/** A score times a boost, in whole parts too. */
export function boosted(score: number, factor: number): number {
  return factor === 1 ? score : Math.floor(score * factor + 0.5);
}
