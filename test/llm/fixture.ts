import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { onTestFinished } from "vitest";
import type { Message, Model, ModelDelta, ModelOptions, ModelRole } from "../../src/interfaces.ts";
import type { Clock } from "../../src/llm/call-model.ts";
import { modelsFor } from "../../src/llm/models-for.ts";
import type { ModelSettings } from "../../src/llm/settings.ts";
import type { RunEvent } from "../../src/model.ts";
import { type ScriptedProvider, type SeenRequest, type Step, scriptedProvider } from "../helpers/scripted-provider.ts";

export const question: readonly Message[] = [{ role: "user", content: "What is the fee?" }];

export interface Bench {
  readonly model: Model;
  readonly provider: ScriptedProvider;
  readonly events: RunEvent[];
  readonly logs: string[];
  /** What the clock was asked to sleep; nothing really waits. */
  readonly sleeps: number[];
  readonly stop: AbortController;
  modelOf(role: ModelRole): Model | undefined;
}

export interface BenchOptions {
  readonly settings?: ModelSettings;
  readonly env?: { readonly [name: string]: string };
  readonly role?: ModelRole;
  readonly root?: string;
  /** Sleep in earnest. */
  readonly realTime?: boolean;
}

/** A model at a scripted server, closed when the test ends. */
export async function bench(
  steps: readonly (Step | ((request: SeenRequest) => Step))[],
  { settings = {}, env = {}, role = "answerer", root = process.cwd(), realTime = false }: BenchOptions = {},
): Promise<Bench> {
  const provider = await scriptedProvider(steps);
  onTestFinished(() => provider.close());
  const events: RunEvent[] = [];
  const logs: string[] = [];
  const sleeps: number[] = [];
  const stop = new AbortController();
  const clock: Clock = {
    now: Date.now,
    random: () => 0,
    sleep: async (ms) => {
      sleeps.push(ms);
      if (realTime) await new Promise((done) => setTimeout(done, ms));
    },
  };
  const modelOf = modelsFor(settings, {
    env: { LLM_PROVIDER: "openai", OPENAI_API_KEY: "sk-test-123456", LLM_BASE_URL: provider.url, LLM_MODEL: "test-model", ...env },
    root,
    signal: stop.signal,
    emit: (event) => events.push(event),
    log: (level, message) => logs.push(`${level}: ${message}`),
    clock,
  });
  const model = modelOf(role);
  if (model === undefined) throw new Error("no model is configured");
  return { model, provider, events, logs, sleeps, stop, modelOf };
}

export async function deltasOf(model: Model, options?: ModelOptions, messages = question): Promise<ModelDelta[]> {
  const deltas: ModelDelta[] = [];
  for await (const delta of model.stream(messages, options)) deltas.push(delta);
  return deltas;
}

export async function textOf(model: Model, options?: ModelOptions, messages = question): Promise<string> {
  return (await deltasOf(model, options, messages)).map((delta) => ("text" in delta ? delta.text : "")).join("");
}

/** What came of a call: its text, or how far it came and how it failed. */
export async function outcomeOf(
  model: Model,
  messages = question,
): Promise<{ readonly text: string; readonly code?: unknown; readonly message?: string; readonly hint?: string }> {
  let text = "";
  try {
    for await (const delta of model.stream(messages)) if ("text" in delta) text += delta.text;
    return { text };
  } catch (error) {
    const { code, message, hint } = error as { readonly code: unknown; readonly message: string; readonly hint: string };
    return { text, code, message, hint };
  }
}

export function callsOf(events: readonly RunEvent[]): readonly RunEvent[] {
  return events.filter(({ type }) => type === "model:call");
}

export async function temporaryFolder(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), "right-rag-llm-"));
  onTestFinished(() => rm(folder, { recursive: true, force: true }));
  return folder;
}
