import { aborted, explained, isRightRagError } from "../errors.ts";
import type { Message, Model, ModelOptions, ModelRole, Run } from "../interfaces.ts";
import { collectReply } from "../llm/collect-reply.ts";
import type { Journal } from "./journal.ts";
import { readVerdict, type Verdict, type VerdictWords } from "./verdict.ts";

/** Failures that another call would only repeat: a key, a quota, no model at all. */
const LASTING = new Set(["MODEL_LIMITED", "MODEL_UNCONFIGURED"]);
/** Failures in a row after which a model is not asked again. The client has tried each call several times itself. */
const FAILURES = 3;
/** Subjects without any verdict after which a grader that never gave one is not asked again. */
const SILENCES = 3;

type Role = Extract<ModelRole, "answerer" | "grader" | "searcher">;
export type Purpose = "grade" | "check";

/** Calls the models of one answer, within its bound. A model that fails is told once, and does not fail the answer. */
export class Asker {
  readonly #run: Run;
  readonly #journal: Journal;
  readonly #maxCalls: number;
  readonly #models = new Map<Role, Model | undefined>();
  readonly #failures = new Map<Model, number>();
  readonly #verdicts = { grade: { read: 0, silent: 0 }, check: { read: 0, silent: 0 } };
  /** Why the last call failed. */
  failure: string | undefined;

  constructor(run: Run, journal: Journal, maxCalls: number) {
    this.#run = run;
    this.#journal = journal;
    this.#maxCalls = maxCalls;
  }

  /** Whether any verdict could be read: then the model is one that can be worked with. */
  get hasRead(): boolean {
    return this.#verdicts.grade.read + this.#verdicts.check.read > 0;
  }

  /** Whether a role has a model that still answers. Every role may be played by the answerer. */
  can(role: Role): boolean {
    return this.#modelOf(role) !== undefined && this.#journal.counts.calls < this.#maxCalls;
  }

  /** The whole reply; undefined where none can be had. @throws ABORTED */
  async ask(role: Role, messages: readonly Message[], options: ModelOptions = {}): Promise<string | undefined> {
    if (this.#run.signal.aborted) throw aborted("The answer");
    const model = this.#modelOf(role);
    if (model === undefined || !this.can(role)) return undefined;
    this.#journal.counts.calls++;
    try {
      const { text } = await collectReply(model, messages, options);
      this.#failures.delete(model);
      return text;
    } catch (error) {
      if (this.#run.signal.aborted || (isRightRagError(error) && error.code === "ABORTED")) throw aborted("The answer");
      this.#failed(model, error);
      return undefined;
    }
  }

  /** One verdict, asked for again with a reminder while none can be read. "unclear" where none is to be had. */
  async verdict(purpose: Purpose, messages: readonly Message[], words: VerdictWords, retries: number): Promise<Verdict> {
    const heard = this.#verdicts[purpose];
    if (heard.read === 0 && heard.silent >= SILENCES) return "unclear";
    const reminder = `Reply with one word and nothing else: ${words.accepted[0]} or ${words.rejected[0]}.`;
    for (let tries = 0; tries <= retries; tries++) {
      const asked =
        tries === 0 ? messages : messages.map((message, i) => (i === messages.length - 1 ? remind(message, reminder) : message));
      const reply = await this.ask("grader", asked, { temperature: 0 });
      if (reply === undefined) return "unclear";
      const verdict = readVerdict(reply, words);
      if (verdict === "unclear") continue;
      heard.read++;
      return verdict;
    }
    heard.silent++;
    return "unclear";
  }

  #modelOf(role: Role): Model | undefined {
    const own = this.#configured(role);
    const other = this.#configured("answerer") ?? (role === "grader" ? this.#configured("searcher") : undefined);
    const model = own === undefined || this.#isDown(own) ? other : own;
    return model === undefined || this.#isDown(model) ? undefined : model;
  }

  #configured(role: Role): Model | undefined {
    if (!this.#models.has(role)) this.#models.set(role, this.#run.model(role));
    return this.#models.get(role);
  }

  #isDown(model: Model): boolean {
    return (this.#failures.get(model) ?? 0) >= FAILURES;
  }

  #failed(model: Model, error: unknown): void {
    this.failure = explained(error);
    const lasting = isRightRagError(error) && LASTING.has(error.code);
    // Calls that were under way when the model went down fail too, and tell nothing new.
    const wasDown = this.#isDown(model);
    this.#failures.set(model, lasting ? FAILURES : (this.#failures.get(model) ?? 0) + 1);
    const down = this.#isDown(model);
    const level = down && !wasDown ? "warn" : "info";
    this.#run.log(level, `The model "${model.name}" failed${down ? " and is not asked again" : ""}: ${this.failure}`);
  }
}

function remind(message: Message, reminder: string): Message {
  return { ...message, content: `${message.content}\n\n${reminder}` };
}
