import { existsSync } from "node:fs";
import { lstat, mkdir, open, readdir, readFile, rm, rmdir } from "node:fs/promises";
import { basename, dirname, join, resolve } from "node:path";
import { fileURLToPath } from "node:url";
import { messageOf, RightRagError } from "./errors.ts";

export interface CopyTemplateOptions {
  /** Name of a folder below `templates/`. */
  readonly template: string;
  /** Folder of the new project; made where it is missing. */
  readonly target: string;
  /** What the new project is called in its package.json; made into a name that npm allows. @default the target's own name */
  readonly name?: string;
  /**
   * What to install as right-rag: a version, a tarball, a folder or anything else a package manager understands. Paths
   * count from the working folder. @default the exact version of the running copy
   */
  readonly packageSpec?: string;
  /** Further files, by path relative to the target; they take the place of the template's own. */
  readonly extraFiles?: { readonly [path: string]: string };
  /** Further dependencies, by name, with the version wanted. */
  readonly dependencies?: { readonly [name: string]: string };
}

export interface CopiedTemplate {
  /** Absolute. */
  readonly target: string;
  /** As written to package.json. */
  readonly name: string;
  /** Files that were written, relative to the target, with `/`, sorted. */
  readonly files: readonly string[];
}

/** This file stands in src/, and built in dist/; the package's root is above both. */
const packageRoot = fileURLToPath(new URL("../", import.meta.url));
/** Holds the templates, and in `_plugins` what single plugins start from. */
export const templatesFolder = join(packageRoot, "templates");

/** npm packs no file of the first name, so templates hold it under the second. Biome would take a second root config for a mistake. */
const storedAs: ReadonlyMap<string, string> = new Map([
  [".gitignore", "_gitignore"],
  ["biome.json", "_biome.json"],
]);
const nameOfStored = new Map([...storedAs].map(([name, stored]) => [stored, name]));

/** What appears in a template's folder when somebody works in it. */
const leftOut: ReadonlySet<string> = new Set(["node_modules", "output", "package-lock.json", ".right-rag-state.json", ".DS_Store"]);

/** Names of the templates, sorted. */
export async function listTemplates(): Promise<string[]> {
  const entries = await readdir(templatesFolder, { withFileTypes: true });
  return entries
    .filter((entry) => entry.isDirectory() && existsSync(join(templatesFolder, entry.name, "package.json")))
    .map((entry) => entry.name)
    .sort();
}

/**
 * Makes a project from a template. Everything is checked before the first byte is written, and what was written is taken
 * away again when a write fails: there is never half a project. Files that are there already are never touched.
 *
 * @throws TEMPLATE_UNKNOWN, PATH_TAKEN naming the files that are in the way, PATH_NOT_FOUND for a `packageSpec` that is a
 *   path to nothing, WRITE_FAILED
 */
export async function copyTemplate(options: CopyTemplateOptions): Promise<CopiedTemplate> {
  const { template, extraFiles = {}, dependencies = {} } = options;
  const target = resolve(options.target);
  await checkTemplate(template);
  const name = packageName(options.name ?? basename(target));
  const spec = options.packageSpec === undefined ? (await ownManifest()).version : installable(options.packageSpec);
  const files = new Map<string, Uint8Array | string>(await readTemplate(join(templatesFolder, template)));
  files.set("package.json", editedPackage(String(files.get("package.json")), name, { ...dependencies, "right-rag": spec }));
  for (const [path, content] of Object.entries(extraFiles)) files.set(path, content);
  const paths = [...files.keys()].sort();
  await checkFree(target, paths);
  await writeAll(target, paths, files);
  return { target, name, files: paths };
}

async function checkTemplate(template: string): Promise<void> {
  const known = await listTemplates();
  if (known.includes(template)) return;
  throw new RightRagError(
    "TEMPLATE_UNKNOWN",
    `There is no template "${template}".`,
    `There ${known.length === 1 ? "is" : "are"}: ${known.join(", ")}. Name one with --template.`,
  );
}

/** All files as bytes, by their path in the project. Bytes are written anew, so a package's own permission bits do not matter. */
async function readTemplate(folder: string): Promise<[string, Uint8Array][]> {
  const files: [string, Uint8Array][] = [];
  await walk(folder, "");
  return files;

  async function walk(from: string, below: string): Promise<void> {
    for (const entry of await readdir(from, { withFileTypes: true })) {
      if (leftOut.has(entry.name)) continue;
      if (entry.isDirectory()) await walk(join(from, entry.name), `${below}${entry.name}/`);
      else files.push([below + (nameOfStored.get(entry.name) ?? entry.name), await readFile(join(from, entry.name))]);
    }
  }
}

function editedPackage(text: string, name: string, dependencies: { readonly [name: string]: string }): string {
  const manifest: { dependencies?: { [name: string]: string } } = JSON.parse(text);
  const all = Object.entries({ ...manifest.dependencies, ...dependencies }).sort(([a], [b]) => (a < b ? -1 : 1));
  const edited = { ...manifest, name, dependencies: Object.fromEntries(all) };
  return `${JSON.stringify(edited, null, 2)}\n`;
}

/** Path of the running copy's own command: with it a project works whose packages could not be installed. */
export async function ownCommand(): Promise<string> {
  return join(packageRoot, (await ownManifest()).bin["right-rag"]);
}

