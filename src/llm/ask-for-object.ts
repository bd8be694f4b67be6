import { messageOf } from "../errors.ts";
import type { Message, ModelSchema } from "../interfaces.ts";
import { type CallContext, type Completed, callModel } from "./call-model.ts";
import { isRecord, type JsonSchema, jsonSchemaOf } from "./json-schema.ts";
import { outputInvalid } from "./model-errors.ts";
import { readJsonValues } from "./read-json.ts";
import type { Ask } from "./request.ts";

/** Issues of a schema that are told to the model: the first few usually explain the rest. */
const MAX_ISSUES = 8;

/**
 * `Model.object`: asks for JSON of a form, by `response_format` where the server takes it and in words everywhere, since a
 * server that only constrains the form does not show it to the model. Read tolerantly, checked strictly by the schema; one
 * more turn names the fault.
 *
 * @throws MODEL_OUTPUT_INVALID when the second reply does not fit either, and as `callModel`
 */
export async function askForObject<T>(ask: Omit<Ask, "form" | "tools">, schema: ModelSchema<T>, context: CallContext): Promise<T> {
  const form = jsonSchemaOf(schema);
  const messages = withInstructions(ask.messages, form);
  const first = await reply({ ...ask, messages, ...(form === undefined ? {} : { form }) }, context);
  const read = readAs(first, schema);
  if ("value" in read) return read.value;
  context.log("debug", `${ask.model} (${context.role}) gave no usable JSON: ${read.fault}. It is asked once more.`);
  const repair: readonly Message[] = [
    ...messages,
    { role: "assistant", content: first.text },
    { role: "user", content: `That reply cannot be used: ${read.fault}.\nSend the whole JSON value again, corrected, and nothing else.` },
  ];
  const second = await reply({ ...ask, messages: repair, ...(form === undefined ? {} : { form }) }, context);
  const reread = readAs(second, schema);
  if ("value" in reread) return reread.value;
  throw outputInvalid(ask.model, reread.fault);
}

async function reply(ask: Ask, context: CallContext): Promise<Completed> {
  const call = callModel(ask, context, "whole");
  for (;;) {
    const next = await call.next();
    if (next.done) return next.value;
  }
}

type Read<T> = { readonly value: T } | { readonly fault: string };

function readAs<T>({ finish, text }: Completed, schema: ModelSchema<T>): Read<T> {
  if (finish === "length") return { fault: "it was cut at the limit of tokens; be briefer" };
  const { values, fault } = readJsonValues(text);
  let first: string | undefined;
  for (const value of values) {
    try {
      return { value: schema.parse(value) };
    } catch (refusal) {
      first ??= issuesOf(refusal);
    }
  }
  return { fault: first ?? fault.message };
}

/** A schema's complaint in one line: zod's own message is a page of JSON. */
function issuesOf(refusal: unknown): string {
  const issues = isRecord(refusal) && Array.isArray(refusal.issues) ? refusal.issues : [];
  const lines = issues.slice(0, MAX_ISSUES).map((issue: { readonly path?: unknown; readonly message?: unknown }) => {
    const path = Array.isArray(issue.path) ? issue.path.map(String).join(".") : "";
    return `${path === "" ? "the value" : `"${path}"`}: ${issue.message}`;
  });
  return lines.length > 0 ? lines.join("; ") : messageOf(refusal);
}

function withInstructions(messages: readonly Message[], form: JsonSchema | undefined): readonly Message[] {
  const fits = form === undefined ? "" : ` It must fit this JSON Schema:\n${JSON.stringify(form)}`;
  const content = `Reply with one JSON value and nothing else: no prose around it, no code fence.${fits}`;
  const last = messages.at(-1);
  if (last?.role !== "user") return [...messages, { role: "user", content }];
  return [...messages.slice(0, -1), { ...last, content: `${last.content}\n\n${content}` }];
}
