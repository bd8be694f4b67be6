import { existsSync } from "node:fs";
import { readdir } from "node:fs/promises";
import { join, resolve } from "node:path";
import { RightRagError } from "./errors.ts";
import type { Plugin, PluginContext, Plugins } from "./interfaces.ts";
import { loadModule } from "./load-module.ts";
import type { Attributes, Notice } from "./model.ts";
import { displayPath } from "./module-errors.ts";
import { extensionPoints, type Point, pluginIn, points } from "./plugin-shape.ts";

export { extensionPoints, type Point, points } from "./plugin-shape.ts";

export interface FoundPlugin {
  readonly point: Point;
  readonly name: string;
  readonly order: number;
  /** Relative to the project, with `/`. */
  readonly file: string;
  readonly plugin: Plugin;
}

export interface LoadedPlugins {
  /** Points that were not asked for are empty. */
  readonly plugins: Plugins;
  /** By point; in each in the order in which they are asked. */
  readonly found: readonly FoundPlugin[];
  readonly warnings: readonly Notice[];
  /** Files, relative to the project, by plugin: for messages. */
  readonly fileOf: ReadonlyMap<Plugin, string>;
}

export interface LoadPluginsOptions {
  /** The project folder. */
  readonly root: string;
  /** The config's `output`, absolute. */
  readonly output: string;
  /** Only these folders are read. @default all nine */
  readonly points?: readonly Point[];
  /** The config's `plugins`. When all nine points are loaded, an entry that names no plugin is a warning. */
  readonly settings?: { readonly [plugin: string]: Attributes };
  readonly log?: PluginContext["log"];
}

/**
 * Finds, imports, makes and checks the plugins of a project. The first thing that is wrong, by path, stops it: to go on with
 * half of the plugins would make an index that nobody asked for.
 *
 * @param specFolder - absolute, or relative to `root`
 * @throws MODULE_SYNTAX, MODULE_MISSING_PACKAGE, MODULE_FAILED, PLUGIN_INVALID, PLUGIN_CONSTRUCTOR_FAILED, PLUGIN_NAME_TAKEN
 */
export async function loadPlugins(specFolder: string, options: LoadPluginsOptions): Promise<LoadedPlugins> {
  const { root, output, points: wanted = points, settings = {}, log = () => {} } = options;
  const folder = resolve(root, specFolder);
  const context: PluginContext = { root, output, settings: {}, log };
  const files = await findPluginFiles(folder, wanted);
  // All at once, since most of the time is waiting for the compiler; told apart afterwards, so that the same error comes first.
  const settled = await Promise.allSettled(files.map(({ point, path }) => loadPlugin(path, point, context)));
  const loaded = settled.map((result) => {
    if (result.status === "rejected") throw result.reason;
    return result.value;
  });
  const found = inOrder(loaded.filter((item) => "plugin" in item));
  refuseTakenNames(found);
  const warnings = [
    ...(await misnamedFolders(folder, root)),
    ...loaded.filter((item) => "code" in item),
    ...(wanted.length === points.length ? settingsForNobody(settings, found) : []),
  ];
  return { plugins: asPlugins(found), found, warnings, fileOf: new Map(found.map(({ plugin, file }) => [plugin, file])) };
}

/** Absolute paths of the files that may hold plugins, by point and path. Reads names only. */
export async function findPluginFiles(
  specFolder: string,
  wanted: readonly Point[] = points,
): Promise<readonly { readonly point: Point; readonly path: string }[]> {
  const { default: glob } = await import("fast-glob");
  const perPoint = points
    .filter((point) => wanted.includes(point))
    .map(async (point) => {
      // The folder is given as `cwd` and not in the pattern, where its "[", "(" or "*" would be read as glob.
      const cwd = join(specFolder, point);
      if (!existsSync(cwd)) return [];
      const names = await glob("**/*.{ts,mts,cts,js,mjs,cjs}", {
        cwd,
        ignore: ["**/_*", "**/_*/**", "**/*.{test,spec,d}.*", "**/node_modules/**"],
      });
      return names.sort().map((name) => ({ point, path: join(cwd, name) }));
    });
  return (await Promise.all(perPoint)).flat();
}

async function loadPlugin(path: string, point: Point, context: PluginContext): Promise<FoundPlugin | Notice> {
  const file = displayPath(path, context.root);
  const plugin = pluginIn(await loadModule(path, context), point, file, context);
  return plugin === undefined ? noPluginIn(file) : { point, name: plugin.name, order: plugin.order ?? 0, file, plugin };
}

function inOrder(found: readonly FoundPlugin[]): readonly FoundPlugin[] {
  const place = ({ point }: FoundPlugin) => points.indexOf(point);
  return found.toSorted((a, b) => place(a) - place(b) || a.order - b.order || (a.file < b.file ? -1 : 1));
}

function asPlugins(found: readonly FoundPlugin[]): Plugins {
  const lists = points.map((point) => [
    extensionPoints[point].key,
    found.filter((item) => item.point === point).map(({ plugin }) => plugin),
  ]);
  // Each was checked against the interface of its folder.
  return Object.fromEntries(lists) as Plugins;
}

function refuseTakenNames(found: readonly FoundPlugin[]): void {
  const taken = new Map<string, FoundPlugin>();
  for (const item of found) {
    const key = `${item.point} ${item.name}`;
    const first = taken.get(key);
    if (first !== undefined) {
      throw new RightRagError(
        "PLUGIN_NAME_TAKEN",
        `Two plugins in ${item.point}/ have the name "${item.name}": ${first.file} and ${item.file}.`,
        "Rename one of them, or take one file out by beginning its name with _.",
      );
    }
    taken.set(key, item);
  }
}

function noPluginIn(file: string): Notice {
  const fix = 'Write "export default class …", or begin the name of a file of helpers with _.';
  return { code: "NO_PLUGIN", message: `${file} holds no plugin and is not used. ${fix}`, lost: 0 };
}

/** Folders like "unit-parser" or "unitParsers", whose plugins would otherwise be missed without a word. */
async function misnamedFolders(specFolder: string, root: string): Promise<readonly Notice[]> {
  const plain = (name: string) => name.toLowerCase().replace(/[^a-z]|s$/g, "");
  const entries = existsSync(specFolder) ? await readdir(specFolder, { withFileTypes: true }) : [];
  return entries.flatMap(({ name }) => {
    const meant = points.find((point) => plain(point) === plain(name));
    if (meant === undefined || meant === name || name.startsWith("_")) return [];
    const shown = displayPath(join(specFolder, name), root);
    return [{ code: "NO_PLUGIN", message: `The folder ${shown} is not read. Did you mean ${meant}?`, lost: 0 }];
  });
}

function settingsForNobody(settings: LoadPluginsOptions["settings"], found: readonly FoundPlugin[]): readonly Notice[] {
  const names = new Set(found.map(({ name }) => name));
  return Object.keys(settings ?? {})
    .filter((name) => !names.has(name))
    .map((name) => ({ code: "CONFIG_INVALID", message: `The config has settings for "${name}", but no plugin has that name.`, lost: 0 }));
}
