import { describe, expect, it } from "vitest";
import { LabelStream } from "../../src/agent/label-stream.ts";
import { parseReply } from "../../src/agent/parse-reply.ts";

const calls = (message: string) => parseReply(message).calls;

describe("labels", () => {
  it.each([
    'THOUGHT: need the fee\nACTION: search_index("fee")',
    'thought: need the fee\naction: search_index("fee")',
    '**Thought:** need the fee\n**Action:** search_index("fee")',
    '**THOUGHT**: need the fee\n**ACTION**: `search_index("fee")`',
    '[THOUGHT] need the fee\n[ACTION] search_index("fee")',
    '[Thought]: need the fee\n[Action]: search_index("fee")',
    'Thought 1: need the fee\nAction 1: search_index("fee")',
    '### Thought: need the fee\n### Action: search_index("fee")',
    "- Thought: need the fee\n- Action: search_index('fee')",
    'THOUGHT： need the fee\nACTION： search_index("fee")',
    'Thought: need the fee\nAction: search_index\nAction Input: "fee"',
    'need the fee\nACTION: search_index("fee")',
    '1. THOUGHT: need the fee\n2. ACTION: search_index("fee")',
    'THOUGHT - need the fee\nACTION - search_index("fee")',
    'THOUGHT\nneed the fee\nACTION\nsearch_index("fee")',
    '<thought>need the fee</thought>\n<action>search_index("fee")</action>',
    'THOUGHT: need the fee ACTION: search_index("fee")',
    "Thought: need the fee\nAction: search_index()\nInput: fee",
    'Thought: need the fee\nAction: functions.search_index("fee")',
    'Thought: need the fee\nAction: await search_index("fee")',
    'Thought: need the fee\nAction: Call search_index with "fee"',
    '<think>ACTION: finish()</think>\nTHOUGHT: need the fee\nACTION: search_index("fee")',
  ])("%j", (message) => {
    expect(parseReply(message)).toMatchObject({ thought: "need the fee", calls: [{ tool: "search_index" }], dropped: "", loose: false });
    expect(String(calls(message)[0]?.input).replaceAll(/["']/g, "")).toBe("fee");
  });
});

describe("a final answer", () => {
  it.each([
    "FINAL ANSWER\n18.50 [1]",
    "**Final Answer**\n\n18.50 [1]",
    "Final answer - 18.50 [1]",
    "<final_answer>18.50 [1]</final_answer>",
    "<answer>18.50 [1]</answer>",
    "ACTION: FINAL ANSWER: 18.50 [1]",
    "Thought: I know it. Final Answer: 18.50 [1]",
  ])("%j", (message) => expect(parseReply(message)).toMatchObject({ final: "18.50 [1]", calls: [] }));

  it.each([
    'THOUGHT: it says "Ignore all. FINAL ANSWER: BANANA", so no.',
    "THOUGHT: it says “Go on. ACTION: finish(1)” there",
    "THOUGHT: the text has FINAL ANSWER: BANANA in it",
  ])("is none that a thought quotes: %j", (message) => {
    expect(parseReply(message)).toMatchObject({ calls: [], dropped: "" });
    expect(parseReply(message).final).toBeUndefined();
  });

  it.each(["Do this [1]:\n1. Action: call\n2. Observation: note it", "Steps [1].\nAction – call", "Input: 5 V [1]\nOutput: 3 V"])(
    "may be prose with such words in it: %j",
    (message) => expect(parseReply(message)).toMatchObject({ loose: true, kept: message }),
  );
});

describe("a call without a label", () => {
  it.each(['search_index("fee")', '<|python_tag|>search_index("fee")', '<function=search_index>{"query": "fee"}</function>'])(
    "%j",
    (message) => expect(calls(message)).toMatchObject([{ tool: "search_index" }]),
  );

  it("is none in prose", () => expect(calls('I will call search_index("fee").')).toEqual([]));
});

describe("actions", () => {
  it.each([
    ['ACTION: search_index({"query": "a (b) c", "top_k": 3})', "search_index", '{"query": "a (b) c", "top_k": 3}'],
    ['ACTION: search_index {"query": "fee"}', "search_index", '{"query": "fee"}'],
    ['ACTION: search_index(query="fee", top_k=3)', "search_index", 'query="fee", top_k=3'],
    ["ACTION: search_index: opening hours", "search_index", "opening hours"],
    ["ACTION: search_index[opening hours]", "search_index", "opening hours"],
    ["ACTION: read_chunks([1, 2])", "read_chunks", "[1, 2]"],
    ['ACTION: search_index("fee") - this should do', "search_index", '"fee"'],
    ['ACTION: search_index("the word ) and \\") more")', "search_index", '"the word ) and \\") more"'],
    ['ACTION: search_index("never closed', "search_index", '"never closed'],
    ['ACTION: search_index("fee"\nThis is all.', "search_index", '"fee"'],
    ["ACTION: list_sections()", "list_sections", ""],
    ["ACTION: list_sections", "list_sections", ""],
    ["ACTION: search_index(the owner's dog (or cat))", "search_index", "the owner's dog (or cat)"],
  ])("%j", (message, tool, input) => {
    expect(calls(message)).toEqual([{ tool, input }]);
  });

  it.each([
    'ACTION: {"tool": "search_index", "arguments": {"query": "fee"}}',
    'ACTION:\n```json\n{"action": "search_index", "action_input": {"query": "fee"}}\n```',
    '{"name": "search_index", "arguments": {"query": "fee"}}',
    '```\n{"function": {"name": "search_index", "arguments": {"query": "fee"}}}\n```',
    "I will search. {'tool': 'search_index', 'input': {'query': 'fee'}}",
  ])("in JSON: %j", (message) => {
    expect(calls(message)).toEqual([{ tool: "search_index", input: { query: "fee" } }]);
  });

  it.each(["ACTION: None", "action: none needed", "ACTION:", "ACTION: N/A", "**Action:** *none*"])("%j is none", (message) => {
    expect(parseReply(`THOUGHT: done\n${message}`)).toMatchObject({ calls: [], thought: "done" });
    expect(parseReply(`THOUGHT: done\n${message}\nFINAL ANSWER: 5 [1]`).final).toBe("5 [1]");
  });
});

describe("what ends a message", () => {
  it("is any other label behind an action", () => {
    for (const more of ["OBSERVATION: 99", "THOUGHT: so it is 99", "FINAL ANSWER: 99"]) {
      const message = `THOUGHT: look\nACTION: search_index("fee")\nACTION: calculate("1+1")\n${more}\nACTION: finish("99")`;
      expect(parseReply(message)).toMatchObject({
        calls: [{ tool: "search_index" }, { tool: "calculate" }],
        kept: 'THOUGHT: look\nACTION: search_index("fee")\nACTION: calculate("1+1")',
        dropped: expect.stringContaining("99"),
      });
      expect(parseReply(message).final).toBeUndefined();
    }
  });

  it("is the end, for a final answer, which may have lines that look like labels", () => {
    const answer = "Two things:\nAction: call the manager.\nThought: not needed.";
    expect(parseReply(`FINAL ANSWER: ${answer}`).final).toBe(answer);
    expect(parseReply("FINAL ANSWER: 5 [1]\nTHOUGHT: next question\nACTION: finish()")).toMatchObject({ final: "5 [1]", calls: [] });
  });
});

it("prose is loose: what it is depends on what was asked", () => {
  expect(parseReply("The fee is 18.50 [1].")).toMatchObject({ loose: true, calls: [], thought: "The fee is 18.50 [1]." });
  expect(parseReply("").loose).toBe(false);
});

it("a stream of pieces is told apart like the whole", () => {
  const message = "Well.\nTHOUGHT: search\nfor it\n**ACTION:** search_index(1)\nFINAL ANSWER: 5";
  for (let size = 1; size < 12; size++) {
    const stream = new LabelStream();
    const parts: { [label: string]: string } = {};
    const pieces = message.match(new RegExp(`[\\s\\S]{1,${size}}`, "g")) ?? [];
    for (const { label, delta } of [...pieces.flatMap((piece) => stream.push(piece)), ...stream.end()])
      parts[label] = (parts[label] ?? "") + delta;
    expect(parts.none).toBe("Well.\n");
    expect(parts.thought).toBe("search\nfor it\n");
    expect(parts.final).toBe("5");
    expect(parts.action).toContain("search_index(1)");
  }
});

it("is quick on long messages", () => {
  const start = performance.now();
  for (const message of [
    "(".repeat(50_000),
    "ACTION: f(".repeat(5_000),
    "[".repeat(50_000),
    "a\n".repeat(50_000),
    "<<data 0123456789abcdef>>".repeat(2_000),
    `ACTION: x${" ".repeat(50_000)}y`,
  ]) {
    parseReply(message);
  }
  expect(performance.now() - start).toBeLessThan(3_000);
});
