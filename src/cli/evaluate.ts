import type { Command } from "commander";
import type { EvalReport } from "../model.ts";
import type { EvaluateOptions } from "../project/evaluate-project.ts";
import { runIndex } from "./index-command.ts";
import { interruptSignal } from "./interrupt.ts";
import { count, EXIT, oneLine, paint, printData, printJson, printNote, usageLine } from "./output.ts";
import { showProgress } from "./progress.ts";
import { isQuiet, openFor, type ProjectOptions, type SchemaOptions, withProjectOptions, withSchemaOptions } from "./project-option.ts";

interface EvaluateFlags extends ProjectOptions, SchemaOptions {
  readonly output?: string;
  readonly indexFirst?: boolean;
}

export function registerEvaluate(program: Command): void {
  const command = program
    .command("evaluate")
    .description("run evaluation cases and write reports")
    .argument("[cases]", "a JSON or JSONL file (default: the config's cases)")
    .option("--output <file>", "where the report goes; the suffix chooses the reporter")
    .option("--index-first", "bring the index up to date before")
    .action(async (cases: string | undefined, flags: EvaluateFlags) => {
      process.exitCode = await evaluate(cases, flags);
    });
  withProjectOptions(withSchemaOptions(command));
}

/** @returns the exit status */
async function evaluate(cases: string | undefined, flags: EvaluateFlags): Promise<number> {
  const project = await openFor(flags);
  const quiet = isQuiet(flags, project);
  const signal = interruptSignal();
  try {
    let losses = 0;
    if (flags.indexFirst === true) losses = (await runIndex(project, { signal }, quiet)).losses;
    const options: EvaluateOptions = {
      signal,
      ...(cases === undefined ? {} : { cases }),
      ...(flags.output === undefined ? {} : { output: flags.output }),
    };
    const call = project.evaluate(options);
    if (!quiet)
      await showProgress(call, (event) => (event.type === "evaluate:case" ? `evaluated ${oneLine(String(event.caseId))}` : undefined));
    const { report, written, usage } = await call;
    if (flags.json === true) printJson({ ...report, written, ...(usage === undefined ? {} : { usage }) });
    else printReport(report);
    if (usage !== undefined) printNote(paint.dim(usageLine(usage).trim()));
    if (!quiet) for (const path of written) printNote(paint.dim(`Wrote ${oneLine(path)}`));
    return report.failed > 0 || losses > 0 ? EXIT.losses : EXIT.good;
  } finally {
    await project.close();
  }
}

function printReport(report: EvalReport): void {
  printData(`${count(report.results.length, "case")}, ${report.failed} failed to run.`);
  const width = Math.max(0, ...Object.keys(report.summary).map((metric) => metric.length));
  for (const [metric, { mean, cases }] of Object.entries(report.summary)) {
    printData(`  ${metric.padEnd(width)}  ${mean === null ? "–" : mean.toFixed(3)}  (${count(cases, "case")})`);
  }
  for (const result of report.results) {
    if (result.error !== undefined) printData(`  failed ${oneLine(result.caseId)}: ${oneLine(result.error)}`);
    for (const score of result.scores) {
      if (score.value !== null && score.value < 1)
        printData(`  ${oneLine(result.caseId)} ${score.metric} ${score.value.toFixed(3)}: ${oneLine(score.reason)}`);
    }
  }
}
