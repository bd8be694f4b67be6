import { mkdir, writeFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import type { Reporter } from "right-rag";
import { testReporter } from "right-rag/testing";
import { describe, expect, it } from "vitest";
import { reporterChecks } from "../../src/testing/reporter.ts";

/** One line for each case. */
const lines: Reporter = {
  name: "lines",
  report: async ({ results }, output, run) => {
    const path = output?.endsWith(".lines") === true ? output : join(run.output, "report.lines");
    await mkdir(dirname(path), { recursive: true });
    await writeFile(path, results.map(({ caseId, error }) => `${caseId}: ${error ?? "done"}\n`).join(""));
    return [path];
  },
};

testReporter({ create: () => lines, suffix: ".lines" });

describe("a broken reporter fails: one that", () => {
  it("names a file that it did not write", async () => {
    await expect(check("writes the files it names", async (_, __, run) => [join(run.root, "report.lines")])).rejects.toThrow(
      "was named, but is not there",
    );
  });

  it("names no file", async () => {
    await expect(check("writes the files it names", async () => [])).rejects.toThrow("names no file");
  });

  it("leaves out cases that could not be run", async () => {
    const report: Reporter["report"] = (given, ...rest) =>
      lines.report({ ...given, results: given.results.filter(({ error }) => error === undefined) }, ...rest);
    await expect(check("names every case in what it writes", report)).rejects.toThrow('case "broken" is in no file');
  });

  it("ignores the path that was asked for", async () => {
    const title = "writes to the path that was asked for, and makes its folder";
    await expect(check(title, (report, _, run) => lines.report(report, undefined, run))).rejects.toThrow("was asked for");
  });

  it("writes into any path", async () => {
    const title = "leaves a path whose ending is not its own to other reporters";
    const report: Reporter["report"] = async (_, output, run) => {
      const path = output ?? join(run.root, "report.lines");
      await writeFile(path, "report");
      return [path];
    };
    await expect(check(title, report)).rejects.toThrow("Missing expected rejection");
  });

  it("fails where there was no case", async () => {
    const report: Reporter["report"] = (given, ...rest) => {
      if (given.results.length === 0) throw new RangeError("mean of nothing");
      return lines.report(given, ...rest);
    };
    await expect(check("reports that there was no case", report)).rejects.toThrow("mean of nothing");
  });
});

async function check(title: string, report: Reporter["report"]): Promise<void> {
  const run = reporterChecks[title];
  if (run === undefined) throw new Error(`no check "${title}"`);
  await run({ create: () => ({ name: "broken", report }), suffix: ".lines" });
}
