import { missingNumbers } from "../../grounding/numbers.ts";
import type { Evidence } from "../../model.ts";

/** `[1]`, and the number of an item of a list: they say nothing of the matter. */
const MARKS = /\[\d+\]|^[ \t]*\d{1,2}[.)][ \t]/gm;

/**
 * Numbers of an answer that stand in none of the passages it cites, nor in the question, nor are a result of the calculator, rounded or
 * as a per cent. As written.
 */
export function strayNumbers(answer: string, cited: readonly Evidence[], question: string, computed: readonly string[]): string[] {
  const sources = cited.map(({ path, context, text }) => [...path, context ?? "", text].join("\n"));
  const missing = missingNumbers(answer.replace(MARKS, " "), [...sources, question]);
  return [...new Set(missing)].filter((written) => !computed.some((value) => isRounding(written, Number(value))));
}

function isRounding(written: string, value: number): boolean {
  const digits = /[\d.,]*\d/.exec(written)?.[0] ?? "";
  // "17.7" and "17,7"; "1,234.5" and "1.234,5".
  return [digits.replaceAll(",", ""), digits.replaceAll(".", "").replace(",", ".")].some((plain) => {
    const half = 0.5 * 10 ** -(plain.split(".")[1]?.length ?? 0);
    return [1, 100, 1e-3, 1e-6, 1e-9].some((factor) => Math.abs(Math.abs(value * factor) - Number(plain)) <= half * (1 + 1e-9));
  });
}
