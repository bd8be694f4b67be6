import { readCitationMarks } from "../citation-marks.ts";
import { aborted, isRightRagError } from "../errors.ts";
import type { Artifacts, Model, Run, Tool } from "../interfaces.ts";
import { type Recalled, recall } from "../llm/history.ts";
import { isToolsUnsupported } from "../llm/model-errors.ts";
import type { Evidence, Query, Retrieval } from "../model.ts";
import { ToolCaller } from "./call-tools.ts";
import { CLAIMED, searchConfidence } from "./confidence.ts";
import { Conversation, ModelFailure, type Turn } from "./conversation.ts";
import { Desk } from "./desk.ts";
import { type AgentEnd, tell } from "./events.ts";
import { type Ending, finishAnswering, finishFinding, readOrShown } from "./finish.ts";
import { isNotFound } from "./not-found.ts";
import type { ResolvedOptions } from "./options.ts";
import { CITE_REQUEST, CUT, firstMessage, LOOK_REQUEST, lastCall, NUDGE, systemPrompt } from "./prompts.ts";
import { answerInJson } from "./read-final.ts";
import { Scope } from "./scope.ts";
import type { SearchSource } from "./search-sources.ts";
import { builtInTools, search, type ToolKit } from "./tools.ts";

export interface AgentInput {
  readonly goal: "find" | "answer";
  readonly query: Query;
  readonly model: Model;
  readonly options: ResolvedOptions;
  readonly artifacts: Artifacts;
  /** Ways to search, the first of them the usual one. At least one. */
  readonly sources: readonly SearchSource[];
  /** What is shown with the question. */
  readonly found: readonly Evidence[];
  readonly run: Run;
}

export interface AgentResult {
  readonly end: AgentEnd;
  /** Absent when the model did not bring it to one. */
  readonly ending: Ending | undefined;
  readonly desk: Desk;
  readonly iterations: number;
  readonly calls: number;
  /** Of a model that failed, or whose last message without an end was not whole: its own words. */
  readonly failure: string | undefined;
}

/** Repeats, and messages without a call, after which it is of no use to go on. */
const MOST_REPEATS = 3;
const MOST_IDLE = 3;
/** Keys, quotas and refusals: asking in another protocol would only be paid for, or refused, once more. */
const NOT_FOR_TOOLS: ReadonlySet<string> = new Set(["MODEL_UNCONFIGURED", "MODEL_LIMITED", "MODEL_REFUSED"]);

/**
 * The loop: the model thinks and calls tools, sees what they give, and ends. Whatever the model does, it ends within `maxSteps`
 * messages and one more.
 *
 * Tells every step but the last: `agent:done` is for the caller, who knows what became of the result.
 *
 * @throws ABORTED
 */
export function runAgent(input: AgentInput): Promise<AgentResult> {
  return new Agent(input).run();
}

class Agent {
  readonly #input: AgentInput;
  readonly #desk = new Desk();
  readonly #kit: ToolKit;
  readonly #tools: readonly Tool[];
  readonly #caller: ToolCaller;
  readonly #conversation: Conversation;
  #protocol: "native" | "text";
  #canSwitch: boolean;
  #recalled: Recalled = { turns: [] };
  #ending: Ending | undefined;
  /** What searches of the current step found. */
  #found: Retrieval[] = [];
  #iteration = 0;
  #idle = 0;
  #citeAsked = false;
  #lookAsked = false;
  #fault: string | undefined;

