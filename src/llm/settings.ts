import type { ModelRole } from "../interfaces.ts";
import type { ProviderName } from "./providers.ts";

/**
 * The config's `models`: which language models a project uses. Nothing in it is needed: what is left out comes from the
 * variables `LLM_PROVIDER`, `LLM_BASE_URL` and `LLM_MODEL`; without any of these, no model is asked and no network is used.
 */
export interface ModelSettings extends EndpointSettings, ReplySettings {
  /** Models of single roles: a name, or settings that go before those beside `roles`. */
  readonly roles?: { readonly [role in ModelRole]?: string | RoleSettings };
  /** Time for one request, from sending to the end of its reply. Running out of it is not retried. @default 600000 */
  readonly timeoutMs?: number;
  /** Time without a byte of the reply, after which a request counts as cut. @default 180000 */
  readonly idleTimeoutMs?: number;
  readonly retries?: {
    /** Requests for one call, the first among them; 1 or more. @default 4 */
    readonly attempts?: number;
    /** All waiting of one call together. A server that asks for more is not waited for. @default 60000 */
    readonly maxWaitMs?: number;
  };
  /** Price of a million tokens, by the model's name. Without it, cost is unknown. */
  readonly prices?: { readonly [model: string]: { readonly input: number; readonly output: number } };
  /** A file (JSONL, relative to the project) that every exchange is added to, without keys. */
  readonly record?: string;
  /** A file made by `record`: replies come from it, and no server is asked. */
  readonly replay?: string;
}

/** A server, and how to speak with it. */
export interface EndpointSettings {
  /** @default LLM_PROVIDER */
  readonly provider?: ProviderName;
  /** @default LLM_BASE_URL, then the provider's own */
  readonly baseUrl?: string;
  /** @default the provider's usual variable (OPENAI_API_KEY, …) */
  readonly apiKey?: string;
  /**
   * A command of the shell whose output is the key: the key alone, or JSON `{"key", "expiresAt"}`. It runs again when
   * `expiresAt` (ISO 8601) has come or the server refuses the key.
   */
  readonly keyCommand?: string;
  /** Sent with each request. */
  readonly headers?: { readonly [name: string]: string };
  /** Certificates (PEM) of authorities to trust besides the system's; a file, relative to the project. */
  readonly caFile?: string;
  /** URL of an HTTP proxy; `user:password@` before the host is sent to it. */
  readonly proxy?: string;
  /** Requests at once. @default 8; 1 for Ollama and LM Studio */
  readonly parallel?: number;
}

export interface ReplySettings {
  /** As the provider names it. @default LLM_MODEL, then the provider's for the role */
  readonly model?: string;
  /** 0 to 2. @default the provider's */
  readonly temperature?: number;
  /** Tokens of a reply. @default the provider's */
  readonly maxTokens?: number;
}

/** A role that names a `provider` or `baseUrl` of its own inherits nothing of the other endpoint, its key least of all. */
export interface RoleSettings extends EndpointSettings, ReplySettings {}

export const defaultModelSettings = {
  timeoutMs: 600_000,
  idleTimeoutMs: 180_000,
  retries: { attempts: 4, maxWaitMs: 60_000 },
} as const satisfies ModelSettings;

export const modelRoles = ["indexer", "searcher", "answerer", "grader", "judge", "drafter"] as const satisfies readonly ModelRole[];
