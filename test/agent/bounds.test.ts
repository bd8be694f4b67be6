import { describe, expect, it } from "vitest";
import * as z from "zod";
import { RightRagError } from "../../src/errors.ts";
import type { ScriptedReply } from "../helpers/scripted-model.ts";
import { ScriptedModel } from "../helpers/scripted-model.ts";
import { answer, artifactsFor, observations, retrieve } from "./corpus.ts";

const FEES = {
  "tariff.md": "# Daily fee\n\nThe daily fee is 18.50.\n\n# Yearly fee\n\nThe yearly fee is 400.\n",
  "dogs.md": "# Dogs\n\nDogs must be on a leash.\n",
};
const question = "What is the daily fee?";
const text = { protocol: "text" } as const;
const native = { protocol: "native" } as const;
const failed = new RightRagError("MODEL_FAILED", "The model gave no reply after 4 tries.", "Try again.");

async function firstSearch() {
  const { evidence, searched } = await artifactsFor(FEES).get("keyword-search").search({ text: question });
  return { evidence, searched };
}

describe("a model that is of no use", () => {
  const garbage: readonly (readonly [string, ScriptedReply])[] = [
    ["noise", "%$§ lorem ipsum"],
    ["nothing", ""],
    ["an unclosed thought", "<think>and so"],
    ["an unknown tool", 'ACTION: fly("moon")'],
    ["the same call", 'ACTION: search_index("fee")'],
    ["thoughts alone", "THOUGHT: I wonder."],
    ["None", "ACTION: None"],
    ["broken JSON", 'ACTION: search_index({"query": '],
    ["an invention", "OBSERVATION: The fee is 99."],
    ["calls without arguments", { calls: [{ tool: "search_index", input: "" }] }],
    ["a hundred calls", { calls: Array.from({ length: 100 }, (_, i) => ({ tool: "search_index", input: { query: `fee ${i}` } })) }],
    ["marks alone", "FINAL ANSWER: [7]"],
  ];

  it.each(garbage)("%s for every message: the answer is quoted from the documents within the bounds, and says so", async (_, reply) => {
    for (const protocol of ["text", "native", "auto"] as const) {
      const model = new ScriptedModel(reply);
      const {
        answer: given,
        types,
        events,
        logged,
      } = await answer({ files: FEES, question, model, options: { protocol }, retrieval: await firstSearch() });
      expect(model.requests.length).toBeLessThanOrEqual(14);
      expect(types.filter((type) => type === "agent:done")).toHaveLength(1);
      expect(types.at(-1)).toBe("agent:done");
      if (given.text.startsWith("“")) {
        expect(given.text).toContain("“The daily fee is 18.50.” [1]");
        expect(events).toContainEqual(expect.objectContaining({ type: "agent:fallback", to: "extractive" }));
        expect(logged.join()).toContain("answered without its model");
      } else expect(given).toMatchObject({ grounded: false });
    }
  });

  it.each(garbage)("%s for every message: what is retrieved is no worse than a plain search", async (_, reply) => {
    for (const protocol of ["text", "native"] as const) {
      const model = new ScriptedModel(reply);
      const { retrieval, types } = await retrieve({ files: FEES, question, model, options: { protocol } });
      expect(model.requests.length).toBeLessThanOrEqual(13);
      expect(retrieval.evidence[0]?.path).toEqual(["Daily fee"]);
      expect(types.at(-1)).toBe("agent:done");
    }
  });
});

describe("without a model", () => {
  it("the retriever is a plain search with the question, and says so", async () => {
    const { retrieval, events, logged } = await retrieve({ files: FEES, question });
    expect(retrieval).toEqual(await firstSearch());
    expect(events).toEqual([
      { type: "agent:fallback", iteration: 0, to: "keyword", reason: "No model is configured for the role searcher." },
      { type: "agent:done", end: "no-model", iterations: 0, calls: 0 },
    ]);
    expect(logged).toEqual(["info: The react retriever searched by the question alone: No model is configured for the role searcher."]);
  });

  it("the generator quotes, or abstains, and says so", async () => {
    const quoted = await answer({ files: FEES, question, retrieval: await firstSearch() });
    expect(quoted.answer.text).toContain("“The daily fee is 18.50.” [1]");
    expect(quoted.events[0]).toMatchObject({ type: "agent:fallback", to: "extractive" });
    const abstained = await answer({
      files: FEES,
      question: "Where is the zeppelin?",
      retrieval: { evidence: [], searched: ["zeppelin"] },
    });
    expect(abstained.answer.abstained).toBe(true);
    expect(abstained.events[0]).toMatchObject({ type: "agent:fallback", to: "abstention" });
  });
});

