import { describe, expect, it } from "vitest";
import type { Artifacts, Outcome } from "../../../src/interfaces.ts";
import type { Answer, Citation, EvalCase, Evidence } from "../../../src/model.ts";
import { DefaultEvaluator } from "../../../src/plugins/evaluators/default.ts";

const artifacts: Artifacts = {
  has: () => false,
  get: () => {
    throw new Error("not asked for");
  },
};

const piece = (source: string, path: string[], text: string): Evidence => ({
  text,
  score: 1,
  documentId: source,
  source,
  unitId: path.join("/"),
  path,
  citation: [source, ...path].join(" › "),
  attributes: {},
});

const cite = (evidence: Evidence, quote: string, number = 1): Citation => ({
  number,
  source: evidence.source,
  documentId: evidence.documentId,
  unitId: evidence.unitId,
  path: evidence.path,
  label: evidence.citation,
  quote,
});

const answerOf = (text: string, over: Partial<Answer> = {}): Answer => ({
  question: "?",
  text,
  citations: [],
  evidence: [],
  grounded: true,
  abstained: false,
  searched: [],
  trace: [],
  ...over,
});

function scores(evalCase: Partial<EvalCase>, outcome: Partial<Outcome>, k?: number) {
  const evaluator = new DefaultEvaluator(k === undefined ? {} : { k });
  const all = evaluator.evaluate(
    { id: "a", query: { text: "?" }, ...evalCase },
    { retrieval: { evidence: [], searched: [] }, artifacts, ...outcome },
  );
  return Object.fromEntries(all.map(({ metric, value }) => [metric, value]));
}

const textScore = (expected: EvalCase["expected"], text: string, over: Partial<Answer> = {}) =>
  scores({ ...(expected === undefined ? {} : { expected }) }, { answer: answerOf(text, over) }).expectedText;

it("gives null for all that a case does not ask for", () => {
  expect(scores({}, { answer: answerOf("Yes.") })).toEqual({
    expectedText: null,
    expectedCitation: null,
    recallAtK: null,
    mrr: null,
    abstention: null,
  });
});

describe("expectedText", () => {
  it.each([
    ["case", "thirty days", "Within THIRTY Days of notice."],
    ["accents, composed or not", "résumé", "Send a re\u0301sume\u0301."],
    ["accents left out", "resume", "Send a résumé."],
    ["white space", "thirty  days", "within thirty\n days"],
    ["thousands separators", 1234567, "It is 1,234,567 euro."],
    ["thousands separators of the case", "1,500 users", "up to 1500 users"],
    ["quotation marks and dashes", "the employee's 3-5 days", "The employee’s 3–5 days"],
    ["emphasis", "within 30 days", "within **30** _days_"],
    ["a truth value as text", true, "That is true."],
    ["a number before a full stop", 12, "The fee is 12. Pay it."],
    ["a word inside Thai", "ลาป่วย", "สิทธิลาป่วยปีละ"],
  ])("does not mind %s", (_, expected, text) => {
    expect(textScore(expected, text)).toBe(1);
  });

  it.each([
    ["a part of a number", 12, "The fee is 120 or 3.12 or 12.5 or A12."],
    ["a part of a word", "no", "Give notice."],
    ["something else", "thirty days", "Within sixty days."],
    ["digits set apart otherwise", 1234, "It is 1, 234 of them? No: 1,23,4."],
  ])("does not take %s for it", (_, expected, text) => {
    expect(textScore(expected, text)).toBe(0);
  });

  it("needs all of a list", () => {
    expect(textScore(["ferry", "pier 4"], "The ferry leaves from Pier 4.")).toBe(1);
    expect(textScore(["ferry", "pier 5"], "The ferry leaves from Pier 4.")).toBe(0);
  });

  it("reads across citation marks, but not across brackets of the text's own", () => {
    const evidence = piece("a.md", ["A"], "Pay now. Ask later.");
    expect(
      textScore("Pay now. Ask later.", "Pay now. [1] Ask later. [2]", {
        citations: [cite(evidence, "Pay now."), cite(evidence, "Ask later.", 2)],
      }),
    ).toBe(1);
    expect(textScore("array is", "The array[2] is set.")).toBe(0);
  });

  it("finds nothing in an answer that abstains, whatever words it searched for", () => {
    expect(textScore("parental leave", "Not found: parental leave.", { abstained: true })).toBe(0);
  });

  it("says what is missing", () => {
    const [score] = new DefaultEvaluator().evaluate(
      { id: "a", query: { text: "?" }, expected: ["12", "euro"] },
      { retrieval: { evidence: [], searched: [] }, artifacts, answer: answerOf("12 dollars") },
    );
    expect(score?.reason).toBe('not in the answer: "euro"');
  });
});

