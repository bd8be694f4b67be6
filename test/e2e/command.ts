import { type ChildProcess, spawn } from "node:child_process";
import { existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join, relative } from "node:path";
import { inject } from "vitest";

export interface Ended {
  /** null when a signal ended it. */
  readonly status: number | null;
  readonly stdout: string;
  readonly stderr: string;
}

export interface CommandOptions {
  readonly cwd?: string;
  readonly env?: NodeJS.ProcessEnv;
  /** A shell line to run the command in, as `"$@"`. */
  readonly shell?: string;
}

const cli = () => join(inject("installed"), "node_modules", "right-rag", "dist", "cli.js");

/** Starts the installed command, with standard input closed. */
export function start(args: readonly string[], { cwd = tmpdir(), env = {}, shell }: CommandOptions = {}): ChildProcess {
  const command = [process.execPath, cli(), ...args];
  const line = shell === undefined ? command : ["bash", "-c", shell, "bash", ...command];
  return spawn(line[0] ?? "", line.slice(1), { cwd, stdio: ["ignore", "pipe", "pipe"], env: { ...process.env, NO_COLOR: "1", ...env } });
}

/** Runs the installed command to its end. */
export function rightRag(args: readonly string[], options: CommandOptions = {}): Promise<Ended> {
  const child = start(args, options);
  let stdout = "";
  let stderr = "";
  child.stdout?.setEncoding("utf8").on("data", (text: string) => {
    stdout += text;
  });
  child.stderr?.setEncoding("utf8").on("data", (text: string) => {
    stderr += text;
  });
  return new Promise((resolve, reject) => {
    child.on("error", reject);
    child.on("close", (status) => resolve({ status, stdout, stderr }));
  });
}

/** A new folder, whose own name makes trouble where paths are not handled as paths. */
export function hostileFolder(name = "a b #1 100% é [x]"): string {
  const folder = join(mkdtempSync(join(tmpdir(), "right-rag-e2e-")), name);
  mkdirSync(folder, { recursive: true });
  return folder;
}

/** A project from the default template, without its packages: the installed copy serves it. Its documents are replaced. */
export async function makeProject(documents?: { readonly [path: string]: string | Uint8Array }, folder = hostileFolder()): Promise<string> {
  const project = join(folder, "my rag");
  const made = await rightRag(["init", project, "--no-install"]);
  if (made.status !== 0) throw new Error(made.stderr);
  if (documents === undefined) return project;
  for (const name of readdirSync(join(project, "data/documents"))) removeDocument(project, name);
  for (const [path, content] of Object.entries(documents)) writeDocument(project, path, content);
  return project;
}

export function writeDocument(project: string, path: string, content: string | Uint8Array): void {
  const file = join(project, "data/documents", path);
  mkdirSync(dirname(file), { recursive: true });
  writeFileSync(file, content);
}

export function removeDocument(project: string, path: string): void {
  rmSync(join(project, "data/documents", path), { recursive: true });
}

/** Every file below a folder, with its content: what law 4 compares. */
export function contents(folder: string): Map<string, string> {
  const files = new Map<string, string>();
  if (!existsSync(folder)) return files;
  for (const name of readdirSync(folder, { recursive: true, encoding: "utf8" }).sort()) {
    const path = join(folder, name);
    if (statSync(path).isFile()) files.set(relative(folder, path), readFileSync(path, "utf8"));
  }
  return files;
}

/** What index made for people to look at: equal after every history of the same documents. */
export function output(project: string): { readonly units: Map<string, string>; readonly chunks: Map<string, string> } {
  return { units: contents(join(project, "output/units")), chunks: contents(join(project, "output/chunks")) };
}
