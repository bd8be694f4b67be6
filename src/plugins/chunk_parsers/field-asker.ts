import { aborted, isRightRagError, messageOf } from "../../errors.ts";
import type { Model, ModelSchema, Run } from "../../interfaces.ts";
import type { Attributes } from "../../model.ts";
import type { FieldCache } from "./field-cache.ts";
import { fieldsReply } from "./fields-reply.ts";
import type { Gate } from "./gate.ts";
import { estimateJob, type Job, messagesOf } from "./indexer-jobs.ts";

/** What one run has asked for so far. Tokens are estimated; what a provider really counted is in the model client's usage. */
export interface AskTotals {
  /** Chunks and documents whose fields came from the cache: not paid for. */
  cached: number;
  /** Calls that were made, those that failed included. */
  calls: number;
  /** Chunks and documents whose fields a call gave. */
  filled: number;
  /** Chunks and documents that stay without fields; the next run asks for them again. */
  failed: number;
  estimatedInputTokens: number;
  estimatedOutputTokens: number;
}

export type Outcome = { readonly fields: Attributes } | { readonly fault: string };

export interface AskOptions {
  readonly attempts: number;
  readonly giveUpAfter: number;
  readonly gate: Gate;
  readonly cache: FieldCache;
}

/** After these no other call of the run can succeed: the key, the quota, a wait that is too long. */
const STOPS: readonly string[] = ["MODEL_UNCONFIGURED", "MODEL_LIMITED"];

/** Asks one model for fields, for one run: each thing once, from the cache where it was asked before. */
export class FieldAsker {
  readonly totals: AskTotals = { cached: 0, calls: 0, filled: 0, failed: 0, estimatedInputTokens: 0, estimatedOutputTokens: 0 };
  readonly #model: Model;
  readonly #run: Run;
  readonly #options: AskOptions;
  /** By key: two chunks of the same text, met at the same time, are asked for once. */
  readonly #asking = new Map<string, Promise<Outcome>>();
  readonly #replies = new Map<string, Promise<ModelSchema<Attributes>>>();
  #faultsInARow = 0;
  #stopped: string | undefined;

  constructor(model: Model, run: Run, options: AskOptions) {
    this.#model = model;
    this.#run = run;
    this.#options = options;
  }

  /** @throws ABORTED; WRITE_FAILED when a reply cannot be kept */
  async ask(job: Job): Promise<Outcome> {
    const before = this.#asking.get(job.key);
    if (before !== undefined) {
      const outcome = await before;
      if ("fields" in outcome) this.totals.cached++;
      else this.totals.failed++;
      return outcome;
    }
    const asking = this.#answer(job).finally(() => this.#asking.delete(job.key));
    this.#asking.set(job.key, asking);
    return asking;
  }

  /** Whether a job's fields are at hand; asks no model. */
  async isCached(job: Job): Promise<boolean> {
    return (await this.#options.cache.read(job.key, await this.#reply(job))) !== undefined;
  }

  async #answer(job: Job): Promise<Outcome> {
    const reply = await this.#reply(job);
    const known = await this.#options.cache.read(job.key, reply);
    if (known !== undefined) {
      this.totals.cached++;
      return { fields: known };
    }
    const outcome = await this.#options.gate.run(() => this.#pay(job, reply));
    if ("fields" in outcome) this.totals.filled++;
    else this.totals.failed++;
    return outcome;
  }

  async #pay(job: Job, reply: ModelSchema<Attributes>): Promise<Outcome> {
    let fault = "";
    for (let attempt = 1; attempt <= this.#options.attempts; attempt++) {
      if (this.#run.signal.aborted) throw aborted("Indexing");
      if (this.#stopped !== undefined) return { fault: this.#stopped };
      this.#count(job);
      let fields: Attributes;
      try {
        fields = await this.#model.object(messagesOf(job), reply, { temperature: 0 });
      } catch (cause) {
        if (this.#run.signal.aborted) throw aborted("Indexing");
        fault = messageOf(cause);
        this.#minute(cause);
        // It will decline the same text again.
        if (isRightRagError(cause) && cause.code === "MODEL_REFUSED") break;
        continue;
      }
      this.#faultsInARow = 0;
      // Before anything else, and even when the run was aborted meanwhile: it is paid for.
      await this.#options.cache.write(job.key, this.#model.name, fields);
      return { fields };
    }
    return { fault };
  }

  /** Notes a fault, and whether it is the last that this run should pay for. */
  #minute(cause: unknown): void {
    this.#faultsInARow++;
    const stops = isRightRagError(cause) && STOPS.includes(cause.code);
    if (this.#stopped !== undefined || (!stops && this.#faultsInARow < this.#options.giveUpAfter)) return;
    this.#stopped = messageOf(cause);
    const why = stops ? "" : ` after ${this.#faultsInARow} faults in a row`;
    const hint = isRightRagError(cause) ? ` ${cause.hint}` : "";
    this.#run.log("warn", `llm-index asks for no more fields in this run${why}: ${messageOf(cause)}${hint}`);
  }

  #count(job: Job): void {
    const { inputTokens, outputTokens } = estimateJob(job);
    this.totals.calls++;
    this.totals.estimatedInputTokens += inputTokens;
    this.totals.estimatedOutputTokens += outputTokens;
  }

  #reply({ specs }: Job): Promise<ModelSchema<Attributes>> {
    const key = specs.map(({ name }) => name).join(" ");
    const made = this.#replies.get(key) ?? fieldsReply(specs);
    this.#replies.set(key, made);
    return made;
  }
}
