import { resolve } from "node:path";
import type { ModelRole } from "../interfaces.ts";
import { keyMissing, modelUnconfigured } from "./model-errors.ts";
import { defaultModel, type ProviderName, providerNames, providerOf } from "./providers.ts";
import { type EndpointSettings, type ModelSettings, modelRoles, type RoleSettings } from "./settings.ts";

export interface Endpoint {
  readonly provider: ProviderName;
  readonly title: string;
  readonly baseUrl: string;
  readonly apiKey?: string;
  readonly keyCommand?: string;
  /** Where the key came from, for messages. */
  readonly keySource: string;
  readonly headers: { readonly [name: string]: string };
  readonly caFile?: string;
  readonly proxy?: string;
  readonly parallel: number;
}

export interface ModelChoice {
  readonly endpoint: Endpoint;
  readonly model: string;
  readonly temperature?: number;
  readonly maxTokens?: number;
}

export interface Surroundings {
  /** Variables of the process and of the project's .env. */
  readonly env: { readonly [name: string]: string | undefined };
  /** The project folder: paths in settings are relative to it. */
  readonly root: string;
}

/**
 * The model that plays a role; undefined where neither the config nor `LLM_PROVIDER` or `LLM_BASE_URL` names an endpoint. A
 * key alone switches nothing on: it may be there for other programs. What the config says goes before the variables.
 *
 * @throws MODEL_UNCONFIGURED when an endpoint is named but its key or model is missing, or a setting cannot be used
 */
export function chooseModel(settings: ModelSettings, role: ModelRole, around: Surroundings): ModelChoice | undefined {
  const own = ownSettings(settings, role);
  const apart = own.provider !== undefined || own.baseUrl !== undefined;
  const wanted: RoleSettings = apart ? own : { ...fromVariables(around.env), ...given(settings), ...own };
  if (wanted.provider === undefined && wanted.baseUrl === undefined) return undefined;
  const endpoint = endpointOf(wanted, around, Boolean(settings.replay));
  const model = wanted.model ?? defaultModel(endpoint.provider, role);
  if (model === undefined) throw noModelNamed(endpoint, role);
  const temperature = own.temperature ?? settings.temperature;
  const maxTokens = own.maxTokens ?? settings.maxTokens;
  return { endpoint, model, ...(temperature === undefined ? {} : { temperature }), ...(maxTokens === undefined ? {} : { maxTokens }) };
}

/**
 * For a command that will need its models: fails before any work when one of them is named and cannot be used.
 *
 * @throws MODEL_UNCONFIGURED
 */
export function checkModels(settings: ModelSettings, around: Surroundings): void {
  for (const role of modelRoles) chooseModel(settings, role, around);
}

function ownSettings(settings: ModelSettings, role: ModelRole): RoleSettings {
  const own = settings.roles?.[role];
  return typeof own === "string" ? given({ model: own }) : given(own ?? {});
}

/** Settings without what is absent or blank: `${NAME:-}` in a config leaves a blank. */
export function given<T extends object>(settings: T): T {
  // The same members, some left out, all of which are optional in the types that this is called with.
  return Object.fromEntries(Object.entries(settings).filter(([, value]) => value !== undefined && value !== "")) as T;
}

function fromVariables(env: Surroundings["env"]): RoleSettings {
  const provider = env.LLM_PROVIDER?.trim();
  const name = provider ? providerNamed(provider) : undefined;
  return given({ ...(name === undefined ? {} : { provider: name }), baseUrl: env.LLM_BASE_URL ?? "", model: env.LLM_MODEL ?? "" });
}

function providerNamed(text: string): ProviderName {
  const plain = text.toLowerCase().replace(/[\s_-]/g, "");
  const name = plain === "dashscope" ? "qwen" : providerNames.find((known) => known === plain);
  if (name !== undefined) return name;
  throw modelUnconfigured(`LLM_PROVIDER is "${text}", which is no provider.`, `Set it to one of: ${providerNames.join(", ")}.`);
}

function endpointOf(wanted: EndpointSettings, { env, root }: Surroundings, replayed: boolean): Endpoint {
  const name = wanted.provider ?? "compatible";
  const provider = providerOf(name);
  const variable = provider.keyVariable ?? "LLM_API_KEY";
  const key = keyOf(wanted, env[variable], variable);
  if (provider.keyVariable !== undefined && key.apiKey === undefined && key.keyCommand === undefined && !replayed) {
    throw keyMissing(provider.title, variable);
  }
  return {
    provider: name,
    title: provider.title,
    baseUrl: cleanUrl(wanted.baseUrl ?? provider.baseUrl),
    ...key,
    headers: wanted.headers ?? {},
    ...(wanted.caFile === undefined ? {} : { caFile: resolve(root, wanted.caFile) }),
    ...(wanted.proxy === undefined ? {} : { proxy: proxyUrl(wanted.proxy) }),
    parallel: wanted.parallel ?? provider.parallel,
  };
}

function keyOf(
  wanted: EndpointSettings,
  fromEnv: string | undefined,
  variable: string,
): Pick<Endpoint, "apiKey" | "keyCommand" | "keySource"> {
  if (wanted.keyCommand !== undefined) return { keyCommand: wanted.keyCommand, keySource: "models.keyCommand" };
  if (wanted.apiKey?.trim()) return { apiKey: wanted.apiKey.trim(), keySource: "models.apiKey" };
  if (fromEnv?.trim()) return { apiKey: fromEnv.trim(), keySource: variable };
  return { keySource: variable };
}

function cleanUrl(text: string): string {
  const url = URL.canParse(text) ? new URL(text) : undefined;
  if (url === undefined || !/^https?:$/.test(url.protocol)) {
    throw modelUnconfigured(
      text === "" ? "No address of the model's server is given." : `"${text}" is no address of a model's server.`,
      "Set LLM_BASE_URL, or baseUrl under models in the config, to a URL such as http://127.0.0.1:8000/v1.",
    );
  }
  // As people paste it from a page of the provider.
  return text
    .trim()
    .replace(/\/+$/, "")
    .replace(/\/chat\/completions$/, "");
}

function proxyUrl(text: string): string {
  if (URL.canParse(text) && /^https?:$/.test(new URL(text).protocol)) return text;
  // Not shown, since it may hold a password.
  throw modelUnconfigured("models.proxy is no URL that begins with http:// or https://.", "Correct it in the config.");
}

function noModelNamed({ title }: Endpoint, role: ModelRole): Error {
  return modelUnconfigured(
    `No model is named for the role of ${role}, and ${title} has no default one.`,
    "Set LLM_MODEL, or model under models in the config, to a name that the server knows.",
  );
}
