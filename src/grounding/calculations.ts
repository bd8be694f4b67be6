import { missingNumbers } from "./numbers.ts";

/** What the calculator was given, and what it gave. */
export interface Calculation {
  readonly expression: string;
  readonly value: string;
}

/** Numbers that need no source: halves and percents, and how time is divided. */
const PLAIN = "1 2 3 4 5 7 10 12 24 30 31 52 60 90 100 360 365 366 1000 1000000 1000000000";

/**
 * Calculations from numbers of these texts, from plain ones, and from results of others before them. A result of invented numbers is
 * an invented number.
 */
export function soundCalculations(calculations: readonly Calculation[], texts: readonly string[]): Calculation[] {
  const known = [...texts, ...PLAIN.split(" ")];
  return calculations.filter(({ expression, value }) => {
    // So that a sign between two numbers makes them neither one number nor a date.
    const apart = expression.replace(/[^\p{L}\p{N}.,_%]+/gu, " ; ");
    if (missingNumbers(apart, known).some((written) => !isScaled(written, known))) return false;
    known.push(value);
    return true;
  });
}

/** "4174 / 23601" is of 4,174 million and 23,601 million; "0.12 * 500" of 12 per cent. */
function isScaled(written: string, known: readonly string[]): boolean {
  const hundredfold = String(Number((Number(written.replaceAll(",", "")) * 100).toPrecision(12)));
  return [`${written} thousand`, `${written} million`, `${written} billion`, hundredfold].some(
    (form) => missingNumbers(form, known).length === 0,
  );
}

/** Whether a number, as written, is one of the results: rounded, as a per cent, or in thousands, millions or billions. */
export function isResult(written: string, calculations: readonly Calculation[]): boolean {
  const digits = /[\d.,]*\d/.exec(written)?.[0] ?? "";
  // "17.7" and "17,7"; "1,234.5" and "1.234,5".
  const plain = [digits.replaceAll(",", ""), digits.replaceAll(".", "").replace(",", ".")];
  return calculations.some(({ value }) => plain.some((number) => isRounding(number, Number(value))));
}

function isRounding(plain: string, value: number): boolean {
  const half = 0.5 * 10 ** -(plain.split(".")[1]?.length ?? 0);
  return [1, 100, 1e-3, 1e-6, 1e-9].some((factor) => Math.abs(Math.abs(value * factor) - Number(plain)) <= half * (1 + 1e-9));
}
