import { existsSync } from "node:fs";
import { isAbsolute, join, relative, resolve, sep } from "node:path";
import { type ConfigFile, ConfigSyntaxError, type Position, readConfigFile } from "./config-file.ts";
import { type ConfigLogLevel, defaultConfig } from "./define-config.ts";
import { type BadReference, fillIn, readEnvironment } from "./environment.ts";
import { isRightRagError, messageOf, RightRagError } from "./errors.ts";
import type { ModelSettings } from "./llm/settings.ts";
import type { Mistake } from "./mistakes.ts";
import type { Attributes } from "./model.ts";

/** A project's settings, complete: every key has its value or its default, and all paths are absolute. */
export interface Config {
  /** The file it was read from, by name; absent when the project has none. */
  readonly file?: string;
  readonly documents: string;
  readonly output: string;
  readonly spec: string;
  readonly ignore: readonly string[];
  /** Absent: all. */
  readonly retrievers?: readonly string[];
  /** Absent: the only one. */
  readonly answerGenerator?: string;
  readonly topK: number;
  readonly concurrency: number;
  readonly tolerateUncovered: number;
  readonly proof: ProofConfig;
  readonly cases: string;
  readonly logging: { readonly level: ConfigLogLevel; readonly file?: string };
  readonly models: ModelSettings;
  readonly plugins: { readonly [name: string]: Attributes };
}

/** Thresholds of the parser proof; `faults` and `ignore` hold codes of findings. */
export interface ProofConfig {
  readonly minCoverage?: number;
  readonly minChunkCoverage?: number;
  readonly maxFaults?: number;
  readonly maxFindings?: number;
  readonly faults?: readonly string[];
  readonly ignore?: readonly string[];
}

export interface ReadConfigOptions {
  /** Read in place of the project's .env; absolute, or relative to the working folder. */
  readonly envFile?: string;
}

/** Of these, a project has one or none. */
export const configFiles: readonly string[] = ["ts", "mts", "cts", "js", "mjs", "cjs", "yaml", "yml", "json", "toml"].map(
  (suffix) => `right-rag.config.${suffix}`,
);

/**
 * Reads the one `right-rag.config.*` of a project; without one, everything has its default.
 *
 * @throws CONFIG_INVALID, naming file, place, key and what is allowed; CONFIG_MISSING_ENV; PATH_NOT_FOUND for an `envFile`
 *   that is not there; MODULE_* for a config in TypeScript or JavaScript that cannot be loaded
 */
export async function readConfig(root: string, { envFile }: ReadConfigOptions = {}): Promise<Config> {
  const variables = readEnvironment(root, envFile);
  const [file, second] = configFiles.filter((name) => existsSync(join(root, name)));
  if (file === undefined) return withAbsolutePaths(defaultConfig, root);
  if (second !== undefined) throw severalConfigs(file, second);
  // Together, since loading zod takes as long as reading the file.
  const [{ checkConfig }, source] = await Promise.all([import("./config-schema.ts"), read(file, root)]);
  const unfilled: { path: Path; reference: BadReference }[] = [];
  const filled = readAll(file, () =>
    fillAll(source.value, [], (text, path) => fillIn(text, variables, (reference) => unfilled.push({ path, reference }))),
  );
  const [bad] = unfilled;
  if (bad !== undefined) throw cannotFillIn(file, bad.path, bad.reference, await source.positionOf(bad.path));
  const checked = checkConfig(filled);
  if ("mistakes" in checked) throw await configInvalid(file, checked.mistakes, source);
  const config = withAbsolutePaths(checked.value, root);
  refuseOverlap(config, root, file);
  return { file, ...config };
}

async function read(file: string, root: string): Promise<ConfigFile> {
  try {
    return await readConfigFile(join(root, file), root);
  } catch (cause) {
    if (isRightRagError(cause)) throw cause;
    if (!(cause instanceof ConfigSyntaxError)) throw unreadable(file, cause);
    throw new RightRagError("CONFIG_INVALID", `${placed(file, cause.position)}: ${cause.message}`, "Correct the file; nothing was done.", {
      cause,
    });
  }
}

