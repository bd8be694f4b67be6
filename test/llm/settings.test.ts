import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import type { ModelRole } from "../../src/interfaces.ts";
import { checkModels, chooseModel } from "../../src/llm/choose-model.ts";
import { providerNames } from "../../src/llm/providers.ts";
import type { ModelSettings } from "../../src/llm/settings.ts";
import { bench, outcomeOf, temporaryFolder, textOf } from "./fixture.ts";

type Env = { readonly [name: string]: string };

function choose(env: Env, settings: ModelSettings = {}, role: ModelRole = "answerer") {
  return chooseModel(settings, role, { env, root: "/project" });
}

function failure(act: () => unknown): { code?: string; message?: string; hint?: string } {
  try {
    act();
    return {};
  } catch (error) {
    const { code, message, hint } = error as { code: string; message: string; hint: string };
    return { code, message, hint };
  }
}

describe("which model is asked", () => {
  it("is none where nothing names one, keys of other programs or not", () => {
    expect(choose({})).toBeUndefined();
    expect(choose({ OPENAI_API_KEY: "sk-stray", ANTHROPIC_API_KEY: "sk-stray" })).toBeUndefined();
    expect(choose({ LLM_PROVIDER: "", LLM_BASE_URL: "" })).toBeUndefined();
    expect(() => checkModels({}, { env: {}, root: "/project" })).not.toThrow();
  });

  it.each([
    ["anthropic", "ANTHROPIC_API_KEY", "claude-haiku-4-5", "claude-sonnet-4-6"],
    ["qwen", "DASHSCOPE_API_KEY", "qwen-turbo", "qwen-plus"],
    ["deepseek", "DEEPSEEK_API_KEY", "deepseek-chat", "deepseek-chat"],
    ["openai", "OPENAI_API_KEY", "gpt-4.1-mini", "gpt-4.1"],
    ["openrouter", "OPENROUTER_API_KEY", "openai/gpt-4.1-mini", "openai/gpt-4.1"],
  ])("is chosen by LLM_PROVIDER=%s and %s: %s for indexer, grader and judge, %s for the rest", (provider, variable, cheap, capable) => {
    const env = { LLM_PROVIDER: provider, [variable]: "sk-1" };
    const names = (roles: readonly ModelRole[]) => roles.map((role) => choose(env, {}, role)?.model);
    expect(names(["indexer", "grader", "judge"])).toEqual([cheap, cheap, cheap]);
    expect(names(["searcher", "answerer", "drafter"])).toEqual([capable, capable, capable]);
    expect(choose(env)?.endpoint).toMatchObject({ provider, apiKey: "sk-1", keySource: variable });
  });

  it.each([
    ["ollama", "http://127.0.0.1:11434/v1", 1],
    ["vllm", "http://127.0.0.1:8000/v1", 8],
    ["LM-Studio", "http://127.0.0.1:1234/v1", 1],
  ])("needs no key but a name with LLM_PROVIDER=%s", (provider, baseUrl, parallel) => {
    expect(choose({ LLM_PROVIDER: provider, LLM_MODEL: "small" })).toMatchObject({ model: "small", endpoint: { baseUrl, parallel } });
    expect(failure(() => choose({ LLM_PROVIDER: provider }))).toMatchObject({
      code: "MODEL_UNCONFIGURED",
      hint: expect.stringContaining("LLM_MODEL"),
    });
  });

  it("may be at any address by LLM_BASE_URL alone, which gets no other provider's key", () => {
    const choice = choose({ LLM_BASE_URL: "http://localhost:9/v1/chat/completions", LLM_MODEL: "m", OPENAI_API_KEY: "sk-stray" });
    expect(choice?.endpoint).toMatchObject({ provider: "compatible", baseUrl: "http://localhost:9/v1" });
    expect(choice?.endpoint.apiKey).toBeUndefined();
    expect(choose({ LLM_BASE_URL: "http://localhost:9/v1", LLM_MODEL: "m", LLM_API_KEY: "sk-2" })?.endpoint.apiKey).toBe("sk-2");
  });

  it("is what the config says before what variables say", () => {
    const env = { LLM_PROVIDER: "qwen", DASHSCOPE_API_KEY: "sk-1", LLM_MODEL: "other" };
    expect(choose(env, { provider: "ollama", model: "mine" })).toMatchObject({ model: "mine", endpoint: { provider: "ollama" } });
  });

  it("differs by role; a role with an endpoint of its own takes nothing of the other, its key least of all", () => {
    const settings: ModelSettings = {
      provider: "openai",
      apiKey: "sk-1",
      headers: { "x-team": "a" },
      temperature: 0,
      roles: { judge: "gpt-judge", indexer: { baseUrl: "http://localhost:9/v1", model: "small", maxTokens: 99 } },
    };
    expect(choose({}, settings, "judge")).toMatchObject({ model: "gpt-judge", temperature: 0, endpoint: { apiKey: "sk-1" } });
    const indexer = choose({ LLM_MODEL: "other" }, settings, "indexer");
    expect(indexer).toMatchObject({ model: "small", maxTokens: 99, endpoint: { provider: "compatible", headers: {} } });
    expect(indexer?.endpoint.apiKey).toBeUndefined();
  });

  it.each([
    ["an unknown provider", { LLM_PROVIDER: "acme" }, {}, /LLM_PROVIDER is "acme"/, providerNames.join(", ")],
    ["an address that is none", { LLM_BASE_URL: "localhost" }, {}, /"localhost" is no address/, "http://"],
    ["no address at all", { LLM_PROVIDER: "compatible" }, {}, /No address/, "LLM_BASE_URL"],
    ["a proxy that is none", { LLM_BASE_URL: "http://a/v1" }, { proxy: "user:secret@proxy" }, /^models\.proxy is no URL/, "config"],
  ] satisfies [string, Env, ModelSettings, RegExp, string][])("is refused at once with the fix: %s", (_, env, settings, message, hint) => {
    const failed = failure(() => choose(env, settings));
    expect(failed.code).toBe("MODEL_UNCONFIGURED");
    expect(failed.message).toMatch(message);
    expect(failed.hint).toContain(hint);
  });
});