  constructor(input: AgentInput) {
    const { goal, options, artifacts, sources, run, query } = input;
    this.#input = input;
    this.#protocol = options.protocol === "text" ? "text" : "native";
    this.#canSwitch = options.protocol === "auto";
    const onSearch = (retrieval: Retrieval) => this.#found.push(retrieval);
    this.#kit = {
      desk: this.#desk,
      scope: new Scope(query, artifacts),
      artifacts,
      sources,
      topK: options.topK,
      enabled: options.enabledTools,
      onSearch,
    };
    const end = (ending: Ending) => {
      this.#ending = ending;
    };
    const finish = goal === "find" ? finishFinding(this.#desk, end) : finishAnswering(end);
    const own = [...builtInTools(this.#kit), finish];
    this.#tools = [...own.slice(0, -1), ...options.tools, finish];
    this.#caller = new ToolCaller(
      this.#tools,
      own.map(({ name }) => name),
      run,
    );
    this.#conversation = new Conversation(input.model, run);
  }

  async run(): Promise<AgentResult> {
    const { goal, options, model, query, run } = this.#input;
    tell(run, {
      type: "agent:starting",
      goal,
      protocol: this.#protocol,
      taskType: options.taskType,
      maxSteps: options.maxSteps,
      tools: this.#tools.map(({ name }) => name),
      model: model.name,
    });
    this.#recalled = await recall(query.history, options, (messages) => this.#conversation.askApart(messages), run);
    this.#begin(this.#input.found);
    let end: AgentEnd;
    let failure: string | undefined;
    try {
      end = await this.#loop();
    } catch (error) {
      if (!(error instanceof ModelFailure)) throw error;
      end = "model-failed";
      failure = error.message;
    }
    const { calls } = this.#caller;
    if (this.#ending === undefined) failure ??= this.#fault;
    return { end, ending: this.#ending, desk: this.#desk, iterations: this.#iteration, calls, failure };
  }

  async #loop(): Promise<AgentEnd> {
    const { options, run } = this.#input;
    while (this.#iteration < options.maxSteps) {
      if (run.signal.aborted) throw aborted("The agent");
      this.#iteration++;
      tell(run, { type: "agent:iteration", iteration: this.#iteration, max: options.maxSteps });
      this.#found = [];
      const turn = await this.#ask();
      const final = this.#finalOf(turn);
      this.#tellThought(turn, final !== undefined);
      if (final !== undefined) {
        this.#conversation.record(turn, []);
        this.#ending = this.#endingOf(final);
      } else if (turn.calls.length > 0) {
        this.#conversation.record(turn, await this.#caller.callAll(turn.calls, this.#iteration));
      } else {
        this.#conversation.record(turn, []);
        await this.#withoutAction();
      }
      if (this.#ending !== undefined && (await this.#accepts(this.#ending))) return "finished";
      if (this.#caller.repeats >= MOST_REPEATS || this.#idle >= MOST_IDLE) return this.#stop("stuck");
      const confidence = Math.max(0, ...this.#found.map(searchConfidence));
      if (options.adaptiveExit !== false && this.#found.length > 0 && confidence >= options.adaptiveExit)
        return this.#exitEarly(confidence);
    }
    tell(run, { type: "agent:max-iterations", max: options.maxSteps });
    return this.#stop("max-iterations");
  }

  #begin(found: readonly Evidence[]): void {
    const { goal, options, query, run } = this.#input;
    this.#conversation.begin(
      systemPrompt(goal, this.#protocol, this.#tools, options, run.settings),
      firstMessage(query, this.#recalled, found, this.#desk),
    );
  }

  /**
   * A message of the model. Where tool calls are refused, and text may be used instead, that is tried once.
   *
   * @param request - what was asked for last, if it must be said again in a new conversation
   */
  async #ask(request?: string): Promise<Turn> {
    let turn: Turn;
    try {
      turn = await this.#conversation.ask(this.#iteration, this.#offered());
    } catch (error) {
      if (!(error instanceof ModelFailure) || !this.#mayBeTools(error.cause)) throw error;
      this.#switchToText(error.message);
      if (request !== undefined) this.#conversation.say(request);
      turn = await this.#conversation.ask(this.#iteration, this.#offered());
    }
    this.#fault = turn.fault;
    return turn;
  }

  /** Whether a call may have failed for its tools, and can be made without: said so, or, of the first call, not said to be something else. */
  #mayBeTools(cause: unknown): boolean {
    if (!this.#canSwitch || this.#protocol === "text") return false;
    if (isToolsUnsupported(cause)) return true;
    return this.#iteration === 1 && !(isRightRagError(cause) && NOT_FOR_TOOLS.has(cause.code));
  }

  /** Prose that is taken for the answer is no thought beside it. */
  #tellThought(turn: Turn, isFinal: boolean): void {
    const { run } = this.#input;
    const iteration = this.#iteration;
    if (turn.thought !== "" && !(isFinal && turn.loose)) tell(run, { type: "agent:thought", iteration, thought: turn.thought });
    if (turn.dropped !== "") tell(run, { type: "agent:dropped", iteration, text: turn.dropped });
  }

  #offered(): readonly Tool[] {
    return this.#protocol === "native" ? this.#tools : [];
  }

  #switchToText(reason: string): void {
    this.#canSwitch = false;
    this.#protocol = "text";
    this.#desk.forgetShown();
    tell(this.#input.run, { type: "agent:fallback", iteration: this.#iteration, to: "text-protocol", reason });
    this.#begin(this.#desk.evidence.length > 0 ? this.#desk.evidence : this.#input.found);
  }

  /** The final answer in a message, if it is one: labelled as such, or prose where prose can only be the answer. */
  #finalOf(turn: Turn): string | undefined {
    if (turn.final !== undefined) return turn.final;
    if (!turn.loose) return undefined;
    const answer = answerInJson(turn.kept);
    if (answer !== undefined) return answer;
    if (this.#input.goal === "find") return undefined;
    const marked = readCitationMarks(turn.kept, this.#desk.evidence.length).cites.length > 0;
    const asked = this.#citeAsked || this.#idle > 0;
    const plain = this.#protocol === "native" && this.#desk.evidence.length > 0;
    return marked || isNotFound(turn.kept) || ((asked || plain) && this.#desk.evidence.length > 0) ? turn.kept : undefined;
  }

  #endingOf(final: string): Ending {
    if (this.#input.goal === "answer") return { goal: "answer", answer: final, confidence: undefined };
    const { cites } = readCitationMarks(final, this.#desk.evidence.length);
    return { goal: "find", chosen: cites.length > 0 ? cites : readOrShown(this.#desk), confidence: undefined };
  }

  /** Whether the loop may end so. If not, the model has been told why, or shown what it should have looked for. */
  async #accepts(ending: Ending): Promise<boolean> {
    const { run } = this.#input;
    if (this.#desk.searches === 0 && this.#desk.evidence.length === 0) {
      this.#ending = undefined;
      await this.#searchInstead("It ended without having looked at anything.");
      return false;
    }
    if (ending.goal === "find") return true;
    if (this.#conversation.isEmpty(ending.answer)) {
      this.#ending = undefined;
      await this.#withoutAction();
      return false;
    }
    const { text, cites } = readCitationMarks(ending.answer, this.#desk.evidence.length);
    const last = this.#iteration >= this.#input.options.maxSteps;
    const request = last ? undefined : this.#requestFor(isNotFound(text), cites.length > 0);
    if (request !== undefined) {
      this.#ending = undefined;
      this.#conversation.say(request);
      return false;
    }
    tell(run, { type: "agent:final-answer", iteration: this.#iteration, answer: text });
    return true;
  }

  /** What an answer lacks, said once each: a search before giving up, the passages it rests on. */
  #requestFor(isNotFoundAnswer: boolean, isCited: boolean): string | undefined {
    if (isNotFoundAnswer && this.#desk.searches === 0 && !this.#lookAsked) {
      this.#lookAsked = true;
      return LOOK_REQUEST;
    }
    if (isNotFoundAnswer || isCited || this.#citeAsked) return undefined;
    this.#citeAsked = true;
    return CITE_REQUEST;
  }

  async #withoutAction(): Promise<void> {
    if (this.#desk.searches === 0) return this.#searchInstead("The message had no action that could be read.");
    this.#idle++;
    if (this.#idle > 1 && this.#canSwitch && this.#protocol === "native") return this.#switchToText("The model calls no tools.");
    this.#conversation.say(this.#fault === undefined ? NUDGE[this.#protocol] : `${CUT} ${NUDGE[this.#protocol]}`);
  }

  /** A search for the question itself, in place of what the model should have done. */
  async #searchInstead(reason: string): Promise<void> {
    const { query, run, options, sources } = this.#input;
    const iteration = this.#iteration;
    tell(run, { type: "agent:fallback", iteration, to: "search", reason });
    const [source] = sources;
    if (source === undefined) return;
    const call = `fallback_${iteration}`;
    tell(run, { type: "agent:action", iteration, call, tool: "search_index", input: { query: query.text } });
    const output = await search(source, query.text, options.topK, this.#kit);
    tell(run, { type: "agent:observation", iteration, call, tool: "search_index", ok: true, output });
    this.#conversation.say(`OBSERVATION: You made no call, so the question itself was searched for.\n${output}`);
  }

  async #exitEarly(confidence: number): Promise<AgentEnd> {
    const { run, goal } = this.#input;
    tell(run, { type: "agent:adaptive-exit", iteration: this.#iteration, confidence });
    if (goal === "answer") await this.#finalCall();
    else {
      const best = this.#found.find((retrieval) => searchConfidence(retrieval) === confidence);
      this.#ending = { goal, chosen: (best?.evidence ?? []).map((piece) => this.#desk.numberOf(piece)), confidence };
    }
    return "adaptive-exit";
  }

  async #stop(end: "stuck" | "max-iterations"): Promise<AgentEnd> {
    if (this.#input.goal === "answer") {
      if (this.#desk.evidence.length > 0) await this.#finalCall();
    } else if (this.#caller.calls > 0) {
      this.#ending = { goal: "find", chosen: readOrShown(this.#desk), confidence: CLAIMED.low };
    }
    return end;
  }

  /** One more message, for the answer only. Tools stay on offer, since providers refuse a history of calls without them; they are not run. */
  async #finalCall(): Promise<void> {
    const request = lastCall(this.#desk);
    this.#conversation.say(request);
    const turn = await this.#ask(request);
    const finishing = turn.calls.find(({ tool }) => tool === "finish" || tool === "respond");
    const written = turn.final ?? answerInJson(turn.kept) ?? (turn.loose ? turn.kept : undefined);
    const answer = written ?? (finishing === undefined ? undefined : answerOf(finishing.input));
    const isAnswer = answer !== undefined && !this.#conversation.isEmpty(answer);
    this.#tellThought(turn, isAnswer);
    if (!isAnswer) return;
    this.#ending = { goal: "answer", answer, confidence: undefined };
    const { text } = readCitationMarks(answer, this.#desk.evidence.length);
    tell(this.#input.run, { type: "agent:final-answer", iteration: this.#iteration, answer: text });
  }
}

function answerOf(input: unknown): string | undefined {
  return typeof input === "string" ? (answerInJson(input) ?? input) : answerInJson(JSON.stringify(input));
}
