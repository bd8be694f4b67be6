import { appendFileSync } from "node:fs";
import { dirname, resolve } from "node:path";
import { type Command, Option } from "commander";
import { makeFolder } from "../make-folder.ts";
import type { Project } from "../project/open-project.ts";
import type { ReadSchemasOptions } from "../schemas/read-schemas.ts";
import { schemaKinds } from "../schemas/schema-types.ts";
import { type LogSetting, makeLog } from "./output.ts";

/** Options that every command on a project has. */
export interface ProjectOptions {
  readonly project?: string;
  readonly json?: boolean;
  readonly envFile?: string;
  readonly logLevel?: LogSetting;
}

/** Options of the commands that read schemas. */
export interface SchemaOptions {
  readonly pipelineSchema?: string;
  readonly indexSchema?: string;
  readonly querySchema?: string;
  readonly searchSchema?: string;
  readonly answerSchema?: string;
  readonly judgeSchema?: string;
}

export function withProjectOptions(command: Command): Command {
  return command
    .option("--project <dir>", "the project's folder (default: this folder)")
    .option("--json", "print data as JSON, and only data, on standard output")
    .option("--env-file <file>", "read variables from this file instead of .env")
    .addOption(new Option("--log-level <level>", "what to say on standard error").choices(["debug", "info", "warn", "error", "silent"]));
}

export function withSchemaOptions(command: Command): Command {
  command.option("--pipeline-schema <file>", "a file that names the five schemas");
  for (const kind of schemaKinds) command.option(`--${kind}-schema <file>`, `this ${kind} schema, and not the project's`);
  return command;
}

/** Opens the project that the options name, with a log for the terminal. */
export async function openFor(options: ProjectOptions & SchemaOptions): Promise<Project> {
  const { openProject } = await import("../project/open-project.ts");
  // The config says how much to log, and is read by opening: what is said before that waits.
  const early: Parameters<ReturnType<typeof makeLog>>[] = [];
  let log = (...line: (typeof early)[number]) => {
    early.push(line);
  };
  const project = await openProject(options.project ?? ".", {
    log: (...line) => log(...line),
    schemas: schemasOf(options),
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

function schemasOf(options: SchemaOptions): ReadSchemasOptions {
  const named = schemaKinds.flatMap((kind) => {
    const file = options[`${kind}Schema`];
    return file === undefined ? [] : [[kind, file]];
  });
  const pipeline = options.pipelineSchema;
  return { overrides: Object.fromEntries(named), ...(pipeline === undefined ? {} : { pipeline }) };
}

function appendTo(path: string): (line: string) => void {
  makeFolder(dirname(path));
  return (line) => appendFileSync(path, line);
}
