/** What a model says as its answer: without its thinking, a fence around it, and the form in which it was wrapped. */

const THINKING = /<(think|thinking|reasoning|thought)>[\s\S]*?(?:<\/\1>|$)/gi;
/** A closing tag whose opening one the server kept for itself: what stands before it was thought, not said. */
const THOUGHT_BEFORE = /^[\s\S]*<\/(?:think|thinking|reasoning|thought)>/i;
const FENCED = /```[\w-]*[ \t]*\n([\s\S]*?)\n?[ \t]*```/;

/** The reply without thinking. Thinking that is never closed runs to the end, so that nothing may be left: "". */
export function spoken(reply: string): string {
  return reply.replace(THINKING, "").replace(THOUGHT_BEFORE, "").trim();
}

/**
 * The JSON value in a reply: the whole of it, or what stands in a fence or between the outermost braces. Undefined where there is none.
 */
export function jsonIn(text: string): unknown {
  const fenced = FENCED.exec(text)?.[1];
  const braced = text.includes("{") ? text.slice(text.indexOf("{"), text.lastIndexOf("}") + 1) : undefined;
  for (const candidate of [text, fenced, braced]) {
    if (candidate === undefined || !/^\s*["{]/.test(candidate)) continue;
    try {
      return JSON.parse(candidate) as unknown;
    } catch {
      // not JSON; perhaps the next is
    }
  }
  return undefined;
}

const ANSWER_KEYS = ["answer", "final_answer", "finalAnswer", "text", "response"];
const LEAD = /^(?:\**\s*)(?:final answer|answer|rewritten (?:question|answer)|rewrite|question)\s*:\s*(?:\**\s*)/i;

/** A text for the reader. Of `{"answer": "…", "citations": [1]}` it is the answer, with marks for the citations that it does not carry itself. */
export function textReply(reply: string): string {
  const text = spoken(reply);
  const value = jsonIn(text);
  if (typeof value === "string") return value.trim();
  if (isRecord(value)) return answerOf(value);
  const whole = /^```[\w-]*[ \t]*\n([\s\S]*?)\n?[ \t]*```$/.exec(text)?.[1] ?? text;
  return whole.trim().replace(LEAD, "").trim();
}

function answerOf(value: { readonly [key: string]: unknown }): string {
  const key = ANSWER_KEYS.find((name) => typeof value[name] === "string");
  const answer = key === undefined ? "" : String(value[key]).trim();
  const cites = Array.isArray(value.citations) ? value.citations.filter((cite) => Number.isInteger(cite)) : [];
  if (answer === "" || cites.length === 0 || /\[\d+\]/.test(answer)) return answer;
  return `${answer} ${cites.map((cite) => `[${cite}]`).join("")}`;
}

export function isRecord(value: unknown): value is { readonly [key: string]: unknown } {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}
