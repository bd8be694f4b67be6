import { describe, expect, it } from "vitest";
import type { Artifacts, Evaluator, Outcome, Reporter } from "../../src/interfaces.ts";
import type { EvalCase, RunEvent } from "../../src/model.ts";
import { type EvaluateInput, evaluate, reportEvaluation } from "../../src/pipeline/evaluate.ts";
import type { Host } from "../../src/pipeline/host.ts";
import { defaultSchemas } from "../../src/schemas/defaults.ts";

const artifacts: Artifacts = {
  has: () => false,
  get: () => {
    throw new Error("not asked for");
  },
};
const outcome: Outcome = { retrieval: { evidence: [], searched: [] }, artifacts };
const cases: EvalCase[] = ["a", "b", "c"].map((id) => ({ id, query: { text: `${id}?` } }));

function hostWith(events: RunEvent[] = [], signal = new AbortController().signal): Host {
  return {
    root: "/project",
    output: "/project/output",
    signal,
    emit: (event) => events.push(event),
    model: () => undefined,
    schemas: async () => ({ ...defaultSchemas, files: {} }),
    log: () => {},
    settingsOf: () => ({}),
    fileOf: () => undefined,
  };
}

/** Scores `right` as 1 for case a, 0.5 for b, and not at all for c; `length` as 1. */
const evaluator: Evaluator = {
  name: "fake",
  evaluate: ({ id }) => [
    { metric: "right", value: id === "a" ? 1 : id === "b" ? 0.5 : null, reason: "" },
    { metric: "length", value: 1, reason: "" },
  ],
};

const run = (over: Partial<EvaluateInput> = {}) =>
  evaluate({
    cases,
    query: async () => outcome,
    plugins: { evaluators: [evaluator], reporters: [] },
    host: hostWith(),
    now: () => 0,
    ...over,
  });

it("gives the mean of each metric over the cases it applies to, metrics in the evaluators' order", async () => {
  const report = await run();
  expect(report.summary).toEqual({ right: { mean: 0.75, cases: 2 }, length: { mean: 1, cases: 3 } });
  expect(Object.keys(report.summary)).toEqual(["right", "length"]);
  expect(report.failed).toBe(0);
  expect(report.results.map(({ caseId }) => caseId)).toEqual(["a", "b", "c"]);
});

it("says null for a metric that applied to no case", async () => {
  const report = await run({ cases: cases.slice(2) });
  expect(report.summary.right).toEqual({ mean: null, cases: 0 });
});

it("keeps the order of cases, whatever ends first, and runs no more at once than allowed", async () => {
  let running = 0;
  let most = 0;
  const query = async ({ id }: EvalCase) => {
    most = Math.max(most, ++running);
    // "a" begins first, and ends when the others have.
    if (id === "a") await othersEnded;
    running--;
    return outcome;
  };
  const events: RunEvent[] = [];
  let endOthers = () => {};
  const othersEnded = new Promise<void>((resolve) => {
    endOthers = resolve;
  });
  const host = hostWith(events);
  const emit = (event: RunEvent) => {
    host.emit(event);
    if (event.caseId === "c") endOthers();
  };
  const report = await run({ query, concurrency: 2, host: { ...host, emit } });
  expect(report.results.map(({ caseId }) => caseId)).toEqual(["a", "b", "c"]);
  expect(most).toBe(2);
  expect(events.map(({ caseId, number, of }) => [caseId, number, of])).toEqual([
    ["b", 1, 3],
    ["c", 2, 3],
    ["a", 3, 3],
  ]);
});

