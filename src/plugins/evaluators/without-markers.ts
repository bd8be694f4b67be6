import type { Answer } from "../../model.ts";

/** An answer's text as it is compared: `[1]` may stand between two sentences that a case expects as one text. Brackets that cite nothing are the answer's own words. */
export function withoutMarkers(answer: Answer): string {
  const numbers = new Set(answer.citations.map(({ number }) => String(number)));
  return answer.text.replace(/\s*\[(\d+)\]/g, (marker, number: string) => (numbers.has(number) ? "" : marker));
}
