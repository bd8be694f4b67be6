import type { Query } from "right-rag";
import { artifactsOf, testArtifacts, testRetriever } from "right-rag/testing";
import { expect, it } from "vitest";
import ExampleRetriever from "./example.ts";

testRetriever({ create: () => new ExampleRetriever() });

/** What the search is asked when the retriever is. */
async function searchFor(query: Query): Promise<Query | undefined> {
  let asked: Query | undefined;
  const search = (given: Query) => {
    asked = given;
    return { evidence: [], searched: [] };
  };
  await new ExampleRetriever().retrieve(query, artifactsOf({ "keyword-search": { search } }));
  return asked;
}

it("searches also for what the documents call it, each word once", async () => {
  expect(await searchFor({ text: "Holiday, holidays or leave?" })).toEqual({ text: "Holiday, holidays or leave? vacation" });
});

it("finds a passage that shares no word with the question", async () => {
  const { evidence } = await new ExampleRetriever().retrieve({ text: "Holidays?" }, testArtifacts());
  expect(evidence.map(({ path }) => path.join(" › "))).toContain("Leave › Entitlement");
});

it("leaves other questions, and the rest of a query, as they are", async () => {
  const query: Query = { text: "Who is constructor of the bridge?", topK: 3, principals: ["staff"] };
  expect(await searchFor(query)).toEqual(query);
});
