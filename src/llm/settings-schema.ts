import * as z from "zod";
import { type ProviderName, providerNames } from "./providers.ts";
import { defaultModelSettings, type ModelSettings, modelRoles } from "./settings.ts";

/** The longest that a timer can take. */
const LONGEST_MS = 2 ** 31 - 1;

const text = (description: string) => z.string().describe(description).exactOptional();
const count = (description: string) => z.int().min(1).describe(description).exactOptional();
const time = (description: string) => z.int().min(1).max(LONGEST_MS).describe(`${description} Milliseconds.`).exactOptional();

const shared = {
  provider: z
    // A list of names, of which there is one at least.
    .enum(providerNames as readonly [ProviderName, ...ProviderName[]])
    .describe("Who serves the model. Absent: LLM_PROVIDER.")
    .exactOptional(),
  baseUrl: text("Address of the server. Absent: LLM_BASE_URL, then the provider's own."),
  apiKey: text("The key; better written as a variable. Absent: the provider's usual variable, such as OPENAI_API_KEY."),
  keyCommand: text(
    'A command of the shell that prints the key, or JSON {"key", "expiresAt"}; run again when the key expires or is refused.',
  ),
  headers: z.record(z.string().min(1), z.string()).describe("Headers to send with each request.").exactOptional(),
  caFile: text("Certificates (PEM) of authorities to trust besides the system's; a file. Absolute, or relative to the project."),
  proxy: text("URL of an HTTP proxy."),
  parallel: z.int().min(1).max(256).describe("Requests at once. Absent: 8, or 1 for Ollama and LM Studio.").exactOptional(),
  model: text("The model, as the provider names it. Absent: LLM_MODEL, then the provider's for the role."),
  temperature: z.number().min(0).max(2).describe("Of every reply. Absent: the provider's.").exactOptional(),
  maxTokens: count("Tokens of a reply. Absent: the provider's."),
};

const role = z.union([z.string().min(1), z.strictObject(shared)]).exactOptional();
const price = z.number().min(0);

/** The config's `models`. */
export const modelSettingsSchema = z
  .strictObject({
    ...shared,
    roles: z
      .strictObject(
        Object.fromEntries(modelRoles.map((name) => [name, role])) as { readonly [name in (typeof modelRoles)[number]]: typeof role },
      )
      .describe("Models of single roles: a name, or settings of their own.")
      .exactOptional(),
    timeoutMs: time(`Time for one request and its whole reply. Absent: ${defaultModelSettings.timeoutMs}.`),
    idleTimeoutMs: time(`Time without a byte of a reply. Absent: ${defaultModelSettings.idleTimeoutMs}.`),
    retries: z
      .strictObject({
        attempts: count(`Requests for one call. Absent: ${defaultModelSettings.retries.attempts}.`),
        maxWaitMs: z
          .int()
          .min(0)
          .max(LONGEST_MS)
          .describe(`All waiting of one call together. Milliseconds. Absent: ${defaultModelSettings.retries.maxWaitMs}.`)
          .exactOptional(),
      })
      .describe("How often a call that failed is made again.")
      .exactOptional(),
    prices: z
      .record(z.string().min(1), z.strictObject({ input: price, output: price }))
      .describe("Price of a million tokens, by model. Without it, cost is unknown.")
      .exactOptional(),
    record: text("A file (JSONL) that every exchange is added to, without keys."),
    replay: text("A file made by record: replies come from it, and no server is asked."),
  })
  .describe(
    "Language models. Without a provider here or in LLM_PROVIDER or LLM_BASE_URL, none is asked.",
  ) satisfies z.ZodType<ModelSettings>;
