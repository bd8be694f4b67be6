import { type Quantity, quantitiesIn, scaleAskedFor } from "./quantities.ts";
import { areComparable } from "./units.ts";

/** How an answer compares with what was expected. `sure`: nothing else in the answer could be meant, so no judge is needed. */
export interface Comparison {
  /** `null`: the answer does not say. */
  readonly right: boolean | null;
  readonly sure: boolean;
  readonly reason: string;
}

export interface NumberRules {
  /** Percent of the expected number, bound included. */
  readonly tolerancePct: number;
  /** It may say in which scale numbers are meant: "in USD millions". */
  readonly question: string;
}

/** Words beside a number that leave it a single number. */
const BESIDE =
  /\b(?:about|approximately|approx|roughly|around|circa|ca|nearly|almost|exactly|equals?|is|was|it|the|answer|in|total|of)\b|[\s.,;:~≈=*_"'()]+/gi;

/**
 * Compares an expected number with those of an answer: scale, unit and sign count, spelling does not. Where the answer has several
 * numbers, one that fits is enough; those that only repeat the question are left aside.
 *
 * @returns undefined when what is expected is no single number
 */
export function compareNumbers(expected: string | number, answer: string, rules: NumberRules): Comparison | undefined {
  const wanted = theNumber(String(expected));
  if (wanted === undefined) return undefined;
  const scale = scaleAskedFor(rules.question);
  const all = quantitiesIn(answer);
  const asked = new Set(quantitiesIn(rules.question).map(({ written }) => written));
  const own = all.filter(({ written }) => !asked.has(written));
  const given = own.length > 0 ? own : all;
  if (given.length === 0) return { right: false, sure: false, reason: "the answer has no number" };
  const found = given.find((quantity) => areEqual(wanted, quantity, scale, rules.tolerancePct));
  // One number, however often: then it is what the answer says.
  const sure = new Set(given.map(({ value }) => value)).size === 1;
  const numbers = given.slice(0, 5).map(shown).join(", ");
  const within = rules.tolerancePct === 0 ? "exactly" : `within ${rules.tolerancePct} percent`;
  return found === undefined
    ? { right: false, sure, reason: `expected ${shown(wanted)} (${within}), and the answer has ${numbers}${given.length > 5 ? ", …" : ""}` }
    : { right: true, sure, reason: `${shown(found)} is ${shown(wanted)} ${within}` };
}

/** The one number that a text is; undefined for a text that says more. */
function theNumber(text: string): Quantity | undefined {
  const [only, ...others] = quantitiesIn(text);
  if (only === undefined || others.length > 0) return undefined;
  const rest = `${text.slice(0, only.start)} ${text.slice(only.end)}`;
  return rest.replace(BESIDE, "") === "" ? only : undefined;
}

function areEqual(wanted: Quantity, given: Quantity, scale: number | undefined, tolerancePct: number): boolean {
  if (wanted.unit !== undefined && given.unit !== undefined && !areComparable(wanted.unit, given.unit)) return false;
  const [a, b] = [readings(wanted, given, scale), readings(given, wanted, scale)];
  return a.some((expected) => b.some((value) => isWithin(expected, value, tolerancePct)));
}

/** What a number may mean beside another one: without a scale, that of the question; without a unit, that of the other. */
function readings({ value, scaled, unit }: Quantity, other: Quantity, scale: number | undefined): number[] {
  const inUnit = unit === undefined ? [value, ...(other.unit === undefined ? [] : [value * other.unit.factor])] : [value * unit.factor];
  return scaled || scale === undefined ? inUnit : [...inUnit, ...inUnit.map((one) => one * scale)];
}

/** The rounding of binary fractions is no difference; a bound that is just reached is inside. */
const ROUNDING = 1e-12;

function isWithin(expected: number, value: number, tolerancePct: number): boolean {
  const difference = Math.abs(value - expected);
  return difference * 100 <= Math.abs(expected) * tolerancePct + 100 * ROUNDING * Math.max(Math.abs(expected), Math.abs(value));
}

/** As it was written, and what that comes to where it is not plain. */
function shown({ written, value }: Quantity): string {
  return written === String(value) ? written : `${written} (${value})`;
}
