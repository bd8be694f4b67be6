import { existsSync } from "node:fs";
import { readFile } from "node:fs/promises";
import { basename, dirname, join, relative, resolve } from "node:path";
import type { Command } from "commander";
import { type DocumentFormat, documentFormats, loaderFile } from "../document-formats.ts";
import { RightRagError } from "../errors.ts";
import { copyTemplate, listTemplates, ownCommand } from "../scaffold.ts";
import { EXIT, oneLine, printData, printJson, printNote } from "./output.ts";
import { commandIn, detectPackageManager, installPackages, type PackageManager, pnpmWorkspace } from "./package-manager.ts";

interface InitFlags {
  readonly template?: string;
  readonly install: boolean;
  readonly package?: string;
  readonly json?: boolean;
  /** Formats to be read, by name: `--docx`. */
  readonly [format: string]: unknown;
}

/** Those whose loader needs a package that right-rag does not bring: each has a flag. */
const optionalFormats = documentFormats.filter(({ needs }) => needs !== undefined);

const DEFAULT_TEMPLATE = "default";
const CASES = "eval/cases.example.json";

export function registerInit(program: Command): void {
  const command = program
    .command("init")
    .description("make a new project from a template")
    .argument("[dir]", "folder of the new project; its name becomes the project's")
    .option("--template <name>", `template to copy (default: ${DEFAULT_TEMPLATE})`)
    .option("--no-install", "do not install packages")
    .option("--package <spec>", "what to install as right-rag: a version or a tarball (default: this very version)")
    .option("--json", "print what was made as JSON, and only that, on standard output")
    .action(async (dir: string | undefined, flags: InitFlags) => {
      const asks = flags.json !== true && process.stdin.isTTY === true && process.stdout.isTTY === true;
      const wanted = optionalFormats.filter(({ name }) => flags[name] === true);
      const chosen = asks
        ? await askFor(dir, flags.template, wanted)
        : { dir: given(dir), template: flags.template ?? DEFAULT_TEMPLATE, formats: wanted };
      const made = await makeProject({
        ...chosen,
        install: flags.install,
        ...(flags.package === undefined ? {} : { packageSpec: flags.package }),
      });
      if (flags.json === true) printJson(made);
      else printData(summary(made));
      if (made.installFailure !== undefined) process.exitCode = EXIT.losses;
    });
  for (const { name, label, needs } of optionalFormats) command.option(`--${name}`, `read ${label} too: adds the package ${needs?.name}`);
}

export interface ProjectChoices {
  readonly dir: string;
  readonly template: string;
  readonly install: boolean;
  readonly packageSpec?: string;
  /** Formats to be read beside those that need nothing. */
  readonly formats?: readonly DocumentFormat[];
}

export interface MadeProject {
  /** Absolute. */
  readonly directory: string;
  readonly name: string;
  readonly template: string;
  readonly files: readonly string[];
  readonly packageManager: PackageManager;
  readonly installed: boolean;
  /** Why packages are missing though they were wanted; the project can be used all the same. */
  readonly installFailure?: string;
  readonly gitRepository: boolean;
  /** What to type next, in the folder where init was called. */
  readonly next: readonly string[];
}

/**
 * A project from a template, with a git repository where it stands in none, and with its packages. That git or an
 * installation fails is told in the result; the project is made and stays.
 */
export async function makeProject({ dir, template, install, packageSpec, formats = [] }: ProjectChoices): Promise<MadeProject> {
  const directory = resolve(dir);
  const packageManager = await detectPackageManager(directory);
  const { name, files } = await copyTemplate({
    template,
    target: directory,
    ...(packageSpec === undefined ? {} : { packageSpec }),
    dependencies: Object.fromEntries(formats.flatMap(({ needs }) => (needs === undefined ? [] : [[needs.name, needs.version]]))),
    extraFiles: {
      ...Object.fromEntries(formats.map((format) => [`spec/document_loaders/${format.name}.ts`, loaderFile(format)])),
      ...(packageManager === "pnpm" ? { "pnpm-workspace.yaml": pnpmWorkspace } : {}),
    },
  });
  const gitRepository = await startRepository(directory);
  if (install) printNote(`Installing packages with ${packageManager} …`);
  const installFailure = install ? await installPackages(packageManager, directory) : undefined;
  const installed = install && installFailure === undefined;
  const own = installed ? undefined : await ownRunner(installFailure !== undefined);
  // Without packages, and by a copy that a package manager fetched for this once, there is nothing yet to run it by.
  const waits = !installed && own === undefined;
  const runner = own ?? commandIn(packageManager, true);
  return {
    directory,
    name,
    template,
    files,
    packageManager,
    installed,
    ...(installFailure === undefined ? {} : { installFailure }),
    gitRepository,
    next: nextCommands(directory, runner, await firstQuestion(directory), process.cwd(), waits ? [`${packageManager} install`] : []),
  };
}