/** A config in JavaScript may hold members that throw when they are read. */
function readAll<T>(file: string, work: () => T): T {
  try {
    return work();
  } catch (cause) {
    throw unreadable(file, cause);
  }
}

function unreadable(file: string, cause: unknown): RightRagError {
  const message = `${file} cannot be read: ${messageOf(cause)}.`;
  return new RightRagError("CONFIG_INVALID", message, "Correct it, or remove what is no config; nothing was done.", { cause });
}

type Path = readonly PropertyKey[];

/** The same value with every text in it filled in. What is no plain list or object is left for the schema to refuse. */
function fillAll(value: unknown, path: Path, fill: (text: string, path: Path) => string): unknown {
  if (typeof value === "string") return fill(value, path);
  if (Array.isArray(value)) return value.map((item, i) => fillAll(item, [...path, i], fill));
  if (!isPlainObject(value)) return value;
  const entries = Object.entries(value).filter(([, item]) => item !== undefined);
  return Object.fromEntries(entries.map(([key, item]) => [key, fillAll(item, [...path, key], fill)]));
}

function isPlainObject(value: unknown): value is object {
  if (typeof value !== "object" || value === null) return false;
  const prototype = Object.getPrototypeOf(value);
  return prototype === null || Object.getPrototypeOf(prototype) === null;
}

function withAbsolutePaths(config: Omit<Config, "file">, root: string): Config {
  const { documents, output, spec, cases, logging } = config;
  return {
    ...config,
    documents: resolve(root, documents),
    output: resolve(root, output),
    spec: resolve(root, spec),
    cases: resolve(root, cases),
    logging: logging.file === undefined ? logging : { ...logging, file: resolve(root, logging.file) },
  };
}

/** `right-rag clean` empties the output folder, and `right-rag index` reads the documents: neither may hit the other's. */
function refuseOverlap({ output, documents, spec }: Config, root: string, file: string): void {
  const others = { documents, spec, "the project folder": root };
  for (const [name, folder] of Object.entries(others)) {
    if (isInside(folder, output) || (folder !== root && isInside(output, folder))) {
      throw new RightRagError(
        "CONFIG_INVALID",
        `${file}: "output" (${output}) and ${name} (${folder}) are the same folder, or one is inside the other.`,
        'Give "output" a folder of its own, which right-rag may fill and empty.',
      );
    }
  }
}

function isInside(path: string, folder: string): boolean {
  const below = relative(folder, path);
  return below === "" || !(isAbsolute(below) || below === ".." || below.startsWith(`..${sep}`));
}

function placed(file: string, position: Position | undefined): string {
  return position === undefined ? file : `${file}:${position.line}:${position.column}`;
}

function severalConfigs(first: string, second: string): RightRagError {
  return new RightRagError(
    "CONFIG_INVALID",
    `The project has two configs: ${first} and ${second}.`,
    "Keep one of them, and remove or rename the other.",
  );
}

async function configInvalid(file: string, mistakes: readonly Mistake[], source: ConfigFile): Promise<RightRagError> {
  const lines = mistakes.map(async ({ path, message }) => `${placed(file, await source.positionOf(path))}: ${message}`);
  return new RightRagError(
    "CONFIG_INVALID",
    (await Promise.all(lines)).join("\n"),
    "Correct the config; config.schema.json in the package describes every key, for editors too.",
  );
}

function cannotFillIn(file: string, path: Path, { text, missing }: BadReference, position: Position | undefined): RightRagError {
  const where = `${placed(file, position)}: "${path.join(".")}"`;
  if (missing === undefined) {
    return new RightRagError(
      "CONFIG_INVALID",
      `${where} holds "${text}", which is no reference to a variable.`,
      // biome-ignore lint/suspicious/noTemplateCurlyInString: it shows how a config writes a variable.
      "Write ${NAME} or ${NAME:-default}; for the characters themselves, write $${.",
    );
  }
  return new RightRagError(
    "CONFIG_MISSING_ENV",
    `${where} uses the variable ${missing}, which is set neither in the environment nor in .env.`,
    `Set ${missing} in .env, or give a default in the config: \${${missing}:-default}.`,
  );
}
