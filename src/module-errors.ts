import { existsSync, realpathSync } from "node:fs";
import { isAbsolute, join, relative, resolve, sep } from "node:path";
import { fileURLToPath } from "node:url";
import { isRightRagError, messageOf, RightRagError } from "./errors.ts";
import { lineOf, type ModuleProblem, moduleGraph } from "./module-graph.ts";

/**
 * Says in the user's terms why a file of the project could not be imported: which file, which line, and what to do.
 * Only a failed import comes here, so it may take its time and read the file again.
 */
export async function explainModuleError(thrown: unknown, file: string, root: string): Promise<RightRagError> {
  if (!existsSync(file))
    return new RightRagError("MODULE_FAILED", `${place(root, file)} is not there.`, "Correct the path, or add the file.");
  const missing = missingModule(thrown);
  if (isCutAtQuestionMark(file, missing?.specifier ?? printedPlace(thrown)?.file)) {
    return moduleFailed(
      place(root, file),
      new Error('CommonJS cannot be loaded from a path with "?"', { cause: thrown }),
      'Write "type": "module" in package.json and import in place of require, or rename the folder.',
    );
  }
  if (missing !== undefined || isSyntaxError(thrown)) {
    const { problems } = await moduleGraph([file], root).catch(() => ({ problems: [] }));
    const [problem] = problems;
    if (problem !== undefined) return explainProblem({ file, ...problem }, root, thrown);
    if (missing !== undefined) {
      const importer = missing.importer ?? file;
      const line = await lineOf(importer, new RegExp(`["'\`]${escapeRegExp(missing.specifier)}[/"'\`]`));
      return missingPackage(missing.specifier, place(root, importer, line), thrown);
    }
    const printed = printedPlace(thrown);
    if (printed !== undefined) return moduleSyntax(place(root, printed.file, printed.line, printed.column), printed.reason, thrown);
  }
  const frame = frameIn(thrown, file, root);
  // Thrown while the file ran, by JSON.parse for one, a SyntaxError has a frame in it; one of the file itself has none.
  if (frame === undefined && isSyntaxError(thrown)) return moduleSyntax(place(root, file), messageOf(thrown), thrown);
  return moduleFailed(place(root, frame?.file ?? file, frame?.line), thrown, hintFor(thrown));
}

/** What esbuild found in a file, without running it. */
export function explainProblem({ file, line, column, reason }: ModuleProblem, root: string, cause?: unknown): RightRagError {
  const missing = reason.match(/^Could not resolve "(.+?)"/)?.[1];
  if (missing !== undefined) return missingPackage(missing, place(root, file, line), cause);
  return moduleSyntax(place(root, file, line, column), reason, cause);
}

/** tsx and esbuild read the project's tsconfig.json, and refuse one that extends what is not installed, for example. */
export function tsconfigUnreadable(tsconfig: string, cause: unknown): RightRagError {
  return moduleFailed(tsconfig, cause, "Correct tsconfig.json, or install what it extends.");
}

/** A path as the user knows it: relative to the project with `/`; outside of it, absolute. */
export function displayPath(path: string, root: string): string {
  for (const base of [root, existsSync(root) ? realpathSync(root) : root]) {
    const below = relative(base, path);
    if (below !== "" && !isAbsolute(below) && below !== ".." && !below.startsWith(`..${sep}`)) return below.split(sep).join("/");
  }
  return path;
}

function moduleSyntax(where: string, reason: string, cause: unknown): RightRagError {
  return new RightRagError("MODULE_SYNTAX", `${where}: ${reason}`, "Correct this line, then run the command again.", { cause });
}

function missingPackage(specifier: string, where: string, cause: unknown): RightRagError {
  const isFile = /^[./]/.test(specifier) || isAbsolute(specifier);
  const name = specifier.match(/^(?:@[^/]+\/)?[^/]+/)?.[0] ?? specifier;
  return new RightRagError(
    "MODULE_MISSING_PACKAGE",
    `${where} imports ${isFile ? "the file" : "the package"} "${specifier}", which is not there.`,
    isFile ? "Correct the path of the import, or add the file." : `Install it in the project: npm install ${name}`,
    { cause },
  );
}

