import assert from "node:assert/strict";
import { access, readFile, stat } from "node:fs/promises";
import { join, resolve } from "node:path";
import { resolveAnswer } from "../citations.ts";
import type { PluginContext, Reporter } from "../interfaces.ts";
import type { EvalReport, EvalResult } from "../model.ts";
import { type Checks, type ContractOptions, checkContract, defineContract } from "./contract.ts";
import { withFolder } from "./folder.ts";
import { frozen } from "./json.ts";
import { assertNamed } from "./named.ts";
import { testRun } from "./run.ts";
import { sampleEvidence } from "./sample.ts";

export interface ReporterContract extends ContractOptions {
  readonly create: (context: PluginContext) => Reporter;
  /** The ending of the output paths it writes, `.md` for example, where it writes to the path a user asks for. */
  readonly suffix?: string;
}

/** The contract of every reporter, as vitest tests. */
export function testReporter(contract: ReporterContract): void {
  checkContract("testReporter", contract);
  defineContract("reporter", reporterChecks, contract);
}

export const reporterChecks: Checks<ReporterContract> = {
  "has a name": ({ create }) => assertNamed(create(testRun())),

  "writes the files it names": async (contract) => {
    await withFolder(async (root) => {
      for (const path of await report(contract, root, undefined)) assert.ok((await stat(path)).size > 0, `"${path}" is empty`);
    });
  },

  "names every case in what it writes": async (contract) => {
    await withFolder(async (root) => {
      const texts = await Promise.all((await report(contract, root, undefined)).map((path) => readFile(path, "utf8")));
      for (const id of ["leave", "broken", "hostile"]) assert.ok(texts.join("\n").includes(id), `case "${id}" is in no file`);
    });
  },

  "writes to the path that was asked for, and makes its folder": async (contract) => {
    const { suffix } = contract;
    if (suffix === undefined) return;
    await withFolder(async (root) => {
      const output = join(root, "my reports", `report${suffix}`);
      const paths = await report(contract, root, output);
      assert.ok(paths.includes(output), `"${output}" was asked for, and ${paths.join(", ")} written`);
    });
  },

  "leaves a path whose ending is not its own to other reporters": async (contract) => {
    await withFolder(async (root) => {
      const output = join(root, "report.another-ending");
      await report(contract, root, output);
      await assert.rejects(access(output), `"${output}" was written`);
    });
  },

  "writes again over its own report": async (contract) => {
    await withFolder(async (root) => {
      const before = await read(await report(contract, root, undefined));
      assert.deepEqual(await read(await report(contract, root, undefined)), before, "a second report of the same results differs");
    });
  },

  "reports that there was no case": async (contract) => {
    await withFolder(async (root) => {
      await report(contract, root, undefined, { results: [], summary: {}, failed: 0 });
    });
  },

  "takes each result as its case ends": async (contract) => {
    await withFolder(async (root) => {
      const run = testRun({ root });
      const reporter = contract.create(run);
      for (const result of (await sampleReport()).results) await reporter.append?.(frozen(result), run);
      await writtenBy(reporter, root, undefined, await sampleReport());
    });
  },
};

async function report({ create }: ReporterContract, root: string, output: string | undefined, given?: EvalReport): Promise<string[]> {
  return writtenBy(create(testRun({ root })), root, output, given ?? (await sampleReport()));
}

async function writtenBy(reporter: Reporter, root: string, output: string | undefined, given: EvalReport): Promise<string[]> {
  const paths = await reporter.report(frozen(given), output, testRun({ root }));
  assert.ok(paths.length > 0, "it names no file that it wrote");
  const absolute = paths.map((path) => resolve(root, path));
  for (const path of absolute) await access(path).catch(() => assert.fail(`"${path}" was named, but is not there`));
  return absolute;
}

function read(paths: readonly string[]): Promise<[string, string][]> {
  return Promise.all(paths.map(async (path): Promise<[string, string]> => [path, await readFile(path, "utf8")]));
}

/** A case that went well, one that could not be run, and one whose words are markup in every format a report may have. */
async function sampleReport(): Promise<EvalReport> {
  const evidence = await sampleEvidence();
  const quote = "Every employee has 25 days of paid leave in a year.";
  const question = "How many days of paid leave?";
  const answer = resolveAnswer(question, { text: `“${quote}” [1]`, evidence, cites: [{ evidence: 1, quote }] }, { searched: ["leave"] });
  const markup = "| `x` </td><script>alert(1)</script>\n# $& ]]> \u0007 “é” 👩‍🔧";
  const results: EvalResult[] = [
    { caseId: "leave", question, durationMs: 12.5, answer, scores: [{ metric: "exact", value: 1, reason: "as expected" }] },
    { caseId: "broken", question: "Which?", durationMs: 0, scores: [], error: "The model did not answer." },
    {
      caseId: "hostile",
      question: markup,
      durationMs: 1,
      answer: { ...answer, question: markup, text: markup },
      scores: [
        { metric: "exact", value: 0, reason: markup },
        { metric: "mrr", value: null, reason: "does not apply" },
      ],
    },
  ];
  return { results, summary: { exact: { mean: 0.5, cases: 2 }, mrr: { mean: null, cases: 0 } }, failed: 1 };
}
