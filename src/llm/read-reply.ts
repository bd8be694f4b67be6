import { isRightRagError } from "../errors.ts";
import type { ToolCall } from "../interfaces.ts";
import { cutFault, type Fault, type FaultPlace, Faulty, refusalFault, streamErrorFault, unusableFault } from "./faults.ts";
import { isRecord } from "./json-schema.ts";
import { counted } from "./model-errors.ts";
import { readEvents } from "./sse.ts";
import { closesUnopened, ThoughtFilter } from "./thinking.ts";
import { CallAssembler } from "./tool-calls.ts";
import { readUsage, type TokenCounts } from "./usage.ts";

/** A reply that came to its end. `length`: at the limit of tokens, so that its text is a part only. */
export interface Reply {
  readonly finish: "stop" | "length";
  /** All that was yielded. */
  readonly text: string;
  /** Empty at `length`. */
  readonly calls: readonly ToolCall[];
  readonly tokens: TokenCounts;
}

export interface ReadReplyOptions {
  readonly place: FaultPlace;
  /** Number of messages before the reply. */
  readonly turn: number;
  readonly opensInThought: boolean;
  /** Called when the reply shows that the model's template opens a thought, or that it does not after all. */
  readonly onOpensInThought: (found: boolean) => void;
  /** Called before text is yielded. */
  readonly onText: () => void;
  /** Called when the reply is at its end: only counts can follow, or, after `[DONE]`, nothing. */
  readonly onFinish: (done: boolean) => void;
}

/** Words of providers for "the server broke off". */
const BROKEN_OFF = /^(?:error|insufficient_system_resource|abort(?:ed)?)$/;

/**
 * Reads one reply: its visible text as it comes, and at its end the rest. A stream counts as whole only when a finish reason
 * or `[DONE]` came.
 *
 * @throws Faulty
 */
export async function* readReply(
  packets: AsyncIterable<Uint8Array>,
  contentType: string,
  { place, turn, opensInThought, onOpensInThought, onText, onFinish }: ReadReplyOptions,
): AsyncGenerator<{ readonly text: string }, Reply> {
  const thoughts = new ThoughtFilter(opensInThought);
  const calls = new CallAssembler();
  let raw = "";
  let shown = "";
  let refusal = "";
  let finish = "";
  let tokens: TokenCounts = { input: null, output: null };

  try {
    for await (const chunk of chunks(packets, contentType, place)) {
      if (chunk === END) {
        finish ||= "stop";
        onFinish(true);
        continue;
      }
      if (isRecord(chunk.usage)) tokens = readUsage(chunk.usage);
      const choice: unknown = Array.isArray(chunk.choices) ? chunk.choices[0] : undefined;
      if (!isRecord(choice)) continue;
      const delta = [choice.delta, choice.message].find(isRecord) ?? {};
      const text = textOf(delta.content);
      raw += text;
      const visible = thoughts.push(text);
      shown += visible;
      if (visible !== "") {
        onText();
        yield { text: visible };
      }
      if (typeof delta.refusal === "string") refusal += delta.refusal;
      calls.add(delta.tool_calls);
      if (typeof choice.finish_reason === "string" && choice.finish_reason !== "") {
        finish = choice.finish_reason;
        onFinish(false);
      }
    }
  } catch (broken) {
    // The reply was whole already; only its counts are lost. A recording that failed is told all the same.
    if (finish === "" || isRightRagError(broken)) throw broken;
  }

  if (finish === "") throw new Faulty(cutFault(place, "the stream ended without a finish reason"));
  if (BROKEN_OFF.test(finish)) throw new Faulty(cutFault(place, `the server broke off (${finish})`));
  if (refusal.trim() !== "") throw new Faulty(refusalFault(place, place.redact(refusal.trim()), tokens));
  if (finish === "content_filter") throw new Faulty(refusalFault(place, "the provider's content filter stopped the reply", tokens));
  const atLimit = finish === "length" || finish === "max_tokens";
  if (!opensInThought && closesUnopened(raw)) {
    onOpensInThought(true);
    if (shown !== "")
      throw new Faulty(unusableFault(place, "its reasoning came without an opening tag, and was taken for the reply", tokens));
  }
  if (thoughts.open && calls.empty) {
    if (opensInThought) onOpensInThought(false);
    throw new Faulty(neverAnswered(place, atLimit, tokens));
  }
  const rest = thoughts.end();
  shown += rest;
  if (rest !== "") {
    onText();
    yield { text: rest };
  }
  const blank = shown.trim() === "";
  if (atLimit) {
    if (blank) throw new Faulty(neverAnswered(place, atLimit, tokens));
    return { finish: "length", text: shown, calls: [], tokens };
  }
  if (blank && calls.empty) throw new Faulty(unusableFault(place, "the reply is empty", tokens));
  return { finish: "stop", text: shown, calls: calls.calls(turn), tokens };
}

function neverAnswered(place: FaultPlace, atLimit: boolean, tokens: TokenCounts): Fault {
  if (!atLimit) return unusableFault(place, "its reasoning never ended, and no answer came", tokens);
  const limit = tokens.output === null ? "its limit of tokens" : `its limit, after ${counted(tokens.output, "token")},`;
  // Asked again it would come to the same end.
  return unusableFault(place, `it reached ${limit} before it began to answer`, tokens, "no");
}

type Chunk = { readonly [key: string]: unknown };

/** Stands for `[DONE]`. */
const END: Chunk = {};

async function* chunks(packets: AsyncIterable<Uint8Array>, contentType: string, place: FaultPlace): AsyncGenerator<Chunk> {
  if (/\bjson\b/i.test(contentType)) {
    yield checked(parse(await whole(packets), place, "the body is no JSON"), place, true);
    return;
  }
  let events = 0;
  for await (const data of readEvents(packets)) {
    events += 1;
    if (data.trim() !== "[DONE]") yield checked(parse(data, place, "an event of the stream is no JSON"), place, false);
    else yield END;
  }
  if (events === 0)
    throw new Faulty(cutFault(place, `nothing came (content type "${contentType || "none"}"); if it is always so, check the base URL`));
}

function checked(chunk: unknown, place: FaultPlace, isWhole: boolean): Chunk {
  if (!isRecord(chunk)) throw new Faulty(cutFault(place, "the server sent something that is no part of a reply"));
  if (chunk.error !== undefined && chunk.error !== null) throw new Faulty(streamErrorFault(chunk.error, place));
  const choice: unknown = Array.isArray(chunk.choices) ? chunk.choices[0] : undefined;
  // JSON that closes is whole, whether or not it says so.
  return isWhole && isRecord(choice) && !choice.finish_reason ? { ...chunk, choices: [{ ...choice, finish_reason: "stop" }] } : chunk;
}

function parse(text: string, place: FaultPlace, fault: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    throw new Faulty(cutFault(place, fault));
  }
}

async function whole(packets: AsyncIterable<Uint8Array>): Promise<string> {
  const parts: Uint8Array[] = [];
  for await (const packet of packets) parts.push(packet);
  return Buffer.concat(parts).toString("utf8");
}

/** Text, or an array of parts of which those without `text` (reasoning, pictures) are left out. */
function textOf(content: unknown): string {
  if (typeof content === "string") return content;
  const parts = Array.isArray(content) ? content : [];
  return parts.map((part: unknown) => (isRecord(part) && part.type === "text" && typeof part.text === "string" ? part.text : "")).join("");
}