describe("a model that fails", () => {
  it("at once: the plain search, with the reason", async () => {
    const { retrieval, events, logged } = await retrieve({ files: FEES, question, model: new ScriptedModel(failed), options: native });
    expect(retrieval).toEqual(await firstSearch());
    expect(events.at(-2)).toMatchObject({ type: "agent:fallback", to: "keyword", reason: `${failed.message} ${failed.hint}` });
    expect(events.at(-1)).toMatchObject({ type: "agent:done", end: "model-failed" });
    expect(logged).toEqual([expect.stringMatching(/^warn: .*no reply after 4 tries/)]);
  });

  it("halfway: the answer is quoted from what was found by then", async () => {
    const model = new ScriptedModel('ACTION: search_index("daily fee")', failed);
    const { answer: given, types } = await answer({ files: FEES, question, model, options: text });
    expect(given.text).toContain("“The daily fee is 18.50.” [1]");
    expect(types.slice(-2)).toEqual(["agent:fallback", "agent:done"]);
  });

  it("when it is offered tools: goes on in text, once", async () => {
    const model = new ScriptedModel(failed, 'ACTION: search_index("fee")', "FINAL ANSWER: 18.50 [1]");
    const { answer: given, events } = await answer({ files: FEES, question, model });
    expect(given.text).toBe("18.50 [1]");
    expect(events).toContainEqual({
      type: "agent:fallback",
      iteration: 1,
      to: "text-protocol",
      reason: `${failed.message} ${failed.hint}`,
    });
    expect(model.requests.map(({ options }) => options.tools !== undefined)).toEqual([true, false, false]);
    expect(model.requests[1]?.messages[0]?.content).toContain("THOUGHT:");
  });

  it("while a tool of the user's waits for what never comes: who stops the run does not wait with it", async () => {
    const controller = new AbortController();
    const wait = {
      name: "wait",
      description: "waits",
      parameters: z.object({}),
      run: () => {
        setTimeout(() => controller.abort(), 5);
        return new Promise<string>(() => {});
      },
    };
    const model = new ScriptedModel("ACTION: wait({})", "FINAL ANSWER: 18.50 [1]");
    const asked = answer({
      files: FEES,
      question,
      model,
      options: { ...text, tools: [wait] },
      run: { signal: controller.signal },
    });
    await expect(asked).rejects.toMatchObject({ code: "ABORTED" });
    expect(model.requests).toHaveLength(1);
  });

  it("because the run was aborted: stops, and falls back to nothing", async () => {
    const controller = new AbortController();
    const model = new ScriptedModel(() => {
      controller.abort();
      return "THOUGHT: x";
    });
    await expect(answer({ files: FEES, question, model, run: { signal: controller.signal } })).rejects.toMatchObject({ code: "ABORTED" });
  });
});

describe("the bound of steps", () => {
  const searching = (last: string) =>
    new ScriptedModel((messages) =>
      messages.at(-1)?.content.startsWith("There are no steps left") === true ? last : `ACTION: search_index("fee ${messages.length}")`,
    );

  it("ends with an answer that is marked as incomplete", async () => {
    const model = searching("FINAL ANSWER: 18.50 [1]");
    const { answer: given, events, types } = await answer({ files: FEES, question, model, options: { ...text, maxSteps: 4 } });
    expect(given.text).toBe("18.50 [1]\n\n(Incomplete: the search was ended after 4 steps.)");
    expect(given).toMatchObject({ confidence: 0.3, counts: { steps: 4, incomplete: 1 } });
    expect(types.slice(-3)).toEqual(["agent:max-iterations", "agent:final-answer", "agent:done"]);
    expect(events.at(-1)).toMatchObject({ end: "max-iterations", iterations: 4 });
    expect(model.requests).toHaveLength(5);
  });

  it("or with an honest abstention", async () => {
    const { answer: given } = await answer({
      files: FEES,
      question: "What is the fee for zeppelins?",
      model: searching("FINAL ANSWER: NOT FOUND. I looked for fees of all kinds [1]."),
      options: { ...text, maxSteps: 2 },
    });
    expect(given).toMatchObject({ abstained: true, citations: [], confidence: 0 });
    expect(given.text).toMatch(/^The documents give no answer\. I looked for fees of all kinds\. Searched for: “fee”, /);
  });

  it("is 12 by default, 5 for a lookup, and the query may say which it is", async () => {
    const steps = async (options: object, extra = {}) => {
      const { events } = await retrieve({
        files: FEES,
        question,
        model: new ScriptedModel(failed),
        options: { ...native, ...options },
        query: { extra },
      });
      return events[0]?.maxSteps;
    };
    expect(await steps({})).toBe(12);
    expect(await steps({ taskType: "lookup" })).toBe(5);
    expect(await steps({}, { taskType: "lookup" })).toBe(5);
    expect(await steps({ maxSteps: 3 }, { taskType: "lookup" })).toBe(3);
  });
});

