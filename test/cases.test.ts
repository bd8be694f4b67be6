import { describe, expect, it } from "vitest";
import { casesFromRows, parseCases } from "../src/cases.ts";
import { defaultSchemas } from "../src/schemas/defaults.ts";

const fault = (message: string) => expect.objectContaining({ code: "CASES_INVALID", message: expect.stringContaining(message) });
const parseOne = (value: unknown) => parseCases(JSON.stringify([value]), "eval/cases.json");

describe("the three forms of a cases file", () => {
  const cases = [
    { id: "case-1", query: { text: "Fee?" }, expected: "12" },
    { id: "b", query: { text: "Pump?" }, expectAbstention: true },
  ];

  it.each([
    ["a list", '[{"question":"Fee?","expected":"12"},{"id":"b","query":"Pump?","expectAbstention":true}]'],
    ["an object with cases", '{"cases":[{"question":"Fee?","answer":"12"},{"id":"b","question":"Pump?","expectAbstention":true}]}'],
    ["one object a line", '{"question":"Fee?","expected":"12"}\r\n\n{"id":"b","question":"Pump?","expectAbstention":true}\n'],
    ["a file with a byte order mark", '\uFEFF[{"question":"Fee?","expected":"12"},{"id":"b","query":"Pump?","expectAbstention":true}]'],
  ])("reads %s", (_, text) => {
    expect(parseCases(text, "cases.json")).toEqual(cases);
  });

  it("reads a JSONL file of one line", () => {
    expect(parseCases('{"question":"Fee?","answer":12}\n', "cases.jsonl")).toEqual([
      { id: "case-1", query: { text: "Fee?" }, expected: 12 },
    ]);
  });
});

describe("one case", () => {
  it("takes a whole query, or its parts beside the question", () => {
    const parts = { topK: 3, documents: ["a.md"], filters: [{ attribute: "year", op: "is", value: 2024 }], principals: ["staff"] };
    const whole = { id: "case-1", query: { text: "Fee?", ...parts } };
    expect(parseOne({ query: { text: "Fee?", ...parts } })).toEqual([whole]);
    expect(parseOne({ question: "Fee?", ...parts })).toEqual([whole]);
  });

  it("takes a list of texts, expected evidence and tags", () => {
    const expectedEvidence = [{ source: "a.md", path: ["Leave", "Sick leave"] }];
    expect(parseOne({ question: "Fee?", expected: ["x", 2, true], expectedEvidence, tags: ["hard"] })).toEqual([
      { id: "case-1", query: { text: "Fee?" }, expected: ["x", 2, true], expectedEvidence, tags: ["hard"] },
    ]);
    expect(parseOne({ question: "Fee?", expectedEvidence: { path: "Leave", note: "dropped" } })[0]?.expectedEvidence).toEqual([
      { path: "Leave" },
    ]);
  });

  it("expects nothing when nothing or null is expected, and ignores keys of the data set's own", () => {
    const bare = [{ id: "case-1", query: { text: "Fee?" } }];
    expect(parseOne({ question: "Fee?" })).toEqual(bare);
    expect(parseOne({ question: "Fee?", expected: null, difficulty: 3 })).toEqual(bare);
  });

  it("makes a text of a number as id and keeps an odd id as it is", () => {
    const text = '{"id":7,"question":"a"}\n{"id":"a/../b","question":"b"}';
    expect(parseCases(text, "cases.jsonl").map(({ id }) => id)).toEqual(["7", "a/../b"]);
  });

  it.each([
    [{ expected: "5" }, "case 1: question is missing"],
    [{ question: "  " }, "case 1: question is blank"],
    [{ question: 5 }, "case 1: question is 5, but must be a text"],
    [{ query: { topK: 2 } }, "case 1: query.text is undefined, but must be a text"],
    [{ question: "a", topK: 0 }, "case 1: topK is 0, but must be 1 or more"],
    [{ question: "a", id: "" }, 'case 1: id is "", but must be a text or a number'],
    [{ question: "a", expected: { x: 1 } }, 'case 1: expected holds {"x":1}'],
    [{ question: "a", expected: [] }, "case 1: expected is an empty list"],
    [{ question: "a", answer: ["x", null] }, "case 1: answer holds null"],
    [{ question: "a", expectedEvidence: [{ page: 4 }] }, "case 1: expectedEvidence[0] names none of source, path, citation, text"],
    [{ question: "a", expectedEvidence: [{ path: [1] }] }, "case 1: expectedEvidence[0].path is [1], but must be a list of topics"],
    [{ question: "a", expectAbstention: "yes" }, 'case 1: expectAbstention is "yes", but must be true or false'],
    [{ question: "a", tags: "x" }, 'case 1: tags is "x", but must be a list of texts'],
    [{ question: "a", filters: [{ attribute: "x", op: "like", value: 1 }] }, "case 1: filters[0] is"],
    ["Fee?", 'case 1: the case is "Fee?", but must be an object'],
  ])("refuses %j, naming file, case and key", (value, message) => {
    expect(() => parseOne(value)).toThrowError(fault(`The cases file "eval/cases.json" has a fault in ${message}`));
  });
});

