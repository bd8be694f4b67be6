import { mkdir, writeFile } from "node:fs/promises";
import { dirname, join, resolve } from "node:path";
import type { EvalReport, EvalResult, Reporter, Run } from "right-rag";

const COLUMNS = ["case", "question", "metric", "value", "reason", "ms"];

/**
 * The report as CSV, one row for each case and metric, to be opened as a spreadsheet. It goes to the path that was asked for
 * when that ends in .csv, else to `output/evaluation`. Every reporter of a project writes its own files.
 */
export default class ExampleReporter implements Reporter {
  readonly name = "example";

  async report(report: EvalReport, output: string | undefined, run: Run): Promise<string[]> {
    const isOurs = output?.toLowerCase().endsWith(".csv") === true;
    const path = isOurs ? resolve(run.root, output) : join(run.output, "evaluation", `${this.name}.csv`);
    const rows = [COLUMNS, ...report.results.flatMap(rowsOf)];
    await mkdir(dirname(path), { recursive: true });
    // Spreadsheets take a file for UTF-8 when it begins with a byte order mark.
    await writeFile(path, `\uFEFF${rows.map((row) => `${row.map(cell).join(",")}\r\n`).join("")}`);
    return [path];
  }
}

function rowsOf({ caseId, question, durationMs, scores, error }: EvalResult): string[][] {
  const ms = String(Math.round(durationMs));
  // A case without a row would look like one that was never run.
  if (error !== undefined) return [[caseId, question, "", "failed", error, ms]];
  if (scores.length === 0) return [[caseId, question, "", "", "no metric applies", ms]];
  return scores.map(({ metric, value, reason }) => [caseId, question, metric, value === null ? "" : String(value), reason, ms]);
}

/** RFC 4180; and a text from a document that begins like a formula stays a text. */
function cell(text: string): string {
  const harmless = /^[=+\-@\t\r]/.test(text) ? `'${text}` : text;
  return /[",\r\n]/.test(harmless) ? `"${harmless.replaceAll('"', '""')}"` : harmless;
}
