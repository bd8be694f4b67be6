import { join, relative, sep } from "node:path";
import type { Config } from "../config.ts";
import type { Variables } from "../environment.ts";
import { fingerprintPlugins } from "../fingerprint.ts";
import { stableHash } from "../hash.ts";
import type { ChunkParser, LogLevel, Plugin } from "../interfaces.ts";
import { type Connections, modelsFor } from "../llm/models-for.ts";
import type { Json, RunEvent } from "../model.ts";
import { callPlugin, type Host, runFor } from "../pipeline/host.ts";
import type { Point } from "../plugin-shape.ts";
import { hasThresholds } from "../proof/gate.ts";
import { type FoundPlugin, findPluginFiles, type LoadedPlugins, loadPlugins } from "../registry.ts";
import { type ReadSchemasOptions, readSchemas } from "../schemas/read-schemas.ts";

/** Of what the pipeline makes of a document. Raised when units, chunks or ids come out otherwise for the same plugins. */
const INDEX_FORMAT = 1;

export const RECIPE_POINTS: readonly Point[] = ["document_loaders", "unit_parsers", "chunk_parsers"];
export const SAVER_POINTS: readonly Point[] = ["unit_savers", "chunk_savers"];
export const QUERY_POINTS: readonly Point[] = [...SAVER_POINTS, "retrievers", "answer_generators"];
export const VERIFY_POINTS: readonly Point[] = ["document_loaders", ...SAVER_POINTS];
export const EVALUATE_POINTS: readonly Point[] = [...QUERY_POINTS, "evaluators", "reporters"];

export type Log = (level: LogLevel, message: string) => void;

/** A project's folder, config and log: what every journey starts from. */
export interface Workspace {
  readonly root: string;
  readonly config: Config;
  readonly log: Log;
  /** Of the process and of .env. */
  readonly env: Variables;
  /** Kept while the project is open: what was learned of a server is not learned again. */
  readonly connections: Connections;
  /** Where schemas are, besides the project's own folder of them. */
  readonly schemas: ReadSchemasOptions;
}

/** Where the table of sources stands, relative to the root, with `/`. */
export function tableFolder({ root, config }: Workspace): string {
  return relative(root, join(config.output, "index")).split(sep).join("/");
}

/** Plugins of the named folders; what the registry warns of is logged. */
export async function pluginsOf(workspace: Workspace, points?: readonly Point[]): Promise<LoadedPlugins> {
  const { root, config, log } = workspace;
  const loaded = await loadPlugins(config.spec, {
    root,
    output: config.output,
    settings: config.plugins,
    log,
    ...(points === undefined ? {} : { points }),
  });
  for (const warning of loaded.warnings) log("warn", warning.message);
  return loaded;
}

export function hostOf(workspace: Workspace, loaded: LoadedPlugins, signal: AbortSignal, emit: (event: RunEvent) => void): Host {
  const { root, config, log } = workspace;
  return {
    root,
    output: config.output,
    signal,
    emit,
    log,
    settingsOf: (name) => config.plugins[name] ?? {},
    fileOf: (plugin: Plugin) => loaded.fileOf.get(plugin),
    model: modelsFor(config.models, { ...workspace, signal, emit }),
    schemas: once(() => readSchemas(root, workspace.schemas)),
  };
}

function once<T>(read: () => Promise<T>): () => Promise<T> {
  let reading: Promise<T> | undefined;
  return () => {
    reading ??= read();
    return reading;
  };
}

/** Plugins, and what they are made of. */
export interface Fingerprinted {
  readonly loaded: LoadedPlugins;
  /** Of loaders and parsers. */
  readonly recipe: string;
  readonly savers: string;
}

/**
 * Loads what an index run needs, with the two fingerprints that say what made an index: code, order, settings and formats
 * count. Code is read by a process of its own, while this one loads the plugins.
 */
export async function indexingPlugins(workspace: Workspace, signal: AbortSignal): Promise<Fingerprinted> {
  const codes = Promise.all([codeOf(workspace, RECIPE_POINTS), codeOf(workspace, SAVER_POINTS)]);
  codes.catch(() => {}); // what is wrong with a plugin is better said by loading it
  const loaded = await pluginsOf(workspace, [...RECIPE_POINTS, ...SAVER_POINTS]);
  const [recipe, savers] = await codes;
  const host = hostOf(workspace, loaded, signal, () => {});
  const seal = async (code: string, points: readonly Point[]) => {
    const found = loaded.found.filter((plugin) => points.includes(plugin.point));
    const own = await Promise.all(found.map(({ plugin }) => recipeOf(plugin, host)));
    return stableHash([INDEX_FORMAT, code, settingsOf(found, workspace.config), own]);
  };
  const made = await seal(recipe, RECIPE_POINTS);
  const { proof } = workspace.config;
  // A document that was made under other thresholds, or none, is proven anew.
  const proven = hasThresholds(proof) ? stableHash([made, proof as Json]) : made;
  return { loaded, recipe: proven, savers: await seal(savers, SAVER_POINTS) };
}

/** What a plugin says of itself beside its code: a schema, a model. */
async function recipeOf(plugin: Plugin & Pick<ChunkParser, "recipe">, host: Host): Promise<string> {
  return (await callPlugin(host, plugin, "recipe()", undefined, () => plugin.recipe?.(runFor(host, plugin)))) ?? "";
}

async function codeOf({ root, config }: Workspace, points: readonly Point[]): Promise<string> {
  const files = await findPluginFiles(config.spec, points);
  return fingerprintPlugins(
    files.map(({ path }) => path),
    root,
  );
}

function settingsOf(found: readonly FoundPlugin[], config: Config): Json {
  return found.map(({ point, name, order }) => [point, name, order, config.plugins[name] ?? {}]);
}
