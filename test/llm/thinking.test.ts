import { describe, expect, it } from "vitest";
import { z } from "zod";
import { splitThinking, stripThinking, ThoughtFilter } from "../../src/llm/thinking.ts";
import type { Step } from "../helpers/scripted-provider.ts";
import { bench, outcomeOf, question, textOf } from "./fixture.ts";

describe("stripThinking", () => {
  it.each([
    ["<think>It is 7.</think>\n18.50", "18.50"],
    ["<thinking>It is 7.</thinking>18.50", "18.50"],
    ["First.\n<THINK>7</THINK>\n\nSecond.", "First.\nSecond."],
    ["<think>a</think> <think>b</think>18.50", "18.50"],
    ["It is 7.\n</think>\n\n18.50", "18.50"],
    ["<think>It is 7.", ""],
    ["The tag <think> begins a thought and </think> ends it.", "The tag <think> begins a thought and </think> ends it."],
    ["a < b, c > d", "a < b, c > d"],
    ["<thinker>18.50", "<thinker>18.50"],
  ])("reads %j as %j", (reply, said) => {
    expect(stripThinking(reply)).toBe(said);
  });

  it("tells a thought that was left open", () => {
    expect(splitThinking("Well.\n<think>It is")).toEqual({ text: "Well.\n", open: true });
    expect(splitThinking("<think></think>Well.")).toEqual({ text: "Well.", open: false });
  });
});

it("a reply in pieces reads as the whole does, however it is split", () => {
  const reply = "\nHello\n<think>a < b </th </think>\n\nWorld a < b\n\n <thinking>zz</thinking> tail <think> quoted\n<thi";
  for (let size = 1; size < reply.length; size++) {
    const filter = new ThoughtFilter();
    let text = "";
    for (let at = 0; at < reply.length; at += size) text += filter.push(reply.slice(at, at + size));
    expect(text + filter.end()).toBe("Hello\nWorld a < b\n\ntail <think> quoted\n<thi");
  }
});

describe("reasoning in a reply (case A7)", () => {
  const fenced = '\n```json\n{"answer":"18.50","citations":[1]}\n```';
  const Answer = z.object({ answer: z.string(), citations: z.array(z.number()) });

  it.each([
    ["think tags", { content: `<think>Maybe {"tool":"finish"} FINAL ANSWER: 7</think>${fenced}` }],
    ["thinking tags and prose", { content: `<thinking>Maybe {"answer":"7","citations":[]}</thinking>Here it is:${fenced}\nDone.` }],
    ["a field of its own", { reasoning: 'Maybe {"answer":"7","citations":[]}', content: fenced }],
    ["a thought that the template opened", { content: `Maybe {"answer":"7","citations":[]}\n</think>${fenced}` }],
  ] satisfies [string, Step][])("is in no object: %s", async (_, step) => {
    const { model } = await bench([step]);
    expect(await model.object(question, Answer)).toEqual({ answer: "18.50", citations: [1] });
  });

  it("is in no streamed text", async () => {
    for (const eventSize of [1, 3, 8]) {
      const { model } = await bench([{ reasoning: "7?", content: "<think>FINAL ANSWER: 7</think>\nThe fee is 18.50.", eventSize }]);
      expect(await textOf(model)).toBe("The fee is 18.50.");
    }
  });

  it("that never ends is no answer: it is asked for once more, then that is told", async () => {
    const open: Step = { content: '<think>Maybe {"answer":"7","citations":[]}' };
    const again = await bench([open, { content: "18.50" }]);
    expect(await textOf(again.model)).toBe("18.50");
    const never = await bench([open]);
    expect(await outcomeOf(never.model)).toMatchObject({ text: "", code: "MODEL_OUTPUT_INVALID" });
    expect(never.provider.requests).toHaveLength(2);
    await expect(never.model.object(question, Answer)).rejects.toMatchObject({ code: "MODEL_OUTPUT_INVALID" });
  });

  it("that used up all tokens is not asked for again, and the tokens are named", async () => {
    const { model, provider } = await bench([
      { content: "<think>Hm.", finish: "length", usage: { prompt_tokens: 9, completion_tokens: 300 } },
    ]);
    const outcome = await outcomeOf(model);
    expect(outcome.message).toContain("it reached its limit, after 300 tokens, before it began to answer");
    expect(provider.requests).toHaveLength(1);
  });

  it("whose opening tag stands in the template is known from the second reply on", async () => {
    const { model } = await bench([{ content: "It is 7.\n</think>\n18.50" }]);
    expect(await outcomeOf(model)).toMatchObject({ code: "MODEL_OUTPUT_INVALID" });
    expect(await textOf(model)).toBe("18.50");
  });

  it("that a model stopped writing after all does not make its answers vanish", async () => {
    const { model } = await bench([{ content: "It is 7.\n</think>\n18.50" }, { content: "18.50" }]);
    await outcomeOf(model);
    expect(await textOf(model)).toBe("18.50");
  });
});
