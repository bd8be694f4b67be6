import { withoutMarks } from "../llm/data-marks.ts";
import { readJsonValues } from "../llm/read-json.ts";
import { stripThinking } from "../llm/thinking.ts";

/** What a model says as its answer: without its thinking, a fence around it, and the form in which it was wrapped. */

/** The reply without thinking. Thinking that is never closed runs to the end, so that nothing may be left: "". */
export function spoken(reply: string): string {
  return stripThinking(reply).trim();
}

/** JSON objects in a reply, in a fence or between words; the likeliest first. */
export function objectsIn(reply: string): readonly JsonObject[] {
  return readJsonValues(reply).values.filter(isObject);
}

export type JsonObject = { readonly [key: string]: unknown };

const ANSWER_KEYS = ["answer", "final_answer", "finalAnswer", "text", "response"];
const LEAD = /^\**\s*(?:final answer|answer|rewritten (?:question|answer)|rewrite|question)\s*:\s*\**\s*/i;
const FENCE = /^```[\w-]*[ \t]*\n([\s\S]*?)\n?[ \t]*```$/;

/**
 * A text for the reader, who never sees raw JSON, nor the marks of a prompt: of `{"answer": "…", "citations": [1]}` it is the answer, with marks for the citations
 * that it does not carry itself.
 */
export function textReply(reply: string): string {
  const text = withoutMarks(spoken(reply)).trim();
  const wrapped = objectsIn(text)
    .map(answerOf)
    .find((answer) => answer !== undefined);
  if (wrapped !== undefined) return wrapped;
  const bare = (FENCE.exec(text)?.[1] ?? text).trim();
  return /^[{[][\s\S]*[}\]]$/.test(bare) && isJson(bare)
    ? ""
    : bare
        .replace(LEAD, "")
        .replace(/^"([^"]*)"$/, "$1")
        .trim();
}

function answerOf(value: JsonObject): string | undefined {
  const key = ANSWER_KEYS.find((name) => typeof value[name] === "string");
  if (key === undefined) return undefined;
  const answer = String(value[key]).trim();
  const cites = Array.isArray(value.citations) ? value.citations.filter((cite) => Number.isInteger(cite)) : [];
  if (answer === "" || cites.length === 0 || /\[\d+\]/.test(answer)) return answer;
  return `${answer} ${cites.map((cite) => `[${cite}]`).join("")}`;
}

function isJson(text: string): boolean {
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false;
  }
}

function isObject(value: unknown): value is JsonObject {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}
