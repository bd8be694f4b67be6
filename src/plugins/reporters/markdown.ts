import { checkObject } from "../../arguments.ts";
import { writeFileAtomic } from "../../atomic-file.ts";
import type { Reporter, Run } from "../../interfaces.ts";
import type { EvalReport, EvalResult, Score } from "../../model.ts";
import { type ReporterOptions, reportPath } from "./report-path.ts";

/** The report for people, as `report.md` or at an output path that ends in .md or .markdown: the means, a line for each case, and each case in full. */
export class MarkdownReporter implements Reporter {
  readonly name = "markdown";
  readonly #options: ReporterOptions;

  constructor(options: ReporterOptions = {}) {
    checkObject("new MarkdownReporter", options, "options");
    this.#options = options;
  }

  async report(report: EvalReport, output: string | undefined, run: Run): Promise<string[]> {
    const path = await reportPath(run, this.#options, output, [".md", ".markdown"], "report.md");
    await writeFileAtomic(path, markdownReport(report));
    return [path];
  }
}

/** A report as Markdown. What comes from cases and documents is escaped and stays on one line: it can be no heading, row, link or HTML. */
export function markdownReport(report: EvalReport): string {
  const { results, failed } = report;
  const metrics = Object.keys(report.summary);
  const cases = `${results.length} ${results.length === 1 ? "case" : "cases"}`;
  const lines = [
    "# Evaluation",
    "",
    failed === 0 ? `${cases}.` : `${cases}, **${failed} failed** (they count in no mean).`,
    "",
    ...table(
      ["metric", "mean", "cases"],
      metrics.map((metric) => [escaped(metric), number(report.summary[metric]?.mean), String(report.summary[metric]?.cases ?? 0)]),
    ),
    "",
    "## Cases",
    "",
    ...table(
      ["case", ...metrics.map(escaped), "ms"],
      results.map((result) => [
        escaped(result.caseId),
        ...metrics.map((metric) => (result.error === undefined ? number(scoreOf(result, metric)?.value) : "failed")),
        String(Math.round(result.durationMs)),
      ]),
    ),
    ...results.flatMap(caseInFull),
  ];
  return `${lines.join("\n")}\n`;
}

function caseInFull(result: EvalResult): string[] {
  const { answer, error } = result;
  const lines = ["", `### ${escaped(result.caseId)}`, "", `- Question: ${escaped(result.question)}`];
  if (error !== undefined) lines.push(`- **Failed:** ${escaped(error)}`);
  if (answer !== undefined) {
    lines.push(`- ${answer.abstained ? "Abstained" : answer.grounded ? "Answer" : "Answer (not grounded)"}: ${escaped(answer.text)}`);
    for (const { number: n, label, quote } of answer.citations)
      lines.push(`  - \\[${n}\\] ${escaped(label)}: “${escaped(shortened(quote))}”`);
  }
  for (const { metric, value, reason } of result.scores) {
    if (value !== null && value < 1) lines.push(`- ${escaped(metric)} ${number(value)}: ${escaped(reason)}`);
  }
  return lines;
}

function table(head: readonly string[], rows: readonly (readonly string[])[]): string[] {
  const row = (cells: readonly string[]) => `| ${cells.join(" | ")} |`;
  return [row(head), row(head.map((_, i) => (i === 0 ? "---" : "---:"))), ...rows.map(row)];
}

function scoreOf(result: EvalResult, metric: string): Score | undefined {
  return result.scores.find((score) => score.metric === metric);
}

function number(value: number | null | undefined): string {
  return value === null || value === undefined ? "–" : String(Math.round(value * 1000) / 1000);
}

function shortened(text: string): string {
  const characters = [...text];
  return characters.length > 300 ? `${characters.slice(0, 300).join("")}…` : text;
}

function escaped(text: string): string {
  return text
    .replace(/[\p{Cc}\s]+/gu, " ")
    .trim()
    .replace(/[\\`*_[\]<>&|~#$]/g, (mark) => `\\${mark}`);
}
