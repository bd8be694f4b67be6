import { mkdtemp, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { EvalResult } from "right-rag";
import { testReporter, testRun } from "right-rag/testing";
import { expect, it } from "vitest";
import ExampleReporter from "./example.ts";

testReporter({ create: () => new ExampleReporter(), suffix: ".csv" });

const result = (caseId: string, over: Partial<EvalResult>): EvalResult => ({
  caseId,
  question: "Days?",
  durationMs: 1.2,
  scores: [],
  ...over,
});

it("writes a row for each case and metric, and keeps texts from being formulas", async () => {
  const results = [
    result("a", { scores: [{ metric: "exact", value: 0.5, reason: 'it says "25"' }] }),
    result("b", { question: "=1+1", scores: [{ metric: "exact", value: null, reason: "two,\nlines" }] }),
    result("c", { error: "no model" }),
    result("d", {}),
  ];
  const root = await mkdtemp(join(tmpdir(), "report-"));
  try {
    const reporter = new ExampleReporter();
    const [path = ""] = await reporter.report({ results, summary: {}, failed: 1 }, "a.CSV", testRun({ root }));
    expect(path).toBe(join(root, "a.CSV"));
    expect((await readFile(path, "utf8")).split("\r\n")).toEqual([
      "\uFEFFcase,question,metric,value,reason,ms",
      'a,Days?,exact,0.5,"it says ""25""",1',
      `b,'=1+1,exact,,"two,\nlines",1`,
      "c,Days?,,failed,no model,1",
      "d,Days?,,,no metric applies,1",
      "",
    ]);
  } finally {
    await rm(root, { recursive: true });
  }
});
