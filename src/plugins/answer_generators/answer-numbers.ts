import { type Calculation, isResult } from "../../grounding/calculations.ts";
import { missingNumbers } from "../../grounding/numbers.ts";
import type { Evidence } from "../../model.ts";

/** `[1]`, and the number of an item of a list: they say nothing of the matter. */
const MARKS = /\[\d+\]|^[ \t]*\d{1,2}[.)][ \t]/gm;

/** Numbers of an answer that stand in none of the passages it cites, nor in the question, nor are a result of the calculator. As written. */
export function strayNumbers(answer: string, cited: readonly Evidence[], question: string, calculations: readonly Calculation[]): string[] {
  const sources = cited.map(({ path, context, text }) => [...path, context ?? "", text].join("\n"));
  const missing = missingNumbers(answer.replace(MARKS, " "), [...sources, question]);
  return [...new Set(missing)].filter((written) => !isResult(written, calculations));
}
