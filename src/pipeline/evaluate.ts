import { aborted, messageOf, optionInvalid } from "../errors.ts";
import type { Outcome, Plugins } from "../interfaces.ts";
import type { EvalCase, EvalReport, EvalResult, Score } from "../model.ts";
import { callPlugin, type Host, runFor } from "./host.ts";

export interface EvaluateInput {
  readonly cases: readonly EvalCase[];
  /** Answers one case; what it throws is that case's failure. */
  readonly query: (evalCase: EvalCase) => Promise<Outcome>;
  readonly plugins: Pick<Plugins, "evaluators" | "reporters">;
  /** Cases run at once, 1 or more. @default 4 */
  readonly concurrency?: number;
  /** Milliseconds since any fixed moment. @default performance.now */
  readonly now?: () => number;
  readonly host: Host;
}

/**
 * Cases → answers → scores. A case that fails, in its query or in an evaluator, is a result with an error; the others go
 * on. Reporters get each result as its case ends, one at a time; results and summary are in the order of cases and
 * evaluators, whatever ended first. Emits `evaluate:case` for progress.
 *
 * @throws ABORTED, OPTION_INVALID, and what a reporter's `append` fails with, since results would be lost in silence
 */
export async function evaluate(input: EvaluateInput): Promise<EvalReport> {
  const { cases, host, concurrency = 4 } = input;
  if (!Number.isInteger(concurrency) || concurrency < 1) throw optionInvalid("concurrency", concurrency, "a whole number, 1 or more");
  const results: EvalResult[] = [];
  const appending = new Turns();
  let next = 0;
  let done = 0;
  let stopped = false;

  async function work(): Promise<void> {
    for (let i = next++; !stopped; i = next++) {
      const evalCase = cases[i];
      if (evalCase === undefined) return;
      if (host.signal.aborted) throw aborted("The evaluation");
      const result = await runCase(evalCase, input);
      results[i] = result;
      await appending.run(() => appendResult(result, input));
      const { caseId, durationMs, error } = result;
      host.emit({ type: "evaluate:case", caseId, number: ++done, of: cases.length, durationMs, error });
    }
  }

  const workers = Array.from({ length: Math.min(concurrency, cases.length) }, () =>
    work().catch((error: unknown) => {
      stopped = true;
      throw error;
    }),
  );
  // All must have come to rest before the caller goes on, also when one has failed.
  const ends = await Promise.allSettled(workers);
  for (const end of ends) if (end.status === "rejected") throw end.reason;
  return { results, summary: summarise(results), failed: results.filter((result) => result.error !== undefined).length };
}

/**
 * Hands the report to every reporter; one that fails does not keep the others from writing.
 *
 * @param output - the path the user asked for
 * @returns the paths written
 * @throws what the first failing reporter failed with, after all were asked
 */
export async function reportEvaluation(
  report: EvalReport,
  output: string | undefined,
  plugins: Pick<Plugins, "reporters">,
  host: Host,
): Promise<string[]> {
  const paths: string[] = [];
  const failures: unknown[] = [];
  for (const reporter of plugins.reporters) {
    try {
      paths.push(
        ...(await callPlugin(host, reporter, "Reporting", undefined, () => reporter.report(report, output, runFor(host, reporter)))),
      );
    } catch (failure) {
      failures.push(failure);
    }
  }
  if (failures.length > 0) throw failures[0];
  return paths;
}

async function runCase(evalCase: EvalCase, input: EvaluateInput): Promise<EvalResult> {
  const { host, now = () => performance.now() } = input;
  const began = now();
  let answer: Outcome["answer"];
  let scores: Score[] = [];
  let error: string | undefined;
  let durationMs: number | undefined;
  try {
    const outcome = await input.query(evalCase);
    answer = outcome.answer;
    durationMs = now() - began;
    scores = await score(evalCase, outcome, input);
  } catch (cause) {
    if (host.signal.aborted) throw aborted("The evaluation");
    error = messageOf(cause);
  }
  return {
    caseId: evalCase.id,
    question: evalCase.query.text,
    scores,
    durationMs: durationMs ?? now() - began,
    ...(answer === undefined ? {} : { answer }),
    ...(error === undefined ? {} : { error }),
  };
}

async function score(evalCase: EvalCase, outcome: Outcome, { plugins, host }: EvaluateInput): Promise<Score[]> {
  const scores: Score[] = [];
  for (const evaluator of plugins.evaluators) {
    const given = await callPlugin(host, evaluator, "Evaluating", evalCase.id, async () => {
      const own = await evaluator.evaluate(evalCase, outcome, runFor(host, evaluator));
      for (const { metric, value } of own) checkScore(metric, value);
      return own;
    });
    scores.push(...given);
  }
  return scores;
}

/** A score out of range would spoil a mean that nobody looks behind. */
function checkScore(metric: string, value: number | null): void {
  if (value === null || (typeof value === "number" && value >= 0 && value <= 1)) return;
  throw new RangeError(`its score "${metric}" is ${String(value)}, but must be 0 to 1, or null where it does not apply`);
}

async function appendResult(result: EvalResult, { plugins, host }: EvaluateInput): Promise<void> {
  for (const reporter of plugins.reporters) {
    if (reporter.append === undefined) continue;
    await callPlugin(host, reporter, "Reporting", result.caseId, () => reporter.append?.(result, runFor(host, reporter)));
  }
}

function summarise(results: readonly EvalResult[]): EvalReport["summary"] {
  const metrics = new Map<string, { sum: number; cases: number }>();
  for (const { metric, value } of results.flatMap((result) => result.scores)) {
    const { sum, cases } = metrics.get(metric) ?? { sum: 0, cases: 0 };
    metrics.set(metric, value === null ? { sum, cases } : { sum: sum + value, cases: cases + 1 });
  }
  return Object.fromEntries([...metrics].map(([metric, { sum, cases }]) => [metric, { mean: cases === 0 ? null : sum / cases, cases }]));
}

/** Runs tasks one after another, in the order in which they were brought. */
class Turns {
  #last: Promise<void> = Promise.resolve();

  run(task: () => Promise<void>): Promise<void> {
    const turn = this.#last.then(task);
    this.#last = turn.catch(() => {});
    return turn;
  }
}
