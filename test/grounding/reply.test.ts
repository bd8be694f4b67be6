import { expect, it } from "vitest";
import { textReply } from "../../src/grounding/reply.ts";

it.each([
  ['<think>Maybe {"tool":"finish"} FINAL ANSWER: 7</think>\n```json\n{"answer":"18.50","citations":[1]}\n```', "18.50 [1]"],
  ['{"answer": "18.50 [2]", "citations": [2]}', "18.50 [2]"],
  ["Final answer: 18.50 [1]", "18.50 [1]"],
  ["```\n18.50 [1]\n```", "18.50 [1]"],
  ["<think>never closed: 7", ""],
  ["<thinking>7</thinking>18.50 [1]", "18.50 [1]"],
  ['{"verdict": 7}', ""],
  ['Settings are {"a": 1} by default [1].', 'Settings are {"a": 1} by default [1].'],
  ["18.50 [1]\n<<end 0123456789abcdef>>", "18.50 [1]"],
  ["Use `array[2]` as {shown}. [1]", "Use `array[2]` as {shown}. [1]"],
])("the reader sees the answer alone, without thinking, fence or JSON (A7): %j", (reply, text) => {
  expect(textReply(reply)).toBe(text);
});