describe("a key that is missing (case F5)", () => {
  it.each([{}, { OPENAI_API_KEY: "" }, { OPENAI_API_KEY: "  " }])("is told in one line that names variable and place: %o", (env) => {
    const failed = failure(() => checkModels({}, { env: { LLM_PROVIDER: "openai", ...env }, root: "/project" }));
    expect(failed).toEqual({
      code: "MODEL_UNCONFIGURED",
      message: "OpenAI is the model provider, but OPENAI_API_KEY is not set or empty.",
      hint: "Set OPENAI_API_KEY in the environment or in the project's .env, or apiKey or keyCommand under models in the config.",
    });
  });

  it("is the key of a config that was left blank, too", () => {
    expect(failure(() => choose({}, { provider: "openai", apiKey: "" })).code).toBe("MODEL_UNCONFIGURED");
  });

  it("is not excused by a recording that was left blank", () => {
    expect(failure(() => choose({}, { provider: "openai", replay: "" })).code).toBe("MODEL_UNCONFIGURED");
  });

  it("is not needed where replies come from a recording", () => {
    expect(choose({}, { provider: "openai", replay: "traffic.jsonl" })?.model).toBe("gpt-4.1");
  });
});

describe("a key that the server refuses", () => {
  it.each([401, 403])("stops at once with the fix, and is not shown: HTTP %i", async (status) => {
    const { model, provider, events, logs } = await bench([{ status, error: { message: "Incorrect API key provided: sk-test-123456." } }]);
    const outcome = await outcomeOf(model);
    expect(outcome).toMatchObject({ code: "MODEL_UNCONFIGURED", hint: expect.stringContaining("OPENAI_API_KEY") });
    expect(outcome.message).toContain("Incorrect API key provided: [key].");
    expect(JSON.stringify([outcome, events, logs])).not.toContain("sk-test-123456");
    expect(provider.requests).toHaveLength(1);
    expect(provider.requests[0]?.headers.authorization).toBe("Bearer sk-test-123456");
  });

  it("is asked for again from its command, once", async () => {
    const folder = await temporaryFolder();
    const script = join(folder, "key.mjs");
    await writeFile(join(folder, "count"), "0");
    await writeFile(
      script,
      'import { readFileSync, writeFileSync } from "node:fs"; const n = 1 + Number(readFileSync("count")); writeFileSync("count", String(n)); console.log("key-number-" + n);',
    );
    const settings = { keyCommand: `"${process.execPath}" key.mjs` };
    const { model, provider, events } = await bench([{ status: 401 }, { content: "Yes." }, { content: "Yes." }, { status: 401 }], {
      settings,
      root: folder,
    });
    expect(await textOf(model)).toBe("Yes.");
    expect(await textOf(model)).toBe("Yes.");
    expect(await outcomeOf(model)).toMatchObject({ code: "MODEL_UNCONFIGURED", hint: expect.stringContaining("models.keyCommand") });
    expect(provider.requests.map(({ headers }) => headers.authorization?.slice(-1))).toEqual(["1", "2", "2", "2", "3"]);
    expect(JSON.stringify(events)).not.toContain("key-number");
  });

  it("is asked for again from its command when its time has come", async () => {
    const folder = await temporaryFolder();
    await writeFile(
      join(folder, "key.mjs"),
      'console.log(JSON.stringify({ key: "key-" + process.hrtime.bigint(), expiresAt: new Date().toISOString() }))',
    );
    const { model, provider } = await bench([{ content: "Yes." }], {
      settings: { keyCommand: `"${process.execPath}" key.mjs` },
      root: folder,
    });
    await textOf(model);
    await textOf(model);
    expect(new Set(provider.requests.map(({ headers }) => headers.authorization)).size).toBe(2);
  });

  it.each([
    ["exit 3", "it ended with exit status 3"],
    ["echo", "it printed nothing"],
    ["echo two words", "it printed more than a key"],
    ["echo {}", 'its JSON has no "key"'],
  ])("cannot be had when its command fails: %s", async (keyCommand, reason) => {
    const { model, provider } = await bench([{ content: "Yes." }], { settings: { keyCommand } });
    const outcome = await outcomeOf(model);
    expect(outcome).toMatchObject({ code: "MODEL_UNCONFIGURED" });
    expect(outcome.message).toContain(reason);
    expect(provider.requests).toHaveLength(0);
  });
});

it("takes settings that were left blank for absent ones", async () => {
  const { model } = await bench([{ content: "Yes." }], { settings: { record: "", replay: "", caFile: "", proxy: "", model: "" } });
  expect(model.name).toBe("test-model");
  expect(await textOf(model)).toBe("Yes.");
});

it("sends extra headers, and nothing about this machine", async () => {
  const settings = { headers: { "X-Team": "law", "X-Gateway-Key": "gw-secret-1" } };
  const { model, provider } = await bench([{ status: 400, error: { message: "bad gateway key gw-secret-1 for team law" } }], { settings });
  expect((await outcomeOf(model)).message).toContain("bad gateway key [key] for team law");
  const names = Object.keys(provider.requests[0]?.headers ?? {});
  expect(provider.requests[0]?.headers).toMatchObject({ "x-team": "law", "x-gateway-key": "gw-secret-1" });
  expect(names.filter((name) => name.startsWith("x-stainless"))).toEqual([]);
});
