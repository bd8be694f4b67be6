import { fault } from "./fault.ts";
import { power } from "./power.ts";
import {
  add,
  bits,
  compare,
  divide,
  floor,
  fromDouble,
  multiply,
  negate,
  ONE,
  type Rational,
  rational,
  remainder,
  roundTo,
  subtract,
  toDouble,
  ZERO,
} from "./rational.ts";

interface MathFunction {
  readonly least: number;
  readonly most: number;
  readonly call: (values: readonly Rational[]) => Rational;
}

const MANY = 200;
const EULER = fromDouble(Math.E);

const one = (call: (value: Rational) => Rational): MathFunction => ({ least: 1, most: 1, call: ([value = ZERO]) => call(value) });
const list = (call: (values: readonly Rational[]) => Rational): MathFunction => ({ least: 1, most: MANY, call });

const sum = (values: readonly Rational[]) => values.reduce(add, ZERO);
const average = (values: readonly Rational[]) => divide(sum(values), rational(BigInt(values.length)));

/** Every function there is. A Map, since an object would also know "constructor" and "toString". */
export const FUNCTIONS: ReadonlyMap<string, MathFunction> = new Map<string, MathFunction>([
  ["min", list((values) => values.reduce((a, b) => (compare(b, a) < 0 ? b : a)))],
  ["max", list((values) => values.reduce((a, b) => (compare(b, a) > 0 ? b : a)))],
  ["sum", list(sum)],
  ["avg", list(average)],
  ["average", list(average)],
  ["mean", list(average)],
  ["median", list(median)],
  ["abs", one((value) => (value.num < 0n ? negate(value) : value))],
  ["floor", one(floor)],
  ["ceil", one((value) => negate(floor(negate(value))))],
  ["round", { least: 1, most: 2, call: ([value = ZERO, places = ZERO]) => roundTo(value, wholeFrom(places, -30, 30, "round")) }],
  ["sqrt", one((value) => power(value, rational(1n, 2n)))],
  ["pow", { least: 2, most: 2, call: ([base = ZERO, exponent = ZERO]) => power(base, exponent) }],
  ["exp", one((value) => (value.num === 0n ? ONE : power(EULER, value)))],
  ["ln", one(naturalLog)],
  ["log", { least: 1, most: 2, call: ([value = ZERO, base = rational(10n)]) => log(value, base) }],
  ["log10", one((value) => log(value, rational(10n)))],
  ["log2", one((value) => log(value, rational(2n)))],
  ["mod", { least: 2, most: 2, call: ([a = ZERO, b = ZERO]) => remainder(a, b) }],
  ["growth", { least: 2, most: 2, call: ([from = ZERO, to = ZERO]) => growth(from, to) }],
  ["cagr", { least: 3, most: 3, call: ([from = ZERO, to = ZERO, periods = ZERO]) => cagr(from, to, periods) }],
]);

export const CONSTANTS: ReadonlyMap<string, Rational> = new Map([
  ["pi", fromDouble(Math.PI)],
  ["e", EULER],
]);

function median(values: readonly Rational[]): Rational {
  const sorted = [...values].sort(compare);
  const middle = sorted.length >> 1;
  const high = sorted[middle] ?? ZERO;
  return sorted.length % 2 === 1 ? high : average([sorted[middle - 1] ?? high, high]);
}

/** From a loss, growth is measured on its size: from -100 to 50 is +1.5, a gain. */
function growth(from: Rational, to: Rational): Rational {
  if (from.num === 0n) throw fault("growth from 0 is a division by zero: it has no result.");
  const change = divide(subtract(to, from), from);
  return from.num < 0n ? negate(change) : change;
}

function cagr(from: Rational, to: Rational, periods: Rational): Rational {
  if (from.num === 0n || periods.num === 0n) throw fault("cagr from 0, or over 0 periods, is a division by zero: it has no result.");
  return subtract(power(divide(to, from), divide(ONE, periods)), ONE);
}

function naturalLog(value: Rational): Rational {
  if (value.num <= 0n) throw fault(`The logarithm of ${value.num === 0n ? "0" : "a negative number"} is not a real number.`);
  if (compare(value, ONE) === 0) return { ...ZERO, rounded: value.rounded };
  // Beyond the range of doubles, what is cut off by shifting comes back as a multiple of ln 2.
  const shift = Math.trunc((bits(value.num) - bits(value.den)) / 2);
  if (Math.abs(shift) < 400) return fromDouble(Math.log(toDouble(value)));
  const scale = rational(1n << BigInt(Math.abs(shift)));
  return fromDouble(Math.log(toDouble(shift > 0 ? divide(value, scale) : multiply(value, scale))) + shift * Math.LN2);
}

function log(value: Rational, base: Rational): Rational {
  const bottom = naturalLog(base);
  if (bottom.num === 0n) throw fault("A logarithm to the base 1 is a division by zero: it has no result.");
  const near = divide(naturalLog(value), bottom);
  // Where the base to a whole power is the value, that power is the exact result.
  const whole = roundTo(near, 0);
  if (Math.abs(toDouble(whole)) > 1_200) return near;
  const back = power(base, { ...whole, rounded: false });
  return compare(back, value) === 0 && !back.rounded ? { ...whole, rounded: value.rounded || base.rounded } : near;
}

function wholeFrom(value: Rational, least: number, most: number, name: string): number {
  const number = Number(value.num);
  if (value.den !== 1n || number < least || number > most) {
    throw fault(`The second argument of ${name} is a whole number from ${least} to ${most}.`);
  }
  return number;
}
