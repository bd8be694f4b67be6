import { describe, expect, it } from "vitest";
import { JsonFault } from "../../src/llm/lenient-json.ts";
import { readJson, readJsonValues } from "../../src/llm/read-json.ts";

describe("readJson", () => {
  it.each([
    ['{"query":"fee"}', { query: "fee" }],
    ['{"query":"fee",}', { query: "fee" }],
    ['```json\n{"query":"fee"}\n```', { query: "fee" }],
    ['Here you are:\n~~~\n{"query":"fee"}\n~~~\nAnything else?', { query: "fee" }],
    ['"{\\"query\\":\\"fee\\"}"', { query: "fee" }],
    ['"{\\"query\\":\\"fee\\",}"', { query: "fee" }],
    ['{\\"query\\":\\"fee\\"}', { query: "fee" }],
    ['{"query":"fee"} trailing', { query: "fee" }],
    ["{'query': 'the owner's fee'}", { query: "the owner's fee" }],
    ['{"query":“fee”}', { query: "fee" }],
    ["{query: True, other: None, // why\n last: [1, 2,],}", { query: true, other: null, last: [1, 2] }],
    ['{"a": "line\nbreak" "b": -1.5e3}', { a: "line\nbreak", b: -1500 }],
    ['As [1] says, {"query":"fee"}', { query: "fee" }],
    ['Use {x} or {"query":"fee"}', { query: "fee" }],
    ['[{"a":1},{"a":2}] are both', [{ a: 1 }, { a: 2 }]],
    ['{"a":"\\u20ac \\n \\" }"}', { a: '€ \n " }' }],
    ["42", 42],
    ["{}", {}],
  ])("reads %j", (reply, value) => {
    expect(readJson(reply)).toEqual(value);
  });

  it.each([
    ["", "the reply is empty"],
    ['{"query":"fee', "the JSON is cut off"],
    ['{"a": {"b": 1}, "c": ', "the JSON is cut off"],
    ["[1, 2", "the JSON is cut off"],
    ['```json\n{"a": "x', "the JSON is cut off"],
    ["I do not know.", "there is no JSON in the reply"],
    ['{"a": NaN}', '"NaN" stands where a value was expected'],
    ['{"a": {"b": 1} 7}', '"," or "}" was expected'],
    ['<think>{"a":1}', "the reasoning never ended"],
  ])("takes no part of %j for the whole", (reply, fault) => {
    expect(() => readJson(reply)).toThrow(expect.objectContaining({ name: "JsonFault", message: fault }));
  });

  it("refuses what is nested too deeply to be meant", () => {
    expect(() => readJson("[".repeat(1000))).toThrow("the JSON is nested deeper than 200 levels");
  });

  it("gives every value that could be meant, fenced ones first and citation marks last", () => {
    const reply = 'See [1] and {"a":1}.\n```\n{"a":2}\n```';
    expect(readJsonValues(reply).values).toEqual([{ a: 2 }, { a: 1 }, [1]]);
  });

  it("keeps a key called __proto__ a key", () => {
    const value = readJson('{"__proto__": {"x": 1},}');
    expect(Object.keys(value as object)).toEqual(["__proto__"]);
    expect(Object.getPrototypeOf(value)).toBe(Object.prototype);
  });

  it.each(['{"', "{//", "{'", '{"a":[', "`{a}` ", "```\n~~~\n", "</think>\n<think>\n", '{\\"', "[1,"])(
    "takes time in proportion to %j repeated",
    (piece) => {
      const began = Date.now();
      try {
        readJson(piece.repeat(20_000));
      } catch (fault) {
        expect(fault).toBeInstanceOf(JsonFault);
      }
      expect(Date.now() - began).toBeLessThan(2000);
    },
  );
});