function moduleFailed(where: string, cause: unknown, hint: string): RightRagError {
  return new RightRagError("MODULE_FAILED", `${where} failed while it was loaded: ${messageOf(cause)}`, hint, { cause });
}

function hintFor(cause: unknown): string {
  if (isRightRagError(cause)) return cause.hint;
  if (messageOf(cause).startsWith('Unknown file extension ".'))
    return "Only TypeScript may import TypeScript: give the importing file the suffix .ts.";
  return "Mend the file; the cause's stack is shown with --log-level debug.";
}

/** tsx takes what follows a "?" in the path of a CommonJS file for a query, and looks for the file without it. */
function isCutAtQuestionMark(file: string, sought: string | undefined): boolean {
  const [cut] = file.split("?");
  return cut !== file && sought !== undefined && [cut, `${cut}.js`].includes(sought);
}

function place(root: string, file: string | undefined, line?: number, column?: number): string {
  return [file === undefined ? "A file of spec/" : displayPath(file, root), line, column].filter((part) => part !== undefined).join(":");
}

interface Place {
  readonly file: string;
  readonly line: number;
}

/** What Node says of a module that is not there, ESM or CommonJS. `importer` is absolute. */
function missingModule(thrown: unknown): { readonly specifier: string; readonly importer: string | undefined } | undefined {
  if (!(thrown instanceof Error && "code" in thrown)) return undefined;
  if (thrown.code !== "ERR_MODULE_NOT_FOUND" && thrown.code !== "MODULE_NOT_FOUND") return undefined;
  const esm = thrown.message.match(/^Cannot find (?:package|module) '(.+)' imported from (.+)$/m);
  const commonJs = thrown.message.match(/^Cannot find module '(.+)'(?:\nRequire stack:\n- (.+))?/);
  const [, specifier, importer] = esm ?? commonJs ?? [];
  return specifier === undefined ? undefined : { specifier, importer: importer === undefined ? undefined : toPath(importer) };
}

function isSyntaxError(thrown: unknown): boolean {
  if (!(thrown instanceof Error)) return false;
  return thrown.name === "SyntaxError" || thrown.name === "TransformError" || thrown.message.startsWith("Transform failed with");
}

/** The place that esbuild writes into its message, or Node above the stack of a SyntaxError. */
function printedPlace(thrown: unknown): (Place & { readonly column?: number; readonly reason: string }) | undefined {
  if (!(thrown instanceof Error)) return undefined;
  const byEsbuild = thrown.message.match(/^(.+):(\d+):(\d+): ERROR: (.+)$/m);
  if (byEsbuild) {
    const [, file = "", line, column, reason = ""] = byEsbuild;
    return { file, line: Number(line), column: Number(column) + 1, reason };
  }
  const [, file, line] = thrown.stack?.match(/^((?:file:|\/|[A-Za-z]:\\).*):(\d+)\n/) ?? [];
  return file === undefined ? undefined : { file: toPath(file), line: Number(line), reason: thrown.message };
}

/** The innermost stack frame in the file itself; else in another file of the project. */
function frameIn(thrown: unknown, file: string, root: string): Place | undefined {
  if (!(thrown instanceof Error)) return undefined;
  const frames = [...(thrown.stack ?? "").matchAll(/^ +at (?:.*?\()?((?:file:|\/|[A-Za-z]:\\).*?):(\d+):\d+\)?$/gm)].map(
    ([, path = "", line]): Place => ({ file: toPath(path), line: Number(line) }),
  );
  const shown = displayPath(file, root);
  return (
    frames.find((frame) => displayPath(frame.file, root) === shown) ??
    frames.find(({ file: path }) => displayPath(path, root) !== path && !path.includes(join(sep, "node_modules", sep)))
  );
}

function toPath(urlOrPath: string): string {
  if (!urlOrPath.startsWith("file:")) return resolve(urlOrPath);
  try {
    return fileURLToPath(urlOrPath);
  } catch {
    return urlOrPath;
  }
}

function escapeRegExp(text: string): string {
  return text.replace(/[.*+?^${}()|[\]\\]/g, "\\$&");
}
