import type { Command } from "commander";
import type { RunEvent } from "../model.ts";
import type { Failure } from "../pipeline/index-corpus.ts";
import type { DryRun } from "../project/dry-run.ts";
import type { IndexOptions, IndexResult } from "../project/index-project.ts";
import type { Project } from "../project/open-project.ts";
import { interruptSignal } from "./interrupt.ts";
import { parseNumber } from "./numbers.ts";
import { count, EXIT, oneLine, paint, printData, printJson, printNote, seconds, usageLine } from "./output.ts";
import { showProgress } from "./progress.ts";
import { isQuiet, openFor, type ProjectOptions, type SchemaOptions, withProjectOptions, withSchemaOptions } from "./project-option.ts";

interface IndexFlags extends ProjectOptions, SchemaOptions {
  readonly force?: boolean;
  readonly dryRun?: boolean;
  readonly wait?: number;
}

export function registerIndex(program: Command): void {
  const command = program
    .command("index")
    .description("bring the index up to date with the documents")
    .argument("[paths...]", "only these files or folders")
    .option("--force", "make everything anew")
    .option("--dry-run", "say what would be done, and do nothing")
    .option("--wait <seconds>", "wait this long for another index run to end", parseNumber("--wait", 0))
    .action(async (paths: string[], flags: IndexFlags) => {
      process.exitCode = await index(paths, flags);
    });
  withProjectOptions(withSchemaOptions(command));
}

/** @returns the exit status */
export async function index(paths: readonly string[], flags: IndexFlags): Promise<number> {
  const project = await openFor(flags);
  const options: IndexOptions = { paths, force: flags.force ?? false, waitMs: (flags.wait ?? 0) * 1000, signal: interruptSignal() };
  if (flags.dryRun === true) {
    const plan = await project.dryRun(options);
    if (flags.json === true) printJson(plan);
    else printPlan(plan);
    return EXIT.good;
  }
  const result = await runIndex(project, options, isQuiet(flags, project));
  if (flags.json === true) printJson(result);
  else if (!isQuiet(flags, project)) printNote(summary(result));
  printLosses(result);
  return result.losses > 0 ? EXIT.losses : EXIT.good;
}

/** An index run with its progress on standard error. */
export async function runIndex(project: Project, options: IndexOptions, quiet: boolean): Promise<IndexResult> {
  const call = project.index(options);
  if (!quiet) await showProgress(call, progressLine());
  return call;
}

function progressLine(): (event: RunEvent) => string | undefined {
  let files = 0;
  return (event) => {
    if (event.type === "index:start") files = Number(event.files);
    if (event.type === "load:pages") return `reading ${oneLine(String(event.source))}, page ${String(event.done)} of ${String(event.of)}`;
    if (event.type !== "index:source" || event.documents === 0) return undefined;
    return `indexed ${oneLine(String(event.source))} (${String(event.done)} of at most ${files})`;
  };
}

function summary(result: IndexResult): string {
  const { added, changed, removed, unchanged } = result.documents;
  const { documents, units, chunks } = result.total;
  const done = [`${added} added`, `${changed} changed`, `${removed} removed`, `${unchanged} unchanged`].join(", ");
  const total = `${count(documents, "document")}, ${count(units, "unit")}, ${count(chunks, "chunk")}`;
  const head = result.changed ? "The index is up to date" : "Nothing has changed";
  const ignored =
    result.ignored.length > 0
      ? paint.dim(
          `\nIgnored: ${result.ignored.slice(0, 5).map(oneLine).join(", ")}${result.ignored.length > 5 ? ` and ${result.ignored.length - 5} more` : ""}`,
        )
      : "";
  return `${head}: ${total} (${done}) in ${seconds(result.durationMs)}.${usageLine(result.usage)}${ignored}`;
}

/** Losses and warnings, by name: on standard error, also when everything else is quiet. */
function printLosses(result: IndexResult): void {
  for (const notice of result.notices) {
    const mark = notice.lost > 0 ? paint.red(`lost ${notice.lost}`) : paint.yellow("warning");
    printNote(`${mark} ${oneLine(notice.source)}: ${oneLine(notice.message)} (${notice.code})`);
  }
  for (const [, failures] of byAdvice(result.failures)) {
    for (const failure of failures) {
      const kept = failure.kept ? " (What was indexed of it before is kept.)" : "";
      printNote(`${paint.red("failed")} ${oneLine(failure.message)}${kept}`);
    }
    // The same advice is given once.
    const [first] = failures;
    if (first !== undefined) printNote(paint.dim(`${oneLine(first.hint)} (${first.code})`));
  }
  if (result.losses > 0) printNote(paint.red(`${count(result.losses, "loss", "losses")}: the index is good, but not whole.`));
}

function byAdvice(failures: readonly Failure[]): Map<string, Failure[]> {
  const groups = new Map<string, Failure[]>();
  for (const failure of failures) {
    const key = `${failure.code} ${failure.hint}`;
    groups.set(key, [...(groups.get(key) ?? []), failure]);
  }
  return groups;
}

function printPlan(plan: DryRun): void {
  for (const id of plan.added) printData(`add ${oneLine(id)}`);
  for (const id of plan.changed) printData(`change ${oneLine(id)}`);
  for (const id of plan.removed) printData(`remove ${oneLine(id)}`);
  for (const id of plan.unreadable) printData(`unreadable ${oneLine(id)}`);
  if (plan.cost !== undefined) {
    const { calls, cached, inputTokens, outputTokens } = plan.cost;
    const price = typeof plan.price === "number" ? plan.price.toFixed(4) : "unknown";
    printData(
      `A model would be asked ${count(calls, "time")}, for about ${inputTokens} tokens in and ${outputTokens} out, cost about ${price}; ${cached} replies are at hand.`,
    );
  }
  printData(
    `${plan.added.length} to add, ${plan.changed.length} to change, ${plan.removed.length} to remove, ${plan.unchanged} unchanged.`,
  );
}
