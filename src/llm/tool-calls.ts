import type { ToolCall } from "../interfaces.ts";
import { isRecord } from "./json-schema.ts";
import { JsonFault } from "./lenient-json.ts";
import { readJson } from "./read-json.ts";

interface Partial {
  id: string;
  name: string;
  input: string;
  readonly index: unknown;
}

/** Puts together the calls of tools that a stream brings in fragments. */
export class CallAssembler {
  readonly #calls: Partial[] = [];

  /** True until a call has a name. */
  get empty(): boolean {
    return !this.#calls.some(({ name }) => name !== "");
  }

  /** @param fragments - `delta.tool_calls` of a chunk, as it came */
  add(fragments: unknown): void {
    for (const fragment of Array.isArray(fragments) ? fragments : []) if (isRecord(fragment)) this.#addOne(fragment);
  }

  #addOne({ index, id, function: called }: { readonly [key: string]: unknown }): void {
    const { name, arguments: input } = isRecord(called) ? called : {};
    const given = typeof id === "string" ? id : "";
    // Some servers number every call 0, or none: another id then begins another call.
    const same = this.#calls.findLast(
      (call) => (index === undefined || call.index === index) && (given === "" || call.id === "" || call.id === given),
    );
    const isNext = same !== undefined && index === undefined && given === "" && typeof name === "string" && beginsAnother(name, same);
    const call = same === undefined || isNext ? { id: "", name: "", input: "", index } : same;
    if (call !== same) this.#calls.push(call);
    if (given !== "") call.id = given;
    // Some repeat the whole name in each fragment.
    if (typeof name === "string" && name !== call.name) call.name += name;
    if (typeof input === "string") call.input += input;
    else if (isRecord(input)) call.input = JSON.stringify(input);
  }

  /**
   * All calls, each with what its input reads as.
   *
   * @param turn - number of the message in the conversation, to make ids where the server gives none: the same in a replay
   */
  calls(turn: number): readonly ToolCall[] {
    const ids = new Set<string>();
    return this.#calls
      .filter(({ name }) => name !== "")
      .map(({ id, name, input }, i) => {
        const own = id === "" || ids.has(id) ? `call_${turn}_${i + 1}` : id;
        ids.add(own);
        return { id: own, tool: name.trim(), input: readInput(input) };
      });
  }
}

/** With neither number nor id: another name behind arguments, or the same one behind whole arguments. */
function beginsAnother(name: string, { name: before, input }: Partial): boolean {
  if (name === "" || input === "") return false;
  if (name !== before) return true;
  try {
    return isRecord(JSON.parse(input));
  } catch {
    return false;
  }
}

/** An object where the text can be read as one; else the text itself, which no tool's schema takes, so that the model is told. */
export function readInput(text: string): unknown {
  if (text.trim() === "") return {};
  try {
    const input = readJson(text);
    return isRecord(input) ? input : (input ?? {});
  } catch (fault) {
    if (fault instanceof JsonFault) return text;
    throw fault;
  }
}
