import { readFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { contentHash, stableHash } from "./hash.ts";
import { displayPath, explainProblem } from "./module-errors.ts";
import { type ModuleGraph, moduleGraph } from "./module-graph.ts";

/**
 * What some plugins would do, as a hash. It changes with their paths and order, with their code and that of the files they
 * import by relative path, and with the versions of this and other packages they import. It is the same on every machine.
 * Not in it: what a plugin reads from disk by itself, and a linked package whose code changes under the same version.
 *
 * @param files - the plugins' files in the order in which they are asked; absolute, or relative to `root`
 * @throws MODULE_SYNTAX or MODULE_MISSING_PACKAGE when a file is not there or cannot be parsed
 */
export async function fingerprintPlugins(files: readonly string[], root: string): Promise<string> {
  const graph = await moduleGraph(files, root);
  const [problem] = graph.problems;
  if (problem !== undefined) throw explainProblem(problem, root);
  const versions = await packageVersions(graph.packages);
  const code = await Promise.all(graph.files.map(async (file) => [displayPath(file, root), await codeHash(file)]));
  return stableHash([files.map((file) => displayPath(file, root)), code, versions]);
}

/** Without the line endings, which differ between checkouts and mean the same to JavaScript. */
async function codeHash(file: string): Promise<string> {
  return contentHash((await readFile(file, "utf8")).replaceAll("\r\n", "\n"));
}

type Imported = { readonly name: string; readonly folder: string };

/** Sorted, each `name@version` once. This package is always among them, since it drives every plugin. */
async function packageVersions(imports: ModuleGraph["packages"]): Promise<string[]> {
  const own: Imported = { name: "right-rag", folder: dirname(fileURLToPath(import.meta.url)) };
  const others = imports.map(({ specifier, importer }): Imported => {
    const name = specifier.match(/^(?:@[^/]+\/)?[^/]+/)?.[0] ?? specifier;
    return { name, folder: dirname(importer) };
  });
  const wanted = [own, ...others.filter(({ name }) => name !== own.name)];
  const versions = await Promise.all(wanted.map(async (item) => `${item.name}@${await versionOf(item)}`));
  return [...new Set(versions)].sort();
}

/** As Node finds a package: the one that the folder is in, or the nearest installed. "?" when there is none; loading reports that. */
async function versionOf({ name, folder }: Imported): Promise<string> {
  const around = await readManifest(folder);
  const found = around?.name === name ? around : await readManifest(join(folder, "node_modules", name));
  if (found !== undefined) return found.version ?? "?";
  return dirname(folder) === folder ? "?" : versionOf({ name, folder: dirname(folder) });
}

async function readManifest(folder: string): Promise<{ readonly name?: string; readonly version?: string } | undefined> {
  const text = await readFile(join(folder, "package.json"), "utf8").catch(() => undefined);
  return text === undefined ? undefined : JSON.parse(text);
}
