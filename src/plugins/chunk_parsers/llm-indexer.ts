import { checkObject } from "../../arguments.ts";
import { aborted, isRightRagError, optionInvalid } from "../../errors.ts";
import { stableHash } from "../../hash.ts";
import type { ChunkParser, Model, ModelCost, Run } from "../../interfaces.ts";
import type { Attributes, Chunk, Document } from "../../model.ts";
import type { IndexSchema } from "../../schemas/schema-types.ts";
import { FieldAsker, type Outcome } from "./field-asker.ts";
import { FieldCache } from "./field-cache.ts";
import { Gate } from "./gate.ts";
import { chunkJob, documentJob, estimateJob, type Job } from "./indexer-jobs.ts";

export interface LlmIndexerOptions {
  /** In place of the project's index schema. */
  readonly schema?: IndexSchema;
  /** Calls at once, 1 to 64; the model client may allow fewer. @default 4 */
  readonly parallel?: number;
  /** Calls for one chunk, 1 to 10, when it gets no usable reply; each of them was already repeated by the client. @default 2 */
  readonly attempts?: number;
  /** Faults in a row after which a run asks no more, 1 or more. @default 20 */
  readonly giveUpAfter?: number;
}

export const noIndexingCost: ModelCost = { calls: 0, cached: 0, inputTokens: 0, outputTokens: 0 };

/**
 * Has a model fill in the fields of the index schema: `fields` for each chunk, and `doc_fields` for each document, which become
 * attributes of all its chunks, so that they can be searched and filtered. An attribute that a parser gave is never changed, nor
 * asked for.
 *
 * A reply is kept under `<output>/cache/indexer/` before the next is asked for, by the text, the fields and the model's name: what
 * was paid for once is never paid for again, whatever stops the run. What gets no usable reply stays without fields, is counted
 * (events `index:incomplete`, `index:model`) and asked for again by the next run. Without a model nothing is done, and nothing fails.
 */
export class LlmIndexer implements ChunkParser {
  readonly name = "llm-index";
  /** After parsers that give attributes of their own. */
  readonly order = 100;
  readonly #schema: IndexSchema | undefined;
  readonly #parallel: number;
  readonly #attempts: number;
  readonly #giveUpAfter: number;
  readonly #gate: Gate;
  /** One signal is one run. */
  readonly #askers = new WeakMap<AbortSignal, FieldAsker>();

  /** @throws OPTION_INVALID */
  constructor(options: LlmIndexerOptions = {}) {
    checkObject("new LlmIndexer", options, "options");
    this.#schema = options.schema;
    this.#parallel = whole("parallel", options.parallel ?? 4, 64);
    this.#attempts = whole("attempts", options.attempts ?? 2, 10);
    this.#giveUpAfter = whole("giveUpAfter", options.giveUpAfter ?? 20, Number.MAX_SAFE_INTEGER);
    this.#gate = new Gate(this.#parallel);
  }

  async enrich(document: Document, chunks: readonly Chunk[], run: Run): Promise<readonly Chunk[]> {
    if (chunks.length === 0) return chunks;
    const model = this.#modelOf(run);
    if (model === undefined) return chunks;
    if ("fault" in model) {
      this.#tellMissing(document, chunks.length, chunks.length, model.fault, run);
      return chunks;
    }
    const asker = this.#askerOf(run, model);
    const { ofDocument, ofChunks } = await this.#jobsOf(document, chunks, model, run);
    const outcomes = await this.#askAll([ofDocument, ...ofChunks], asker, run);
    this.#report(document, outcomes, asker, run);
    const [documentFields, ...chunkFields] = outcomes.map((outcome) =>
      outcome !== undefined && "fields" in outcome ? outcome.fields : {},
    );
    return chunks.map((chunk, i) => withFields(chunk, { ...documentFields, ...chunkFields[i] }));
  }

  /** What `enrich` would have to pay for; writes nothing and asks nobody. Nothing, without a model. */
  async estimate(document: Document, chunks: readonly Chunk[], run: Run): Promise<ModelCost> {
    const model = chunks.length === 0 ? undefined : this.#modelOf(run);
    if (model === undefined || "fault" in model) return noIndexingCost;
    const asker = this.#askerOf(run, model);
    const { ofDocument, ofChunks } = await this.#jobsOf(document, chunks, model, run);
    const jobs = [ofDocument, ...ofChunks].filter((job) => job !== undefined);
    const byKey = new Map(jobs.map((job) => [job.key, job]));
    const cost = { ...noIndexingCost, cached: jobs.length - byKey.size };
    for (const job of byKey.values()) {
      if (await asker.isCached(job)) cost.cached++;
      else {
        const { inputTokens, outputTokens } = estimateJob(job);
        cost.calls++;
        cost.inputTokens += inputTokens;
        cost.outputTokens += outputTokens;
      }
    }
    return cost;
  }