describe("a file that cannot be used", () => {
  it("names the line of a fault in JSONL", () => {
    const text = '{"question":"a"}\n\n{"question":""}\n';
    expect(() => parseCases(text, "cases.jsonl")).toThrowError(fault("case 2 (line 3): question is blank"));
    expect(() => parseCases('{"question":"a"}\n{"question":\n', "cases.jsonl")).toThrowError(fault("is not JSONL: case 2 (line 2):"));
    expect(() => parseCases('{"question":a}\n{"question":"b"}\n', "cases.jsonl")).toThrowError(fault("is not JSONL: case 1 (line 1):"));
  });

  it("says that broken JSON is broken", () => {
    expect(() => parseCases('[\n  {"question": "a"},\n  {"question"\n]', "cases.json")).toThrowError(fault("is not JSON:"));
  });

  it("refuses two cases of one id, naming both, also when one id is made from the number", () => {
    const text = '{"id":"a","question":"Q1"}\n{"id":"a","question":"Q2"}\n';
    expect(() => parseCases(text, "cases.jsonl")).toThrowError(fault('two cases with the id "a": case 1 (line 1) and case 2 (line 2)'));
    expect(() => parseCases('[{"question":"a","id":"case-2"},{"question":"b"}]', "c.json")).toThrowError(fault("case 1 and case 2"));
  });

  it.each(["", " \n", "[]", '{"cases":[]}'])("refuses %j: there is nothing to evaluate", (text) => {
    expect(() => parseCases(text, "cases.json")).toThrowError(fault('The cases file "cases.json" holds no cases'));
  });

  it.each(["5", "null", '{"cases":{}}'])("refuses %j: it is no list", (text) => {
    expect(() => parseCases(text, "cases.json")).toThrowError(fault("is neither a list of cases nor an object with a list named cases"));
  });
});

describe("with a query schema", () => {
  const schema = {
    question_field: "prompt",
    doc_field: "expected_md",
    answer_field: "gold",
    id_field: "record_id",
    extra_context_fields: ["question_type", "year"],
  };
  const row = {
    record_id: 3,
    prompt: "Margin?",
    expected_md: "a.md",
    gold: "5%",
    question_type: "sum",
    year: 2022,
    note: "x",
    answer: "7%",
  };
  const made = {
    id: "3",
    query: { text: "Margin?", documents: ["a.md"], extra: { question_type: "sum", year: 2022 } },
    expected: "5%",
  };

  it("any rows are cases, by the names of their fields", () => {
    expect(casesFromRows([row], schema)).toEqual([made]);
    expect(parseCases(`${JSON.stringify(row)}\n`, "x.jsonl", schema)).toEqual([made]);
  });

  it("only its names count: another field is not taken for what was expected", () => {
    expect(casesFromRows([{ prompt: "a", answer: "7%", id: "x" }], schema)).toEqual([{ id: "case-1", query: { text: "a" } }]);
  });

  it("a field that is null is no part of a case", () => {
    const none = { ...schema, doc_field: null, answer_field: null, id_field: null, extra_context_fields: [] };
    expect(casesFromRows([{ ...row, id: "x" }], none)).toEqual([{ id: "case-1", query: { text: "Margin?" } }]);
    expect(casesFromRows([{ prompt: "a", expected_md: null, gold: null, record_id: null }], schema)).toEqual([
      { id: "case-1", query: { text: "a" } },
    ]);
  });

  it("of its defaults, cases are as without one, and may name a document", () => {
    const text = JSON.stringify([{ id: "a", query: { text: "Q", extra: { a: 1 } }, answer: "x", document: ["a.md", "b.md"] }]);
    expect(parseCases(text, "c.json", defaultSchemas.query)).toEqual([
      { id: "a", query: { text: "Q", documents: ["a.md", "b.md"], extra: { a: 1 } }, expected: "x" },
    ]);
    const extra = { ...defaultSchemas.query, extra_context_fields: ["kind"] };
    expect(parseCases('{"question":"Q","extra":{"a":1},"kind":"k"}', "c.jsonl", extra)[0]?.query.extra).toEqual({ a: 1, kind: "k" });
  });

  it("a fault is named by the field's own name", () => {
    expect(() => casesFromRows([{ question: "a" }], schema, "x.jsonl")).toThrowError(
      fault('"x.jsonl" has a fault in case 1: prompt is missing'),
    );
    expect(() => casesFromRows([{ prompt: "a", record_id: {} }], schema)).toThrowError(fault("case 1: record_id is {}"));
    expect(() => casesFromRows([{ prompt: "a", gold: {} }], schema)).toThrowError(fault("case 1: gold holds {}"));
    expect(() => casesFromRows([{ prompt: "a", expected_md: [] }], schema)).toThrowError(fault("case 1: expected_md is [], but must be"));
    expect(() => casesFromRows([], schema)).toThrowError(fault("holds no cases"));
  });
});
