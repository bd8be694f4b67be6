import { appendFile, writeFile } from "node:fs/promises";
import { checkObject } from "../../arguments.ts";
import { writeFileAtomic } from "../../atomic-file.ts";
import { writeFailed } from "../../errors.ts";
import type { Reporter, Run } from "../../interfaces.ts";
import type { EvalReport, EvalResult } from "../../model.ts";
import { pathInReports, type ReporterOptions, reportPath } from "./report-path.ts";

/**
 * The report as `report.json` (or at an output path that ends in .json), and each result, as its case ends, as one line
 * of `results.jsonl` in the reports folder. The first result of a run begins that file anew.
 */
export class JsonReporter implements Reporter {
  readonly name = "json";
  readonly #options: ReporterOptions;
  /** The run whose results the file holds. Every run brings a signal of its own, or ends with `report`. */
  #current: AbortSignal | undefined;

  constructor(options: ReporterOptions = {}) {
    checkObject("new JsonReporter", options, "options");
    this.#options = options;
  }

  async append(result: EvalResult, run: Run): Promise<void> {
    const path = await pathInReports(run, this.#options, "results.jsonl");
    const line = `${JSON.stringify(result)}\n`;
    try {
      await (this.#current === run.signal ? appendFile(path, line) : writeFile(path, line));
    } catch (cause) {
      throw writeFailed(path, cause);
    }
    this.#current = run.signal;
  }

  async report(report: EvalReport, output: string | undefined, run: Run): Promise<string[]> {
    const path = await reportPath(run, this.#options, output, [".json"], "report.json");
    await writeFileAtomic(path, `${JSON.stringify(report, null, 2)}\n`);
    this.#current = undefined;
    return [path];
  }
}
