import type { Message, ModelOptions, Tool } from "../interfaces.ts";
import { isRecord, type JsonSchema, jsonSchemaOf, strictSchema } from "./json-schema.ts";
import type { Quirks } from "./providers.ts";

/** One request, before a server's quirks. */
export interface Ask extends ModelOptions {
  readonly model: string;
  readonly messages: readonly Message[];
  /** The reply is to be an object of this form. */
  readonly form?: JsonSchema;
}

export type RequestBody = { readonly [field: string]: unknown } & { readonly model: string; readonly messages: readonly WireMessage[] };

type WireMessage =
  | { readonly role: "system" | "user"; readonly content: string }
  | { readonly role: "assistant"; readonly content: string | null; readonly tool_calls?: readonly object[] }
  | { readonly role: "tool"; readonly content: string; readonly tool_call_id: string };

/** The body of a request to `/chat/completions`. Always a stream, so that a stalled or cut reply is noticed. */
export function requestBody(ask: Ask, quirks: Quirks): RequestBody {
  const { tools = [], form, maxTokens, temperature } = ask;
  return {
    model: ask.model,
    messages: quirks.systemRole ? ask.messages.map(wireMessage) : foldSystem(ask.messages.map(wireMessage)),
    stream: true,
    ...(quirks.streamUsage ? { stream_options: { include_usage: true } } : {}),
    ...(temperature !== undefined && quirks.maxTemperature !== null ? { temperature: Math.min(temperature, quirks.maxTemperature) } : {}),
    ...(maxTokens !== undefined && quirks.maxTokensField !== null ? { [quirks.maxTokensField]: maxTokens } : {}),
    ...(tools.length > 0 ? { tools: tools.map(wireTool) } : {}),
    ...(form === undefined ? {} : responseFormat(form, quirks)),
  };
}

function wireMessage({ role, content, calls = [], callId = "" }: Message): WireMessage {
  if (role === "tool") return { role, content, tool_call_id: callId };
  if (role !== "assistant") return { role, content };
  if (calls.length === 0) return { role, content };
  const tool_calls = calls.map(({ id, tool, input }) => ({
    id,
    type: "function",
    function: { name: tool, arguments: JSON.stringify(validArguments(input)) },
  }));
  return { role, content: content === "" ? null : content, tool_calls };
}

/** Servers refuse a history whose arguments are no JSON object, even those that their own model wrote. */
function validArguments(input: unknown): object {
  if (isRecord(input)) return input;
  return input === undefined || input === null || input === "" ? {} : { unreadable: input };
}

function wireTool({ name, description, parameters }: Tool): object {
  const schema = jsonSchemaOf(parameters);
  const shown = schema?.type === "object" ? schema : { type: "object", properties: {} };
  return { type: "function", function: { name, description, parameters: shown } };
}

function responseFormat(form: JsonSchema, { responseFormat: way }: Quirks): object {
  if (way === "none" || form.type !== "object") return {};
  if (way === "object") return { response_format: { type: "json_object" } };
  const strict = way === "strict" ? strictSchema(form) : undefined;
  const schema = strict === undefined ? { name: "reply", schema: form } : { name: "reply", strict: true, schema: strict };
  return { response_format: { type: "json_schema", json_schema: schema } };
}

/** For templates that know only user and assistant, taking turns: instructions go before the first user message. */
function foldSystem(messages: readonly WireMessage[]): WireMessage[] {
  const folded: WireMessage[] = [];
  for (const message of messages) {
    const plain: WireMessage = message.role === "system" ? { role: "user", content: message.content } : message;
    const before = folded.at(-1);
    if (plain.role === "user" && before?.role === "user") {
      folded[folded.length - 1] = { role: "user", content: `${before.content}\n\n${plain.content}` };
    } else folded.push(plain);
  }
  return folded;
}
