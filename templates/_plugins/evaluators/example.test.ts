import type { Answer, Citation, EvalCase } from "right-rag";
import { testArtifacts, testEvaluator } from "right-rag/testing";
import { expect, it } from "vitest";
import ExampleEvaluator from "./example.ts";

testEvaluator({ create: () => new ExampleEvaluator() });

const citation: Citation = {
  number: 1,
  source: "handbook.md",
  documentId: "handbook",
  unitId: "leave",
  path: ["Leave"],
  label: "handbook.md › Leave",
  quote: "25 days",
};
const answer: Answer = {
  question: "Days?",
  text: "“25 days” [1]",
  citations: [citation],
  evidence: [],
  grounded: true,
  abstained: false,
  searched: ["days"],
  trace: [],
};
const asked: EvalCase = { id: "days", query: { text: "Days?" } };

function score(given: Answer, evalCase = asked) {
  const outcome = { retrieval: { evidence: [], searched: [] }, answer: given, artifacts: testArtifacts() };
  return new ExampleEvaluator().evaluate(evalCase, outcome)[0]?.value;
}

it("gives 1 to an answer with verified citations, and 0 to one without", () => {
  expect(score(answer)).toBe(1);
  expect(score({ ...answer, citations: [] })).toBe(0);
  expect(score({ ...answer, grounded: false })).toBe(0);
  expect(score({ ...answer, citations: [], abstained: true })).toBe(0);
});

it("does not apply where the right answer is none", () => {
  expect(score({ ...answer, citations: [], abstained: true }, { ...asked, expectAbstention: true })).toBeNull();
});
