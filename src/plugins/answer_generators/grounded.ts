import { checkObject } from "../../arguments.ts";
import { type GroundingOptions, type GroundingSettings, groundingSettings } from "../../grounding/options.ts";
import type { AnswerGenerator, AnswerSources, PluginContext, Run } from "../../interfaces.ts";
import type { DraftAnswer, Query, Retrieval } from "../../model.ts";
import { ExtractiveAnswerGenerator } from "./extractive.ts";

/**
 * An answer written by a model from evidence that was graded, with every statement checked against the source that it cites. Without a
 * model it is the extractive answer.
 *
 * Roles: `searcher` puts the question in other words, `grader` grades evidence and checks statements, `answerer` writes, and plays a role
 * that has no model of its own. Options may also stand in the config under `plugins.grounded`, which go before those given here.
 */
export class GroundedAnswerGenerator implements AnswerGenerator {
  readonly name = "grounded";
  readonly #options: GroundingOptions;
  readonly #extractive = new ExtractiveAnswerGenerator();

  /** @throws OPTION_INVALID */
  constructor(options: GroundingOptions | PluginContext = {}) {
    checkObject("new GroundedAnswerGenerator", options, "options");
    this.#options = "root" in options ? {} : options;
    groundingSettings(this.#options);
  }

  async answer(query: Query, retrieval: Retrieval, more: AnswerSources, run: Run): Promise<DraftAnswer> {
    const withoutModel = (found: Retrieval) => this.#extractive.answer(query, found, more);
    const { ground } = await import("../../grounding/ground.ts");
    return ground({ query, retrieval, more, run, settings: this.#settings(run), withoutModel });
  }

  #settings(run: Run): GroundingSettings {
    return groundingSettings({ ...this.#options, ...(run.settings as GroundingOptions) }); // checked there
  }
}
