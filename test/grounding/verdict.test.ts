import { describe, expect, it } from "vitest";
import { readVerdict } from "../../src/grounding/verdict.ts";

const words = { accepted: ["relevant", "yes"], rejected: ["irrelevant", "no"] };
const read = (reply: string) => readVerdict(reply, words);

describe("a verdict is read from (G1)", () => {
  it.each([
    "Yes.",
    "relevant.",
    "**Relevant**",
    " RELEVANT\n",
    '"yes"',
    "Yes, it states the fee.",
    '{"relevant":"yes"}',
    '{"relevant": true}',
    "Answer: relevant",
    "Relevant: yes",
    "Relevant: it states the fee.",
    "**Verdict:** Yes",
    "The answer is: yes",
    "Yes, no other section has it.",
    "The source gives the fee for a day.\n\nVerdict: relevant",
    '```json\n{"relevant": "yes", "reason": "no fee elsewhere"}\n```',
  ])("%j: accepted", (reply) => expect(read(reply)).toBe("accepted"));

  it.each([
    "No.",
    "irrelevant",
    "Irrelevant, it is about dogs.",
    "Not relevant.",
    '{"relevant": false}',
    '{"grounded":"no"}',
    "Answer: no",
    "Relevant: no",
  ])("%j: rejected", (reply) => expect(read(reply)).toBe("rejected"));

  it.each([
    "да",
    "",
    "I think so.",
    "yes/no",
    "relevant or irrelevant",
    "Nobody knows.",
    "Yesterday's rule.",
    "The text speaks of fees.",
    '{"score": 3}',
  ])("%j: unclear, which is neither", (reply) => expect(read(reply)).toBe("unclear"));

  it("what words of another language are configured", () => {
    expect(readVerdict("Да.", { accepted: ["да"], rejected: ["нет"] })).toBe("accepted");
    expect(readVerdict("Нет, не об этом.", { accepted: ["да"], rejected: ["нет"] })).toBe("rejected");
  });
});

describe("a verdict on a statement is read from (G1)", () => {
  const checks = { accepted: ["yes", "supported"], rejected: ["no", "not supported", "unsupported"] };
  const check = (reply: string) => readVerdict(reply, checks);

  it.each(["The statement is supported.", "It is supported.", "Supported (yes)", '{"supported": 1}'])("%j: accepted", (reply) =>
    expect(check(reply)).toBe("accepted"),
  );

  it.each([
    "NOT_SUPPORTED",
    "Verdict: not-supported",
    "not  supported",
    "The statement is not supported by the sources.",
    '{"supported": 0}',
    '{"supported": "No, the source says 5"}',
  ])("%j: rejected", (reply) => expect(check(reply)).toBe("rejected"));

  it.each([
    "Supported, but only in part",
    "Yes, but the sources do not say the date",
    "Yes, except for the date.",
    "Supported? No.",
    "Supported — no.",
    "Yes. No.",
    "Yes\nNo",
    "not\nsupported",
    "Supported.\n\nVerdict: not supported",
    "Partially supported",
    "supported, not",
  ])("%j: unclear, since a half or contradicted yes is none", (reply) => expect(check(reply)).toBe("unclear"));
});

describe("thinking decides nothing (A7)", () => {
  it.each([
    ["<think>Maybe yes? relevant.</think>\nNo.", "rejected"],
    ["<thinking>no no no</thinking> relevant", "accepted"],
    ['<think>{"relevant": "no"}</think>\n```json\n{"relevant": "yes"}\n```', "accepted"],
    ["it shares words, no\n</think>\nyes", "accepted"],
    ["<think>yes, it is relevant", "unclear"],
  ] as const)("%j: %s", (reply, verdict) => expect(read(reply)).toBe(verdict));
});
