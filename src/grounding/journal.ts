import type { Run } from "../interfaces.ts";
import type { Json } from "../model.ts";

/**
 * Events of a grounded answer. Each has `step`, counted from 1 in the order in which things happened.
 *
 * - `grounding:rewrite` — the question was put in other words: `question`, `reason` ("conversation", "asked" or "too little"); `failed: true`
 *   where none came of it
 * - `grounding:grade` — what a retrieval found was graded: `relevant`, `irrelevant`, `ungraded`, `share`, and `sources`, each with `citation` and
 *   `grade`
 * - `grounding:draft` — an answer was written: `text`, `cites`, and `unknown`, the citations of sources that are not there
 * - `grounding:check` — its statements were compared with their sources: `supported`, `uncited`, `unverified`, `rejected`, `complaints`
 * - `grounding:regenerate` — it is written anew, because of `complaints`
 * - `grounding:polish` — it was rewritten for clarity (`reason` "asked") or to mend it ("failed its check"): `accepted`, and else `why`
 * - `grounding:abstain` — no answer is given: `reason`
 * - `grounding:fallback` — no model could be used: the answer is quoted by the extractive generator: `reason`
 */
export type GroundingEvent = "rewrite" | "grade" | "draft" | "check" | "regenerate" | "polish" | "abstain" | "fallback";

/** What was done for an answer, as `counts` of it. */
export interface GroundingCounts {
  /** Rewritten questions that were searched for. */
  rewrites: number;
  /** Pieces of evidence with a verdict. */
  graded: number;
  relevant: number;
  /** Pieces on which no verdict could be had: kept, and used as if they were relevant. */
  ungraded: number;
  drafts: number;
  /** Answers written anew because one failed its check. */
  regenerations: number;
  /** Statements that a model was asked to check. */
  checks: number;
  polishes: number;
  /** Statements left out of the answer. */
  withheld: number;
  /** Statements in the answer on which no verdict could be had. */
  unverified: number;
  /** Calls of models, failed ones included. */
  calls: number;
  steps: number;
}

/** Keeps the events and counts of one answer. */
export class Journal {
  readonly counts: GroundingCounts = {
    rewrites: 0,
    graded: 0,
    relevant: 0,
    ungraded: 0,
    drafts: 0,
    regenerations: 0,
    checks: 0,
    polishes: 0,
    withheld: 0,
    unverified: 0,
    calls: 0,
    steps: 0,
  };
  readonly #run: Run;

  constructor(run: Run) {
    this.#run = run;
  }

  event(type: GroundingEvent, facts: { readonly [key: string]: Json }): void {
    this.counts.steps++;
    this.#run.emit({ type: `grounding:${type}`, step: this.counts.steps, ...facts });
  }
}
