import { otherValues } from "./number-words.ts";

/**
 * Numbers as a reader compares them: "1,200", "1.200", "1 200" and "1200" are one, "12 months" is "twelve months", "1.2 million" is
 * "1,200,000", 5 is "May" in a date. Where a form may be read in two ways, both count.
 */

/** A group of digits may follow a plain space only where it is one of three, as in "12 500". */
const TOKEN = /(?:\d+|(?<![\d.\p{L}])\.\d+)(?:(?:[.,'’]|[ \u00a0\u2009\u202f](?=\d{3}(?!\d)))\d+)*/gu;
const SCALE: readonly (readonly [RegExp, number])[] = [
  [/^\s?(?:thousand|tausend|tsd|mille|mil)\b|^k\b/i, 1e3],
  [/^\s?(?:million(?:s|en)?|millones|mio|mln|mn)\b|^m\b/i, 1e6],
  [/^\s?(?:billions?|bn|milliarden?|milliards?|mrd)\b|^b\b/i, 1e9],
  [/^\s?(?:trillions?|tn)\b|^t\b/i, 1e12],
  [/^\s?(?:lakhs?|lacs?)\b/i, 1e5],
  [/^\s?(?:crores?|cr)\b/i, 1e7],
  [/^\s?[万萬]/, 1e4],
  [/^\s?[億亿]/, 1e8],
];
/** A letter that may be a unit of measure as well. */
const SCALE_LETTER = /^[kmbt]\b/i;
/** A table that counts in millions says so once, in its head. */
const COUNTED_IN: readonly (readonly [RegExp, number])[] = [
  [/\b(?:in|\$|€|£)\s?(?:thousands|tausend|tsd|000s?)\b|'000/i, 1e3],
  [/\bin\s(?:\S{1,4}\s?)?(?:millions?|millionen|mio|mn)\b|\bmillions\sof\b|[$€£¥]\s?(?:millions?|mio|mn|m)\b/i, 1e6],
  [/\bin\s(?:\S{1,4}\s?)?(?:billions?|milliarden|mrd|bn)\b|\bbillions\sof\b|[$€£¥]\s?(?:billions?|mrd|bn)\b/i, 1e9],
  [/\bin\s(?:\S{1,4}\s?)?lakhs?\b/i, 1e5],
  [/\bin\s(?:\S{1,4}\s?)?crores?\b/i, 1e7],
];

/**
 * Numbers of a statement that no source carries, as written. One in thousands, millions and so on may be rounded: "1.2 million" of
 * 1,234,567.
 */
export function missingNumbers(statement: string, sources: readonly string[]): string[] {
  const known = new Set<number>();
  for (const source of sources) for (const value of valuesOf(source)) known.add(value);
  return tokensOf(statement)
    .filter(({ after, before }) => !/[\p{L}_]$/u.test(before) && after !== undefined)
    .filter(
      ({ readings, parts, step }) =>
        !readings.some((value) => known.has(value) || isRounded(value, step, known)) &&
        !(parts.length > 1 && parts.every((part) => known.has(part))),
    )
    .map(({ written }) => written);
}

/** Of one digit, any number near by would do. */
function isRounded(value: number, step: number | undefined, known: ReadonlySet<number>): boolean {
  if (step === undefined || value < 10 * step) return false;
  for (const other of known) if (Math.abs(other - value) <= (step / 2) * (1 + 1e-9)) return true;
  return false;
}

/** Every value that a text carries. Two texts with the same numbers have equal lists. */
export function numbersOf(text: string): readonly string[] {
  return tokensOf(text)
    .map(({ readings, parts }) => JSON.stringify(readings.length > 0 ? readings : parts))
    .sort();
}

function valuesOf(source: string): number[] {
  const values = [...otherValues(source)];
  const scales = COUNTED_IN.flatMap(([form, factor]) => (form.test(source) ? [factor] : []));
  for (const { readings, parts } of tokensOf(source)) {
    values.push(...readings, ...parts);
    for (const scale of scales) values.push(...readings.map((value) => exact(value * scale)));
  }
  return values;
}

const VULGAR: { readonly [sign: string]: string } = { "½": "5", "¼": "25", "¾": "75" };

interface NumberToken {
  readonly written: string;
  readonly before: string;
  readonly after: string;
  /** Values that the whole may mean; empty for a date or a clause number. */
  readonly readings: readonly number[];
  /** Its groups of digits by themselves. */
  readonly parts: readonly number[];
  /** Of a number with a unit of scale: what one more in its last digit would be. */
  readonly step?: number;
}

function tokensOf(text: string): NumberToken[] {
  const plain = asciiDigits(text).replace(/(\d*) ?([½¼¾])/g, (_, whole: string, part: string) => `${whole || "0"}.${VULGAR[part]}`);
  return [...plain.matchAll(TOKEN)].map((match) => {
    const [written] = match;
    const end = match.index + written.length;
    const after = plain.slice(end, end + 16);
    const before = plain.slice(Math.max(0, match.index - 1), match.index);
    const scale = SCALE.find(([form]) => form.test(after));
    const bare = readings(written);
    // "0.5" has no five in it; a date and a clause number are made of parts, and "2024 500" may be two numbers.
    const parts = bare.length === 0 || /\s/.test(written) ? written.split(/\D/).map(Number) : [];
    if (scale === undefined) return { written, before, after, readings: bare, parts };
    const scaled = bare.map((value) => exact(value * scale[1]));
    const places = bare.length === 1 ? (String(bare[0]).split(".")[1] ?? "").length : 0;
    const zeros = bare.length === 1 && places === 0 ? (/0*$/.exec(String(bare[0]))?.[0].length ?? 0) : 0;
    // "5m" may be metres, "5 million" is not five.
    return {
      written: `${written}${after.match(/^\s?(?:[万萬億亿]|\p{L}+)/u)?.[0] ?? ""}`,
      before,
      after,
      readings: SCALE_LETTER.test(after) ? [...scaled, ...bare] : scaled,
      parts: [],
      step: scale[1] * 10 ** (zeros - places),
    };
  });
}

function readings(written: string): number[] {
  const groups = written.split(/\D/);
  const marks = written.replace(/\d/g, "");
  const last = marks.at(-1);
  if (last === undefined) return [Number(written)];
  const isThousands = (list: readonly string[]) =>
    (list[0]?.length ?? 0) <= 3 &&
    list[0] !== "0" &&
    list[0] !== "" &&
    list.slice(1).every((group, i) => (i === list.length - 2 ? group.length === 3 : /^\d{2,3}$/.test(group)));
  const whole = Number(groups.join(""));
  const decimal = Number(`${groups.slice(0, -1).join("")}.${groups.at(-1)}`);
  if (new Set(marks).size === 1) {
    if (isThousands(groups)) return last === "." && marks.length === 1 ? [whole, decimal] : [whole];
    return marks.length === 1 && (last === "." || last === ",") ? [decimal] : [];
  }
  const head = marks.slice(0, -1);
  const isDecimal = (last === "." || last === ",") && new Set(head).size === 1 && !head.includes(last) && isThousands(groups.slice(0, -1));
  return isDecimal ? [decimal] : [];
}

function exact(value: number): number {
  return Number(value.toPrecision(12));
}

/** Digits of every script as 0 to 9: each script has its ten in a row. */
function asciiDigits(text: string): string {
  return text.replace(/[^\P{Nd}0-9]/gu, (digit) => {
    const code = digit.codePointAt(0) ?? 0;
    let value = 0;
    while (value < 9 && /\p{Nd}/u.test(String.fromCodePoint(code - value - 1))) value++;
    return String(value);
  });
}
