import { describe, expect, it } from "vitest";
import { z } from "zod";
import type { Tool } from "../../src/interfaces.ts";
import { isToolsUnsupported } from "../../src/llm/model-errors.ts";
import type { Step } from "../helpers/scripted-provider.ts";
import { bench, deltasOf, question, textOf } from "./fixture.ts";

const ok: Step = { content: "Yes." };
const search: Tool<{ query: string }> = {
  name: "search",
  description: "Looks for words.",
  parameters: z.object({ query: z.string() }),
  run: () => "",
};

describe("a field that the server refuses", () => {
  it("is left out, remembered for all roles, and told once", async () => {
    const { model, modelOf, provider, logs, events } = await bench([{ ...ok, rejectIf: ["stream_options", "temperature"] }], {
      settings: { temperature: 0 },
    });
    expect(await textOf(model)).toBe("Yes.");
    expect(await textOf(modelOf("judge") ?? model)).toBe("Yes.");
    expect(provider.requests.map(({ body }) => [body.temperature, body.stream_options])).toEqual([
      [0, { include_usage: true }],
      [0, undefined],
      [undefined, undefined],
      [undefined, undefined],
    ]);
    expect(logs).toHaveLength(2);
    expect(logs[1]).toMatch(
      /^warn: test-model \(OpenAI, .+\) refused a part of the request, so from now on temperature is left out\. It said: /,
    );
    // Learning is no failed attempt.
    expect(events[0]).toMatchObject({ type: "model:call", attempts: 1 });
  });

  it.each([
    ["max_completion_tokens", ["max_completion_tokens"], { max_tokens: 7 }],
    ["both names of the limit", ["max_completion_tokens", "max_tokens"], {}],
  ])("has another name, or none: %s", async (_, rejectIf, last) => {
    const { model, provider } = await bench([{ ...ok, rejectIf }]);
    await textOf(model, { maxTokens: 7 });
    const fields = Object.entries(provider.requests.at(-1)?.body ?? {}).filter(([name]) => /^max_/.test(name));
    expect(Object.fromEntries(fields)).toEqual(last);
  });

  it.each([
    [
      "OpenAI",
      400,
      {
        error: { message: "Unsupported value: 'temperature' does not support 0 with this model. Only the default (1) value is supported." },
      },
    ],
    ["OpenAI, older", 400, { error: { message: "Unrecognized request argument supplied: temperature" } }],
    ["vLLM and FastAPI", 422, { detail: [{ loc: ["body", "temperature"], msg: "extra fields not permitted", type: "value_error.extra" }] }],
    [
      "pydantic 2",
      400,
      {
        object: "error",
        message: "[{'type': 'extra_forbidden', 'loc': ('body', 'temperature'), 'msg': 'Extra inputs are not permitted'}]",
      },
    ],
    ["Anthropic", 400, { type: "error", error: { type: "invalid_request_error", message: "`temperature` is deprecated for this model." } }],
    ["plain text", 400, "unknown field temperature"],
  ])("is understood in the words of %s", async (_, status, body) => {
    const { model, provider } = await bench([{ ...ok, rejectIf: ["temperature"], rejection: () => ({ status, body }) }]);
    expect(await textOf(model, { temperature: 0 })).toBe("Yes.");
    expect(provider.requests).toHaveLength(2);
  });

  it("steps down from a strict schema to a schema, to any JSON, to words", async () => {
    const rejectFormat = (step: Step): Step => ({
      ...step,
      rejectIf: ["response_format"],
      rejection: () => ({ body: { error: { message: "This response_format type is unavailable now" } } }),
    });
    const { model, provider } = await bench([rejectFormat({ content: '{"a":1}' })]);
    expect(await model.object(question, z.object({ a: z.number() }))).toEqual({ a: 1 });
    expect(provider.requests.map(({ body }) => body.response_format)).toEqual([
      {
        type: "json_schema",
        json_schema: { name: "reply", strict: true, schema: expect.objectContaining({ additionalProperties: false }) },
      },
      { type: "json_schema", json_schema: { name: "reply", schema: expect.objectContaining({ type: "object" }) } },
      { type: "json_object" },
      undefined,
    ]);
  });

  it("is learned once by calls that run side by side", async () => {
    const { model, provider } = await bench([{ ...ok, delayMs: 20, rejectIf: ["temperature"] }]);
    await Promise.all([1, 2, 3].map(() => textOf(model, { temperature: 0 })));
    expect(provider.requests).toHaveLength(6);
  });
});

