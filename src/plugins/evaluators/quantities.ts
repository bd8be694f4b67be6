import type { Span } from "../../model.ts";
import { areComparable, currencyOf, measureOf, scaleOf, shortScaleOf, type Unit } from "./units.ts";

/** A number of a text, with its sign, scale and unit: "($1.2 billion)" is -1,200,000,000 dollars. */
export interface Quantity extends Span {
  readonly written: string;
  /** With sign and scale, in its own unit. */
  readonly value: number;
  /** Whether a scale was written with it. */
  readonly scaled: boolean;
  readonly unit?: Unit;
}

const SPACE = "[ \\u00a0\\u2009\\u202f]";
const CURRENCY = "(?:[A-Z]{1,2}[$¥]|[$€£¥₹₩฿]|[A-Z]{3}(?![A-Za-z]))";
/** Groups of three digits may be parted by a space or an apostrophe; points and commas are told apart afterwards. */
const DIGITS = `\\d{1,3}(?:(?:${SPACE}|['’])\\d{3}(?!\\d))+(?:[.,]\\d+)?|\\d+(?:[.,]\\d+)*`;
const NUMBER = new RegExp(
  `(?<open>\\()?(?<sign>[-−–+])?(?:(?<money>${CURRENCY})${SPACE}?)?(?<sign2>[-−–+])?(?<digits>${DIGITS})(?<power>[eE][+-]?\\d{1,2}(?![\\p{L}\\d]))?`,
  "gu",
);
/** All numbers of a text in order. Numbers inside words ("B2", "Q3") and numbers of versions ("1.2.3") are none. */
export function quantitiesIn(text: string): Quantity[] {
  const found: Quantity[] = [];
  for (const match of text.matchAll(NUMBER)) {
    const { open, sign, money, sign2, digits = "", power = "" } = match.groups ?? {};
    const before = text.slice(0, match.index).at(-1) ?? "";
    // A letter before the digits themselves makes them part of a name; so does one before a sign, or another number.
    if (/[\p{L}\p{N}_.]/u.test(before) && open === undefined && (money === undefined || /[\p{L}\p{N}]/u.test(before))) {
      if (sign === undefined || /\p{L}/u.test(before)) continue;
    }
    const mantissa = numberOf(digits);
    if (mantissa === undefined) continue;
    // A dash after a number joins two numbers.
    const joined = sign !== undefined && open === undefined && /[\p{N}]/u.test(before);
    const start = match.index + (open === undefined && !joined ? 0 : 1);
    const read = afterNumber(text, match.index + match[0].length, money === undefined ? undefined : currencyOf(money));
    const closed = open !== undefined && text.charAt(read.end) === ")" && !/[\p{L}\p{N}]/u.test(before);
    const minus =
      [sign, sign2].some((mark) => mark !== undefined && mark !== "+") && !/[\p{L}\p{N})\]]/u.test(sign === undefined ? "" : before);
    const value = mantissa * 10 ** Number(power.slice(1) || 0) * read.scale;
    const negative = minus || (closed && !isYear(digits, read));
    found.push({
      start,
      end: read.end,
      written: text.slice(closed ? start - 1 : start, closed ? read.end + 1 : read.end),
      value: negative ? -value : value,
      scaled: read.scale !== 1,
      ...(read.unit === undefined ? {} : { unit: read.unit }),
    });
  }
  return found;
}