describe("a case that fails", () => {
  it("is a result with an error and no scores; the others go on", async () => {
    const query = async ({ id }: EvalCase) => {
      if (id === "b") throw new Error("no such index");
      return outcome;
    };
    const report = await run({ query });
    expect(report.failed).toBe(1);
    expect(report.results[1]).toEqual({ caseId: "b", question: "b?", scores: [], durationMs: 0, error: "no such index" });
    expect(report.summary).toEqual({ right: { mean: 1, cases: 1 }, length: { mean: 1, cases: 2 } });
  });

  it("names the evaluator that failed on it", async () => {
    const broken: Evaluator = {
      name: "broken",
      evaluate: ({ id }) => {
        if (id === "a") throw new Error("boom");
        return [];
      },
    };
    const report = await run({ plugins: { evaluators: [evaluator, broken], reporters: [] } });
    expect(report.results[0]).toMatchObject({ scores: [], error: 'Evaluating by "broken" failed on "a": boom' });
    expect(report.failed).toBe(1);
  });

  it.each([Number.NaN, 2, -1])("fails with a score of %d, which would spoil the mean", async (value) => {
    const wild: Evaluator = { name: "wild", evaluate: () => [{ metric: "m", value, reason: "" }] };
    const report = await run({ plugins: { evaluators: [wild], reporters: [] } });
    expect(report.failed).toBe(3);
    expect(report.results[0]?.error).toContain(`its score "m" is ${value}`);
  });
});

describe("reporters", () => {
  it("get each result as its case ends, one at a time", async () => {
    const seen: string[] = [];
    const reporter: Reporter = {
      name: "slow",
      append: async ({ caseId }) => {
        seen.push(`${caseId} begins`);
        await new Promise((resolve) => setTimeout(resolve, 2));
        seen.push(`${caseId} ends`);
      },
      report: () => [],
    };
    await run({ plugins: { evaluators: [], reporters: [reporter] } });
    expect(seen).toEqual(["a begins", "a ends", "b begins", "b ends", "c begins", "c ends"]);
  });

  it("stop the evaluation when they cannot keep a result", async () => {
    const asked: string[] = [];
    const reporter: Reporter = {
      name: "full",
      append: () => {
        throw new Error("disk full");
      },
      report: () => [],
    };
    const query = async ({ id }: EvalCase) => {
      asked.push(id);
      return outcome;
    };
    const plugins = { evaluators: [], reporters: [reporter] };
    await expect(run({ plugins, query, concurrency: 1 })).rejects.toMatchObject({ code: "PLUGIN_FAILED" });
    expect(asked).toEqual(["a"]);
  });

  it("all write, also when one fails, and the failure is told", async () => {
    const written: string[] = [];
    const good: Reporter = {
      name: "good",
      report: (_, output) => {
        written.push(String(output));
        return [`/project/${output}`];
      },
    };
    const bad: Reporter = {
      name: "bad",
      report: () => {
        throw new Error("boom");
      },
    };
    const report = { results: [], summary: {}, failed: 0 };
    expect(await reportEvaluation(report, "r.md", { reporters: [good, good] }, hostWith())).toEqual(["/project/r.md", "/project/r.md"]);
    await expect(reportEvaluation(report, "x.md", { reporters: [bad, good] }, hostWith())).rejects.toMatchObject({ code: "PLUGIN_FAILED" });
    expect(written).toEqual(["r.md", "r.md", "x.md"]);
  });
});

it("stops when aborted, having kept what was done", async () => {
  const controller = new AbortController();
  const kept: string[] = [];
  const reporter: Reporter = {
    name: "keep",
    append: ({ caseId }) => {
      kept.push(caseId);
    },
    report: () => [],
  };
  const query = async ({ id }: EvalCase) => {
    if (id === "b") {
      controller.abort();
      throw new Error("stopped");
    }
    return outcome;
  };
  const plugins = { evaluators: [], reporters: [reporter] };
  const host = hostWith([], controller.signal);
  await expect(run({ plugins, query, host, concurrency: 1 })).rejects.toMatchObject({ code: "ABORTED" });
  expect(kept).toEqual(["a"]);
});

it("refuses a concurrency of 0 before any work", async () => {
  await expect(run({ concurrency: 0 })).rejects.toMatchObject({ code: "OPTION_INVALID" });
});
