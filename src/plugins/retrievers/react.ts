import { CLAIMED } from "../../agent/confidence.ts";
import { type AgentEnd, tell } from "../../agent/events.ts";
import { type AgentOptions, resolveAgentOptions, withSchema } from "../../agent/options.ts";
import type { AgentResult } from "../../agent/run-agent.ts";
import { artifactSources, retrieverSources } from "../../agent/search-sources.ts";
import { checkObject } from "../../arguments.ts";
import { queryEmpty } from "../../errors.ts";
import type { Artifacts, PluginContext, Retriever, Run } from "../../interfaces.ts";
import type { Evidence, Query, Retrieval } from "../../model.ts";

/**
 * Lets a model (role `searcher`) search: it reads, reformulates, follows references, and ends by naming the passages that carry the
 * answer. `score` is their rank: 1 for the first, falling evenly; `confidence` is the model's word for it (high 0.9, medium 0.6, low
 * 0.3), 0.3 where it came to no end, or that of the search that ended it early.
 *
 * Without a model, or when the model gives nothing, it is a plain search with the question, and says so by an event
 * `agent:fallback` and in the log.
 */
export class ReactRetriever implements Retriever {
  readonly name = "react";
  readonly description =
    "A model searches step by step: it reformulates, reads, follows references and computes. Slow, for hard questions.";
  readonly #options: AgentOptions;

  /** @throws OPTION_INVALID */
  constructor(options: AgentOptions | PluginContext = {}) {
    checkObject("new ReactRetriever", options, "options");
    this.#options = "root" in options ? {} : options;
    resolveAgentOptions(this.#options, {}, {});
  }

  async retrieve(query: Query, artifacts: Artifacts, run: Run): Promise<Retrieval> {
    if (query.text.trim() === "") throw queryEmpty();
    const options = resolveAgentOptions(withSchema("find", this.#options, await run.schemas()), run.settings, query);
    const given = retrieverSources(this.#options.retrievers ?? [], artifacts, run);
    const sources = given.length > 0 ? given : artifactSources(artifacts);
    const plain = async (reason: string, end: AgentEnd, result?: AgentResult): Promise<Retrieval> => {
      tell(run, { type: "agent:fallback", iteration: result?.iterations ?? 0, to: "keyword", reason });
      run.log(end === "no-model" ? "info" : "warn", `The react retriever searched by the question alone: ${reason}`);
      const found = (await sources[0]?.search(query)) ?? { evidence: [], searched: [] };
      tell(run, { type: "agent:done", end, iterations: result?.iterations ?? 0, calls: result?.calls ?? 0 });
      return found;
    };
    const model = run.model("searcher");
    if (model === undefined) return plain("No model is configured for the role searcher.", "no-model");
    const { runAgent } = await import("../../agent/run-agent.ts");
    const result = await runAgent({ goal: "find", query, model, options, artifacts, sources, found: [], run });
    const { ending, end, desk } = result;
    if (ending?.goal !== "find") {
      return plain(result.failure ?? "The model named no passages within its steps, and made no search.", end, result);
    }
    tell(run, { type: "agent:done", end, iterations: result.iterations, calls: result.calls });
    const chosen = ending.chosen.flatMap((number) => desk.evidence[number - 1] ?? []).slice(0, query.topK ?? 10);
    return { evidence: ranked(chosen), confidence: ending.confidence ?? CLAIMED.medium, searched: desk.searched };
  }
}

/** Scores of different searches mean nothing beside each other; the order is the model's. */
function ranked(chosen: readonly Evidence[]): Evidence[] {
  return chosen.map((piece, i) => ({ ...piece, score: (chosen.length - i) / chosen.length }));
}