/** Into the folder (where one is not in it yet), what must come `first`, index, query. */
export function nextCommands(
  directory: string,
  runner: string,
  question: string,
  workingFolder: string = process.cwd(),
  first: readonly string[] = [],
): string[] {
  const way = relative(workingFolder, directory);
  const query = `${runner} query ${quoted(question)}`;
  if (way === "") return [...first, `${runner} index`, query, `${runner} evaluate`];
  return [`cd ${quoted(way)}`, ...first, `${runner} index`, query];
}

/** Said to a person, commands last. */
function summary({ directory, template, packageManager, installed, installFailure, next }: MadeProject): string {
  const lines = [`Made a project from the template "${template}" in ${oneLine(directory)}.`];
  if (installFailure !== undefined) {
    lines.push(
      "",
      `Its packages could not be installed: ${installFailure}`,
      "",
      "The project works without them, since the right-rag that made it can run it. For types in the editor, and for its tests,",
      `run ${packageManager} install in it later.`,
    );
  } else if (!installed)
    lines.push(`Its packages are not installed; run ${packageManager} install in it for types in the editor and for its tests.`);
  lines.push(
    "",
    "Documents to try it with are in data/documents; put your own beside them. Next:",
    "",
    ...next.map((command) => `  ${command}`),
  );
  return lines.join("\n");
}

function given(dir: string | undefined): string {
  if (dir !== undefined && dir.trim() !== "") return dir;
  throw new RightRagError(
    "INPUT_REQUIRED",
    "The folder for the new project is missing.",
    "Name it: right-rag init my-rag (or . for this folder).",
  );
}

type Answers = Required<Pick<ProjectChoices, "dir" | "template" | "formats">>;

/** What was said on the command line is not asked for. */
async function askFor(dir: string | undefined, template: string | undefined, formats: readonly DocumentFormat[]): Promise<Answers> {
  const prompts = await import("@clack/prompts");
  const answer = <T>(value: T): Exclude<T, symbol> => {
    if (typeof value !== "symbol") return value as Exclude<T, symbol>; // cast: a symbol stands for Ctrl-C
    throw new RightRagError("ABORTED", "right-rag init was interrupted; nothing was written.", "Run it again when you like.");
  };
  const folder = dir ?? answer(await prompts.text({ message: "Folder of the new project", placeholder: "my-rag", defaultValue: "my-rag" }));
  const templates = (await listTemplates()).map((value) => ({ value, label: value }));
  const chosen =
    template === undefined && templates.length > 1
      ? answer(await prompts.select({ message: "Template", options: templates, initialValue: DEFAULT_TEMPLATE }))
      : (template ?? DEFAULT_TEMPLATE);
  if (formats.length > 0) return { dir: given(folder), template: chosen, formats };
  const wanted = await prompts.multiselect({
    message: "Which documents do you have beside text, Markdown, HTML, XML, CSV and JSON? (none is fine)",
    options: optionalFormats.map((value) => ({ value, label: value.label, hint: `adds ${value.needs?.name}` })),
    required: false,
  });
  return { dir: given(folder), template: chosen, formats: answer(wanted) };
}

/**
 * What starts the copy that is running, for a project without packages: its name where it was found on the path, else its file, since
 * npx would look for it elsewhere. Undefined where a package manager fetched it for this once, and can fetch it again.
 */
async function ownRunner(hasFailed: boolean): Promise<string | undefined> {
  const fetched = process.env.npm_config_user_agent !== undefined;
  if (!fetched && basename(process.argv[1] ?? "") === "right-rag") return "right-rag";
  return fetched && !hasFailed ? undefined : `node ${quoted(await ownCommand())}`;
}

/** False where the project stands in a repository already, and where git is missing or does not want to. */
async function startRepository(directory: string): Promise<boolean> {
  for (let folder = directory; ; folder = dirname(folder)) {
    if (existsSync(join(folder, ".git"))) return false;
    if (folder === dirname(folder)) break;
  }
  const { execa } = await import("execa");
  const { failed } = await execa("git", ["init", "--quiet"], { cwd: directory, stdin: "ignore", reject: false });
  return !failed;
}

/** The template's own first case: a question that its documents answer. */
async function firstQuestion(directory: string): Promise<string> {
  try {
    const [first]: { readonly query?: { readonly text?: string } }[] = JSON.parse(await readFile(join(directory, CASES), "utf8"));
    return first?.query?.text ?? "your question";
  } catch {
    return "your question"; // a template without cases
  }
}

/** For a POSIX shell; what is between double quotes there reads the same to cmd and PowerShell. */
function quoted(word: string): string {
  if (/^[\w./-]+$/.test(word)) return word;
  return /["$`\\!]/.test(word) ? `'${word.replaceAll("'", "'\\''")}'` : `"${word}"`;
}