describe("evidence", () => {
  const sick = piece("hr/handbook.md", ["Leave", "Sick leave"], "Call before nine. Bring a note.");
  const fees = piece("tariff.md", ["Fees"], "The ferry is 12 euro.");
  const other = piece("notes.md", ["Misc"], "Nothing of note.");

  it.each([
    ["source", { source: "hr/handbook.md" }, 1],
    ["source by its last folders", { source: "handbook.md" }, 1],
    ["part of a source's name", { source: "book.md" }, 0],
    ["a tail of topics", { path: ["Sick leave"] }, 1],
    ["one topic as text", { path: "sick leave" }, 1],
    ["topics that are no tail", { path: ["Leave"] }, 0],
    ["citation", { citation: "Leave › Sick leave" }, 1],
    ["text", { text: "bring a note" }, 1],
    ["all of an entry", { source: "handbook.md", text: "ferry" }, 0],
  ])("is found by %s", (_, entry, value) => {
    const outcome = { retrieval: { evidence: [other, sick], searched: [] } };
    expect(scores({ expectedEvidence: [entry] }, outcome)).toMatchObject({ recallAtK: value, mrr: value / 2 });
  });

  it("counts for recallAtK among the first k only, and for mrr by the first that is expected", () => {
    const outcome = { retrieval: { evidence: [other, other, fees, sick], searched: [] } };
    const expectedEvidence = [{ source: "handbook.md" }, { source: "tariff.md" }];
    expect(scores({ expectedEvidence }, outcome, 3)).toMatchObject({ recallAtK: 0.5, mrr: 1 / 3 });
    expect(scores({ expectedEvidence }, outcome, 2)).toMatchObject({ recallAtK: 0, mrr: 1 / 3 });
    expect(scores({ expectedEvidence: [{ source: "x.md" }] }, outcome)).toMatchObject({ recallAtK: 0, mrr: 0 });
  });

  it("counts for expectedCitation when it is cited, not when it was only found", () => {
    const outcome = {
      retrieval: { evidence: [sick, fees], searched: [] },
      answer: answerOf("Bring a note. [1]", { citations: [cite(sick, "Bring a note.")] }),
    };
    expect(scores({ expectedEvidence: [{ path: ["Sick leave"] }] }, outcome).expectedCitation).toBe(1);
    expect(scores({ expectedEvidence: [{ text: "Call before nine. Bring a note." }] }, outcome).expectedCitation).toBe(1);
    expect(scores({ expectedEvidence: [{ text: "Call before nine." }] }, outcome).expectedCitation).toBe(0);
    expect(scores({ expectedEvidence: [{ source: "tariff.md" }, { source: "handbook.md" }] }, outcome).expectedCitation).toBe(0.5);
  });

  it("is measured without an answer when only retrieval was asked for", () => {
    const outcome = { retrieval: { evidence: [sick], searched: [] } };
    expect(scores({ expected: "x", expectedEvidence: [{ source: "handbook.md" }], expectAbstention: false }, outcome)).toEqual({
      expectedText: null,
      expectedCitation: null,
      recallAtK: 1,
      mrr: 1,
      abstention: null,
    });
  });
});

it.each([
  [true, true, 1],
  [true, false, 0],
  [false, false, 1],
  [false, true, 0],
])("scores abstention: expected %s, abstained %s", (expectAbstention, abstained, value) => {
  expect(scores({ expectAbstention }, { answer: answerOf("…", { abstained }) }).abstention).toBe(value);
});

it.each([0, 1.5, Number.NaN])("refuses k = %d before any work", (k) => {
  expect(() => new DefaultEvaluator({ k })).toThrowError(expect.objectContaining({ code: "OPTION_INVALID" }));
});
