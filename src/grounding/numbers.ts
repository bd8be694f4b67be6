/**
 * Numbers as a reader compares them: "1,200", "1.200", "1 200" and "1200" are one, "12 months" is "twelve months", "1.2 million" is
 * "1,200,000", 5 is "May" in a date. Where a form may be read in two ways, both count.
 */

/** A group of digits may follow a plain space only where it is one of three, as in "12 500". */
const TOKEN = /\d+(?:(?:[.,'’]|[ \u00a0\u2009\u202f](?=\d{3}(?!\d)))\d+)*/g;
const SCALE: readonly (readonly [RegExp, number])[] = [
  [/^\s?(?:thousand|tausend|tsd|mille|mil)\b|^k\b/i, 1e3],
  [/^\s?(?:million(?:s|en)?|millones|mio|mln|mn)\b|^m\b/i, 1e6],
  [/^\s?(?:billions?|bn|milliarden?|milliards?|mrd)\b/i, 1e9],
];
/** A table that counts in millions says so once, in its head. */
const COUNTED_IN: readonly (readonly [RegExp, number])[] = [
  [/\b(?:in|\$|€|£)\s?(?:thousands|tausend|tsd|000s?)\b|'000/i, 1e3],
  [/\b(?:in)\s(?:millions|millionen|mio)\b/i, 1e6],
  [/\b(?:in)\s(?:billions|milliarden|mrd)\b/i, 1e9],
];

/** Numbers of a statement that no source carries, as written. */
export function missingNumbers(statement: string, sources: readonly string[]): string[] {
  const known = new Set<number>();
  for (const source of sources) for (const value of valuesOf(source)) known.add(value);
  return tokensOf(statement)
    .filter(({ after, before }) => !/[\p{L}_]$/u.test(before) && after !== undefined)
    .filter(
      ({ readings, parts }) => !readings.some((value) => known.has(value)) && !(parts.length > 1 && parts.every((part) => known.has(part))),
    )
    .map(({ written }) => written);
}

/** Every value that a text carries. Two texts with the same numbers have equal lists. */
export function numbersOf(text: string): readonly string[] {
  return tokensOf(text)
    .map(({ readings, parts }) => JSON.stringify(readings.length > 0 ? readings : parts))
    .sort();
}

function valuesOf(source: string): number[] {
  const values = [...wordValues(source)];
  const scales = COUNTED_IN.flatMap(([form, factor]) => (form.test(source) ? [factor] : []));
  for (const { readings, parts } of tokensOf(source)) {
    values.push(...readings, ...parts);
    for (const scale of scales) values.push(...readings.map((value) => exact(value * scale)));
  }
  return values;
}

interface NumberToken {
  readonly written: string;
  readonly before: string;
  readonly after: string;
  /** Values that the whole may mean; empty for a date or a clause number. */
  readonly readings: readonly number[];
  /** Its groups of digits by themselves. */
  readonly parts: readonly number[];
}

function tokensOf(text: string): NumberToken[] {
  const plain = asciiDigits(text);
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
    // "5m" may be metres, "5 million" is not five.
    return {
      written: `${written}${after.match(/^\s?\p{L}+/u)?.[0] ?? ""}`,
      before,
      after,
      readings: /^[km]\b/i.test(after) ? [...scaled, ...bare] : scaled,
      parts: [],
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

const COUNTING: readonly string[] = [
  "zero one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen sixteen seventeen eighteen nineteen twenty",
  "null eins zwei drei vier fünf sechs sieben acht neun zehn elf zwölf dreizehn vierzehn fünfzehn sechzehn siebzehn achtzehn neunzehn zwanzig",
  "zéro un deux trois quatre cinq six sept huit neuf dix onze douze treize quatorze quinze seize dix-sept dix-huit dix-neuf vingt",
  "cero uno dos tres cuatro cinco seis siete ocho nueve diez once doce trece catorce quince dieciséis diecisiete dieciocho diecinueve veinte",
  "- first second third fourth fifth sixth seventh eighth ninth tenth eleventh twelfth",
];
const TENS: readonly string[] = [
  "ten twenty thirty forty fifty sixty seventy eighty ninety",
  "zehn zwanzig dreißig vierzig fünfzig sechzig siebzig achtzig neunzig",
  "dix vingt trente quarante cinquante soixante",
  "diez veinte treinta cuarenta cincuenta sesenta setenta ochenta noventa",
];
const SCALES: readonly (readonly [string, number])[] = [
  ["hundred", 100],
  ["hundert", 100],
  ["cent", 100],
  ["thousand", 1e3],
  ["tausend", 1e3],
];
const OTHER_WORDS = {
  a: 1,
  an: 1,
  ein: 1,
  eine: 1,
  einen: 1,
  einem: 1,
  einer: 1,
  une: 1,
  un: 1,
  una: 1,
  once: 1,
  twice: 2,
  both: 2,
} as const;
const MONTH_LANGUAGES = ["en", "de", "fr", "es", "it", "pt", "nl"];

let words: ReadonlyMap<string, number> | undefined;

function numberWords(): ReadonlyMap<string, number> {
  if (words !== undefined) return words;
  const known = new Map<string, number>(Object.entries(OTHER_WORDS));
  for (const language of MONTH_LANGUAGES) {
    for (const style of ["long", "short"] as const) {
      const format = new Intl.DateTimeFormat(language, { month: style, timeZone: "UTC" });
      for (let month = 0; month < 12; month++)
        known.set(
          format
            .format(Date.UTC(2024, month, 15))
            .toLowerCase()
            .replace(".", ""),
          month + 1,
        );
    }
  }
  for (const list of TENS) for (const [i, word] of list.split(" ").entries()) known.set(word, (i + 1) * 10);
  for (const list of COUNTING) for (const [i, word] of list.split(" ").entries()) known.set(word, i);
  for (const [word, value] of SCALES) known.set(word, value);
  words = known;
  return known;
}

/** Numbers written as words, singly and put together: "one hundred and twenty" carries 120. */
function* wordValues(text: string): Generator<number> {
  const known = numberWords();
  let sum = 0;
  for (const [word] of text.toLowerCase().matchAll(/[\p{L}\p{M}]+(?:-(?:sept|huit|neuf)\b)?/gu)) {
    const value = known.get(word);
    if (value === undefined) {
      if (sum > 0 && word !== "and" && word !== "und") sum = 0;
      continue;
    }
    yield value;
    sum = value === 100 || value === 1000 ? Math.max(1, sum) * value : sum + value;
    yield sum;
  }
}
