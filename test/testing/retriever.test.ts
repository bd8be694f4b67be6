import type { Retrieval, Retriever } from "right-rag";
import { testRetriever } from "right-rag/testing";
import { describe, expect, it } from "vitest";
import { retrieverChecks } from "../../src/testing/retriever.ts";

const keyword: Retriever = {
  name: "keyword",
  description: "Finds words.",
  retrieve: async (query, artifacts) => {
    if (query.text.trim() === "") throw new Error("The question is empty.");
    return artifacts.get("keyword-search").search(query);
  },
};

testRetriever({ create: () => keyword });

describe("a broken retriever fails: one that", () => {
  it("gives scores that are no numbers", async () => {
    const broken = changed(({ evidence, ...rest }) => ({ ...rest, evidence: evidence.map((piece) => ({ ...piece, score: Number.NaN })) }));
    await expect(check(SCORES, broken)).rejects.toThrow("evidence 1.score is NaN");
  });

  it("gives the best last", async () => {
    await expect(
      check(
        SCORES,
        changed(({ evidence, ...rest }) => ({ ...rest, evidence: [...evidence].reverse() })),
      ),
    ).rejects.toThrow(/evidence \d scores .*, more than the/);
  });

  it("gives a piece twice", async () => {
    const broken = changed(({ evidence, ...rest }) => ({ ...rest, evidence: evidence.slice(0, 2).flatMap((piece) => [piece, piece]) }));
    await expect(check(SCORES, broken)).rejects.toThrow("evidence 2 came before");
  });

  it("rewrites the text it found", async () => {
    const broken = changed(({ evidence, ...rest }) => ({
      ...rest,
      evidence: evidence.map((piece) => ({ ...piece, text: piece.text.trim() })),
    }));
    await expect(check(SCORES, broken)).rejects.toThrow("does not read back its text");
  });

  it("depends on what was asked before", async () => {
    let asked = 0;
    const broken = changed(({ evidence, ...rest }) => ({ ...rest, evidence: evidence.slice(asked++ % 2) }));
    await expect(check("gives the same evidence in the same order every time", broken)).rejects.toThrow("differs from one time");
  });

  it("ignores topK", async () => {
    const broken: Retriever = { ...keyword, retrieve: ({ topK: _, ...query }, ...rest) => keyword.retrieve(query, ...rest) };
    await expect(check("gives at most topK pieces, and the best of them", broken)).rejects.toThrow("for a topK of 1");
  });

  it("ignores filters", async () => {
    const broken: Retriever = { ...keyword, retrieve: ({ filters: _, ...query }, ...rest) => keyword.retrieve(query, ...rest) };
    await expect(check("gives only evidence that documents and filters let through", broken)).rejects.toThrow("shuts it out");
  });

  it("does not pass on who asks", async () => {
    const broken: Retriever = { ...keyword, retrieve: ({ principals: _, ...query }, ...rest) => keyword.retrieve(query, ...rest) };
    await expect(check("gives a caller nothing that the caller may not read", broken)).rejects.toThrow("did not reach the search");
  });

  it("asks as somebody who may read everything", async () => {
    const broken: Retriever = {
      ...keyword,
      retrieve: (query, ...rest) => keyword.retrieve({ ...query, principals: ["staff"] }, ...rest),
    };
    await expect(check("gives a caller nothing that the caller may not read", broken)).rejects.toThrow("for a caller who is not");
  });

  it("does not say what it looked for", async () => {
    const broken = changed((found) => ({ ...found, searched: [] }));
    await expect(check("gives an empty list where nothing matches, and says what it looked for", broken)).rejects.toThrow(
      "searched is empty",
    );
  });

  it("answers a blank question with nothing", async () => {
    const broken: Retriever = { ...keyword, retrieve: () => ({ evidence: [], searched: [] }) };
    await expect(check("refuses a blank question", broken)).rejects.toThrow("gave an answer instead of an error");
  });
});

const SCORES = "gives evidence with finite, falling scores that reads back its document";

function changed(change: (found: Retrieval) => Retrieval): Retriever {
  return { ...keyword, retrieve: async (...given) => change(await keyword.retrieve(...given)) };
}

async function check(title: string, retriever: Retriever): Promise<void> {
  const run = retrieverChecks[title];
  if (run === undefined) throw new Error(`no check "${title}"`);
  await run({ create: () => retriever });
}
