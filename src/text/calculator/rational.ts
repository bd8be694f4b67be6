import { fault } from "./fault.ts";

/**
 * A number as a fraction of whole numbers, so that decimals and large integers stay exact. `den` is above 0, and the fraction
 * is in lowest terms. `rounded`: somewhere on the way an irrational or unwieldy value was replaced by a near one.
 */
export interface Rational {
  readonly num: bigint;
  readonly den: bigint;
  readonly rounded: boolean;
}

/** About 360 digits: more than anybody's accounts, and quick to work with. */
const MAX_BITS = 1_200;
/** Digits kept of a fraction that has become unwieldy. */
const KEPT_DIGITS = 40n;

export function rational(num: bigint, den = 1n, rounded = false): Rational {
  if (den === 0n) throw fault("Division by zero has no result.");
  const sign = den < 0n ? -1n : 1n;
  const divisor = gcd(abs(num), abs(den));
  return bounded({ num: (sign * num) / divisor, den: (sign * den) / divisor, rounded });
}

export const ZERO = rational(0n);
export const ONE = rational(1n);

export function add(a: Rational, b: Rational): Rational {
  return rational(a.num * b.den + b.num * a.den, a.den * b.den, a.rounded || b.rounded);
}

export function negate(a: Rational): Rational {
  return { ...a, num: -a.num };
}

export function subtract(a: Rational, b: Rational): Rational {
  return add(a, negate(b));
}

export function multiply(a: Rational, b: Rational): Rational {
  return rational(a.num * b.num, a.den * b.den, a.rounded || b.rounded);
}

export function divide(a: Rational, b: Rational): Rational {
  return rational(a.num * b.den, a.den * b.num, a.rounded || b.rounded);
}

/** What is left of `a` after whole times `b`; it has the sign of `b`, as in mathematics. */
export function remainder(a: Rational, b: Rational): Rational {
  return subtract(a, multiply(b, floor(divide(a, b))));
}

export function compare(a: Rational, b: Rational): number {
  const left = a.num * b.den;
  const right = b.num * a.den;
  return left < right ? -1 : left > right ? 1 : 0;
}

export function floor(a: Rational): Rational {
  const whole = a.num / a.den;
  return { num: a.num < 0n && whole * a.den !== a.num ? whole - 1n : whole, den: 1n, rounded: a.rounded };
}

/** To so many decimal places (negative: tens, hundreds …), halves away from zero. */
export function roundTo(a: Rational, places: number): Rational {
  const scale = places >= 0 ? rational(10n ** BigInt(places)) : rational(1n, 10n ** BigInt(-places));
  const { num, den, rounded } = multiply(a, scale);
  const whole = (2n * abs(num) + den) / (2n * den);
  return divide({ num: num < 0n ? -whole : whole, den: 1n, rounded }, scale);
}

/** A double as the decimal that JavaScript prints for it. Marked as rounded. */
export function fromDouble(value: number): Rational {
  if (Number.isNaN(value)) throw fault("The result is not a real number.");
  if (!Number.isFinite(value)) throw tooLarge();
  const [digits = "0", exponent = "0"] = value.toExponential().split("e");
  const [whole = "0", decimals = ""] = digits.split(".");
  return { ...fromDecimal(whole + decimals, Number(exponent) - decimals.length), rounded: true };
}

/** `digits` times ten to the power of `exponent`. */
export function fromDecimal(digits: string, exponent: number): Rational {
  if (Math.abs(exponent) > MAX_BITS) throw exponent > 0 ? tooLarge() : tooSmall();
  return exponent >= 0 ? rational(BigInt(digits) * 10n ** BigInt(exponent)) : rational(BigInt(digits), 10n ** BigInt(-exponent));
}

/** The nearest double, or one close by; Infinity beyond the range of doubles. */
export function toDouble({ num, den }: Rational): number {
  const direct = Number(num) / Number(den);
  if (Number.isFinite(direct) && direct !== 0) return direct;
  const shift = BigInt(Math.max(0, Math.max(bits(num), bits(den)) - 1_000));
  const scaledDen = Number(den >> shift);
  return scaledDen === 0 ? Math.sign(Number(num)) * Number.POSITIVE_INFINITY : Number(num >> shift) / scaledDen;
}

export function abs(value: bigint): bigint {
  return value < 0n ? -value : value;
}

export function bits(value: bigint): number {
  return abs(value).toString(16).length * 4;
}

/** The largest whole number whose square is not above `value`. */
export function wholeRoot(value: bigint): bigint {
  if (value < 2n) return value;
  let root = 1n << BigInt(Math.ceil(value.toString(2).length / 2));
  for (;;) {
    const next = (root + value / root) >> 1n;
    if (next >= root) return root;
    root = next;
  }
}

function bounded(value: Rational): Rational {
  if (bits(value.num) <= MAX_BITS && bits(value.den) <= MAX_BITS) return value;
  if (bits(value.num) - bits(value.den) > MAX_BITS - 8) throw tooLarge();
  if (bits(value.den) - bits(value.num) > MAX_BITS - 200) throw tooSmall();
  // Enough places for KEPT_DIGITS of them to count, however small the value is.
  const leading = BigInt(Math.max(0, Math.ceil((bits(value.den) - bits(value.num)) * 0.302)));
  const scale = 10n ** (KEPT_DIGITS + leading);
  const num = (value.num * scale) / value.den;
  const divisor = gcd(abs(num), scale);
  const near = { num: num / divisor, den: scale / divisor, rounded: true };
  if (bits(near.num) > MAX_BITS) return { num: value.num / value.den, den: 1n, rounded: true };
  return near;
}

function gcd(a: bigint, b: bigint): bigint {
  let [high, low] = [a, b];
  while (low !== 0n) [high, low] = [low, high % low];
  return high === 0n ? 1n : high;
}

function tooLarge() {
  return fault("The result is too large to write down (more than 360 digits).");
}

function tooSmall() {
  return fault("The result is too close to zero to write down.");
}
