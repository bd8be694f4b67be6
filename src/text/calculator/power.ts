import { fault } from "./fault.ts";
import { abs, bits, divide, fromDouble, ONE, type Rational, rational, toDouble, wholeRoot } from "./rational.ts";

/** Above this size of the result a power is worked out in floating point, and marked as rounded. */
const MAX_EXACT_BITS = 2_400;
const ROOT_PLACES = 40n;

/** `0^0` is 1. A root of a negative number is a fault, odd ones too, since floating point has none. */
export function power(base: Rational, exponent: Rational): Rational {
  if (base.num === 0n && exponent.num < 0n) throw fault("0 to a negative power is a division by zero: it has no result.");
  if (exponent.den === 1n) return wholePower(base, exponent);
  if (base.num < 0n) throw fault("A root, or a broken power, of a negative number is not a real number.");
  if (base.num === 0n) return base;
  const root = exactRoot(base, exponent.den);
  if (root !== undefined) return wholePower(root, { ...exponent, den: 1n });
  if (exponent.num === 1n && exponent.den === 2n) return squareRoot(base);
  return inDoubles(base, exponent);
}

function wholePower(base: Rational, exponent: Rational): Rational {
  const times = abs(exponent.num);
  const size = Math.max(bits(base.num), bits(base.den));
  const isUnit = base.den === 1n && abs(base.num) <= 1n;
  if (!isUnit && BigInt(size) * times > BigInt(MAX_EXACT_BITS)) return inDoubles(base, exponent);
  const count = isUnit ? times % 2n : times;
  const raised = base.num === 0n && times > 0n ? base : rational(base.num ** count, base.den ** count, base.rounded || exponent.rounded);
  return exponent.num < 0n ? divide(ONE, raised) : raised;
}

function inDoubles(base: Rational, exponent: Rational): Rational {
  const result = toDouble(base) ** toDouble(exponent);
  if (result === 0) throw fault("The result is too close to zero to write down.");
  return fromDouble(result);
}

/** For example 2 for the cube root of 8. */
function exactRoot(base: Rational, degree: bigint): Rational | undefined {
  const num = wholeRootOf(base.num, degree);
  const den = wholeRootOf(base.den, degree);
  return num === undefined || den === undefined ? undefined : rational(num, den, base.rounded);
}

function wholeRootOf(value: bigint, degree: bigint): bigint | undefined {
  if (value === 1n) return 1n;
  if (degree === 2n) {
    const root = wholeRoot(value);
    return root * root === value ? root : undefined;
  }
  if (degree > 64n) return undefined;
  const guess = Number(value) ** (1 / Number(degree));
  if (!Number.isSafeInteger(Math.round(guess))) return undefined;
  const root = BigInt(Math.round(guess));
  return root ** degree === value ? root : undefined;
}

function squareRoot({ num, den }: Rational): Rational {
  const scale = 10n ** ROOT_PLACES;
  const places = bits(den) > bits(num) ? 10n ** BigInt(Math.ceil((bits(den) - bits(num)) * 0.16)) : 1n;
  return rational(wholeRoot((num * scale * scale * places * places) / den), scale * places, true);
}
