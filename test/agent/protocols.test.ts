import { describe, expect, it } from "vitest";
import { keyRefused, outputInvalid, quotaExhausted, toolsUnsupported } from "../../src/llm/model-errors.ts";
import { ScriptedModel } from "../helpers/scripted-model.ts";
import { answer } from "./corpus.ts";

const files = { "tariff.md": "# Fees\n\nThe daily fee is 18.50.\n" };
const question = "What is the daily fee?";
const search = { calls: [{ tool: "search_index", input: { query: "fee" } }] };
const textSearch = 'THOUGHT: look\nACTION: search_index("fee")';
const textAnswer = "THOUGHT: found\nFINAL ANSWER: 18.50 [1]";
const refused = toolsUnsupported("scripted", "this model does not support tools");
const auto = { protocol: "auto" } as const;

describe("protocol auto, where the model takes no tools", () => {
  it("goes on in text, and an event says why", async () => {
    const model = new ScriptedModel(refused, textSearch, textAnswer);
    const { answer: given, events } = await answer({ files, question, model, options: auto });
    expect(given).toMatchObject({ text: "18.50 [1]", grounded: true });
    expect(events.filter(({ type }) => type === "agent:fallback")).toEqual([
      { type: "agent:fallback", iteration: 1, to: "text-protocol", reason: expect.stringContaining("does not support tools") },
    ]);
    expect(model.requests.map(({ options }) => options.tools !== undefined)).toEqual([true, false, false]);
  });

  it("does so also when that shows later, and keeps what was found", async () => {
    const model = new ScriptedModel(search, refused, textAnswer);
    const { answer: given, events } = await answer({ files, question, model, options: auto });
    expect(given).toMatchObject({ text: "18.50 [1]", grounded: true });
    expect(events).toContainEqual(expect.objectContaining({ type: "agent:fallback", to: "text-protocol", iteration: 2 }));
    const messages = model.requests.at(-1)?.messages ?? [];
    expect(messages.map(({ role }) => role)).toEqual(["system", "user"]);
    expect(messages[1]?.content).toContain("18.50");
  });

  it("says the last request again when that shows at the bound only", async () => {
    const model = new ScriptedModel(search, refused, textAnswer);
    const { answer: given } = await answer({ files, question, model, options: { ...auto, maxSteps: 1 } });
    expect(given.text).toContain("18.50 [1]");
    expect(model.requests.at(-1)?.messages.at(-1)?.content).toContain("no steps left");
  });

  it("asks once, and not again in the protocol that was chosen", async () => {
    const model = new ScriptedModel(refused);
    const { events } = await answer({ files, question, model, options: auto });
    expect(model.requests).toHaveLength(2);
    expect(events.at(-1)).toMatchObject({ type: "agent:done", end: "model-failed" });
  });
});

it.each([
  ["a key that is refused", keyRefused("scripted", 401, "invalid key", "OPENAI_API_KEY")],
  ["a quota that is used up", quotaExhausted("scripted", 429, "no credit")],
])("%s is no reason to ask in text", async (_, error) => {
  const model = new ScriptedModel(error);
  const { types } = await answer({ files, question, model, options: auto });
  expect(model.requests).toHaveLength(1);
  expect(types.at(-1)).toBe("agent:done");
});

describe("a message that was cut at its limit", () => {
  const cut = outputInvalid("scripted", "it was cut at the limit of its tokens");

  it.each(["native", "text"] as const)("counts for nothing, and the model is asked to be brief (%s)", async (protocol) => {
    const model = new ScriptedModel(protocol === "text" ? textSearch : search, cut, textAnswer);
    const { answer: given } = await answer({ files, question, model, options: { protocol } });
    expect(given.text).toBe("18.50 [1]");
    expect(model.requests.at(-1)?.messages.at(-1)?.content).toContain("much shorter");
  });

  it("every time: the bounds hold, and the answer is quoted with the model's fault as the reason", async () => {
    const model = new ScriptedModel(cut);
    const { answer: given, events } = await answer({ files, question, model, options: { protocol: "native", maxSteps: 5 } });
    expect(model.requests.length).toBeLessThanOrEqual(6);
    expect(given.text).toBe("“The daily fee is 18.50.” [1]");
    expect(events).toContainEqual(
      expect.objectContaining({ type: "agent:fallback", to: "extractive", reason: expect.stringContaining("cut at the limit") }),
    );
  });
});

describe("an answer that says nothing", () => {
  it.each([
    ["dots", "…"],
    ["a rule of the prompt", "End as soon as you have what is asked for, or have looked in every likely place. [1]"],
    ["what it was told last", "Your answer names no passage that was shown to you."],
    ["the end of a passage", "<<end 90b7396e8f65a8fb>>"],
  ])("%s is none: it is asked again, and at the bound the answer is quoted", async (_, reply) => {
    for (const protocol of ["native", "text"] as const) {
      const model = new ScriptedModel(protocol === "text" ? textSearch : search, reply, textAnswer);
      const { answer: mended } = await answer({ files, question, model, options: { protocol } });
      expect(mended.text).toBe("18.50 [1]");
      const stubborn = new ScriptedModel(protocol === "text" ? textSearch : search, reply);
      const { answer: given, types } = await answer({ files, question, model: stubborn, options: { protocol, maxSteps: 4 } });
      expect(given.text).toBe("“The daily fee is 18.50.” [1]");
      expect(stubborn.requests.length).toBeLessThanOrEqual(5);
      expect(types.at(-1)).toBe("agent:done");
    }
  });

  it("is not one that repeats a passage", async () => {
    const passage = "The daily fee is 18.50, for each day of the year.";
    const model = new ScriptedModel(search, `${passage} [1]`);
    const { answer: given } = await answer({ files: { "tariff.md": `# Fees\n\n${passage}\n` }, question, model });
    expect(given.text).toBe(`${passage} [1]`);
  });
});
