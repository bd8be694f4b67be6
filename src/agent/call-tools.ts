import { canonicalJson } from "../canonical-json.ts";
import { count } from "../count.ts";
import { aborted, messageOf } from "../errors.ts";
import type { Run, Tool } from "../interfaces.ts";
import { asData } from "../llm/data-marks.ts";
import type { Json } from "../model.ts";
import type { AgentCall, Reply } from "./conversation.ts";
import { tell } from "./events.ts";
import { faultOf, readInput } from "./read-input.ts";

/** Calls of one message that are made; those beyond are answered, not made. */
const MOST_CALLS = 8;
/** Characters that the model is shown of what a tool of the user's says; ours keep themselves short. */
const MOST_OUTPUT = 20_000;

const ALIASES: ReadonlyMap<string, string> = new Map([
  ["respond", "finish"],
  ["final_answer", "finish"],
  ["search", "search_index"],
  ["rag_search", "search_index"],
  ["lexical_search", "search_index"],
  ["read_chunk", "read_chunks"],
  ["calculator", "calculate"],
]);

/** Makes calls, and keeps what was called, so that a repeat is noticed. */
export class ToolCaller {
  readonly #tools: ReadonlyMap<string, Tool>;
  readonly #own: ReadonlySet<string>;
  readonly #run: Run;
  readonly #made = new Map<string, number>();
  #calls = 0;
  #repeats = 0;
  #finishPutOff = false;

  /** @param own - names of the built-in tools; what other tools say is data */
  constructor(tools: readonly Tool[], own: readonly string[], run: Run) {
    this.#tools = new Map(tools.map((tool) => [tool.name, tool]));
    this.#own = new Set(own);
    this.#run = run;
  }

  /** Calls that were made. */
  get calls(): number {
    return this.#calls;
  }

  get repeats(): number {
    return this.#repeats;
  }

  /**
   * Makes the calls of one message, in order, each with exactly one reply, whatever becomes of it. `finish` comes last, and beside
   * other calls it waits: the model had not seen what they give. The second time it counts all the same.
   */
  async callAll(calls: readonly AgentCall[], iteration: number): Promise<Reply[]> {
    const replies = new Map<AgentCall, Reply>();
    const finishing = calls.filter((call) => this.#named(call.tool)?.name === "finish");
    const others = calls.filter((call) => !finishing.includes(call));
    for (const [i, call] of others.entries())
      replies.set(call, await this.#callOne(call, iteration, i >= MOST_CALLS ? TOO_MANY : undefined));
    const waits = finishing.length > 0 && others.length > 0 && !this.#finishPutOff;
    if (waits) this.#finishPutOff = true;
    for (const [i, call] of finishing.entries()) {
      replies.set(call, await this.#callOne(call, iteration, waits ? LOOK_FIRST : i > 0 ? TOO_MANY : undefined));
    }
    return calls.flatMap((call) => replies.get(call) ?? []);
  }

  async #callOne(call: AgentCall, iteration: number, refusal: string | undefined): Promise<Reply> {
    if (this.#run.signal.aborted) throw aborted("The agent");
    const tool = this.#named(call.tool);
    const read = tool === undefined ? undefined : readInput(call.input, tool);
    const input = read !== undefined && "input" in read ? read.input : {};
    const name = tool?.name ?? call.tool;
    tell(this.#run, { type: "agent:action", iteration, call: call.id, tool: name, input: asJson(input) });
    const { ok, output } = await this.#outcome(call, iteration, tool, read, refusal);
    for (const delta of output.split(/(?<=\n\n)/)) tell(this.#run, { type: "agent:observation-delta", iteration, call: call.id, delta });
    tell(this.#run, { type: "agent:observation", iteration, call: call.id, tool: name, ok, output });
    return { call: { ...call, tool: name }, input, output };
  }

  async #outcome(
    call: AgentCall,
    iteration: number,
    tool: Tool | undefined,
    read: ReturnType<typeof readInput> | undefined,
    refusal: string | undefined,
  ): Promise<{ readonly ok: boolean; readonly output: string }> {
    const failed = (why: string) => ({ ok: false, output: `Error: ${why}` });
    if (tool === undefined || read === undefined) {
      return failed(`There is no tool ${JSON.stringify(call.tool.slice(0, 60))}. There are: ${[...this.#tools.keys()].join(", ")}.`);
    }
    if (refusal !== undefined) return failed(refusal);
    if ("fault" in read) return failed(read.fault);
    let checked: unknown;
    try {
      checked = tool.parameters.parse(read.input);
    } catch (error) {
      return failed(faultOf(error, tool));
    }
    const key = `${tool.name} ${canonicalJson(asJson(checked))}`;
    const first = this.#made.get(key);
    if (first !== undefined) {
      this.#repeats++;
      tell(this.#run, { type: "agent:repeat", iteration, tool: tool.name, first });
      return failed(`You made this very call in step ${first}, and its result stands above. Try something else, or end.`);
    }
    this.#made.set(key, iteration);
    this.#calls++;
    try {
      const output = await this.#unlessAborted(() => tool.run(checked, this.#run));
      if (typeof output !== "string") return failed(`${tool.name} gave no text.`);
      return { ok: true, output: this.#own.has(tool.name) ? output : asData(shortened(output)) };
    } catch (error) {
      if (this.#run.signal.aborted) throw aborted("The agent");
      // What a tool of the user's throws may quote what it read.
      return failed(this.#own.has(tool.name) ? messageOf(error) : `${tool.name} failed.\n${asData(messageOf(error))}`);
    }
  }

  /** A tool of the user's may wait for what never comes; who stops the run is not kept waiting with it. */
  #unlessAborted(work: () => string | Promise<string>): Promise<string> {
    const { signal } = this.#run;
    return new Promise((fulfil, reject) => {
      const stop = () => reject(aborted("The agent"));
      if (signal.aborted) return stop();
      signal.addEventListener("abort", stop, { once: true });
      Promise.resolve()
        .then(work)
        .then(fulfil, reject)
        .finally(() => signal.removeEventListener("abort", stop));
    });
  }

  #named(name: string): Tool | undefined {
    const plain = name.trim().replace(/^functions?[._]/i, "");
    const lower = plain.toLowerCase().replace(/\s+/g, "_");
    return (
      this.#tools.get(plain) ??
      this.#tools.get(lower) ??
      this.#tools.get(ALIASES.get(lower) ?? "") ??
      // With several ways to search there is no search_index: the first of them stands for it.
      (ALIASES.get(lower) === "search_index" || lower === "search_index"
        ? [...this.#tools.values()].find((tool) => tool.name.startsWith("search_"))
        : undefined)
    );
  }
}

function shortened(output: string): string {
  return output.length > MOST_OUTPUT
    ? `${output.slice(0, MOST_OUTPUT)}\n(${count(output.length - MOST_OUTPUT, "more character")})`
    : output;
}

const LOOK_FIRST = "Look at the results of the other calls first; then finish, without other calls beside it.";
const TOO_MANY = "Too many calls in one message; this one was not made. Make it again by itself if you still need it.";

/** What a schema gives back may hold values that JSON has not, such as dates. */
function asJson(value: unknown): Json {
  try {
    const text = JSON.stringify(value, (_, item) => (typeof item === "bigint" ? String(item) : item));
    return text === undefined ? null : (JSON.parse(text) as Json); // what JSON.parse gives is JSON
  } catch {
    return null;
  }
}
