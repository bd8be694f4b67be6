import { GroundedAnswerGenerator } from "right-rag/plugins";
import { testAnswerGenerator, testRun } from "right-rag/testing";
import { describe, expect, it } from "vitest";
import type { AnswerGenerator, AnswerSources, Message, Run } from "../../../src/interfaces.ts";
import { artifactsOf } from "../../../src/testing/artifacts.ts";
import { ScriptedModel } from "../../helpers/scripted-model.ts";

/** Says yes to every grade and check, and quotes the first source. */
const model = new ScriptedModel((messages: readonly Message[]) => {
  const [system, user] = messages.map(({ content }) => content);
  if (!system?.includes("NOT IN THE SOURCES")) return "yes";
  const [, text = ""] = /<<source 1 \w+>>\n(?:.*\n)([\s\S]*?)\n<<end/.exec(user ?? "") ?? [];
  return `The source says “${text.trim()}” [1].`;
});

/** The contract's runs have no model; this one is always there. */
function withModel(generator: GroundedAnswerGenerator): AnswerGenerator {
  return {
    name: generator.name,
    answer: (query, retrieval, more, run) => generator.answer(query, retrieval, more, { ...run, model: model.as() }),
  };
}

describe("with a model", () => {
  testAnswerGenerator({ create: () => withModel(new GroundedAnswerGenerator()) });
});

describe("without a model", () => {
  testAnswerGenerator({ create: (context) => new GroundedAnswerGenerator(context) });
});

it("names an option that is wrong before any work", () => {
  expect(() => new GroundedAnswerGenerator({ retries: -1 })).toThrowError(
    "retries of the grounded answer generator is -1, but must be a whole number, 0 or more.",
  );
  expect(() => new GroundedAnswerGenerator({ minRelevantShare: 60 })).toThrowError("must be 0 to 1");
  expect(() => new GroundedAnswerGenerator(JSON.parse('{"maxRewrite": 1}'))).toThrowError(
    /^maxRewrite of the grounded answer generator is 1, but must be an option that there is: rewriteFirst/,
  );
});

it("lets the config's settings go before its options", async () => {
  const run: Run = testRun({ settings: { maxCalls: 1, rewriteFirst: "always" }, model: new ScriptedModel("What is due?").as() });
  const more: AnswerSources = { artifacts: artifactsOf({}), retrievers: [], retrieve: async () => ({ evidence: [], searched: [] }) };
  const draft = await new GroundedAnswerGenerator({ maxCalls: 50 }).answer({ text: "Fee?" }, { evidence: [], searched: [] }, more, run);
  expect(draft.counts).toMatchObject({ calls: 1, rewrites: 1 });
});
