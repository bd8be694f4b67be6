import assert from "node:assert/strict";
import type { Artifacts, MaybePromise, PluginContext, Retriever } from "../interfaces.ts";
import type { Filter, Query, Retrieval } from "../model.ts";
import { testArtifacts } from "./artifacts.ts";
import { type Checks, type ContractOptions, checkContract, defineContract } from "./contract.ts";
import { assertEvidence, assertReadsBack, passes } from "./evidence.ts";
import { assertSame, frozen } from "./json.ts";
import { assertNamed } from "./named.ts";
import { testRun } from "./run.ts";

export interface RetrieverContract extends ContractOptions {
  readonly create: (context: PluginContext) => Retriever;
  /** What is searched. @default `testArtifacts()` */
  readonly artifacts?: () => MaybePromise<Artifacts>;
  /** A question with at least two pieces of evidence. @default one that the test's documents answer */
  readonly finds?: Query;
  /** A question with none. @default one about a thing that the test's documents do not name */
  readonly misses?: Query;
}

/** The contract of every retriever, as vitest tests. */
export function testRetriever(contract: RetrieverContract): void {
  checkContract("testRetriever", contract);
  defineContract("retriever", retrieverChecks, contract);
}

export const retrieverChecks: Checks<RetrieverContract> = {
  "has a name, and a description to be chosen by": ({ create }) => {
    const retriever = create(testRun());
    assertNamed(retriever);
    assert.ok(retriever.description.trim() !== "", "the description is empty");
  },

  "gives evidence with finite, falling scores that reads back its document": async (contract) => {
    const { evidence, confidence = 1 } = await retrieve(contract, finds(contract));
    assert.ok(evidence.length >= 2, `${evidence.length} pieces of evidence came where at least 2 were expected`);
    assertEvidence(evidence, 10);
    assert.ok(confidence >= 0 && confidence <= 1, `the confidence is ${confidence}`);
    const artifacts = await artifactsOf(contract);
    if (!artifacts.has("read-units")) return;
    for (const piece of evidence) assertReadsBack(piece, await artifacts.get("read-units").readDocument(piece.documentId));
  },

  "gives the same evidence in the same order every time": async (contract) => {
    const first = await retrieve(contract, finds(contract));
    for (let i = 0; i < 3; i++)
      assertSame(await retrieve(contract, finds(contract)), first, "the evidence differs from one time to the next");
  },

  "gives at most topK pieces, and the best of them": async (contract) => {
    const { evidence } = await retrieve(contract, finds(contract));
    for (const topK of [1, 2]) {
      const fewer = await retrieve(contract, { ...finds(contract), topK });
      assertSame(fewer.evidence, evidence.slice(0, topK), `the evidence for a topK of ${topK}`);
    }
  },

  "gives only evidence that documents and filters let through": async (contract) => {
    const query = finds(contract);
    const [best, ...rest] = (await retrieve(contract, query)).evidence;
    assert.ok(best !== undefined, "nothing was found");
    const conditions: Pick<Query, "documents" | "filters">[] = [
      { documents: [best.source] },
      { documents: [best.documentId] },
      ...filtersFor(best).map((filter) => ({ filters: [filter] })),
    ];
    for (const condition of conditions) {
      const { evidence } = await retrieve(contract, { ...query, ...condition });
      const what = JSON.stringify(condition);
      for (const piece of evidence) assert.ok(passes(condition, piece), `"${piece.citation}" came though ${what} shuts it out`);
      assert.ok(
        evidence.some(({ unitId }) => unitId === best.unitId),
        `"${best.citation}" is gone though ${what} lets it through`,
      );
    }
    const other = rest.find((piece) => piece.documentId !== best.documentId);
    if (other !== undefined) {
      const { evidence } = await retrieve(contract, { ...query, documents: [other.source] });
      assert.ok(evidence.length > 0, `nothing was found in "${other.source}" alone, where there is evidence`);
    }
    const nowhere = { ...query, filters: [{ attribute: "source", op: "is", value: "no such document" }] } as const;
    assertSame((await retrieve(contract, nowhere)).evidence, [], "evidence through a filter that nothing passes");
  },

  "gives a caller nothing that the caller may not read": async (contract) => {
    if (contract.artifacts !== undefined) return;
    const query = { text: "quarantine" };
    const others = (await retrieve(contract, query)).evidence.filter(({ source }) => source === "notices/visitors.txt");
    assertSame(others, [], "evidence from a document for staff, for a caller who is not");
    const staff = await retrieve(contract, { ...query, principals: ["staff"] });
    assert.ok(staff.evidence.length > 0, "the query's principals did not reach the search");
  },

  "gives an empty list where nothing matches, and says what it looked for": async (contract) => {
    const { evidence, searched } = await retrieve(contract, contract.misses ?? { text: "zeppelin mooring" });
    assertSame(evidence, [], "evidence for what is in no document");
    assert.ok(Array.isArray(searched) && searched.length > 0, "searched is empty");
  },

  "refuses a blank question": async (contract) => {
    for (const text of ["", " \n\t"]) {
      await assert.rejects(retrieve(contract, { text }), `a retrieval for ${JSON.stringify(text)} gave an answer instead of an error`);
    }
  },
};

function finds(contract: RetrieverContract): Query {
  return { principals: ["staff"], ...(contract.finds ?? { text: "paid leave days" }) };
}

async function artifactsOf(contract: RetrieverContract): Promise<Artifacts> {
  return contract.artifacts === undefined ? testArtifacts() : contract.artifacts();
}

/** By a new instance each time: nothing may depend on what was asked before. */
async function retrieve(contract: RetrieverContract, query: Query): Promise<Retrieval> {
  return contract.create(testRun()).retrieve(frozen(query), await artifactsOf(contract), testRun());
}

function filtersFor({ source, documentId, path, attributes }: Retrieval["evidence"][number]): Filter[] {
  const filters: Filter[] = [
    { attribute: "source", op: "is", value: source },
    { attribute: "documentId", op: "oneOf", value: [documentId, "another"] },
    { attribute: "", op: "pathPrefix", value: path },
  ];
  for (const [attribute, value] of Object.entries(attributes)) {
    if (typeof value === "string") filters.push({ attribute, op: "is", value });
    if (typeof value === "number") filters.push({ attribute, op: "range", value: [value, null] });
  }
  return filters;
}
