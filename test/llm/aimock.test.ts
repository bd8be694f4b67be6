import { LLMock } from "@copilotkit/aimock";
import { expect, it, onTestFinished } from "vitest";
import { z } from "zod";
import type { Tool } from "../../src/interfaces.ts";
import { bench, callsOf, deltasOf, textOf } from "./fixture.ts";

/** A second server, written by others: what ours forgot to imitate may be right there. */
async function otherServer(prepare: (mock: LLMock) => void): Promise<string> {
  const mock = new LLMock({ port: 0, logLevel: "silent" });
  prepare(mock);
  await mock.start();
  onTestFinished(() => mock.stop());
  return `${mock.url}/v1`;
}

const search: Tool<{ query: string }> = {
  name: "search_index",
  description: "Looks for words.",
  parameters: z.object({ query: z.string() }),
  run: () => "",
};

it("text, usage, objects and calls of tools come through from another imitation of OpenAI", async () => {
  const url = await otherServer((mock) => {
    mock.onMessage("grade", { content: '{"relevant": true}' });
    mock.onMessage("search", { toolCalls: [{ id: "call_1", name: "search_index", arguments: '{"query":"fee"}' }] });
    mock.onMessage("fee", { content: "The fee is 18.50 €.", reasoning: "It may be 7." });
  });
  const { model, events } = await bench([], { env: { LLM_BASE_URL: url } });
  expect(await textOf(model, {}, [{ role: "user", content: "What is the fee?" }])).toBe("The fee is 18.50 €.");
  expect(callsOf(events)).toMatchObject([{ inputTokens: expect.any(Number), outputTokens: expect.any(Number), finish: "stop" }]);
  expect(await deltasOf(model, { tools: [search] }, [{ role: "user", content: "Please search." }])).toEqual([
    { call: { id: "call_1", tool: "search_index", input: { query: "fee" } } },
  ]);
  expect(await model.object([{ role: "user", content: "Please grade." }], z.object({ relevant: z.boolean() }))).toEqual({ relevant: true });
});

it("a stream that it breaks off is no answer", async () => {
  const url = await otherServer((mock) =>
    mock.onMessage("fee", { content: "The fee is 18.50 €, more or less." }, { chunkSize: 4, truncateAfterChunks: 3 }),
  );
  const { model } = await bench([], { env: { LLM_BASE_URL: url }, settings: { retries: { attempts: 2 } } });
  await expect(textOf(model)).rejects.toMatchObject({ code: "MODEL_FAILED" });
});
