import { aborted, explained, isRightRagError, messageOf } from "../errors.ts";
import type { Message, Model, Run, Tool, ToolCall } from "../interfaces.ts";
import { collectReply } from "../llm/collect-reply.ts";
import { withoutData, withoutMarks } from "../llm/data-marks.ts";
import { splitThinking } from "../llm/thinking.ts";
import { tell } from "./events.ts";
import { LabelStream } from "./label-stream.ts";
import { type ParsedReply, parseReply } from "./parse-reply.ts";

/** A call to be made. */
export interface AgentCall {
  readonly id: string;
  readonly tool: string;
  /** Not yet read. */
  readonly input: unknown;
}

/** What the model said, whichever way it says things. */
export interface Turn extends Omit<ParsedReply, "calls"> {
  readonly calls: readonly AgentCall[];
  /** The calls came from the provider, so that each needs a reply of its own kind. */
  readonly native: boolean;
  /** Why the message counts for nothing: it was cut at its limit, or had no form. Such a model may still do better at the next. */
  readonly fault?: string;
}

/** Answers to calls, in their order. `input` is what the history shows of the arguments: always an object. */
export interface Reply {
  readonly call: AgentCall;
  readonly input: { readonly [key: string]: unknown };
  readonly output: string;
}

/** The model gave nothing; `cause` says why. Kept apart from mistakes of our own, which are no reason to fall back. */
export class ModelFailure extends Error {
  override readonly name = "ModelFailure";

  constructor(cause: unknown) {
    super(explained(cause), { cause });
  }
}

/** Shorter than this, an answer may well stand in what was said by chance: "13", "Not allowed." In characters. */
const SHORTEST_ECHO = 24;

/** The messages exchanged with the model; always a history that a provider accepts. */
export class Conversation {
  readonly #model: Model;
  readonly #run: Run;
  readonly #messages: Message[] = [];
  #lastId = 0;

  constructor(model: Model, run: Run) {
    this.#model = model;
    this.#run = run;
  }

  begin(system: string, user: string): void {
    this.#messages.length = 0;
    this.#messages.push({ role: "system", content: system }, { role: "user", content: user });
  }

  /** Whether a text says nothing: it has no word, or only repeats what the model was told. Words of passages are not counted as told. */
  isEmpty(text: string): boolean {
    if (!/[\p{L}\p{N}]/u.test(bare(text))) return true;
    const words = folded(text);
    if (words.length < SHORTEST_ECHO) return false;
    return this.#messages.some(
      ({ role, content }) => role !== "assistant" && role !== "tool" && folded(withoutData(content)).includes(words),
    );
  }

  say(content: string): void {
    this.#messages.push({ role: "user", content });
  }

  /**
   * One message of the model. `tools` is empty in the text protocol.
   *
   * @throws ModelFailure; ABORTED
   */
  async ask(iteration: number, tools: readonly Tool[]): Promise<Turn> {
    const labels = new LabelStream();
    const native: ToolCall[] = [];
    let text = "";
    const show = (deltas: ReturnType<LabelStream["push"]>) => {
      for (const { label, delta } of deltas) this.#showDelta(iteration, label, delta);
    };
    try {
      for await (const delta of this.#model.stream([...this.#messages], tools.length === 0 ? {} : { tools })) {
        if (this.#run.signal.aborted) throw aborted("The agent");
        if ("call" in delta) native.push(delta.call);
        else {
          text += delta.text;
          show(labels.push(delta.text));
        }
      }
      show(labels.end());
    } catch (error) {
      if (this.#run.signal.aborted || (isRightRagError(error) && error.code === "ABORTED")) throw aborted("The agent");
      if (isRightRagError(error) && error.code === "MODEL_OUTPUT_INVALID") {
        return { thought: "", calls: [], kept: "", dropped: text.trim(), loose: false, native: false, fault: error.message };
      }
      throw new ModelFailure(error);
    }
    if (native.length === 0) {
      const parsed = parseReply(text);
      return { ...parsed, calls: parsed.calls.map((call) => ({ ...call, id: this.#nextId() })), native: false };
    }
    const thought = splitThinking(text).text.trim();
    const calls = this.#withIds(native);
    return { thought, calls, kept: thought, dropped: "", loose: false, native: true };
  }

  /** A reply to something else, which is no part of the conversation; undefined where none comes. @throws ABORTED */
  async askApart(messages: readonly Message[]): Promise<string | undefined> {
    try {
      return (await collectReply(this.#model, messages)).text;
    } catch (error) {
      if (this.#run.signal.aborted || (isRightRagError(error) && error.code === "ABORTED")) throw aborted("The agent");
      this.#run.log("info", messageOf(error));
      return undefined;
    }
  }

  /** The model's message as it counts, and what its calls came to. Each call has exactly one reply, right behind the message. */
  record(turn: Turn, replies: readonly Reply[]): void {
    if (turn.native) {
      const calls = replies.map(({ call, input }) => ({ id: call.id, tool: call.tool, input }));
      this.#messages.push({ role: "assistant", content: turn.kept, calls });
      for (const { call, output } of replies) this.#messages.push({ role: "tool", content: output, callId: call.id });
      return;
    }
    // Providers refuse an empty message; what was said was nothing that counts.
    this.#messages.push({ role: "assistant", content: turn.kept === "" ? "…" : turn.kept });
    const observed = replies.map(({ call, output }) =>
      replies.length === 1 ? `OBSERVATION: ${output}` : `OBSERVATION (${call.tool}): ${output}`,
    );
    if (observed.length > 0) this.say(observed.join("\n\n"));
  }

  #showDelta(iteration: number, label: ReturnType<LabelStream["push"]>[number]["label"], delta: string): void {
    if (label === "action" || label === "input") tell(this.#run, { type: "agent:action-delta", iteration, delta });
    else if (label === "final") tell(this.#run, { type: "agent:final-answer-delta", iteration, delta });
    else if (label !== "observation") tell(this.#run, { type: "agent:thought-delta", iteration, delta });
  }

  /** Ids of the provider's, unless two calls of this run share one or it is empty. */
  readonly #known = new Set<string>();
  #withIds(calls: readonly ToolCall[]): AgentCall[] {
    return calls.map((call) => {
      const id = call.id === "" || this.#known.has(call.id) ? this.#nextId() : call.id;
      this.#known.add(id);
      return { id, tool: call.tool, input: call.input };
    });
  }

  #nextId(): string {
    return `step_${++this.#lastId}`;
  }
}

/** Without the marks of passages and of data. */
function bare(text: string): string {
  return withoutMarks(text).replace(/\[\d+\]/g, "");
}

function folded(text: string): string {
  return bare(text).replace(/\s+/g, " ").trim().toLowerCase();
}
