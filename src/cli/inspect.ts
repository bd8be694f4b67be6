import { writeFileSync } from "node:fs";
import { resolve } from "node:path";
import type { Command } from "commander";
import { optionInvalid, RightRagError, writeFailed } from "../errors.ts";
import type { Project } from "../project/open-project.ts";
import type { Inspected } from "../proof/inspection.ts";
import { interruptSignal } from "./interrupt.ts";
import { parseWhole } from "./numbers.ts";
import { oneLine, printData, printJson, printNote } from "./output.ts";
import { printTree } from "./print-tree.ts";
import { openFor, type ProjectOptions, withProjectOptions } from "./project-option.ts";

interface InspectFlags extends ProjectOptions {
  readonly html?: string | true;
  readonly id?: string;
  readonly depth?: number;
}

export function registerInspect(program: Command): void {
  const command = program
    .command("inspect")
    .description("show a document with its units, chunks and findings, in the terminal or as one HTML page")
    .argument("[document]", "its path or id; without one, choose at the terminal, or list them")
    .option("--html [file]", "write one page that needs no network (default: <document>.html in this folder)")
    .option("--id <id>", "of a source that holds several documents, this one")
    .option("--depth <n>", "levels of the tree to print", parseWhole("--depth", 1))
    .action(inspect);
  withProjectOptions(command);
}

async function inspect(name: string | undefined, flags: InspectFlags): Promise<void> {
  const project = await openFor(flags);
  const asks = flags.json !== true && process.stdin.isTTY === true && process.stdout.isTTY === true;
  const chosen = name ?? (asks ? await choose(project) : undefined);
  if (chosen === undefined) {
    if (flags.html !== undefined) throw documentRequired();
    const sources = project.sources();
    if (flags.json === true) printJson(sources);
    else for (const source of sources) printData(oneLine(source));
    return;
  }
  const found = await project.inspect(chosen, { signal: interruptSignal(), ...(flags.id === undefined ? {} : { id: flags.id }) });
  if (flags.html !== undefined) await writePage(found, flags.html);
  if (flags.json === true) printJson(found.map(({ inspection }) => inspection));
  else if (flags.html === undefined) for (const { inspection } of found) printTree(inspection, flags.depth);
}

async function writePage(found: readonly Inspected[], html: string | true): Promise<void> {
  const [only, second] = found;
  if (only === undefined) return;
  if (second !== undefined) {
    const ids = found.slice(0, 5).map(({ document }) => `${document.id} (${document.title ?? document.source})`);
    throw optionInvalid("--html", `${found.length} documents`, `given with one document: add --id, for example ${ids.join(", ")}`);
  }
  const { renderPage } = await import("../proof/page/render-page.ts");
  const name = only.document.source.split("/").at(-1) ?? "document";
  const path = resolve(html === true ? `${name.replace(/[^\p{L}\p{N}._-]+/gu, "_")}.html` : html);
  try {
    writeFileSync(path, renderPage(only));
  } catch (cause) {
    throw writeFailed(path, cause);
  }
  printNote(`Wrote ${oneLine(path)}`);
}

async function choose(project: Project): Promise<string | undefined> {
  const sources = project.sources();
  if (sources.length === 0) return undefined;
  const { autocomplete, isCancel } = await import("@clack/prompts");
  const options = sources.map((value) => ({ value, label: oneLine(value) }));
  const answer = await autocomplete({ message: "Document to inspect", options, maxItems: 12 });
  if (isCancel(answer)) throw new RightRagError("ABORTED", "Nothing was chosen.", "Name a document: right-rag inspect <document>.");
  return String(answer);
}

function documentRequired(): RightRagError {
  return new RightRagError(
    "INPUT_REQUIRED",
    "There is no document to make a page of, and no terminal to choose one.",
    "Name it: right-rag inspect <document> --html page.html.",
  );
}
