/** How the numbers of one kind of heading are written. */
export type NumeralStyle = "arabic" | "roman" | "ROMAN" | "letter" | "LETTER" | "cjk" | "word";

/**
 * What a heading's number says: the numbers between its dots, and what is put in behind the last of them. "312a" is `[312]` and
 * `[1]`, "4.2" is `[4, 2]`, "1448/1" is `[1448]` and `[1]`.
 */
export interface OutlineNumber {
  readonly parts: readonly number[];
  readonly suffix: readonly number[];
}

/** Any one decimal digit: ASCII, Thai, full width, Arabic, Persian, Devanagari, Khmer, Lao. */
export const DIGIT = "[0-9๐-๙０-９٠-٩۰-۹०-९០-៩໐-໙]";
const CJK_DIGITS = "〇一二三四五六七八九";
const CJK_UNITS: { readonly [unit: string]: number } = { 十: 10, 百: 100, 千: 1000 };

const SPELLED: { readonly [word: string]: number } = spelled([
  ["one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten", "eleven", "twelve", "thirteen", "fourteen", "fifteen"],
  ["first", "second", "third", "fourth", "fifth", "sixth", "seventh", "eighth", "ninth", "tenth", "eleventh", "twelfth"],
  ["erste", "zweite", "dritte", "vierte", "fünfte", "sechste", "siebte", "achte", "neunte", "zehnte", "elfte", "zwölfte", "dreizehnte"],
  ["erster", "zweiter", "dritter", "vierter", "fünfter", "sechster", "siebter", "achter", "neunter", "zehnter", "elfter", "zwölfter"],
  ["erstes", "zweites", "drittes", "viertes", "fünftes", "sechstes", "siebtes", "achtes", "neuntes", "zehntes", "elftes", "zwölftes"],
  ["premier", "deuxième", "troisième", "quatrième", "cinquième", "sixième", "septième", "huitième", "neuvième", "dixième"],
  ["première", "seconde"],
  ["primero", "segundo", "tercero", "cuarto", "quinto", "sexto", "séptimo", "octavo", "noveno", "décimo"],
  ["první", "druhá", "třetí", "čtvrtá", "pátá", "šestá", "sedmá", "osmá", "devátá", "desátá", "jedenáctá", "dvanáctá"],
]);

/** What is put in behind a number: "bis", and the Thai words for it. */
const INSERTED: { readonly [word: string]: number } = {
  ...{ bis: 2, ter: 3, quater: 4, quinquies: 5, sexies: 6, septies: 7, octies: 8, nonies: 9, decies: 10 },
  ...{ ทวิ: 2, ตรี: 3, จัตวา: 4, เบญจ: 5, ฉ: 6, สัตต: 7, อัฏฐ: 8, นว: 9, ทศ: 10 },
};
const INSERTED_WORDS = Object.keys(INSERTED).join("|");
// A letter belongs to the number where no word goes on with it: "12a", "7A", but not "7Compliance".
const SUFFIX = String.raw`(?:[a-z]{1,2}(?!\p{L})|[A-Z]{1,2}(?!\p{L})|[ ]?(?:${INSERTED_WORDS})(?![\p{L}\p{M}])|[/の之]${DIGIT}{1,4}){0,3}`;

/** Patterns of a number in a style, to be put into a larger one. Bounded, so that they cannot backtrack over long text. */
export function numeralPattern(style: NumeralStyle, dots: number | "any"): string {
  switch (style) {
    case "roman":
      return "[ivxlc]{1,8}";
    case "ROMAN":
      return `[IVXLCDM]{1,9}(?:[a-z](?!\\p{L}))?`;
    case "letter":
      return "[a-z]{1,2}";
    case "LETTER":
      return "[A-Z]{1,2}";
    case "cjk":
      return `(?:[${CJK_DIGITS}零${Object.keys(CJK_UNITS).join("")}]{1,9}|${DIGIT}{1,6})`;
    case "word":
      return `(?:${Object.keys(SPELLED).join("|")})(?!\\p{L})`;
    default:
      return `${DIGIT}{1,6}(?:\\.${DIGIT}{1,3})${dots === "any" ? "{0,6}" : `{${dots}}`}${SUFFIX}`;
  }
}

/**
 * Reads a number in a style; undefined when it is none, such as "mm" for a letter after "z" or "iiii".
 *
 * @example
 * readNumeral("๑๔๔๘/๑", "arabic"); // { parts: [1448], suffix: [1] }
 */
