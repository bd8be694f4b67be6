import type { EvalCase, Evidence, Query, Retrieval } from "../model.ts";
import { testArtifacts } from "./artifacts.ts";

/** A question that the documents of `testCorpus()` answer, and what a good retrieval gives for it. */
export const sampleQuery: Query = { text: "How many days of paid leave does an employee have?" };

export async function sampleRetrieval(query: Query = sampleQuery): Promise<Retrieval> {
  const { evidence, searched } = await testArtifacts().get("keyword-search").search(query);
  return { evidence, searched };
}

export const emptyRetrieval: Retrieval = { evidence: [], searched: ["zeppelin", "mooring"] };

/** What the sample question should come to. */
export const sampleCase: EvalCase = {
  id: "leave days",
  query: sampleQuery,
  expected: "25 days",
  expectedEvidence: [{ source: "handbook/leave rules.md", path: ["Leave", "Entitlement"] }],
  expectAbstention: false,
};

/** The sample's evidence, the expected piece first. */
export async function sampleEvidence(): Promise<readonly Evidence[]> {
  const { evidence } = await sampleRetrieval();
  const isExpected = ({ path }: Evidence) => path.at(-1) === "Entitlement";
  return [...evidence.filter(isExpected), ...evidence.filter((piece) => !isExpected(piece))];
}
