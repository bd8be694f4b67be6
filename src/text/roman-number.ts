const ROMAN = Object.entries({ m: 1000, cm: 900, d: 500, cd: 400, c: 100, xc: 90, l: 50, xl: 40, x: 10, ix: 9, v: 5, iv: 4, i: 1 });

/**
 * In lower case: 4 is `iv`.
 *
 * @param number - whole, 1 or more; from 4,000 on it is written with as many `m` as it takes
 */
export function roman(number: number): string {
  let left = number;
  let text = "";
  for (const [letters, value] of ROMAN) {
    text += letters.repeat(Math.floor(left / value));
    left %= value;
  }
  return text;
}
