import { existsSync, readFileSync, realpathSync } from "node:fs";
import nodeModule from "node:module";
import { dirname, join, resolve } from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";
import { explainModuleError, tsconfigUnreadable } from "./module-errors.ts";
import { readTypeScriptBelow } from "./question-mark-path.ts";

/** What a module exports, by name. */
export type Namespace = { readonly [name: string]: unknown };

/**
 * Imports a file of the user's project: TypeScript or JavaScript, ESM or CommonJS.
 *
 * @param path - absolute, or relative to `root`
 * @throws MODULE_SYNTAX, MODULE_MISSING_PACKAGE or MODULE_FAILED, naming the user's file (relative to `root`) and line
 */
export async function loadModule(path: string, { root }: { readonly root: string }): Promise<Namespace> {
  const file = resolve(root, path);
  lendRunningCopy(root);
  if (isTypeScript(file)) {
    await registerTsx(root);
    readTypeScriptBelow(root);
  }
  // So that what JavaScript may import does not hang on how far another file has come.
  else await tsx;
  try {
    // By URL, so that "#", "%" and "?" in a path are characters of it and nothing else.
    return (await import(pathToFileURL(file).href)) as Namespace;
  } catch (error) {
    throw await explainModuleError(error, file, root);
  }
}

/**
 * The default export, unwrapped. A TypeScript file that runs as CommonJS (no `"type": "module"` in the project, or `.cts`)
 * arrives as `{ default: { __esModule: true, default: … } }`.
 */
export function defaultOf(namespace: Namespace): unknown {
  const value = namespace.default;
  if (!isObject(value)) return value;
  if ("default" in value) return defaultOf(value);
  return "__esModule" in value ? undefined : value;
}

/** All other exports. Node does not always lift those of a CommonJS file out of the default. */
export function namedOf(namespace: Namespace): Namespace {
  const wrapped = isObject(namespace.default) && "__esModule" in namespace.default ? namedOf(namespace.default) : {};
  const { default: _, "module.exports": __, __esModule: ___, ...named } = namespace;
  return { ...wrapped, ...named };
}

function isObject(value: unknown): value is Namespace {
  return typeof value === "object" && value !== null;
}

function isTypeScript(path: string): boolean {
  return /\.[cm]?ts$/.test(path);
}

let tsx: Promise<void> | undefined;

/**
 * Makes this process read TypeScript, from the first TypeScript file on. Once, and for all files: registering it for each
 * file, or with a namespace, was measured to cost three times as much. So the first project's tsconfig serves them all.
 */
function registerTsx(root: string): Promise<void> {
  tsx ??= (async () => {
    const [commonJs, esm] = await Promise.all([import("tsx/cjs/api"), import("tsx/esm/api"), loadAhead(root)]);
    const tsconfig = nearest(root, "tsconfig.json");
    const before = process.env.TSX_TSCONFIG_PATH;
    // The CommonJS hook has no option for it, and would take the tsconfig of the caller's working folder.
    if (tsconfig !== undefined) process.env.TSX_TSCONFIG_PATH ??= tsconfig;
    try {
      commonJs.register();
      esm.register({ tsconfig: process.env.TSX_TSCONFIG_PATH ?? false });
    } catch (error) {
      throw tsconfigUnreadable(tsconfig ?? "tsconfig.json", error);
    } finally {
      if (before === undefined) delete process.env.TSX_TSCONFIG_PATH;
    }
  })();
  return tsx;
}

/**
 * What nearly every file of spec/ imports, before tsx is there: it would read and rewrite the whole of it, as if it were the user's.
 * Only of the copy that the project's imports will get.
 */
async function loadAhead(root: string): Promise<void> {
  const here = fileURLToPath(import.meta.url);
  if (isTypeScript(here)) return; // as source, in our own tests, it needs tsx itself
  const installed = nearest(root, join("node_modules", PACKAGE));
  const own = dirname(nearest(here, "package.json") ?? "");
  if (installed !== undefined && realpathSync(installed) !== realpathSync(own)) return;
  const copy = runningCopy();
  // What fails here fails again, and is told, where the user's file imports it.
  await Promise.allSettled([PACKAGE, `${PACKAGE}/plugins`].map((entry) => import(copy.get(entry) ?? "")));
}