export function readNumeral(text: string, style: NumeralStyle): OutlineNumber | undefined {
  switch (style) {
    case "arabic":
      return readArabic(text);
    case "roman":
    case "ROMAN":
      return readRoman(text);
    case "letter":
    case "LETTER":
      return plain(readLetters(text.toLowerCase()));
    case "cjk":
      return readArabic(text) ?? plain(readCjk(text));
    default:
      return plain(SPELLED[text.toLowerCase()]);
  }
}

/**
 * A number as it would be typed on any keyboard, so that the same number is the same text in every format and script.
 *
 * @example
 * numeralText("๑๔๔๘/๑"); // "1448/1"
 */
export function numeralText(text: string): string {
  return text.replace(new RegExp(DIGIT, "gu"), (digit) => String(digitValue(digit)));
}

function plain(value: number | undefined): OutlineNumber | undefined {
  return value === undefined ? undefined : { parts: [value], suffix: [] };
}

const ARABIC = new RegExp(`^(${DIGIT}{1,6}(?:\\.${DIGIT}{1,4})*)(.*)$`, "u");

function readArabic(text: string): OutlineNumber | undefined {
  const [, digits, rest = ""] = ARABIC.exec(text) ?? [];
  if (digits === undefined) return undefined;
  const parts = digits.split(".").map((part) => Number(numeralText(part)));
  const suffix: number[] = [];
  for (const piece of rest.match(/[/の之][^/の之]+|[\p{L}\p{M}]+/gu) ?? []) {
    const value = /^[/の之]/.test(piece)
      ? Number(numeralText(piece.slice(1)))
      : (INSERTED[piece] ?? readLetters(piece.toLowerCase(), true));
    if (value !== undefined) suffix.push(value);
  }
  return { parts, suffix };
}

/** `a` is 1, `z` is 26, `aa` is 27; after `z`, outlines repeat the letter, but what is put in may be any ("ab" is 28). */
function readLetters(text: string, any = false): number | undefined {
  const [first = "", second] = text;
  const value = first.charCodeAt(0) - 96;
  if (!(value >= 1 && value <= 26)) return undefined;
  if (second === undefined) return value;
  if (any) return value * 26 + second.charCodeAt(0) - 96;
  return second === first ? 26 + value : undefined;
}

const ROMAN_VALUES: { readonly [letter: string]: number } = { i: 1, v: 5, x: 10, l: 50, c: 100, d: 500, m: 1000 };
const ROMAN = /^m{0,3}(?:cm|cd|d?c{0,3})(?:xc|xl|l?x{0,3})(?:ix|iv|v?i{0,3})$/;

function readRoman(text: string): OutlineNumber | undefined {
  const letter = /^[A-Z]+([a-z])$/.exec(text)?.[1];
  const numeral = (letter === undefined ? text : text.slice(0, -1)).toLowerCase();
  if (!ROMAN.test(numeral)) return undefined;
  let value = 0;
  for (let i = 0; i < numeral.length; i++) {
    const here = ROMAN_VALUES[numeral.charAt(i)] ?? 0;
    value += here < (ROMAN_VALUES[numeral.charAt(i + 1)] ?? 0) ? -here : here;
  }
  return { parts: [value], suffix: letter === undefined ? [] : [letter.charCodeAt(0) - 96] };
}

function readCjk(text: string): number | undefined {
  if (!/[十百千]/.test(text)) return Number([...text].map((char) => (char === "零" ? 0 : CJK_DIGITS.indexOf(char))).join(""));
  let value = 0;
  let digit = 0;
  for (const char of text) {
    const unit = CJK_UNITS[char];
    if (unit === undefined) digit = Math.max(0, CJK_DIGITS.indexOf(char));
    else {
      value += (digit === 0 ? 1 : digit) * unit;
      digit = 0;
    }
  }
  return value + digit;
}

function digitValue(digit: string): number {
  const code = digit.charCodeAt(0);
  // Every script has its ten digits in a row; only their first differs.
  const zero = [0x30, 0xe50, 0xff10, 0x660, 0x6f0, 0x966, 0x17e0, 0xed0].find((first) => code >= first && code < first + 10) ?? 0x30;
  return code - zero;
}

function spelled(lists: readonly (readonly string[])[]): { [word: string]: number } {
  return Object.fromEntries(lists.flatMap((list) => list.map((word, i) => [word, i + 1])));
}
