import { evaluate } from "./evaluate.ts";
import { CalculatorFault } from "./fault.ts";
import { printNumber } from "./print-number.ts";
import { readTokens } from "./tokens.ts";

const MAX_LENGTH = 2_000;

/** `value` is a decimal number that `calculate` reads as itself. Without `exact` it is rounded, to 15 digits. */
export type Calculation =
  | { readonly ok: true; readonly value: string; readonly exact: boolean; readonly notes: readonly string[] }
  | { readonly ok: false; readonly error: string };

/** How expressions are written, in words for people and models. */
export const CALCULATOR_HELP = [
  "Signs: + - * / ^ and parentheses (also × ÷ − **); -2^2 is -4.",
  "Numbers: 1234.5 or 1,234.5, 1.5e6. Behind a number: k, m, bn, thousand, million, billion, trillion, bps.",
  "% behind a number is per cent (12% is 0.12; 12% of 50); between two values it is the remainder (7 % 3 is 1).",
  "Functions: min, max, sum, avg, median, abs, round(x, places), floor, ceil, sqrt, pow, exp, ln, log (base 10; log(x, base)), mod, growth(from, to), cagr(from, to, periods); pi, e.",
  "Inside a function commas separate arguments: write numbers there without thousands separators.",
].join("\n");

/**
 * Works out an expression. Nothing is executed, no name but those in `CALCULATOR_HELP` is known, and every result is a real
 * number: a division by zero, the root of a negative number or a result out of range is an error. Length (2,000 characters),
 * depth (64) and the size of numbers (360 digits) are bounded, and the time with them.
 *
 * Fractions are kept as fractions: 0.1 + 0.2 is 0.3, 2.675 rounds to 2.68, whole numbers of any size are exact.
 */
export function calculate(expression: string): Calculation {
  if (expression.length > MAX_LENGTH) {
    return { ok: false, error: `The calculation has ${expression.length} characters; ${MAX_LENGTH} are allowed.` };
  }
  try {
    const { tokens, notes } = readTokens(expression);
    const { text, exact } = printNumber(evaluate(tokens));
    return { ok: true, value: text, exact, notes };
  } catch (error) {
    if (error instanceof CalculatorFault) return { ok: false, error: error.message };
    throw error;
  }
}
