/*
 * Numbers of provisions in Chinese and Japanese: 第九条 and 第9条 are one term, 第9条. Signs of one meaning that are written
 * in several ways count as the first of them.
 */

/** What stands before an ordinal number. */
export const ORDINAL_SIGN = 0x7b2c;

const DIGITS = "零一二三四五六七八九";
const ZERO = 0x3007;
const TENS = "十百千万";
/** What is counted, each sign by the first of its ways: articles, chapters, sections, books, paragraphs and the like. */
const COUNTERS = ["条條", "章", "节節", "编編", "款", "项項", "号號", "篇", "部", "卷巻"];
/** More signs than a number that somebody would write has. */
const MOST_SIGNS = 12;

/** The term for number `digits` of what `counter`, a character code, counts; nothing when it counts nothing. */
export function ordinalTerm(digits: string, counter: number): string | undefined {
  const sign = String.fromCharCode(counter);
  const counted = COUNTERS.find((ways) => ways.includes(sign));
  return counted === undefined ? undefined : `${String.fromCharCode(ORDINAL_SIGN)}${digits}${counted[0]}`;
}

/**
 * The number in Chinese signs that stands at `from` among `count` character codes.
 *
 * @returns its value and where it ends; nothing when there is none
 */
export function hanNumberAt(codes: ArrayLike<number>, from: number, count: number): readonly [value: number, end: number] | undefined {
  let value = 0;
  let below = 0;
  let digit = -1;
  let end = from;
  for (; end < count && end < from + MOST_SIGNS; end++) {
    const code = codes[end] as number;
    const sign = String.fromCharCode(code);
    const next = code === ZERO ? 0 : DIGITS.indexOf(sign);
    const power = TENS.indexOf(sign);
    if (next >= 0) digit = digit < 0 ? next : digit * 10 + next;
    else if (power === 3) {
      value += (below + Math.max(0, digit) || 1) * 10_000;
      below = 0;
      digit = -1;
    } else if (power >= 0) {
      below += (digit <= 0 ? 1 : digit) * 10 ** (power + 1);
      digit = -1;
    } else break;
  }
  return end === from ? undefined : [value + below + Math.max(0, digit), end];
}
