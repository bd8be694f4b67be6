import { CLAIMED } from "../../agent/confidence.ts";
import { type AgentEnd, tell } from "../../agent/events.ts";
import type { Ending } from "../../agent/finish.ts";
import { besidesNotFound, isNotFound } from "../../agent/not-found.ts";
import { type AgentOptions, resolveAgentOptions, withSchema } from "../../agent/options.ts";
import type { AgentResult } from "../../agent/run-agent.ts";
import { artifactSources, retrieverSources, type SearchSource } from "../../agent/search-sources.ts";
import { checkObject } from "../../arguments.ts";
import { readCitationMarks } from "../../citation-marks.ts";
import { count } from "../../count.ts";
import { soundCalculations } from "../../grounding/calculations.ts";
import { groundingSettings } from "../../grounding/options.ts";
import { readable } from "../../grounding/session.ts";
import type { AnswerGenerator, AnswerSources, PluginContext, Run } from "../../interfaces.ts";
import { withoutMarks } from "../../llm/data-marks.ts";
import type { DraftAnswer, Query, Retrieval } from "../../model.ts";
import { strayNumbers } from "./answer-numbers.ts";
import { ExtractiveAnswerGenerator } from "./extractive.ts";

/** One verdict that cannot be read is asked for once more; the grounded generator has more patience. */
const CHECK = groundingSettings({ retries: 1 });

/**
 * Lets a model (role `answerer`, or else `searcher`) answer: it is shown what was retrieved, may search, read and compute, and ends
 * with an answer whose `[n]` point at passages that it was shown. Numbers that no passage has are taken out and counted in
 * `counts.unknownCitations`; an answer without any is asked for once more.
 *
 * Each statement is then checked as the grounded generator's are: quotations to the character, numbers against the passages it cites and
 * sound calculations, its sense by the grader. What is not there is withheld, and what no verdict could be had on is marked. It is not
 * written anew: that is the grounded generator's business. With `checkAnswer: false` numbers alone are checked, and stray ones named
 * under the answer.
 *
 * At the bound of its steps the answer says that it is incomplete. `confidence` is that of the check, and no higher than the model's word
 * (high 0.9, medium 0.6, low 0.3); 0.3 at most where the answer is incomplete.
 *
 * Without a model, or when nothing of the model's answer is left, it quotes as the extractive generator does, or abstains, and says so
 * by an event `agent:fallback` and in the log.
 */
export class ReactAnswerGenerator implements AnswerGenerator {
  readonly name = "react";
  readonly #options: AgentOptions;
  readonly #extractive = new ExtractiveAnswerGenerator();

