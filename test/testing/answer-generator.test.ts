import type { AnswerGenerator, DraftAnswer, Query } from "right-rag";
import { testAnswerGenerator } from "right-rag/testing";
import { describe, expect, it } from "vitest";
import { answerGeneratorChecks } from "../../src/testing/answer-generator.ts";

/** Quotes the best piece of evidence whole. */
const quoter: AnswerGenerator = {
  name: "quoter",
  answer: (_, { evidence, searched }) => {
    const [best] = evidence;
    if (best === undefined) return { text: `Nothing was found for ${searched.join(", ")}.`, evidence, cites: [], abstained: true };
    return { text: `“${best.text}” [1]`, evidence, cites: [{ evidence: 1, quote: best.text }], confidence: 0.5 };
  },
};

testAnswerGenerator({ create: () => quoter });

describe("a broken answer generator fails: one that", () => {
  it("cites nothing", async () => {
    await expect(check("answers from evidence, and cites it", changed({ text: "25 days.", cites: [] }))).rejects.toThrow("cites nothing");
  });

  it("always abstains", async () => {
    await expect(check("answers from evidence, and cites it", changed({ abstained: true }))).rejects.toThrow("abstains though");
  });

  it("cites evidence that is not there", async () => {
    await expect(check(RESOLVES, changed({ cites: [{ evidence: 0 }] }))).rejects.toThrow("[1] points at evidence 0");
  });

  it("writes a number that no cite has", async () => {
    await expect(check(RESOLVES, changed({ text: "25 days [1][2]." }))).rejects.toThrow("[2] stands in the text, but there are 1 cites");
  });

  it("puts its own words between quotation marks", async () => {
    const broken = changed({ cites: [{ evidence: 1, quote: "Employees get 25 days" }] });
    await expect(check("quotes its evidence to the character", broken)).rejects.toThrow("does not stand in its evidence");
  });

  it("makes evidence up", async () => {
    const broken: AnswerGenerator = {
      ...quoter,
      answer: async (...given) => {
        const draft = await quoter.answer(...given);
        return { ...draft, evidence: draft.evidence.map((piece) => ({ ...piece, text: "Invented." })) };
      },
    };
    await expect(check(OF_THE_INDEX, broken)).rejects.toThrow("neither retrieved nor found");
  });

  it("gives what it was given under another section's name", async () => {
    const broken: AnswerGenerator = {
      ...quoter,
      answer: async (...given) => {
        const draft = await quoter.answer(...given);
        return { ...draft, evidence: draft.evidence.map((piece) => ({ ...piece, unitId: "another" })) };
      },
    };
    await expect(check(OF_THE_INDEX, broken)).rejects.toThrow("neither retrieved nor found");
  });

  it("searches as someone else", async () => {
    const broken: AnswerGenerator = { ...quoter, answer: finding({ principals: ["staff"] }) };
    await expect(check(OF_THE_INDEX, broken)).rejects.toThrow('searched as "staff"');
  });

  it("answers from nothing", async () => {
    const broken = changed({ text: "At the mast.", cites: [], abstained: false });
    await expect(check("abstains when there is no evidence, and says so", broken)).rejects.toThrow("abstained");
  });

  it("lets evidence act as a pattern", async () => {
    const broken: AnswerGenerator = {
      ...quoter,
      answer: (_, { evidence }) => {
        const quote = "QUOTE".replace("QUOTE", evidence[0]?.text ?? "");
        return { text: `${quote} [1]`, evidence, cites: [{ evidence: 1, quote }] };
      },
    };
    await expect(check("treats evidence as data, whatever stands in it", broken)).rejects.toThrow("does not stand in its evidence");
  });
});

it("lets a generator give what it found in the index itself", async () => {
  await check(OF_THE_INDEX, { ...quoter, answer: finding({}) });
});

const OF_THE_INDEX = "gives no evidence that was neither retrieved nor found in the index, as the asker may read it";
const RESOLVES = "cites only evidence that it gives, under the numbers in its text";

function changed(facts: Partial<DraftAnswer>): AnswerGenerator {
  return { ...quoter, answer: async (...given) => ({ ...(await quoter.answer(...given)), ...facts }) };
}

/** Gives what a search of its own finds, and nothing else. */
function finding(more: Partial<Query>): AnswerGenerator["answer"] {
  return async (_query, _retrieval, { artifacts }) => {
    const { evidence } = await artifacts.get("keyword-search").search({ text: "sabbatical", ...more });
    expect(evidence).toHaveLength(1);
    return { text: `“${evidence[0]?.text}” [1]`, evidence, cites: [{ evidence: 1 }] };
  };
}

async function check(title: string, generator: AnswerGenerator): Promise<void> {
  const run = answerGeneratorChecks[title];
  if (run === undefined) throw new Error(`no check "${title}"`);
  await run({ create: () => generator });
}
