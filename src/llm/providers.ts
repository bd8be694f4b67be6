import type { ModelRole } from "../interfaces.ts";

/** How a server wants to be asked. What a table does not know is learned from the server's refusals. */
export interface Quirks {
  /** The name of the limit on a reply's tokens; null: it takes none. */
  readonly maxTokensField: "max_tokens" | "max_completion_tokens" | null;
  /** How many names of that limit the server refused. */
  readonly limitsTried: number;
  /** The most exact way of asking for a form: a schema held to strictly, a schema, any JSON object, or words in the prompt only. */
  readonly responseFormat: ResponseFormat;
  /** The highest temperature; null: it takes none. */
  readonly maxTemperature: number | null;
  /** Whether usage is sent with a stream when asked for by `stream_options`. */
  readonly streamUsage: boolean;
  /** False: instructions are put before the first user message, and neighbours of one role are joined. */
  readonly systemRole: boolean;
  readonly tools: boolean;
  /** True: replies begin inside a thought, whose opening tag stands in the model's template. */
  readonly opensInThought: boolean;
}

export type ResponseFormat = "strict" | "schema" | "object" | "none";

interface Provider {
  /** For messages. */
  readonly title: string;
  readonly baseUrl: string;
  /** Absent: it takes no key; LLM_API_KEY is sent when set. */
  readonly keyVariable?: string;
  readonly parallel: number;
  /** Cheap for what is asked often, capable for what is hard. Absent: it serves what its owner loaded. */
  readonly models?: { readonly cheap: string; readonly capable: string };
  readonly quirks: Quirks;
}

/**
 * The common ground. `tool_choice` and `parallel_tool_calls` are in no request: "auto" is every server's default where tools
 * are given, and several refuse the field. Fields in which servers send reasoning text (`reasoning_content`, `reasoning`,
 * `reasoning_details`) need no entry, since of a reply only `content`, `refusal` and `tool_calls` are read.
 */
const common: Quirks = {
  maxTokensField: "max_tokens",
  responseFormat: "schema",
  limitsTried: 0,
  maxTemperature: 2,
  streamUsage: true,
  systemRole: true,
  tools: true,
  opensInThought: false,
};

/** The one place for what differs between providers. */
export const providers = {
  openai: {
    title: "OpenAI",
    baseUrl: "https://api.openai.com/v1",
    keyVariable: "OPENAI_API_KEY",
    parallel: 8,
    models: { cheap: "gpt-4.1-mini", capable: "gpt-4.1" },
    quirks: { ...common, maxTokensField: "max_completion_tokens", responseFormat: "strict" },
  },
  // Its OpenAI-compatible endpoint. It takes response_format without a word and ignores it, so that is not sent.
  anthropic: {
    title: "Anthropic",
    baseUrl: "https://api.anthropic.com/v1",
    keyVariable: "ANTHROPIC_API_KEY",
    parallel: 8,
    models: { cheap: "claude-haiku-4-5", capable: "claude-sonnet-4-6" },
    quirks: { ...common, responseFormat: "none", maxTemperature: 1 },
  },
  qwen: {
    title: "Qwen (DashScope)",
    baseUrl: "https://dashscope.aliyuncs.com/compatible-mode/v1",
    keyVariable: "DASHSCOPE_API_KEY",
    parallel: 8,
    models: { cheap: "qwen-turbo", capable: "qwen-plus" },
    quirks: { ...common, responseFormat: "object", maxTemperature: 1.99 },
  },
  deepseek: {
    title: "DeepSeek",
    baseUrl: "https://api.deepseek.com/v1",
    keyVariable: "DEEPSEEK_API_KEY",
    parallel: 8,
    models: { cheap: "deepseek-chat", capable: "deepseek-chat" },
    quirks: { ...common, responseFormat: "object" },
  },
  openrouter: {
    title: "OpenRouter",
    baseUrl: "https://openrouter.ai/api/v1",
    keyVariable: "OPENROUTER_API_KEY",
    parallel: 8,
    models: { cheap: "openai/gpt-4.1-mini", capable: "openai/gpt-4.1" },
    quirks: common,
  },
  ollama: { title: "Ollama", baseUrl: "http://127.0.0.1:11434/v1", parallel: 1, quirks: common },
  vllm: { title: "vLLM", baseUrl: "http://127.0.0.1:8000/v1", parallel: 8, quirks: common },
  lmstudio: { title: "LM Studio", baseUrl: "http://127.0.0.1:1234/v1", parallel: 1, quirks: common },
  /** Any other server that speaks as OpenAI's does: LLM_BASE_URL alone means this one. */
  compatible: { title: "the server", baseUrl: "", parallel: 8, quirks: common },
} as const satisfies { readonly [name: string]: Provider };

export type ProviderName = keyof typeof providers;

export const providerNames = Object.keys(providers) as readonly ProviderName[];

/** The same table, each entry as a Provider: optional members can be asked for. */
export function providerOf(name: ProviderName): Provider {
  return providers[name];
}

export function defaultModel(name: ProviderName, role: ModelRole): string | undefined {
  const cheap = role === "indexer" || role === "judge" || role === "grader";
  return providerOf(name).models?.[cheap ? "cheap" : "capable"];
}