  /** @throws OPTION_INVALID */
  constructor(options: AgentOptions | PluginContext = {}) {
    checkObject("new ReactAnswerGenerator", options, "options");
    this.#options = "root" in options ? {} : options;
    resolveAgentOptions(this.#options, {}, {});
  }

  async answer(query: Query, retrieval: Retrieval, more: AnswerSources, run: Run): Promise<DraftAnswer> {
    const options = resolveAgentOptions(withSchema("answer", this.#options, await run.schemas()), run.settings, query);
    const model = run.model("answerer") ?? run.model("searcher");
    if (model === undefined)
      return this.#withoutModel(query, retrieval, more, run, "No model is configured for the role answerer.", "no-model");
    const sources = sourcesFor(this.#options, more, run);
    const { artifacts } = more;
    const { runAgent } = await import("../../agent/run-agent.ts");
    const result = await runAgent({ goal: "answer", query, model, options, artifacts, sources, found: retrieval.evidence, run });
    const { ending } = result;
    if (ending?.goal !== "answer") {
      const reason = result.failure ?? "The model gave no answer within its steps.";
      return this.#withoutModel(query, retrieval, more, run, reason, result.end, result);
    }
    // What rests on nothing that was read is no answer from the documents, however it sounds.
    if (!isNotFound(ending.answer) && readCitationMarks(ending.answer, result.desk.evidence.length).cites.length === 0) {
      return this.#withoutModel(query, retrieval, more, run, "The model's answer names no passage that it rests on.", result.end, result);
    }
    let draft: DraftAnswer | undefined;
    if (isNotFound(ending.answer)) draft = notFound(ending.answer, result, retrieval);
    else if (options.checkAnswer) draft = await checked(query, ending, result, more, run);
    else draft = withNumbersChecked(query, ending, result);
    if (draft === undefined) {
      return this.#withoutModel(
        query,
        retrieval,
        more,
        run,
        "No statement of the model's answer is what its passages say.",
        result.end,
        result,
      );
    }
    tell(run, { type: "agent:done", end: result.end, iterations: result.iterations, calls: result.calls });
    return draft;
  }

  async #withoutModel(
    query: Query,
    retrieval: Retrieval,
    more: AnswerSources,
    run: Run,
    reason: string,
    end: AgentEnd,
    result?: AgentResult,
  ): Promise<DraftAnswer> {
    // What the agent found by other words is more than nothing.
    const evidence = retrieval.evidence.length > 0 ? retrieval.evidence : (result?.desk.evidence ?? []);
    const searched = [...new Set([...retrieval.searched, ...(result?.desk.searched ?? [])])];
    const draft = await this.#extractive.answer(query, { evidence, searched }, more);
    const to = draft.abstained === true ? "abstention" : "extractive";
    tell(run, { type: "agent:fallback", iteration: result?.iterations ?? 0, to, reason });
    run.log(end === "no-model" ? "info" : "warn", `The react answer generator answered without its model: ${reason}`);
    tell(run, { type: "agent:done", end, iterations: result?.iterations ?? 0, calls: result?.calls ?? 0 });
    return result === undefined ? draft : { ...draft, counts: countsOf(result) };
  }
}

/** The project's retrievers, each by itself where there are several to choose from; and what the artifacts offer, where there is none. */
function sourcesFor(options: AgentOptions, more: AnswerSources, run: Run): readonly SearchSource[] {
  const [only, second] = more.retrievers;
  if (options.retrievers === undefined && only !== undefined && second === undefined && only.name !== "react") {
    // Through the pipeline, which gives the retriever its own settings.
    return [{ name: only.name, description: only.description, search: (query) => more.retrieve(query) }];
  }
  const given = retrieverSources(options.retrievers ?? more.retrievers, more.artifacts, run);
  return given.length > 0 ? given : artifactSources(more.artifacts);
}

type Answered = Extract<Ending, { readonly goal: "answer" }>;

async function checked(
  query: Query,
  { answer, confidence: claimed = 1 }: Answered,
  result: AgentResult,
  more: AnswerSources,
  run: Run,
): Promise<DraftAnswer | undefined> {
  const { evidence, calculations } = result.desk;
  const { checkAnswer } = await import("../../grounding/check-answer.ts");
  const draft = await checkAnswer({ query, text: withoutMarks(answer), evidence, calculations, more, run, settings: CHECK });
  if (draft === undefined) return undefined;
  const { unknown } = readCitationMarks(answer, evidence.length);
  return {
    ...draft,
    text: [draft.text, ...incompleteNote(result)].join("\n\n"),
    confidence: Math.min(draft.confidence ?? CLAIMED.low, claimed, isIncomplete(result) ? CLAIMED.low : 1),
    counts: { ...countsOf(result), ...faultsIn(result, { unknown, stray: [] }), ...draft.counts },
  };
}

function withNumbersChecked(query: Query, { answer, confidence: claimed }: Answered, result: AgentResult): DraftAnswer {
  const { evidence, calculations } = result.desk;
  const { text, cites, unknown } = readCitationMarks(withoutMarks(answer), evidence.length);
  const cited = cites.flatMap((number) => evidence[number - 1] ?? []);
  const sound = soundCalculations(calculations, [...evidence.map(readable), query.text]);
  const stray = strayNumbers(text, cited, query.text, sound);
  // A number that points nowhere stood for a statement that now has nothing under it.
  const isSupported = unknown.length === 0 && stray.length === 0;
  const strayNote = stray.length > 0 ? [`(Not in the passages cited: ${stray.join(", ")}.)`] : [];
  return {
    text: [text, ...strayNote, ...incompleteNote(result)].join("\n\n"),
    evidence,
    cites: cites.map((number) => ({ evidence: number })),
    confidence: Math.min(claimed ?? CLAIMED.medium, isIncomplete(result) || !isSupported ? CLAIMED.low : 1),
    ...(isSupported ? {} : { grounded: false }),
    counts: { ...countsOf(result), ...faultsIn(result, { unknown, stray }) },
  };
}

function isIncomplete({ end }: AgentResult): boolean {
  return end === "max-iterations" || end === "stuck";
}

function incompleteNote(result: AgentResult): string[] {
  return isIncomplete(result) ? [`(Incomplete: the search was ended after ${count(result.iterations, "step")}.)`] : [];
}

function faultsIn(result: AgentResult, { unknown, stray }: { readonly [fault in "unknown" | "stray"]: readonly string[] }) {
  return {
    ...(isIncomplete(result) ? { incomplete: 1 } : {}),
    ...(unknown.length > 0 ? { unknownCitations: unknown.length } : {}),
    ...(stray.length > 0 ? { strayNumbers: stray.length } : {}),
  };
}

function notFound(answer: string, result: AgentResult, retrieval: Retrieval): DraftAnswer {
  const { evidence } = result.desk;
  const said = readCitationMarks(besidesNotFound(answer), 0).text;
  const searched = [...new Set([...retrieval.searched, ...result.desk.searched])];
  const sentences = ["The documents give no answer."];
  if (said !== "") sentences.push(said);
  if (searched.length > 0) sentences.push(`Searched for: ${searched.map((word) => `“${word}”`).join(", ")}.`);
  return { text: sentences.join(" "), evidence, cites: [], confidence: 0, abstained: true, counts: countsOf(result) };
}

function countsOf({ iterations, calls }: Pick<AgentResult, "iterations" | "calls">): { readonly [key: string]: number } {
  return { steps: iterations, calls };
}