describe("an early end", () => {
  const lookup = { ...text, taskType: "lookup", adaptiveExit: 0.7 } as const;

  it("comes when a search finds every word in a passage that stands out, and one message gives the answer", async () => {
    const model = new ScriptedModel('ACTION: search_index("daily fee")', "FINAL ANSWER: 18.50 [1]");
    const { answer: given, types } = await answer({ files: FEES, question, model, options: lookup });
    expect(given).toMatchObject({ text: "18.50 [1]", counts: { steps: 1 } });
    expect(types.slice(-4)).toEqual(["agent:observation", "agent:adaptive-exit", "agent:final-answer", "agent:done"]);
  });

  it("needs no message at all for a retriever", async () => {
    const model = new ScriptedModel('ACTION: search_index("daily fee")');
    const { retrieval, types } = await retrieve({ files: FEES, question, model, options: lookup });
    expect(model.requests).toHaveLength(1);
    expect(retrieval.evidence[0]?.path).toEqual(["Daily fee"]);
    expect(retrieval.confidence).toBeGreaterThanOrEqual(0.7);
    expect(types.slice(-2)).toEqual(["agent:adaptive-exit", "agent:done"]);
  });

  it("does not come for a weak search, nor where it is off", async () => {
    const reply = ['ACTION: search_index("daily fee for zeppelins in winter")', "FINAL ANSWER: 18.50 [1]"];
    expect((await answer({ files: FEES, question, model: new ScriptedModel(...reply), options: lookup })).types).not.toContain(
      "agent:adaptive-exit",
    );
    const strong = ['ACTION: search_index("daily fee")', "FINAL ANSWER: 18.50 [1]"];
    expect((await answer({ files: FEES, question, model: new ScriptedModel(...strong), options: text })).types).not.toContain(
      "agent:adaptive-exit",
    );
  });
});

describe("a message without an action", () => {
  it("is made up for by a search with the question, once", async () => {
    const model = new ScriptedModel("THOUGHT: Let me see.", "FINAL ANSWER: 18.50 [1]");
    const { answer: given, types } = await answer({ files: FEES, question, model, options: text });
    expect(given.text).toBe("18.50 [1]");
    expect(types).toContain("agent:fallback");
    expect(model.requests[1]?.messages.at(-1)?.content).toContain("The daily fee is 18.50.");
  });

  it("that answers out of thin air is shown what it should have looked for", async () => {
    const model = new ScriptedModel("FINAL ANSWER: It is 7.", "FINAL ANSWER: 18.50 [1]");
    const { answer: given, types } = await answer({ files: FEES, question, model, options: text });
    expect(given.text).toBe("18.50 [1]");
    expect(types.filter((type) => type === "agent:fallback")).toHaveLength(1);
  });

  it("in a run with tool calls, twice: goes on in text", async () => {
    const model = new ScriptedModel("Hm.", "Hm, hm.", "Hm.", 'ACTION: finish({"evidence": ["1"]})');
    const { retrieval, events } = await retrieve({ files: FEES, question, model });
    expect(events).toContainEqual(expect.objectContaining({ type: "agent:fallback", to: "text-protocol" }));
    expect(retrieval.evidence.map(({ path }) => path[0])).toEqual(["Daily fee"]);
    expect(model.requests[3]?.messages[1]?.content).toContain("The daily fee is 18.50.");
  });
});

it("a repeated call is not made again, and the model is told where its result stands", async () => {
  const model = new ScriptedModel(
    'ACTION: search_index("daily fee")',
    "ACTION: search_index({'query': 'daily fee'})",
    "FINAL ANSWER: 18.50 [1]",
  );
  const { events } = await answer({ files: FEES, question, model, options: text });
  expect(events.find(({ type }) => type === "agent:repeat")).toEqual({
    type: "agent:repeat",
    iteration: 2,
    tool: "search_index",
    first: 1,
  });
  expect(observations(events)[1]).toMatchObject({ ok: false, output: expect.stringContaining("in step 1") });
  expect(events.at(-1)).toMatchObject({ calls: 1 });
});

it("an answer without citations is asked for once more; numbers that no passage has are taken out and counted", async () => {
  const model = new ScriptedModel('ACTION: search_index("fee")', "FINAL ANSWER: It is 18.50.", "FINAL ANSWER: It is 18.50 [9][1].");
  const { answer: given } = await answer({ files: FEES, question, model, options: text });
  expect(model.requests[2]?.messages.at(-1)?.content).toContain("names no passage");
  expect(given).toMatchObject({ text: "It is 18.50 [1].", grounded: false, counts: { unknownCitations: 1 } });
  expect(given.citations).toHaveLength(1);
});

it("giving up without having searched is answered, once, with a request to search in other words", async () => {
  const model = new ScriptedModel("FINAL ANSWER: NOT FOUND", 'ACTION: search_index("daily")', "FINAL ANSWER: 18.50 [2]");
  const retrieval = await artifactsFor(FEES).get("keyword-search").search({ text: "dogs" });
  const { answer: given } = await answer({ files: FEES, question, model, options: text, retrieval });
  expect(given.text).toBe("18.50 [1]");
  const stubborn = await answer({ files: FEES, question, model: new ScriptedModel("FINAL ANSWER: NOT FOUND"), options: text, retrieval });
  expect(stubborn.answer).toMatchObject({ abstained: true, counts: { steps: 2 } });
});
