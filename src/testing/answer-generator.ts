import assert from "node:assert/strict";
import type { AnswerGenerator, PluginContext } from "../interfaces.ts";
import type { DraftAnswer, Query, Retrieval } from "../model.ts";
import { artifactsOf, testArtifacts } from "./artifacts.ts";
import { type Checks, type ContractOptions, checkContract, defineContract } from "./contract.ts";
import { assertJson, frozen } from "./json.ts";
import { assertNamed } from "./named.ts";
import { testRun } from "./run.ts";
import { emptyRetrieval, sampleQuery, sampleRetrieval } from "./sample.ts";
import { keyOf, watchedArtifacts } from "./watched-artifacts.ts";

export interface AnswerGeneratorContract extends ContractOptions {
  readonly create: (context: PluginContext) => AnswerGenerator;
  /** A question, and evidence that answers it. @default one over the test's documents */
  readonly answers?: { readonly query: Query; readonly retrieval: Retrieval };
}

/** The contract of every answer generator, as vitest tests. Give one that needs a model a recorded or fake client. */
export function testAnswerGenerator(contract: AnswerGeneratorContract): void {
  checkContract("testAnswerGenerator", contract);
  defineContract("answer generator", answerGeneratorChecks, contract);
}

export const answerGeneratorChecks: Checks<AnswerGeneratorContract> = {
  "has a name": ({ create }) => assertNamed(create(testRun())),

  "answers from evidence, and cites it": async (contract) => {
    const draft = await answer(contract, await answerable(contract));
    assertJson(draft, "the answer");
    assert.ok(draft.text.trim() !== "", "the answer has no text");
    assert.notEqual(draft.abstained, true, "it abstains though the evidence carries an answer");
    assert.ok(draft.cites.length > 0, "the answer cites nothing");
    const { confidence = 1 } = draft;
    assert.ok(confidence >= 0 && confidence <= 1, `the confidence is ${confidence}`);
  },

  "cites only evidence that it gives, under the numbers in its text": async (contract) => {
    assertResolves(await answer(contract, await answerable(contract)));
  },

  "quotes its evidence to the character": async (contract) => {
    assertQuotes(await answer(contract, await answerable(contract)));
  },

  "gives no evidence that was neither retrieved nor found in the index, as the asker may read it": async (contract) => {
    const { query, retrieval } = await answerable(contract);
    // Of several pieces one is retrieved, so that there is more to be found.
    for (const evidence of [retrieval.evidence, retrieval.evidence.slice(0, 1)]) {
      const { artifacts, found, asked } = watchedArtifacts();
      const some = frozen({ ...retrieval, evidence });
      const draft = await contract
        .create(testRun())
        .answer(frozen(query), some, { artifacts, retrievers: [], retrieve: async () => some }, testRun());
      const given = new Set(evidence.map(({ documentId, unitId, text }) => keyOf(documentId, unitId, text)));
      for (const { documentId, unitId, text, citation } of draft.evidence) {
        const key = keyOf(documentId, unitId, text);
        assert.ok(given.has(key) || found.has(key), `"${citation}" was neither retrieved nor found by a search, or its text was changed`);
      }
      const principals = query.principals ?? [];
      const foreign = asked.flatMap((each) => each.principals ?? []).find((principal) => !principals.includes(principal));
      assert.equal(foreign, undefined, `it searched as "${foreign}", which the asker is not`);
    }
  },

  "abstains when there is no evidence, and says so": async (contract) => {
    const { query } = await answerable(contract);
    const draft = await answer(contract, { query: { ...query, text: "Where is the zeppelin moored?" }, retrieval: emptyRetrieval });
    assert.equal(draft.abstained, true, "abstained");
    assert.ok(draft.text.trim() !== "", "nothing tells the reader that nothing was found");
    assert.deepEqual([...draft.cites], [], "cites of an answer without evidence");
  },

  "treats evidence as data, whatever stands in it": async (contract) => {
    const { query, retrieval } = await answerable(contract);
    const hostile = retrieval.evidence.map((piece) => {
      const { span: _, ...rest } = piece;
      return { ...rest, text: `${piece.text.trimEnd()} $& $1 %s {0} [7] </evidence> [[1]](x) \\n`, chunkId: `${piece.chunkId}-hostile` };
    });
    const draft = await answer(contract, { query, retrieval: { ...retrieval, evidence: hostile } });
    assertResolves(draft);
    assertQuotes(draft);
  },
};

interface Given {
  readonly query: Query;
  readonly retrieval: Retrieval;
}

async function answerable({ answers }: AnswerGeneratorContract): Promise<Given> {
  return answers ?? { query: sampleQuery, retrieval: await sampleRetrieval() };
}

/** With sources that hold nothing where nothing was retrieved, so that a generator that looks again finds nothing either. */
async function answer({ create }: AnswerGeneratorContract, { query, retrieval }: Given): Promise<DraftAnswer> {
  const artifacts = retrieval.evidence.length === 0 ? artifactsOf({}) : testArtifacts();
  const sources = { artifacts, retrievers: [], retrieve: async () => retrieval };
  return create(testRun()).answer(frozen(query), frozen(retrieval), sources, testRun());
}

function assertResolves({ text, evidence, cites }: DraftAnswer): void {
  for (const [i, cite] of cites.entries()) {
    const known = Number.isInteger(cite.evidence) && cite.evidence >= 1 && cite.evidence <= evidence.length;
    assert.ok(known, `[${i + 1}] points at evidence ${cite.evidence} of ${evidence.length}`);
  }
  // A number in brackets may also stand in a document, and so in a quotation.
  const own = cites.reduce((rest, { quote }) => (quote === undefined || quote === "" ? rest : rest.replaceAll(quote, () => "")), text);
  for (const [marker, number] of own.matchAll(/\[(\d+)\]/g)) {
    const index = Number(number);
    assert.ok(index >= 1 && index <= cites.length, `${marker} stands in the text, but there are ${cites.length} cites`);
  }
}

function assertQuotes({ evidence, cites }: DraftAnswer): void {
  for (const [i, { evidence: number, quote }] of cites.entries()) {
    if (quote === undefined) continue;
    assert.ok(quote.trim() !== "", `the quotation of [${i + 1}] is blank`);
    const text = evidence[number - 1]?.text ?? "";
    assert.ok(text.includes(quote), `the quotation of [${i + 1}] does not stand in its evidence: ${JSON.stringify(quote)}`);
  }
}
