import assert from "node:assert/strict";
import { resolveAnswer } from "../citations.ts";
import type { Evaluator, Outcome, PluginContext } from "../interfaces.ts";
import type { EvalCase, Score } from "../model.ts";
import { testArtifacts } from "./artifacts.ts";
import { type Checks, type ContractOptions, checkContract, defineContract } from "./contract.ts";
import { assertJson, assertSame, frozen } from "./json.ts";
import { assertNamed } from "./named.ts";
import { testRun } from "./run.ts";
import { emptyRetrieval, sampleCase, sampleEvidence } from "./sample.ts";

export interface EvaluatorContract extends ContractOptions {
  readonly create: (context: PluginContext) => Evaluator;
}

/** The contract of every evaluator, as vitest tests: over one case, with a right answer, a wrong one, an abstention and none. */
export function testEvaluator(contract: EvaluatorContract): void {
  checkContract("testEvaluator", contract);
  defineContract("evaluator", evaluatorChecks, contract);
}

export const evaluatorChecks: Checks<EvaluatorContract> = {
  "has a name": ({ create }) => assertNamed(create(testRun())),

  "gives each metric a value from 0 to 1, or null where it does not apply, and a reason": async (contract) => {
    for (const outcome of Object.values(await outcomes())) {
      for (const evalCase of cases) await evaluate(contract, evalCase, outcome);
    }
  },

  "scores something": async (contract) => {
    const { right } = await outcomes();
    const scores = await evaluate(contract, sampleCase, right);
    assert.ok(
      scores.some(({ value }) => value !== null),
      "no metric applies to a case with everything that can be expected",
    );
  },

  "gives the same scores every time": async (contract) => {
    const { right } = await outcomes();
    assertSame(
      await evaluate(contract, sampleCase, right),
      await evaluate(contract, sampleCase, right),
      "scores differ from one time to the next",
    );
  },

  "gives the same metrics for every outcome of a case": async (contract) => {
    const names = async (outcome: Outcome) => (await evaluate(contract, sampleCase, outcome)).map(({ metric }) => metric);
    const { right, wrong } = await outcomes();
    assertSame(await names(wrong), await names(right), "the metrics of a wrong answer are others than those of a right one");
  },

  "scores a right answer no lower than a wrong one": async (contract) => {
    const { right, wrong } = await outcomes();
    const low = await evaluate(contract, sampleCase, wrong);
    for (const { metric, value } of await evaluate(contract, sampleCase, right)) {
      const other = low.find((score) => score.metric === metric)?.value ?? null;
      if (value !== null && other !== null)
        assert.ok(value >= other, `${metric} gives ${value} to the right answer and ${other} to the wrong one`);
    }
  },
};

/** From everything that a case can expect to nothing. */
const cases: readonly EvalCase[] = [
  sampleCase,
  { ...sampleCase, id: "several", expected: ["25 days", "paid leave"], tags: ["leave"] },
  { ...sampleCase, id: "number", expected: 25 },
  { id: "not there", query: { text: "Where is the zeppelin moored?" }, expectAbstention: true },
  { id: "nothing expected", query: sampleCase.query },
];

async function outcomes(): Promise<{ [name in "right" | "wrong" | "abstained" | "retrieval only" | "nothing found"]: Outcome }> {
  const artifacts = testArtifacts();
  const evidence = await sampleEvidence();
  const retrieval = { evidence, searched: ["days", "paid", "leave"] };
  const question = sampleCase.query.text;
  const quote = "Every employee has 25 days of paid leave in a year.";
  const right = resolveAnswer(question, { text: `“${quote}” [1]`, evidence, cites: [{ evidence: 1, quote }] }, retrieval);
  const others = evidence.filter(({ path }) => path.at(-1) !== "Entitlement");
  const poor = { ...retrieval, evidence: others };
  const wrong = resolveAnswer(question, { text: "Three weeks. [1]", evidence: others, cites: [{ evidence: 1 }] }, poor);
  const abstained = resolveAnswer(question, { text: "Nothing was found.", evidence: [], cites: [], abstained: true }, emptyRetrieval);
  return {
    right: { retrieval, answer: right, artifacts },
    wrong: { retrieval: poor, answer: wrong, artifacts },
    abstained: { retrieval, answer: abstained, artifacts },
    "retrieval only": { retrieval, artifacts },
    "nothing found": { retrieval: emptyRetrieval, answer: abstained, artifacts },
  };
}

async function evaluate({ create }: EvaluatorContract, evalCase: EvalCase, outcome: Outcome): Promise<readonly Score[]> {
  const { artifacts, ...values } = outcome;
  const scores = await create(testRun()).evaluate(frozen(evalCase), { ...frozen(values), artifacts }, testRun());
  const seen = new Set<string>();
  for (const { metric, value, reason } of scores) {
    assert.ok(typeof metric === "string" && metric.trim() !== "", `a score of case "${evalCase.id}" names no metric`);
    assert.ok(!seen.has(metric), `${metric} comes twice for case "${evalCase.id}"`);
    seen.add(metric);
    assert.ok(value === null || (value >= 0 && value <= 1), `${metric} is ${value} for case "${evalCase.id}"`);
    assert.ok(typeof reason === "string" && reason.trim() !== "", `${metric} gives no reason for case "${evalCase.id}"`);
  }
  assertJson(scores, "the scores");
  return scores;
}
