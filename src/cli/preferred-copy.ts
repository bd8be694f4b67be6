import { existsSync, readFileSync, realpathSync } from "node:fs";
import { dirname, join, resolve } from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";

/**
 * URL of the command of the project's own installed copy; undefined where there is none, or this is it.
 *
 * @param args - as typed after the command's name; `--project` says where the project is, and `init` is in none
 */
export function preferredCopy(args: readonly string[], workingFolder: string): string | undefined {
  if (args[0] === "init") return undefined;
  const installed = nearest(projectIn(args, workingFolder), join("node_modules", "right-rag", "package.json"));
  const own = nearest(dirname(fileURLToPath(import.meta.url)), "package.json");
  if (installed === undefined || own === undefined || realpathSync(installed) === realpathSync(own)) return undefined;
  const { bin } = JSON.parse(readFileSync(installed, "utf8")) as { bin?: { "right-rag"?: string } };
  const command = bin?.["right-rag"];
  if (command === undefined) return undefined;
  const path = join(dirname(installed), command);
  return existsSync(path) ? pathToFileURL(path).href : undefined;
}

function projectIn(args: readonly string[], workingFolder: string): string {
  for (const [i, arg] of args.entries()) {
    if (arg === "--project") return resolve(workingFolder, args[i + 1] ?? ".");
    if (arg.startsWith("--project=")) return resolve(workingFolder, arg.slice("--project=".length));
  }
  return workingFolder;
}

function nearest(folder: string, name: string): string | undefined {
  for (let at = folder; ; at = dirname(at)) {
    const path = join(at, name);
    if (existsSync(path)) return path;
    if (dirname(at) === at) return undefined;
  }
}
