import { readNumeral } from "../parsing/numerals.ts";

/** Values of a text that do not stand there in digits as they are: in words, as Roman or Chinese numerals, in the short form of a year or an hour. */
export function* otherValues(text: string): Generator<number> {
  yield* wordValues(text);
  for (const [numeral] of text.matchAll(/(?<![\p{L}\d])(?:[IVX]|[IVXLCDM]{2,9})(?![\p{L}\d])/gu))
    yield* readNumeral(numeral, "ROMAN")?.parts ?? [];
  for (const [numeral] of text.matchAll(/[〇零一二三四五六七八九十百千万億亿]+/g)) yield chineseValue(numeral);
  // FY23; 2023/24 and 2023-2024
  for (const [, year] of text.matchAll(/\bFY\s?['’]?(\d\d)\b/gi)) yield 2000 + Number(year);
  for (const [, from = "", to = ""] of text.matchAll(/(?<!\d)((?:19|20)\d\d)\s?[-–/]\s?((?:19|20)?\d\d)(?!\d)/g)) {
    yield Number(to.slice(-2));
    yield Number(from.slice(0, 4 - to.length) + to);
  }
  // 3:30 pm; 15:30
  for (const [, hour] of text.matchAll(/(?<!\d)(\d|1[01])(?:[:.]\d\d)?\s?p\.?m\b/gi)) yield Number(hour) + 12;
  for (const [, hour] of text.matchAll(/(?<!\d)(1[3-9]|2[0-3]):\d\d/g)) yield Number(hour) - 12;
}

/** 三万五千 is 35,000. */
function chineseValue(numeral: string): number {
  let value = 0;
  for (const [, part = "", unit = ""] of numeral.matchAll(/([^万億亿]*)([万億亿]?)/g)) {
    const read = part === "" ? (unit === "" ? 0 : 1) : (readNumeral(part, "cjk")?.parts[0] ?? 0);
    value += read * (unit === "" ? 1 : unit === "万" ? 1e4 : 1e8);
  }
  return value;
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
  ["lakh", 1e5],
  ["million", 1e6],
  ["crore", 1e7],
  ["billion", 1e9],
  ["trillion", 1e12],
];
const GERMAN_UNITS = "ein zwei drei vier fünf sechs sieben acht neun".split(" ");
/** Words that go on with a number: "one hundred and twenty", "treinta y uno". */
const AND: ReadonlySet<string> = new Set(["and", "und", "et", "y"]);
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
  dozen: 12,
  dutzend: 12,
  half: 0.5,
  halb: 0.5,
  hälfte: 0.5,
  quarter: 0.25,
  viertel: 0.25,
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
  const [, germanTens = ""] = TENS;
  for (const [i, ten] of germanTens.split(" ").entries())
    for (const [k, unit] of GERMAN_UNITS.entries()) known.set(`${unit}und${ten}`, (i + 1) * 10 + k + 1);
  for (const [word, value] of SCALES) known.set(word, value);
  words = known;
  return known;
}

/** Numbers written as words, singly and put together: "two thousand one hundred and twenty" carries 2120. A part is also its per cent. */
function* wordValues(text: string): Generator<number> {
  const known = numberWords();
  let total = 0;
  let group = 0;
  for (const [word] of text.toLowerCase().matchAll(/[\p{L}\p{M}]+(?:-(?:sept|huit|neuf)\b)?/gu)) {
    const value = known.get(word);
    if (value === undefined) {
      if (!AND.has(word)) total = group = 0;
      continue;
    }
    yield value;
    if (value < 1) {
      yield value * 100;
      continue;
    }
    if (value >= 1000) {
      total += Math.max(1, group) * value;
      group = 0;
    } else if (value === 100) group = Math.max(1, group) * value;
    else group += value;
    yield group;
    yield total + group;
  }
}
