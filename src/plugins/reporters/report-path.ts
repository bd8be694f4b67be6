import { dirname, extname, join, resolve } from "node:path";
import { writeFailed } from "../../errors.ts";
import type { Run } from "../../interfaces.ts";
import { makeFolder } from "../../make-folder.ts";

export interface ReporterOptions {
  /** Folder for reports, relative to the project. @default `evaluation` in the project's output folder */
  readonly folder?: string;
}

/** A path in the reports folder, which is made where it is missing. */
export async function pathInReports(run: Run, options: ReporterOptions, name: string): Promise<string> {
  const folder = options.folder === undefined ? join(run.output, "evaluation") : resolve(run.root, options.folder);
  return madeFor(join(folder, name));
}

/** Where a report goes: the path the user asked for when its suffix fits, else `name` in the reports folder. */
export async function reportPath(
  run: Run,
  options: ReporterOptions,
  output: string | undefined,
  suffixes: readonly string[],
  name: string,
): Promise<string> {
  if (output !== undefined && suffixes.includes(extname(output).toLowerCase())) return madeFor(resolve(run.root, output));
  return pathInReports(run, options, name);
}

async function madeFor(path: string): Promise<string> {
  try {
    makeFolder(dirname(path));
  } catch (cause) {
    throw writeFailed(dirname(path), cause);
  }
  return path;
}
