import { expect, it } from "vitest";
import { modelSettingsSchema } from "../../src/llm/settings-schema.ts";

it("takes every setting, and fills none in", () => {
  const settings = {
    provider: "qwen",
    baseUrl: "https://dashscope-intl.aliyuncs.com/compatible-mode/v1",
    apiKey: "sk-1",
    keyCommand: "pass show qwen",
    headers: { "x-team": "law" },
    caFile: "ca.pem",
    proxy: "http://proxy:3128",
    parallel: 4,
    model: "qwen-plus",
    temperature: 0,
    maxTokens: 1000,
    roles: { judge: "qwen-max", indexer: { provider: "ollama", model: "qwen3:4b" } },
    timeoutMs: 1000,
    idleTimeoutMs: 1000,
    retries: { attempts: 2, maxWaitMs: 0 },
    prices: { "qwen-plus": { input: 0.4, output: 1.2 } },
    record: "output/traffic.jsonl",
    replay: "",
  };
  expect(modelSettingsSchema.parse(settings)).toEqual(settings);
  expect(modelSettingsSchema.parse({})).toEqual({});
});

it.each([{ provider: "acme" }, { modle: "m" }, { roles: { juge: "m" } }, { temperature: 3 }, { parallel: 0 }, { timeoutMs: 2 ** 31 }])(
  "refuses %o",
  (settings) => {
    expect(modelSettingsSchema.safeParse(settings).success).toBe(false);
  },
);
