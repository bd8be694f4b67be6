import { existsSync } from "node:fs";
import { join } from "node:path";
import type { Command } from "commander";
import { type AddedLoader, addLoader, formatNamed } from "../add-loader.ts";
import { type AddedPlugin, addPlugin, TOOLS } from "../add-plugin.ts";
import type { Config } from "../config.ts";
import { type DocumentFormat, documentFormats } from "../document-formats.ts";
import type { FoundPlugin } from "../registry.ts";
import { printData, printJson } from "./output.ts";
import { commandIn, detectPackageManager } from "./package-manager.ts";
import { openFor, type ProjectOptions, withProjectOptions } from "./project-option.ts";

const formatNames = documentFormats.map(({ name }) => name).join(", ");

export function registerAdd(program: Command): void {
  const command = program
    .command("add")
    .description("make a new plugin and its test, both working; or switch on a loader that comes along")
    .argument("<point>", "the kind of plugin, as its folder in spec/ is called: unit_parsers, retrievers, …; or tools, for the agent")
    .argument(
      "<name>",
      `letters, digits and hyphens; the file and the class are called after it. Of a loader, ${formatNames}: ready to use`,
    )
    .action(async (point: string, name: string, flags: ProjectOptions) => {
      const { root, config, list } = await openFor(flags);
      const format = /^document[-_ ]?loaders?$/i.test(point) ? formatNamed(name) : undefined;
      if (format !== undefined) {
        const added = await addLoader(format, { root, spec: config.spec });
        const made = { ...added, notes: notesOnLoader(added, format), next: await nextForLoader(added, root) };
        if (flags.json === true) printJson(made);
        else printData([...made.notes, "", ...made.next.map((line) => `  ${line}`)].join("\n"));
        return;
      }
      // Without this list a project with a mistake in some plugin can still be given another; the mistake shows in the next command.
      const found = await list().catch(() => []);
      const added = await addPlugin({ root, spec: config.spec, point, name, found });
      const made = { ...added, notes: notesOn(added, found, config), next: await nextCommands(added.point, root) };
      if (flags.json === true) printJson(made);
      else printData(summary(made));
    });
  withProjectOptions(command);
}

function notesOnLoader({ plugin, written, dependency }: AddedLoader, { label }: DocumentFormat): string[] {
  const notes = [written ? `Added ${plugin}, which reads ${label}.` : `${plugin} is there already, and was left as it is.`];
  if (dependency?.state === "added") notes.push(`It needs ${dependency.name}, which was added to package.json.`);
  if (dependency?.state === "unwritten")
    notes.push(`It needs ${dependency.name} ${dependency.version}, and your project has no package.json to name it.`);
  return notes;
}

async function nextForLoader({ dependency }: AddedLoader, root: string): Promise<string[]> {
  const manager = await detectPackageManager(root);
  const command = commandIn(manager, existsSync(join(root, "node_modules", "right-rag")));
  return [...(dependency?.state === "added" ? [`${manager} install`] : []), `${command} index`];
}

interface Made extends AddedPlugin {
  /** What else must be done before the plugin does what it is for. */
  readonly notes: readonly string[];
  /** What to type next, in the project's folder. */
  readonly next: readonly string[];
}

function summary({ plugin, test, notes, next }: Made): string {
  return [`Added ${plugin}`, `  and ${test}`, ...(notes.length > 0 ? ["", ...notes] : []), "", ...next.map((line) => `  ${line}`)].join(
    "\n",
  );
}

/** A tool is of use once an agent is given it. */
function notesOnTool({ name }: AddedPlugin, found: readonly FoundPlugin[]): string[] {
  const agents = found.filter((plugin) => plugin.name === "react").map(({ file }) => file);
  const where = agents.length > 0 ? agents.join(" and ") : "spec/answer_generators/react.ts";
  return [
    `Give it to the agent, in ${where}:`,
    "",
    '  import { ReactAnswerGenerator } from "right-rag/plugins";',
    `  import tool from "../tools/${name}.ts";`,
    "  export default new ReactAnswerGenerator({ tools: [tool] });",
  ];
}

/** Where a plugin beside others of its kind is not simply one more. */
function notesOn(added: AddedPlugin, found: readonly FoundPlugin[], config: Config): string[] {
  const { point, name } = added;
  if (point === TOOLS) return notesOnTool(added, found);
  const others = found.filter((plugin) => plugin.point === point).map((plugin) => plugin.name);
  const file = config.file ?? "right-rag.config.ts";
  if (point === "answer_generators" && others.length > 0 && config.answerGenerator !== name) {
    return [
      `A project answers with one generator, and now has ${[...others, name].join(" and ")}.`,
      config.answerGenerator === undefined
        ? `Until ${file} sets answerGenerator to one of them, "${name}" for this one, queries stop with ANSWER_GENERATOR_AMBIGUOUS.`
        : `${file} chose "${config.answerGenerator}"; set its answerGenerator to "${name}" to have this one answer.`,
    ];
  }
  if (point === "retrievers" && config.retrievers !== undefined && !config.retrievers.includes(name)) {
    return [`It is not asked yet: ${file} names the retrievers to ask; add "${name}" to its retrievers.`];
  }
  if (point === "chunk_parsers" && others.length > 0) {
    return [
      `Every chunk parser that accepts a unit cuts it. What ${name} accepts, ${others.join(" and ")} should not: see its canHandle().`,
    ];
  }
  return [];
}

/** The test, a look at what is found now, and the command in which a plugin of this kind works. */
async function nextCommands(point: AddedPlugin["point"], root: string): Promise<string[]> {
  const manager = await detectPackageManager(root);
  const command = commandIn(manager, existsSync(join(root, "node_modules", "right-rag")));
  const works = {
    document_loaders: "index",
    unit_parsers: "index",
    chunk_parsers: "index",
    unit_savers: "index",
    chunk_savers: "index",
    retrievers: 'query "your question"',
    answer_generators: 'query "your question"',
    evaluators: "evaluate",
    reporters: "evaluate",
    tools: 'query "your question" --stream',
  }[point];
  // bun's own "test" is another program than the script of that name.
  return [manager === "bun" ? "bun run test" : `${manager} test`, `${command} list`, `${command} ${works}`];
}
