import { expect, it } from "vitest";
import { addTokens, costOf } from "../../src/llm/usage.ts";
import { bench, callsOf, textOf } from "./fixture.ts";

const prices = { "test-model": { input: 2, output: 10 } };

it.each([
  ["left out", null, null, null, null],
  ["all null", { prompt_tokens: null, completion_tokens: null, total_tokens: null }, null, null, null],
  ["without a total or details", { prompt_tokens: 1000, completion_tokens: 100 }, 1000, 100, 0.003],
  ["half of it", { prompt_tokens: 1000 }, 1000, null, null],
  ["nonsense", { prompt_tokens: -1, completion_tokens: "many" }, null, null, null],
])("usage %s: the answer is given, and what is unknown is null, never 0 (case F7)", async (_, usage, inputTokens, outputTokens, cost) => {
  const { model, events } = await bench([{ content: "Yes.", usage }], { settings: { prices } });
  expect(await textOf(model)).toBe("Yes.");
  expect(callsOf(events)).toEqual([
    {
      type: "model:call",
      role: "answerer",
      model: "test-model",
      provider: "openai",
      inputTokens,
      outputTokens,
      cost,
      durationMs: expect.any(Number),
      attempts: 1,
      finish: "stop",
    },
  ]);
});

it("a model without a price has no known cost (case F7)", async () => {
  const { model, events } = await bench([{ content: "Yes." }], { settings: { prices: { other: { input: 1, output: 1 } } } });
  await textOf(model);
  expect(callsOf(events)).toMatchObject([{ inputTokens: 10, outputTokens: 5, cost: null }]);
  expect(costOf("constructor", { input: 1, output: 1 }, prices)).toBeNull();
});

it("a reply that was paid for and of no use is counted", async () => {
  const { model, events } = await bench([{ content: "" }, { content: "Yes." }], { settings: { prices } });
  await textOf(model);
  expect(callsOf(events)).toMatchObject([{ inputTokens: 20, outputTokens: 10, attempts: 2 }]);
});

it("a sum with an unknown part is unknown", () => {
  expect(addTokens({ input: 1, output: null }, { input: 2, output: 3 })).toEqual({ input: 3, output: null });
});
