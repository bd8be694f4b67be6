import { mkdtemp, readFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { beforeEach, expect, it } from "vitest";
import type { Run } from "../../../src/interfaces.ts";
import type { EvalReport, EvalResult } from "../../../src/model.ts";
import { JsonReporter } from "../../../src/plugins/reporters/json.ts";
import { defaultSchemas } from "../../../src/schemas/defaults.ts";

const result = (caseId: string): EvalResult => ({ caseId, question: `${caseId}?`, durationMs: 1, scores: [] });
const report: EvalReport = { results: [result("a")], summary: { mrr: { mean: 0.5, cases: 1 } }, failed: 0 };

let root: string;
const newRun = (): Run => ({
  root,
  output: join(root, "output"),
  settings: {},
  log: () => {},
  signal: new AbortController().signal,
  emit: () => {},
  model: () => undefined,
  schemas: async () => ({ ...defaultSchemas, files: {} }),
});
const lines = async () => (await readFile(join(root, "output", "evaluation", "results.jsonl"), "utf8")).split("\n");

beforeEach(async () => {
  root = await mkdtemp(join(tmpdir(), "right-rag-"));
});

it("writes the report as it is, to the reports folder or to a path that ends in .json", async () => {
  const usual = join(root, "output", "evaluation", "report.json");
  expect(await new JsonReporter().report(report, "r.md", newRun())).toEqual([usual]);
  expect(JSON.parse(await readFile(usual, "utf8"))).toEqual(report);
  expect(await new JsonReporter().report(report, "r.json", newRun())).toEqual([join(root, "r.json")]);
});

it("keeps each result as a line as soon as its case ends", async () => {
  const [reporter, run] = [new JsonReporter(), newRun()];
  await reporter.append(result("a"), run);
  await reporter.append({ ...result("b"), error: "two\nlines" }, run);
  expect(await lines()).toEqual([
    '{"caseId":"a","question":"a?","durationMs":1,"scores":[]}',
    '{"caseId":"b","question":"b?","durationMs":1,"scores":[],"error":"two\\nlines"}',
    "",
  ]);
});

it("begins the results anew with a new run, in the same process or another", async () => {
  const [reporter, run] = [new JsonReporter(), newRun()];
  await reporter.append(result("a"), run);
  await reporter.append(result("b"), newRun());
  expect(await lines()).toHaveLength(2);
  await reporter.report(report, undefined, run);
  await reporter.append(result("c"), run);
  expect((await lines())[0]).toContain('"caseId":"c"');
  await new JsonReporter().append(result("d"), run);
  expect((await lines())[0]).toContain('"caseId":"d"');
});

it("says which path could not be written", async () => {
  await new JsonReporter().report(report, "taken.json", newRun());
  const reporter = new JsonReporter({ folder: "taken.json/inside" });
  await expect(reporter.append(result("a"), newRun())).rejects.toMatchObject({ code: "WRITE_FAILED" });
});
