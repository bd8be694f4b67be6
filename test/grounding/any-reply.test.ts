import { expect, it } from "vitest";
import { resolveAnswer } from "../../src/citations.ts";
import { ScriptedModel } from "../helpers/scripted-model.ts";
import { grounded, retrievalOf } from "./fakes.ts";

const REPLIES = [
  "",
  "yes",
  "no",
  "irrelevant",
  "unclear",
  "<think>hm",
  "<think>yes</think>",
  "NOT IN THE SOURCES",
  "The fee is 18.50 [1]. Dogs are free [2]. [3]\n\n- half [9]\n- none [0]",
  "“The fee is 18.50 euros.” [1] and “made up … euros” [2]",
  '{"answer": "18.50", "citations": [1, 7]}',
  '```json\n{"relevant": "yes"}\n```',
  "| a | b |\n|---|---|\n| 18.50 [1] | x [2] |",
  "array[2] is [1-3] 【2】 [ID:2] [doc.md#5] $& $1 %s {0} {none}",
  "费用是18.50欧元[1]。狗免费[2]。",
  "1. A [1]\n2. B\n3. C [2]",
  "\u0000\uD800 [1]",
  "x".repeat(5000),
  new Error("The server said 500."),
];

/** Numerical Recipes' generator: the same sequence for the same seed. */
function randomFrom(seed: number): () => number {
  let state = seed;
  return () => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
    return state / 2 ** 32;
  };
}

it("whatever models reply, the answer comes within its bounds, and every citation resolves", async () => {
  for (let seed = 1; seed <= 100; seed++) {
    const random = randomFrom(seed);
    const model = new ScriptedModel(...Array.from({ length: 200 }, () => REPLIES[Math.floor(random() * REPLIES.length)] ?? ""));
    const retrieval = retrievalOf("The fee is 18.50 euros.", "Dogs are free [7].", "A | B\n--- | ---\n1 | 2");
    const { draft, searches } = await grounded({
      models: { answerer: model, grader: model, searcher: model },
      retrieval,
      again: [retrievalOf("Cats pay 2."), retrieval],
      options: {
        polish: seed % 2 === 0,
        unsupported: seed % 3 === 0 ? "mark" : "withhold",
        unverified: seed % 5 === 0 ? "withhold" : "mark",
        minRelevantShare: (seed % 4) / 4,
        rewriteFirst: "always",
      },
    });
    const answer = resolveAnswer("What is the fee?", draft, retrieval);
    expect(model.requests.length, `seed ${seed}`).toBeLessThanOrEqual(150);
    expect(searches.length).toBeLessThanOrEqual(3);
    expect(answer.text.trim()).not.toBe("");
    expect(answer.confidence ?? 0).toBeLessThanOrEqual(1);
    for (const { quote, span } of answer.citations) expect(span === undefined || span.end - span.start === quote.length).toBe(true);
    if (answer.grounded && !answer.abstained) expect(answer.citations.length).toBeGreaterThan(0);
    if (answer.abstained) expect(answer.citations).toEqual([]);
    expect(answer.text).not.toMatch(/<think|"relevant"/);
  }
});
