import { readJsonValues } from "../llm/read-json.ts";

const ANSWER_KEYS = ["answer", "final_answer", "response", "text"] as const;

/**
 * The words of a final answer: without a fence around them, and out of the JSON that some models put them in, with the citations that
 * stand beside them there. A reader never sees raw JSON.
 */
export function readFinalText(text: string): string {
  const trimmed = text.trim();
  if (/^(?:```|\{)/.test(trimmed) || /```(?:json)?\s*\{/.test(trimmed)) {
    const answer = answerInJson(trimmed);
    if (answer !== undefined) return answer;
  }
  const fenced = /^(`{3,})\w*\n([\s\S]*?)\n?\1\s*$/.exec(trimmed)?.[2];
  return (fenced ?? trimmed).trim();
}

/** The answer in JSON of the forms that models choose; undefined where there is none. */
export function answerInJson(text: string): string | undefined {
  for (const value of readJsonValues(text).values) {
    if (typeof value !== "object" || value === null || Array.isArray(value)) continue;
    const fields = new Map<string, unknown>(Object.entries(value));
    const key = ANSWER_KEYS.find((name) => fields.has(name));
    const answer = key === undefined ? undefined : fields.get(key);
    if (typeof answer !== "string" && typeof answer !== "number") continue;
    const words = String(answer).trim();
    return /\[\d/.test(words) ? words : words + marksOf(fields.get("citations") ?? fields.get("sources") ?? fields.get("cites"));
  }
  return undefined;
}

function marksOf(citations: unknown): string {
  if (!Array.isArray(citations)) return "";
  const numbers = citations.filter((item) => Number.isInteger(item) || (typeof item === "string" && /^\[?\d+\]?$/.test(item)));
  return numbers.length === 0 ? "" : ` ${numbers.map((item) => `[${String(item).replace(/\D/g, "")}]`).join("")}`;
}