/** The scale that a question asks for: "in USD millions", "(in thousands)". */
export function scaleAskedFor(question: string): number | undefined {
  const [, word = ""] =
    /(?:\bin|\(|[$€£])\s*(?:of\s+)?(?:(?:US\s?\$|[$€£]|[A-Z]{3})\s*)?(thousands?|millions?|billions?|trillions?)\b/i.exec(question) ?? [];
  return scaleOf(word);
}

interface After {
  readonly end: number;
  readonly scale: number;
  readonly unit: Unit | undefined;
}

/** Scale and unit that stand after a number: "million USD", "%", "bn", "hours", "USD million". */
function afterNumber(text: string, at: number, money: Unit | undefined): After {
  const first = scaleAt(text, at, money);
  const unit = unitAt(text, at + first.length);
  const fits = unit.unit !== undefined && (money === undefined || areComparable(money, unit.unit));
  const end = at + first.length + (fits ? unit.length : 0);
  const last =
    fits && first.length === 0 && unit.unit?.dimension.startsWith("money:") ? scaleAt(text, end, unit.unit) : { length: 0, scale: 1 };
  return { end: end + last.length, scale: first.scale * last.scale, unit: fits && money === undefined ? unit.unit : money };
}

function scaleAt(text: string, at: number, money: Unit | undefined): { readonly length: number; readonly scale: number } {
  const [whole = "", word = ""] = new RegExp(`^${SPACE}?-?(\\p{L}+)`, "u").exec(text.slice(at, at + 24)) ?? [];
  const attached = whole.length === word.length;
  const scale = scaleOf(word) ?? (attached || money !== undefined ? shortScale(word, money) : undefined);
  return scale === undefined ? { length: 0, scale: 1 } : { length: whole.length, scale };
}

/** "$5m" and "5M" are millions, "5m" metres. */
function shortScale(letters: string, money: Unit | undefined): number | undefined {
  const isMeasure = measureOf(letters) !== undefined && letters === letters.toLowerCase();
  return money === undefined && isMeasure ? undefined : shortScaleOf(letters);
}

const UNITS: readonly (readonly [RegExp, (word: string) => Unit | undefined])[] = [
  [new RegExp(`^${SPACE}?(?:us|u\\.s\\.)${SPACE}(dollars?)\\b`, "iu"), () => currencyOf("USD")],
  [new RegExp(`^${SPACE}?(per${SPACE}cent)\\b`, "iu"), () => measureOf("percent")],
  [new RegExp(`^${SPACE}?(percentage${SPACE}points?)\\b`, "iu"), () => measureOf("pp")],
  [new RegExp(`^${SPACE}?(basis${SPACE}points?)\\b`, "iu"), () => measureOf("bp")],
  [new RegExp(`^${SPACE}?(%|(?:[A-Za-z]{1,2})?[$€£¥₹₩฿])`, "u"), (word) => currencyOf(word) ?? measureOf(word)],
  [new RegExp(`^${SPACE}?-?(\\p{L}+)`, "u"), (word) => currencyOf(word) ?? measureOf(word)],
];

function unitAt(text: string, at: number): { readonly length: number; readonly unit?: Unit } {
  const next = text.slice(at, at + 24);
  for (const [form, unitOf] of UNITS) {
    const [whole = "", word = ""] = form.exec(next) ?? [];
    const unit = word === "" ? undefined : unitOf(word);
    if (unit !== undefined) return { length: whole.length, unit };
  }
  return { length: 0 };
}

function isYear(digits: string, { scale, unit }: After): boolean {
  return scale === 1 && unit === undefined && /^(?:1[5-9]|2[01])\d\d$/.test(digits);
}

/** "1,577.5", "1.577,5", "1 577" and "1577"; a lone comma before three digits parts thousands. Undefined: no number but a version or list. */
function numberOf(digits: string): number | undefined {
  const plain = digits.replace(/[ \u00a0\u2009\u202f'’]/g, "");
  const points = plain.split(".").length - 1;
  const commas = plain.split(",").length - 1;
  const thousands = (mark: string) => new RegExp(`^[1-9]\\d{0,2}(?:\\${mark}\\d{3})+$`);
  if (points + commas === 0) return Number(plain);
  if (points > 0 && commas > 0) {
    const decimal = plain.lastIndexOf(".") > plain.lastIndexOf(",") ? "." : ",";
    const [whole = "", fraction = "", ...more] = plain.split(decimal);
    const other = decimal === "." ? "," : ".";
    return more.length === 0 && thousands(other).test(whole) ? Number(`${whole.replaceAll(other, "")}.${fraction}`) : undefined;
  }
  if (commas > 0) {
    if (thousands(",").test(plain)) return Number(plain.replaceAll(",", ""));
    return commas === 1 ? Number(plain.replace(",", ".")) : undefined;
  }
  if (points === 1) return Number(plain);
  return thousands(".").test(plain) ? Number(plain.replaceAll(".", "")) : undefined;
}