async function ownManifest(): Promise<{ readonly version: string; readonly bin: { readonly "right-rag": string } }> {
  return JSON.parse(await readFile(join(packageRoot, "package.json"), "utf8"));
}

/** A path becomes absolute, since package managers read it from the project's folder. */
function installable(spec: string): string {
  const path = resolve(spec.replace(/^file:/, ""));
  const looksLikePath =
    spec.startsWith("file:") || /^\.{0,2}[\\/]|^[A-Za-z]:[\\/]|^\.{1,2}$/.test(spec) || /^[^:]*\.t(ar\.)?gz$/.test(spec);
  if (!looksLikePath) return spec;
  if (!existsSync(path)) {
    throw new RightRagError("PATH_NOT_FOUND", `"${path}" is not there, and cannot be installed.`, "Give --package the path of a tarball.");
  }
  return `file:${path.replaceAll("\\", "/")}`;
}

/** Names that stand for something else when a package of this name imports them, or that npm refuses. */
const takenNames: ReadonlySet<string> = new Set(["right-rag", "typescript", "vite", "vitest", "node_modules", "favicon.ico"]);

/** A name that npm allows, as near to the given one as it can be. */
export function packageName(name: string): string {
  const plain = name
    .normalize("NFKD")
    .replace(/\p{M}/gu, "")
    .toLowerCase()
    .replace(/[^a-z0-9._~-]+/g, "-")
    .replace(/^[^a-z0-9]+|[^a-z0-9]+$/g, "")
    .slice(0, 200);
  if (plain === "") return "my-rag";
  return takenNames.has(plain) ? `${plain}-project` : plain;
}

async function checkFree(target: string, paths: readonly string[]): Promise<void> {
  const taken = new Set<string>();
  for (const path of paths) {
    for (const above of foldersAbove(path)) {
      // A link would lead the project's files into a folder that is somebody else's.
      if ((await kindOf(join(target, above))) === "other") taken.add(above);
    }
    if ((await kindOf(join(target, path))) !== "nothing") taken.add(path);
  }
  for (const path of taken) if (foldersAbove(path).some((above) => taken.has(above))) taken.delete(path);
  if (taken.size > 0) throw pathTaken(target, [...taken].sort());
  const inTheWay = await nearestAbove(target);
  if (inTheWay !== undefined) throw pathTaken(dirname(inTheWay), [basename(inTheWay)]);
}

/** `a/b/c` stands below `a` and `a/b`. */
function foldersAbove(path: string): string[] {
  const parts = path.split("/");
  return parts.slice(1).map((_, i) => parts.slice(0, i + 1).join("/"));
}

async function kindOf(path: string): Promise<"nothing" | "folder" | "other"> {
  try {
    return (await lstat(path)).isDirectory() ? "folder" : "other";
  } catch (cause) {
    if (isMissing(cause)) return "nothing";
    throw notWritten(path, cause);
  }
}

/** The target or the nearest thing above it, where that is no folder. */
async function nearestAbove(target: string): Promise<string | undefined> {
  for (let path = target; ; path = dirname(path)) {
    try {
      await readdir(path);
      return undefined;
    } catch (cause) {
      if (!isMissing(cause)) throw notWritten(path, cause);
      if (existsSync(path)) return path;
    }
    if (path === dirname(path)) return undefined;
  }
}

function isMissing(cause: unknown): boolean {
  return cause instanceof Error && "code" in cause && (cause.code === "ENOENT" || cause.code === "ENOTDIR");
}

async function writeAll(target: string, paths: readonly string[], files: ReadonlyMap<string, Uint8Array | string>): Promise<void> {
  const undo: (() => Promise<void>)[] = [];
  try {
    for (const path of paths) {
      const file = join(target, path);
      await makeFolder(dirname(file), undo);
      // "wx": a file that came into being since the check is not ours to write over, nor to take away.
      const handle = await open(file, "wx");
      undo.push(() => rm(file));
      await handle.writeFile(files.get(path) ?? "").finally(() => handle.close());
    }
  } catch (cause) {
    for (const step of undo.reverse()) await step().catch(() => {}); // the cause matters more than what cannot be taken away
    throw notWritten(target, cause);
  }
}

async function makeFolder(folder: string, undo: (() => Promise<void>)[]): Promise<void> {
  if (existsSync(folder)) return;
  await makeFolder(dirname(folder), undo);
  await mkdir(folder);
  undo.push(() => rmdir(folder));
}

function notWritten(path: string, cause: unknown): RightRagError {
  return new RightRagError(
    "WRITE_FAILED",
    `The project cannot be made in "${path}": ${messageOf(cause)}`,
    "Choose a folder that you may write to, on a disk with room. Nothing was left behind.",
    { cause },
  );
}

function pathTaken(target: string, taken: readonly string[]): RightRagError {
  const shown = taken.slice(0, 8).join(", ");
  const more = taken.length > 8 ? ` and ${taken.length - 8} more` : "";
  return new RightRagError(
    "PATH_TAKEN",
    `"${target}" already holds what the project would write: ${shown}${more}. Nothing was written.`,
    "Choose another folder, or move these away first.",
  );
}