  /**
   * What, beside code and settings, decides what `enrich` gives: the fields that are asked for, and the model. It belongs to what a
   * run compares to see whether a document has to be made again.
   */
  async recipe(run: Run): Promise<string> {
    const model = this.#modelOf(run);
    if (model === undefined || "fault" in model) return "no model";
    const { fields, doc_fields } = await this.#schemaOf(run);
    return stableHash([
      model.name,
      [fields, doc_fields].map((specs) => specs.map(({ name, type, description }) => [name, type, description])),
    ]);
  }

  async #schemaOf(run: Run): Promise<IndexSchema> {
    return this.#schema ?? (await run.schemas()).index;
  }

  /** A model that is named and cannot be used (its key is missing) is no reason to index nothing. */
  #modelOf(run: Run): Model | { readonly fault: string } | undefined {
    try {
      return run.model("indexer");
    } catch (cause) {
      if (!isRightRagError(cause)) throw cause;
      return { fault: `${cause.message} ${cause.hint}` };
    }
  }

  async #jobsOf(document: Document, chunks: readonly Chunk[], model: Model, run: Run) {
    const schema = await this.#schemaOf(run);
    return {
      ofDocument: documentJob(document, chunks, schema, model.name),
      ofChunks: chunks.map((chunk) => chunkJob(chunk, schema, model.name)),
    };
  }

  /** In order. Every call that was begun is waited for, also when the run is aborted: its reply is paid for, and is kept. */
  async #askAll(jobs: readonly (Job | undefined)[], asker: FieldAsker, run: Run): Promise<(Outcome | undefined)[]> {
    const outcomes: (Outcome | undefined)[] = jobs.map(() => undefined);
    const queue = jobs.entries();
    let failed = false;
    const work = async () => {
      for (const [i, job] of queue) {
        if (run.signal.aborted) throw aborted("Indexing");
        if (failed) return;
        if (job !== undefined) outcomes[i] = await asker.ask(job);
      }
    };
    const workers = await Promise.allSettled(
      Array.from({ length: this.#parallel }, () =>
        work().catch((error: unknown) => {
          failed = true; // a reply could not be kept, so no other is bought
          throw error;
        }),
      ),
    );
    for (const worker of workers) if (worker.status === "rejected") throw worker.reason;
    return outcomes;
  }

  #report(document: Document, outcomes: readonly (Outcome | undefined)[], asker: FieldAsker, run: Run): void {
    const faults = outcomes.flatMap((outcome) => (outcome !== undefined && "fault" in outcome ? [outcome.fault] : []));
    const asked = outcomes.filter((outcome) => outcome !== undefined).length;
    const [first] = faults;
    if (first !== undefined) this.#tellMissing(document, faults.length, asked, first, run);
    run.emit({ type: "index:model", plugin: this.name, source: document.source, totals: { ...asker.totals } });
  }

  #tellMissing(document: Document, lost: number, asked: number, fault: string, run: Run): void {
    const message = `${lost} of ${asked} requests for fields of "${document.source}" got no usable reply, and these stay empty: ${fault}`;
    run.log("warn", `${message} The next run asks for them again.`);
    run.emit({ type: "index:incomplete", plugin: this.name, document: document.id, source: document.source, message, lost });
  }

  #askerOf(run: Run, model: Model): FieldAsker {
    let asker = this.#askers.get(run.signal);
    if (asker === undefined) {
      const cache = new FieldCache(run.output);
      asker = new FieldAsker(model, run, { attempts: this.#attempts, giveUpAfter: this.#giveUpAfter, gate: this.#gate, cache });
      this.#askers.set(run.signal, asker);
    }
    return asker;
  }
}

function withFields(chunk: Chunk, fields: Attributes): Chunk {
  if (Object.keys(fields).length === 0) return chunk;
  return { ...chunk, attributes: { ...fields, ...chunk.attributes } };
}

function whole(option: string, value: number, most: number): number {
  if (Number.isInteger(value) && value >= 1 && value <= most) return value;
  throw optionInvalid(
    `${option} of llm-index`,
    value,
    most === Number.MAX_SAFE_INTEGER ? "a whole number, 1 or more" : `a whole number from 1 to ${most}`,
  );
}