describe("roles that a template does not know", () => {
  it.each([
    [400, "System role not supported"],
    [400, "Conversation roles must alternate user/assistant/user/assistant/..."],
    [500, "Value error: roles must alternate in the chat template"],
    [400, "Unsupported value: 'messages[0].role' does not support 'system' with this model."],
  ])("HTTP %i %s: instructions go into the first user message", async (status, message) => {
    const { model, provider } = await bench([{ status, error: { message } }, ok]);
    const messages = [{ role: "system", content: "Be brief." }, ...question, { role: "user", content: "And the fine?" }] as const;
    expect(await textOf(model, {}, messages)).toBe("Yes.");
    expect(provider.requests[1]?.body.messages).toEqual([{ role: "user", content: "Be brief.\n\nWhat is the fee?\n\nAnd the fine?" }]);
  });
});

describe("a model without tools", () => {
  it.each([
    [400, "registry.ollama.ai/library/gemma3:270m does not support tools"],
    [400, '"auto" tool choice requires --enable-auto-tool-choice and --tool-call-parser to be set'],
    [404, "No endpoints found that support tool use. Try disabling tools."],
    [400, "Unrecognized request argument supplied: tools"],
  ])("is told to the agent, and remembered: HTTP %i %s", async (status, message) => {
    const { model, provider } = await bench([{ status, error: { message } }]);
    for (let i = 0; i < 2; i++) {
      const error = await deltasOf(model, { tools: [search] }).catch((thrown: unknown) => thrown);
      expect(error).toMatchObject({ code: "MODEL_FAILED", hint: expect.stringContaining("text protocol") });
      expect(isToolsUnsupported(error)).toBe(true);
    }
    expect(provider.requests).toHaveLength(1);
  });

  it.each([
    "An assistant message with 'tool_calls' must be followed by tool messages responding to each 'tool_call_id'.",
    "Invalid schema for function 'search': schema must be a JSON Schema of type object",
  ])("is not concluded from a complaint about a tool: %s", async (message) => {
    const { model } = await bench([{ status: 400, error: { message } }]);
    const error = await deltasOf(model, { tools: [search] }).catch((thrown: unknown) => thrown);
    expect(error).toMatchObject({ code: "MODEL_FAILED" });
    expect(isToolsUnsupported(error)).toBe(false);
  });
});

describe("what a provider is known to want", () => {
  it("keeps Anthropic's temperature within its bounds, and sends it no response_format", async () => {
    const { model, provider } = await bench([{ content: '{"a":1}' }], {
      env: { LLM_PROVIDER: "anthropic", ANTHROPIC_API_KEY: "sk-1" },
      settings: { temperature: 1.5, maxTokens: 9 },
    });
    await model.object(question, z.object({ a: z.number() }));
    expect(provider.requests[0]?.body).toMatchObject({ temperature: 1, max_tokens: 9 });
    expect(provider.requests[0]?.body.response_format).toBeUndefined();
  });

  it("asks Qwen and DeepSeek for any JSON object, with the word in the prompt", async () => {
    const { model, provider } = await bench([{ content: '{"a":1}' }], { env: { LLM_PROVIDER: "deepseek", DEEPSEEK_API_KEY: "sk-1" } });
    await model.object(question, z.object({ a: z.number() }));
    expect(provider.requests[0]?.body.response_format).toEqual({ type: "json_object" });
    expect(provider.requests[0]?.body.messages.at(-1)?.content).toContain("JSON");
  });
});
