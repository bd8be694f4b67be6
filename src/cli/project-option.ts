import { appendFileSync, mkdirSync } from "node:fs";
import { dirname, resolve } from "node:path";
import { type Command, Option } from "commander";
import type { Project } from "../project/open-project.ts";
import { type LogSetting, makeLog } from "./output.ts";

/** Options that every command on a project has. */
export interface ProjectOptions {
  readonly project?: string;
  readonly json?: boolean;
  readonly envFile?: string;
  readonly logLevel?: LogSetting;
}

export function withProjectOptions(command: Command): Command {
  return command
    .option("--project <dir>", "the project's folder (default: this folder)")
    .option("--json", "print data as JSON, and only data, on standard output")
    .option("--env-file <file>", "read variables from this file instead of .env")
    .addOption(new Option("--log-level <level>", "what to say on standard error").choices(["debug", "info", "warn", "error", "silent"]));
}

/** Opens the project that the options name, with a log for the terminal. */
export async function openFor(options: ProjectOptions): Promise<Project> {
  const { openProject } = await import("../project/open-project.ts");
  // The config says how much to log, and is read by opening: what is said before that waits.
  const early: Parameters<ReturnType<typeof makeLog>>[] = [];
  let log = (...line: (typeof early)[number]) => {
    early.push(line);
  };
  const project = await openProject(options.project ?? ".", {
    log: (...line) => log(...line),
    ...(options.envFile === undefined ? {} : { envFile: resolve(options.envFile) }),
  });
  const { level, file } = project.config.logging;
  log = makeLog(options.logLevel ?? level, file === undefined ? undefined : appendTo(resolve(project.root, file)));
  for (const line of early) log(...line);
  return project;
}

/** What a command says on standard error, or not. */
export function isQuiet(options: ProjectOptions, project: Project): boolean {
  const level = options.logLevel ?? project.config.logging.level;
  return level === "warn" || level === "error" || level === "silent";
}

function appendTo(path: string): (line: string) => void {
  mkdirSync(dirname(path), { recursive: true });
  return (line) => appendFileSync(path, line);
}
