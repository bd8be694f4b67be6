import { describe, expect, it } from "vitest";
import { z } from "zod";
import type { Message, Tool } from "../../src/interfaces.ts";
import { CallAssembler, readInput } from "../../src/llm/tool-calls.ts";
import { replyBytes } from "../helpers/scripted-provider.ts";
import { bench, deltasOf, outcomeOf, question } from "./fixture.ts";

const search: Tool<{ query: string }> = {
  name: "search_index",
  description: "Looks for words.",
  parameters: z.object({ query: z.string() }),
  run: () => "",
};

describe("the input of a call (case A3)", () => {
  it.each([
    ['{"query":"fee",}', { query: "fee" }],
    ['```json\n{"query":"fee"}\n```', { query: "fee" }],
    ['"{\\"query\\":\\"fee\\"}"', { query: "fee" }],
    ['{"query":"fee"} trailing', { query: "fee" }],
    ["{'query': 'fee'}", { query: "fee" }],
    ['{"query":“fee”}', { query: "fee" }],
    ['{"query":"fee', '{"query":"fee'],
    ["", {}],
    ["{}", {}],
    ["null", {}],
    ["fee", "fee"],
  ])("%j arrives as %j, and goes back as valid JSON", async (input, read) => {
    const { model, provider } = await bench([{ calls: [{ id: "c1", name: "search_index", arguments: input }] }, { content: "Yes." }]);
    const deltas = await deltasOf(model, { tools: [search] });
    expect(deltas).toEqual([{ call: { id: "c1", tool: "search_index", input: read } }]);
    const history: readonly Message[] = [
      ...question,
      { role: "assistant", content: "", calls: deltas.flatMap((delta) => ("call" in delta ? [delta.call] : [])) },
      { role: "tool", content: "An observation.", callId: "c1" },
    ];
    await deltasOf(model, { tools: [search] }, history);
    const [, assistant, tool] = provider.requests[1]?.body.messages ?? [];
    const sent = JSON.parse(assistant?.tool_calls?.[0]?.function.arguments ?? "");
    expect(sent).toEqual(typeof read === "string" ? { unreadable: read } : read);
    expect(tool).toEqual({ role: "tool", content: "An observation.", tool_call_id: "c1" });
  });

  it("never is undefined", () => {
    for (const text of ["", " ", "null", "undefined", "[", "{", "7"]) expect(readInput(text)).toBeDefined();
  });
});

describe("calls of tools", () => {
  it("come after the text, each whole and in order", async () => {
    const { model, provider } = await bench([
      {
        content: "Let me look.",
        calls: [
          { id: "a", name: "search_index", arguments: '{"query":"fee"}' },
          { id: "b", name: "search_index", arguments: '{"query":"fine"}' },
        ],
      },
    ]);
    const deltas = await deltasOf(model, { tools: [search] });
    expect(deltas.map((delta) => ("text" in delta ? delta.text : delta.call.id))).toEqual(["Let me l", "ook.", "a", "b"]);
    expect(provider.requests[0]?.body.tools).toEqual([
      {
        type: "function",
        function: {
          name: "search_index",
          description: "Looks for words.",
          parameters: { type: "object", properties: { query: { type: "string" } }, required: ["query"] },
        },
      },
    ]);
    expect(provider.requests[0]?.body.tool_choice).toBeUndefined();
  });

  it("of a stream cut at any byte are never given in part", async () => {
    const bytes = replyBytes({ calls: [{ id: "a", name: "t", arguments: '{"q":1}' }], usage: null });
    const finish = Buffer.from(bytes).indexOf('"finish_reason":"tool_calls"}]}') + '"finish_reason":"tool_calls"}]}'.length;
    const { model } = await bench([({ body }) => ({ packets: [bytes.subarray(0, Number(body.messages[0]?.content))] })], {
      settings: { retries: { attempts: 1 } },
    });
    const all = Array.from(bytes.keys(), async (end) => {
      const got = await deltasOf(model, { tools: [search] }, [{ role: "user", content: String(end) }]).catch(
        (error: { code: string }) => error.code,
      );
      expect(got, `cut at ${end}`).toEqual(end < finish ? "MODEL_FAILED" : [{ call: { id: "a", tool: "t", input: { q: 1 } } }]);
    });
    await Promise.all(all);
  });

  it("may come in one JSON body, or beside an unfinished thought", async () => {
    const calls = [{ id: "a", name: "search_index", arguments: '{"query":"fee"}' }];
    const { model } = await bench([
      { calls, stream: false },
      { content: "<think>I should look", calls },
    ]);
    const expected = [{ call: { id: "a", tool: "search_index", input: { query: "fee" } } }];
    expect(await deltasOf(model, { tools: [search] })).toEqual(expected);
    expect(await deltasOf(model, { tools: [search] })).toEqual(expected);
  });

  it("without a name are none", async () => {
    const { model } = await bench([{ calls: [{ id: "a", name: "", arguments: "{}" }] }]);
    expect(await outcomeOf(model)).toMatchObject({ code: "MODEL_OUTPUT_INVALID" });
  });

  it.each([
    [
      "ids in each fragment",
      [
        { index: 0, id: "a", function: { name: "t", arguments: '{"q"' } },
        { index: 0, id: "a", function: { arguments: ":1}" } },
      ],
      ["a"],
    ],
    [
      "the name repeated",
      [
        { index: 0, id: "a", function: { name: "t", arguments: '{"q"' } },
        { index: 0, function: { name: "t", arguments: ":1}" } },
      ],
      ["a"],
    ],
    [
      "no index",
      [
        { id: "a", function: { name: "t", arguments: '{"q":1}' } },
        { id: "b", function: { name: "t", arguments: { q: 1 } } },
      ],
      ["a", "b"],
    ],
    [
      "every index 0",
      [
        { index: 0, id: "a", function: { name: "t", arguments: '{"q":1}' } },
        { index: 0, id: "b", function: { name: "t", arguments: '{"q":1}' } },
      ],
      ["a", "b"],
    ],
    [
      "no ids",
      [
        { index: 0, function: { name: "t", arguments: '{"q":1}' } },
        { index: 1, function: { name: "t", arguments: '{"q":1}' } },
      ],
      ["call_4_1", "call_4_2"],
    ],
    [
      "one id for two",
      [
        { index: 0, id: "a", function: { name: "t", arguments: '{"q":1}' } },
        { index: 1, id: "a", function: { name: "t", arguments: '{"q":1}' } },
      ],
      ["a", "call_4_2"],
    ],
  ])("are told apart in fragments with %s", (_, fragments, ids) => {
    const assembler = new CallAssembler();
    for (const fragment of fragments) assembler.add([fragment]);
    expect(assembler.calls(4)).toEqual(ids.map((id) => ({ id, tool: "t", input: { q: 1 } })));
  });
});

it("keeps calls apart that come with neither number nor id", () => {
  const calls = new CallAssembler();
  calls.add([
    { function: { name: "search_index", arguments: '{"query": "fee"}' } },
    { function: { name: "search_index", arguments: '{"query": "fine"}' } },
  ]);
  calls.add([{ function: { name: "calculate", arguments: '{"expression"' } }]);
  calls.add([{ function: { name: "calculate", arguments: ': "1+1"}' } }]);
  expect(calls.calls(1)).toEqual([
    { id: "call_1_1", tool: "search_index", input: { query: "fee" } },
    { id: "call_1_2", tool: "search_index", input: { query: "fine" } },
    { id: "call_1_3", tool: "calculate", input: { expression: "1+1" } },
  ]);
});
