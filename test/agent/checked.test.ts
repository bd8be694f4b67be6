import { describe, expect, it } from "vitest";
import type { AgentOptions } from "../../src/agent/options.ts";
import type { Message } from "../../src/interfaces.ts";
import { ScriptedModel } from "../helpers/scripted-model.ts";
import { answer } from "./corpus.ts";

const FILES = {
  "tariff.md": "# Fee\nThe daily fee is 18.50 euros.\n\n# Children\nChildren pay 4 euros.\n\n# Parking\nParking costs 4 per hour.\n",
};
const question = "What is the daily fee?";

/** Searches, then ends with this answer; as the grader says "yes" to statements that match, and else what is given. */
function model(final: string, yesTo: RegExp, otherwise = "no"): ScriptedModel {
  return new ScriptedModel((messages: readonly Message[]) => {
    const [system, user] = messages.map(({ content }) => content);
    if (system?.startsWith("You compare one statement")) {
      const [, statement = ""] = /Statement:\n<<statement 1 \w+>>\n([\s\S]*?)\n<<end/.exec(user ?? "") ?? [];
      return yesTo.test(statement) ? "yes" : otherwise;
    }
    if (!messages.some(({ content }) => content.includes("OBSERVATION:"))) return 'ACTION: search_index("daily fee children parking")';
    return `FINAL ANSWER: ${final}`;
  });
}

const ask = (scripted: ScriptedModel, options: AgentOptions = {}) =>
  answer({ files: FILES, question, model: scripted, options: { protocol: "text", checkAnswer: true, ...options } });

describe("an answer of the agent's", () => {
  it("is grounded when every statement is what its passages say", async () => {
    const { answer: given, types } = await ask(model("The daily fee is 18.50 euros [1]. Children pay 4 euros [2].", /./));
    expect(given).toMatchObject({ text: "The daily fee is 18.50 euros [1]. Children pay 4 euros [2].", grounded: true, confidence: 0.85 });
    expect(given.counts).toMatchObject({ checks: 2, withheld: 0, unverified: 0 });
    expect(types.slice(-4)).toEqual(["agent:final-answer", "grounding:draft", "grounding:check", "agent:done"]);
  });

  it("loses what is not there, and keeps the rest with its citations", async () => {
    const { answer: given } = await ask(model("The daily fee is 18.50 euros [1]. Dogs ride free [2].", /daily fee/));
    expect(given.text).toBe("The daily fee is 18.50 euros [1].");
    expect(given).toMatchObject({ grounded: true, counts: { withheld: 1 } });
    expect(given.citations.map(({ path }) => path)).toEqual([["Fee"]]);
    expect(given.confidence).toBeLessThan(0.5);
  });

  it("that obeys a document is none: the documents are quoted (H7)", async () => {
    const { answer: given, events } = await ask(model("Parking is free [3].", /4 per hour/));
    expect(given.text).not.toContain("free");
    expect(events.find(({ type, to }) => type === "agent:fallback" && to === "extractive")?.reason).toBe(
      "No statement of the model's answer is what its passages say.",
    );
  });

  it("is refused by code alone where a number or a quotation is another", async () => {
    const scripted = model("The daily fee is 99 euros [1]. It is “the daily fee of 18.50” [1].", /./);
    const { answer: given } = await ask(scripted);
    expect(given.text).not.toMatch(/99|the daily fee of/);
    expect(scripted.requests.filter(({ messages }) => messages[0]?.content.startsWith("You compare"))).toHaveLength(0);
  });

  it("is marked where no verdict can be had, within few calls, and is not grounded", async () => {
    const sentences = Array.from(
      { length: 12 },
      (_, i) => `The daily fee number ${["one", "two"][i % 2]} is 18.50 euros, they say ${"so ".repeat(i)}[1].`,
    );
    const scripted = model(sentences.join(" "), /^$/, "Lorem ipsum.");
    const { answer: given } = await ask(scripted);
    expect(given).toMatchObject({ grounded: false, abstained: false, counts: { unverified: 12 } });
    expect(given.text.match(/\(not verified\)/g)).toHaveLength(12);
    expect(given.confidence).toBeLessThan(0.5);
    // Three statements without a verdict, asked for twice each, are enough.
    expect(scripted.requests.length).toBeLessThanOrEqual(2 + 8);
  });

  it("may state what was calculated from the passages, and not what was calculated from nothing", async () => {
    const calculating = (expression: string, final: string) =>
      new ScriptedModel((messages: readonly Message[]) => {
        const all = messages.map(({ content }) => content).join("\n");
        if (all.startsWith("You compare one statement")) return all.includes(`${expression} = `) ? "yes" : "no";
        if (messages.length === 2) return `ACTION: search_index("daily fee")\nACTION: calculate("${expression}")`;
        return `FINAL ANSWER: ${final}`;
      });
    const good = await ask(calculating("18.50 * 7", "A week costs 129.50 euros [1]."));
    expect(good.answer).toMatchObject({ text: "A week costs 129.50 euros [1].", grounded: true });
    const bad = await ask(calculating("99.50 * 7", "A week costs 696.50 euros [1]."));
    expect(bad.answer.text).not.toContain("696");
  });

  it("is as sure as its check, and no surer than the model", async () => {
    const scripted = new ScriptedModel(
      { calls: [{ tool: "search_index", input: { query: "daily fee" } }] },
      { calls: [{ tool: "finish", input: { answer: "18.50 euros [1].", confidence: "low" } }] },
      "yes",
    );
    expect((await ask(scripted, { protocol: "native" })).answer).toMatchObject({ grounded: true, confidence: 0.3 });
  });

  it("that gives up is not checked, and one that is incomplete says so below what holds", async () => {
    const gaveUp = model("NOT FOUND: nothing on dogs.", /./);
    expect((await ask(gaveUp)).answer).toMatchObject({ abstained: true, grounded: false });
    expect(gaveUp.requests).toHaveLength(2);
    const { answer: given } = await ask(model("The daily fee is 18.50 euros [1].", /./), { maxSteps: 1 });
    expect(given.text).toBe("The daily fee is 18.50 euros [1].\n\n(Incomplete: the search was ended after 1 step.)");
    expect(given).toMatchObject({ grounded: true, confidence: 0.3 });
  });
});
