import type { Message, Model, ModelOptions, ToolCall } from "../interfaces.ts";
import { isReplyCut } from "./model-errors.ts";

export interface WholeReply {
  readonly text: string;
  readonly calls: readonly ToolCall[];
}

/**
 * A model's reply in one piece, for a reader that has no use for half of it: when a stream breaks off after its first words,
 * they are forgotten and the question is asked once more.
 *
 * @throws as `Model.stream`
 */
export async function collectReply(model: Model, messages: readonly Message[], options?: ModelOptions): Promise<WholeReply> {
  try {
    return await collect(model.stream(messages, options));
  } catch (error) {
    if (!isReplyCut(error)) throw error;
    return await collect(model.stream(messages, options));
  }
}

async function collect(deltas: ReturnType<Model["stream"]>): Promise<WholeReply> {
  let text = "";
  const calls: ToolCall[] = [];
  for await (const delta of deltas) {
    if ("text" in delta) text += delta.text;
    else calls.push(delta.call);
  }
  return { text, calls };
}
