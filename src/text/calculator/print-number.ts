import { abs, type Rational } from "./rational.ts";

/** Significant digits shown of a number that cannot be shown whole. */
const SHOWN_DIGITS = 15;
/** A decimal of no more digits is shown whole. */
const WHOLE_DIGITS = 60;

/** `exact`: the text is the very number. Either way it is a number that the calculator reads, as that same number. */
export function printNumber(value: Rational): { readonly text: string; readonly exact: boolean } {
  if (value.num === 0n) return { text: "0", exact: !value.rounded };
  const sign = value.num < 0n ? "-" : "";
  const num = abs(value.num);
  if (!value.rounded) {
    const whole = wholeDecimal(num, value.den);
    if (whole !== undefined) return { text: sign + whole, exact: true };
  }
  const { digits, exponent } = significant(num, value.den);
  return { text: sign + placed(digits, exponent), exact: false };
}

/** Every digit, when the decimal ends and is not too long. */
function wholeDecimal(num: bigint, den: bigint): string | undefined {
  if (den === 1n) {
    const digits = num.toString();
    return digits.replace(/0+$/, "").length <= SHOWN_DIGITS ? placed(digits, digits.length - 1) : digits;
  }
  let places = 0;
  for (let scale = 1n; places <= WHOLE_DIGITS; places++, scale *= 10n) {
    if ((num * scale) % den !== 0n) continue;
    const digits = ((num * scale) / den).toString();
    return digits.length <= WHOLE_DIGITS ? placed(digits, digits.length - places - 1) : undefined;
  }
  return undefined;
}

/** The first digits, rounded, and the power of ten of the first of them. */
function significant(num: bigint, den: bigint): { readonly digits: string; readonly exponent: number } {
  let exponent = num.toString().length - den.toString().length;
  if (scaled(num, den, -exponent) < 1n) exponent--;
  const rounded = (scaled(num, den, SHOWN_DIGITS - exponent) + 5n) / 10n;
  const digits = rounded.toString();
  if (digits.length > SHOWN_DIGITS) exponent++;
  return { digits: digits.slice(0, SHOWN_DIGITS), exponent };
}

/** num / den * 10^power, cut to a whole number. */
function scaled(num: bigint, den: bigint, power: number): bigint {
  return power >= 0 ? (num * 10n ** BigInt(power)) / den : num / (den * 10n ** BigInt(-power));
}

function placed(allDigits: string, exponent: number): string {
  const digits = allDigits.replace(/0+$/, "");
  if (exponent < -20 || exponent > 40) {
    const rest = digits.slice(1);
    return `${digits[0]}${rest === "" ? "" : `.${rest}`}e${exponent}`;
  }
  if (exponent < 0) return `0.${"0".repeat(-exponent - 1)}${digits}`;
  const whole = digits.padEnd(exponent + 1, "0");
  const decimals = whole.slice(exponent + 1);
  return whole.slice(0, exponent + 1) + (decimals === "" ? "" : `.${decimals}`);
}
