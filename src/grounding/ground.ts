import type { AnswerSources, MaybePromise, Run } from "../interfaces.ts";
import { recall } from "../llm/history.ts";
import type { DraftAnswer, Query, Retrieval } from "../model.ts";
import { abstain } from "./abstain.ts";
import { Asker } from "./asker.ts";
import { compose } from "./compose.ts";
import { type Gathered, gather } from "./gather.ts";
import { Journal } from "./journal.ts";
import type { GroundingSettings } from "./options.ts";
import type { Session } from "./session.ts";
import { settle } from "./settle.ts";

export interface GroundInput {
  readonly query: Query;
  readonly retrieval: Retrieval;
  readonly more: AnswerSources;
  readonly run: Run;
  readonly settings: GroundingSettings;
  /** The answer without a model. */
  readonly withoutModel: (retrieval: Retrieval) => MaybePromise<DraftAnswer>;
}

/**
 * Gather evidence that bears on the question → write an answer from it → check every statement. What fails is written anew, mended or
 * withheld; where nothing holds, no answer is given. A model cannot make it worse than none: one that is not there, fails on every call
 * or says nothing that can be used leads to `withoutModel`.
 *
 * @throws ABORTED, and what `more.retrieve` throws
 */
export async function ground(input: GroundInput): Promise<DraftAnswer> {
  const { query, retrieval, more, run, settings } = input;
  const journal = new Journal(run);
  const asker = new Asker(run, journal, settings.maxCalls);
  if (!asker.can("answerer"))
    return counted(await fallback(input, journal, undefined, "no model is configured for writing answers"), journal);
  const recalled = await recall(query.history, settings, (messages) => asker.ask("searcher", messages), run);
  const session: Session = { query, recalled, more, run, settings, journal, asker };
  const gathered = await gather(session, retrieval);
  const draft = await answerFrom(session, gathered, input);
  return counted({ ...draft, searched: gathered.searched }, journal);
}

async function answerFrom(session: Session, gathered: Gathered, input: GroundInput): Promise<DraftAnswer> {
  const { sources, found, meaning } = gathered;
  const { asker, journal } = session;
  if (sources.length === 0) return abstain(session, gathered, found.length === 0 ? "nothing found" : "nothing relevant");
  const composed = await compose(session, meaning, sources);
  if (composed === "none") return abstain(session, gathered, "not in the sources");
  if (composed === "failed") return fallback(input, journal, gathered, asker.failure ?? "the bound on calls of models was reached");
  const answer = settle(session, composed.draft, sources);
  if (answer !== undefined) return answer;
  if (!asker.hasRead) return fallback(input, journal, gathered, "no reply of the models could be used");
  return abstain(session, gathered, "not supported");
}

function fallback(
  { run, retrieval, withoutModel }: GroundInput,
  journal: Journal,
  gathered: Gathered | undefined,
  reason: string,
): MaybePromise<DraftAnswer> {
  run.log("warn", `The answer is quoted from the documents, and not written by a model: ${reason.replace(/\.$/, "")}.`);
  journal.event("fallback", { reason });
  const kept = gathered?.sources.map(({ evidence }) => evidence) ?? retrieval.evidence;
  return withoutModel({ evidence: kept, searched: gathered?.searched ?? retrieval.searched });
}

function counted(draft: DraftAnswer, { counts }: Journal): DraftAnswer {
  return { ...draft, counts: { ...counts } };
}
