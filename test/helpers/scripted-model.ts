import type { Message, Model, ModelDelta, ModelOptions, ModelRole, ModelSchema, ToolCall } from "../../src/interfaces.ts";

/** One reply: a text; calls of tools, with or without a text; or a failure. A function sees what was asked. */
export type ScriptedReply =
  | string
  | { readonly text?: string; readonly calls?: readonly (Omit<ToolCall, "id"> & { readonly id?: string })[] }
  | Error
  | ((messages: readonly Message[]) => string | Error);

export interface ScriptedRequest {
  readonly messages: readonly Message[];
  readonly options: ModelOptions;
}

/** A model that gives a list of replies, in order, and keeps what it was asked. The last reply repeats. */
export class ScriptedModel implements Model {
  readonly name = "scripted";
  readonly requests: ScriptedRequest[] = [];
  readonly #replies: readonly ScriptedReply[];

  constructor(...replies: ScriptedReply[]) {
    this.#replies = replies;
  }

  async *stream(messages: readonly Message[], options: ModelOptions = {}): AsyncGenerator<ModelDelta> {
    const reply = this.#next(messages, options);
    const { text = "", calls = [] } = typeof reply === "string" ? { text: reply } : reply;
    // In small pieces, so that a mark cut in two is met in every test.
    for (let i = 0; i < text.length; i += 5) yield { text: text.slice(i, i + 5) };
    for (const [i, call] of calls.entries()) yield { call: { id: `call_${this.requests.length}_${i + 1}`, ...call } };
  }

  async object<T>(messages: readonly Message[], schema: ModelSchema<T>, options: Omit<ModelOptions, "tools"> = {}): Promise<T> {
    const reply = this.#next(messages, options);
    return schema.parse(JSON.parse(typeof reply === "string" ? reply : (reply.text ?? "")));
  }

  /** For `Run.model`: this model in every role, or only in those named. */
  as(...roles: readonly ModelRole[]): (role: ModelRole) => Model | undefined {
    return (role) => (roles.length === 0 || roles.includes(role) ? this : undefined);
  }

  #next(messages: readonly Message[], options: ModelOptions): Exclude<ScriptedReply, Error | ((messages: readonly Message[]) => unknown)> {
    const scripted = this.#replies[Math.min(this.requests.length, this.#replies.length - 1)];
    this.requests.push({ messages: structuredClone(messages), options });
    const reply = typeof scripted === "function" ? scripted(messages) : scripted;
    if (reply === undefined) throw new Error("The scripted model has no replies.");
    if (reply instanceof Error) throw reply;
    return reply;
  }
}
