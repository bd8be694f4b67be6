import nodeModule, { createRequire } from "node:module";
import { pathToFileURL } from "node:url";

let registered = false;

/**
 * tsx takes what follows a "?" in a path for a query, and then reads TypeScript as JavaScript. Where a project's path has
 * one, its TypeScript is compiled here instead, as ESM. Call after tsx is registered: the later hook is asked first.
 */
export function readTypeScriptBelow(root: string): void {
  if (registered || !root.includes("?")) return;
  registered = true;
  const esbuild = pathToFileURL(createRequire(import.meta.url).resolve("esbuild")).href;
  nodeModule.register(`data:text/javascript,${encodeURIComponent(hook)}`, { data: { esbuild } });
}

/** Runs on the thread of Node's hooks, and is loaded by URL: so it is text, and imports nothing of ours. */
const hook = `
import { readFile } from "node:fs/promises";
import { fileURLToPath } from "node:url";
let esbuild;
export async function initialize(data) { esbuild = (await import(data.esbuild)).default; }
export async function load(url, context, next) {
  if (!/^file:.*%3F.*\\.m?ts$/i.test(url)) return next(url, context);
  const sourcefile = fileURLToPath(url);
  const { code } = await esbuild.transform(await readFile(sourcefile), { loader: "ts", format: "esm", target: "node20", sourcefile, sourcemap: "inline" });
  return { format: "module", source: code, shortCircuit: true };
}`;