type RunningCopy = ReadonlyMap<string, string>;
type Resolved = { url: string; format?: string | null; shortCircuit?: boolean };
type ResolveHook = (specifier: string, context: object, next: (specifier: string, context: object) => Resolved) => Resolved;

const PACKAGE = "right-rag";
let lent = false;

/** Where a project has no installed copy of this package, its imports of it get the copy that is running. */
function lendRunningCopy(root: string): void {
  if (lent || nearest(root, join("node_modules", PACKAGE)) !== undefined) return;
  lent = true;
  const copy = runningCopy();
  // Newer than the types we compile against, which are those of the oldest Node we support.
  const { registerHooks } = nodeModule as { registerHooks?: (hooks: { resolve: ResolveHook }) => void };
  if (registerHooks !== undefined) registerHooks({ resolve: lendingHook(copy) });
  else {
    nodeModule.register(`data:text/javascript,${encodeURIComponent(lendingHookOnItsThread)}`, { data: copy });
    lendToRequire(copy);
  }
}

function lendingHook(copy: RunningCopy): ResolveHook {
  return (specifier, context, next) => {
    try {
      return next(specifier, context);
    } catch (error) {
      const url = copy.get(specifier);
      if (url === undefined) throw error;
      return { url, format: "module", shortCircuit: true };
    }
  };
}

/** The same for Node 20, which runs hooks on a thread of their own and loads them by URL. */
const lendingHookOnItsThread = `
let copy;
export function initialize(data) { copy = data; }
export async function resolve(specifier, context, next) {
  try {
    return await next(specifier, context);
  } catch (error) {
    if (!copy.has(specifier)) throw error;
    return { url: copy.get(specifier), format: "module", shortCircuit: true };
  }
}`;

/** Node 20 again: its hooks do not reach `require`. tsx builds on the same function, in the same way. */
function lendToRequire(copy: RunningCopy): void {
  type ResolveFilename = (request: string, ...rest: unknown[]) => string;
  const commonJs = nodeModule as unknown as { _resolveFilename: ResolveFilename };
  const resolveFilename = commonJs._resolveFilename;
  commonJs._resolveFilename = (request, ...rest) => {
    try {
      return resolveFilename.call(commonJs, request, ...rest);
    } catch (error) {
      const url = copy.get(request);
      if (url === undefined) throw error;
      return fileURLToPath(url);
    }
  };
}

/**
 * URL of each entry of this package, by what a user's file imports: what package.json exports, or the source that the
 * tsconfig names when this file itself runs as source, as in our own tests.
 */
function runningCopy(): RunningCopy {
  const here = fileURLToPath(import.meta.url);
  const manifest = nearest(here, "package.json") ?? "";
  const root = dirname(manifest);
  const read = <T>(file: string) => JSON.parse(readFileSync(join(root, file), "utf8")) as T;
  const entries = isTypeScript(here)
    ? Object.entries(read<{ compilerOptions: { paths: Record<string, [string]> } }>("tsconfig.json").compilerOptions.paths)
    : Object.entries(read<{ exports: Record<string, string | { default: string }> }>("package.json").exports);
  return new Map(
    entries.map(([entry, target]) => {
      const specifier = entry.replace(/^\./, PACKAGE);
      const file = typeof target === "string" ? target : "default" in target ? target.default : target[0];
      return [specifier, pathToFileURL(resolve(root, file)).href];
    }),
  );
}

/** The path of `name` in the nearest folder, from `start` upwards, that has it. */
function nearest(start: string, name: string): string | undefined {
  const path = join(start, name);
  if (existsSync(path)) return path;
  return dirname(start) === start ? undefined : nearest(dirname(start), name);
}
