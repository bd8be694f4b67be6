import { factors, scoring } from "./memory";

/** The saturation of BM25, the same for all terms of a search. */
export let k1: f64 = 0;
/** Weight of occurrences in the text. */
export let textWeight: f64 = 1;

/** Begins a search; the caller has written `scoring`, `factors` and `fieldParts`. */
export function prepareScores(): void {
  k1 = load<f64>(scoring);
  textWeight = load<f64>(scoring, 8);
}

export function factorOf(norm: u32): f64 {
  return load<f64>(factors + ((<usize>norm) << 3));
}

/** What one term adds to the score of one item: the same formula, in the same order, as `contribution` of bm25.ts, which explains it. */
export function contribution(weight: f64, inText: f64, elsewhere: f64, factor: f64): i32 {
  if (elsewhere === 0) return <i32>floor<f64>(weight / (1 + factor / inText) + 0.5);
  return <i32>floor<f64>(weight / (1 + k1 / (elsewhere + (inText * k1) / factor)) + 0.5);
}

/** A score times a factor, as `boosted` of bm25.ts. */
export function boosted(score: f64, factor: f64): f64 {
  return factor === 1 ? score : floor<f64>(score * factor + 0.5);
}
