import type { Claim } from "./claims.ts";

export type ConfidenceBand = "high" | "medium" | "low";

/** Lowest confidence of a band. */
const HIGH = 0.8;
const MEDIUM = 0.5;

/**
 * `high` from 0.8: every statement was checked against a source that was found relevant, at the first or second draft.
 * `medium` from 0.5: most of it was. `low` below: read the sources yourself. For answers of every generator.
 */
export function confidenceBand(confidence: number): ConfidenceBand {
  if (confidence >= HIGH) return "high";
  return confidence >= MEDIUM ? "medium" : "low";
}

/** What a statement's check is worth. */
const WORTH = { supported: 1, uncited: 0.4, unverified: 0.3, rejected: 0 } as const;
/** A second draft is a little less sure than a first one. */
const PER_REGENERATION = 0.95;
/** A source that no grader called relevant weighs this much of one that was. */
const UNGRADED = 0.85;

/**
 * Confidence of a grounded answer, 0 to 1: the mean worth of its statements (supported 1, supported but without a citation 0.4, not verified
 * 0.3, unsupported 0; withheld statements count as unsupported), times 0.95 for each regeneration, times the mean of the cited
 * sources (relevant 1, ungraded 0.85). An abstention has 0.
 */
export function confidenceOf(claims: readonly Claim[], regenerations: number, citedRelevant: readonly boolean[]): number {
  if (claims.length === 0) return 0;
  const worth = mean(claims.map(({ status }) => WORTH[status]));
  const sources = citedRelevant.length === 0 ? UNGRADED : mean(citedRelevant.map((relevant) => (relevant ? 1 : UNGRADED)));
  return Math.round(worth * PER_REGENERATION ** regenerations * sources * 100) / 100;
}

function mean(values: readonly number[]): number {
  return values.reduce((sum, value) => sum + value, 0) / values.length;
}
