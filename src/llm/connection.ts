import { resolve } from "node:path";
import type { OpenAI } from "openai";
import { createKeySource, type KeySource } from "./api-key.ts";
import type { Endpoint } from "./choose-model.ts";
import { createLimiter, type Limiter } from "./limiter.ts";
import { providerOf, type Quirks } from "./providers.ts";
import { recorded, replayed } from "./recording.ts";
import { createRedact, type Redact } from "./redact.ts";
import type { RequestBody } from "./request.ts";
import { createTransport, type Fetch } from "./transport.ts";

/** Longer than any timeout of ours; and the most that a timer takes. */
const NEVER_MS = 2 ** 31 - 1;
/** Of an error page that is no JSON. */
const SHOWN = 300;

/** One endpoint in use: what all calls to it share, of whatever role and run. */
export interface Connection {
  readonly endpoint: Endpoint;
  readonly limiter: Limiter;
  readonly keys: KeySource;
  readonly redact: Redact;
  /** By model: what its server was found to take. */
  readonly quirks: Map<string, Quirks>;
  /** The server for messages, without what may be secret in its address. */
  readonly shown: string;
  /** @throws APIError of the SDK, whatever form the server's error had */
  post(body: RequestBody, key: string | undefined, signal: AbortSignal): Promise<Response>;
}

export interface ConnectionOptions {
  readonly root: string;
  readonly record?: string;
  readonly replay?: string;
  readonly now: () => number;
}

export function openConnection(endpoint: Endpoint, { root, record, replay, now }: ConnectionOptions): Connection {
  const keys = createKeySource(replay === undefined ? endpoint : {}, root, now);
  const redact = createRedact(() => [...keys.known, ...fixedSecrets(endpoint)]);
  const transport = replay === undefined ? createTransport(endpoint) : replayed(resolve(root, replay));
  const kept = record === undefined || replay !== undefined ? transport : recorded(transport, resolve(root, record), redact);
  let client: Promise<OpenAI> | undefined;

  return {
    endpoint,
    keys,
    redact,
    limiter: createLimiter(endpoint.parallel),
    quirks: new Map(),
    shown: `${endpoint.title}, ${new URL(endpoint.baseUrl).host}`,
    async post(body, key, signal) {
      client ??= openClient(endpoint, kept);
      const { chat } = await client;
      const headers = { Authorization: key === undefined ? null : `Bearer ${key}`, ...endpoint.headers };
      // Quirks make bodies that the SDK's types do not know; the server is the judge of them.
      return await chat.completions.create(body as unknown as OpenAI.ChatCompletionCreateParamsStreaming, { headers, signal }).asResponse();
    },
  };
}

export function quirksOf({ quirks, endpoint }: Connection, model: string): Quirks {
  return quirks.get(model) ?? providerOf(endpoint.provider).quirks;
}

async function openClient({ baseUrl, provider }: Endpoint, fetch: Fetch): Promise<OpenAI> {
  const { OpenAI } = await import("openai");
  return new OpenAI({
    baseURL: baseUrl,
    // Sent per request instead, since it may change.
    apiKey: "-",
    // The SDK takes these from variables, and would send them to any server.
    ...(provider === "openai" ? {} : { organization: null, project: null }),
    // Retries are ours: the SDK retries an exhausted quota, and sleeps through a retry-after of an hour.
    maxRetries: 0,
    timeout: NEVER_MS,
    logLevel: "off",
    fetch: async (input, init = {}) => withPlainErrors(await fetch(String(input), init)),
  });
}

/** Errors come as `{error: {…}}`, `{error: "…"}`, `{detail: […]}`, `{message}` or a page of HTML; the SDK reads only the first. */
async function withPlainErrors(reply: Response): Promise<Response> {
  if (reply.ok) return reply;
  const text = await reply.text();
  const location = reply.headers.get("location");
  const error = location === null ? plainError(text) : { message: `moved to ${location}` };
  return new Response(JSON.stringify({ error }), { status: reply.status, headers: reply.headers });
}

function plainError(text: string): object {
  let read: { readonly [key: string]: unknown } | undefined;
  try {
    read = JSON.parse(text);
  } catch {
    return {
      message: text
        .replace(/<[^>]*>/g, " ")
        .replace(/\s+/g, " ")
        .trim()
        .slice(0, SHOWN),
    };
  }
  const first = Array.isArray(read) ? read[0] : read;
  const error = first?.error ?? first;
  if (typeof error !== "object" || error === null) return { message: String(error) };
  const { message, msg, detail } = error;
  return { ...error, message: [message, msg, detail].find((said) => typeof said === "string") ?? JSON.stringify(error).slice(0, SHOWN) };
}

/** A header's name tells whether its value is secret; taking out every value would spoil recordings of ordinary words. */
function fixedSecrets({ headers, proxy, baseUrl }: Endpoint): readonly string[] {
  const secret = Object.entries(headers).flatMap(([name, value]) => (/auth|key|token|secret|cookie|pass/i.test(name) ? [value] : []));
  const urls = [baseUrl, ...(proxy === undefined ? [] : [proxy])].map((text) => new URL(text));
  return [...secret, ...urls.flatMap(({ password, search }) => [password, decodeURIComponent(password), search])];
}
