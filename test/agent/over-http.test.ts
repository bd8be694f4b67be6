import { expect, it } from "vitest";
import { bench } from "../llm/fixture.ts";
import { answer, observations } from "./corpus.ts";

const files = { "tariff.md": "# Fees\n\nThe daily fee is 18.50.\n" };
const question = "What is the daily fee?";

const call = (id: string, name: string, args: string) => ({ id, name, arguments: args });

it("A3, A5: over the wire, every argument is a JSON object and every call has one reply, whatever the model sent", async () => {
  const { provider, modelOf } = await bench([
    { calls: [call("call_a", "search_index", '{"query":"fee'), call("call_b", "calculate", '{"expression": "1/0",}')] },
    { calls: [call("call_a", "search_index", "{'query': 'fee'}")] },
    { content: '<think>FINAL ANSWER: 7</think>\n```json\n{"answer":"18.50","citations":[1]}\n```' },
  ]);
  const { answer: given, events } = await answer({ files, question, run: { model: modelOf } });
  expect(given).toMatchObject({ text: "18.50 [1]", grounded: true });
  expect(observations(events).map(({ ok }) => ok)).toEqual([false, false, true]);
  const messages = provider.requests.at(-1)?.body.messages ?? [];
  expect(messages.map(({ role, tool_call_id }) => tool_call_id ?? role)).toEqual([
    ...["system", "user", "assistant", "call_a", "call_b", "assistant"],
    expect.stringMatching(/^step_\d+$/),
  ]);
  for (const { tool_calls = [] } of messages) {
    for (const { function: called } of tool_calls) expect(JSON.parse(called.arguments)).toBeTypeOf("object");
  }
});

it("a server that refuses tools is spoken to in text", async () => {
  const { provider, modelOf } = await bench([
    { status: 400, error: { message: "tools are not supported" } },
    { content: 'THOUGHT: look\nACTION: search_index("fee")' },
    { content: "THOUGHT: found\nFINAL ANSWER: 18.50 [1]" },
  ]);
  const { answer: given, types } = await answer({ files, question, run: { model: modelOf } });
  expect(given.text).toBe("18.50 [1]");
  expect(types).toContain("agent:fallback");
  expect(provider.requests.map(({ body }) => body.tools !== undefined)).toEqual([true, false, false]);
});
