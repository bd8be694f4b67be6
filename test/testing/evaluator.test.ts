import type { Evaluator, Score } from "right-rag";
import { testEvaluator } from "right-rag/testing";
import { describe, expect, it } from "vitest";
import { evaluatorChecks } from "../../src/testing/evaluator.ts";

/** One metric: the expected text stands in the answer. */
const contains: Evaluator = {
  name: "contains",
  evaluate: ({ expected }, { answer }) => {
    if (typeof expected !== "string" || answer === undefined) return [score(null)];
    return [score(answer.text.includes(expected) ? 1 : 0)];
  },
};

testEvaluator({ create: () => contains });

describe("a broken evaluator fails: one that", () => {
  it("counts in percent", async () => {
    await expect(check(VALUES, { ...contains, evaluate: () => [score(100)] })).rejects.toThrow("contains is 100");
  });

  it("gives a metric twice", async () => {
    await expect(check(VALUES, { ...contains, evaluate: () => [score(1), score(0)] })).rejects.toThrow("contains comes twice");
  });

  it("gives no reason", async () => {
    await expect(check(VALUES, { ...contains, evaluate: () => [{ ...score(1), reason: "" }] })).rejects.toThrow("gives no reason");
  });

  it("takes an answer for granted", async () => {
    const evaluate: Evaluator["evaluate"] = (_, { answer }) => {
      if (answer === undefined) throw new TypeError("no answer");
      return [score(1)];
    };
    await expect(check(VALUES, { ...contains, evaluate })).rejects.toThrow("no answer");
  });

  it("scores nothing", async () => {
    await expect(check("scores something", { ...contains, evaluate: () => [score(null)] })).rejects.toThrow("no metric applies");
  });

  it("scores by chance", async () => {
    let turn = 0;
    const evaluate: Evaluator["evaluate"] = () => [score(turn++ % 2)];
    await expect(check("gives the same scores every time", { ...contains, evaluate })).rejects.toThrow("differ from one time");
  });

  it("prefers a wrong answer", async () => {
    const evaluate: Evaluator["evaluate"] = (_, { answer }) => [score(answer?.text.includes("25") === true ? 0 : 1)];
    await expect(check("scores a right answer no lower than a wrong one", { ...contains, evaluate })).rejects.toThrow(
      "contains gives 0 to the right answer and 1 to the wrong one",
    );
  });
});

const VALUES = "gives each metric a value from 0 to 1, or null where it does not apply, and a reason";

function score(value: number | null): Score {
  return { metric: "contains", value, reason: "compared with the answer's text" };
}

async function check(title: string, evaluator: Evaluator): Promise<void> {
  const run = evaluatorChecks[title];
  if (run === undefined) throw new Error(`no check "${title}"`);
  await run({ create: () => evaluator });
}
