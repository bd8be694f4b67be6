import type { AnswerSources, Run } from "../interfaces.ts";
import type { DraftAnswer, Evidence, Query } from "../model.ts";
import { Asker } from "./asker.ts";
import { type Calculation, soundCalculations } from "./calculations.ts";
import { Checker } from "./check.ts";
import { Journal } from "./journal.ts";
import type { GroundingSettings } from "./options.ts";
import { readable } from "./session.ts";
import { settle } from "./settle.ts";

export interface AnswerToCheck {
  readonly query: Query;
  /** `[n]` in it is the n-th piece of evidence. */
  readonly text: string;
  readonly evidence: readonly Evidence[];
  /** Made for it; those of invented numbers count for nothing. */
  readonly calculations: readonly Calculation[];
  readonly more: AnswerSources;
  readonly run: Run;
  readonly settings: GroundingSettings;
}

/**
 * An answer that was written elsewhere, checked statement by statement as a grounded one is: what its sources do not carry is withheld, what
 * no verdict could be had on is marked. Undefined where nothing is left of it.
 *
 * @throws ABORTED
 */
export async function checkAnswer({
  query,
  text,
  evidence,
  calculations,
  more,
  run,
  settings,
}: AnswerToCheck): Promise<DraftAnswer | undefined> {
  const journal = new Journal(run);
  const asker = new Asker(run, journal, settings.maxCalls);
  const session = { query, recalled: { turns: [] }, more, run, settings, journal, asker };
  const sources = evidence.map((piece) => ({ evidence: piece, grade: "ungraded" as const }));
  const sound = soundCalculations(calculations, [...evidence.map(readable), query.text]);
  const draft = await new Checker(session, query.text, sources, sound).check(text, true);
  const answer = settle(session, draft, sources);
  const { checks, withheld, unverified } = journal.counts;
  return answer === undefined ? undefined : { ...answer, counts: { checks, withheld, unverified } };
}
