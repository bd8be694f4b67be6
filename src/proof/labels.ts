/** What numbers a unit among its siblings: `style` is the same for those that count together. */
export interface Label {
  /** What stands around the number, with the numbers of parents: `§`, `11.`, `(a)`, `มาตรา`. */
  readonly style: string;
  /** 1 or more; what a range ends with, where the label is a range ("§§ 5 bis 9"). */
  readonly first: number;
  readonly last: number;
  /** Of what was put in between later: 1 for "5a" and "34/1", 0 without. */
  readonly inserted: number;
  /** As a Roman number, where the label can be read as one ("(i)", "C."). */
  readonly roman?: number;
  /** As it is written. */
  readonly shown: string;
}

const WORD = /^(?:§§|§)|^\p{L}[\p{L}\p{M}]*\.?/u;
const RANGE = /^(\d{1,6})([a-z]?)\s?(?:bis|to|–|-|und|and|et)\s?(?:§\s?)?(\d{1,6})([a-z]?)$/;
const NUMBER = /^(.*?)(\d{1,6})(?:([a-z])|\/(\d{1,3}))?[).:\]]*$/;
const LETTERS = /^(.*?)(\(?)([a-z]{1,7})([).:]?)$/i;
const CJK = /^第(\d{1,6})(編|编|章|節|节|款|目|条|條|項|项)(?:の(\d{1,4}))?/;

/**
 * Reads the number that a reader would cite a unit by (`attributes.citation`, `headingCitation`). Thai, full-width and Chinese digits
 * count as digits. Undefined for what counts nothing.
 *
 * @example
 * labelOf("§ 312a"); // style "§", first and last 312, inserted 1
 * labelOf("11.2"); // style "11.", 2
 */
export function labelOf(citation: string): Label | undefined {
  const shown = citation.trim();
  const whole = asciiDigits(shown).replace(/\s+/g, " ").toLowerCase();
  const later = LATER.findIndex((words) => words.some((word) => whole.endsWith(` ${word}`)));
  if (later >= 0) {
    const label = labelOf(shown.slice(0, shown.lastIndexOf(" ")));
    return label === undefined
      ? undefined
      : { ...label, inserted: label.inserted === 0 ? later + 1 : label.inserted + (later + 1) / 100, shown };
  }
  return plainLabel(whole, shown);
}

/** Words that put a number in between, first to last: "34 bis" is what others call 34a. */
export const LATER: readonly (readonly string[])[] = [
  ["bis", "ทวิ"],
  ["ter", "ตรี"],
  ["quater", "จัตวา"],
  ["quinquies", "เบญจ"],
  ["sexies", "ฉ"],
  ["septies", "สัตต"],
  ["octies", "อัฏฐ"],
  ["novies", "นว"],
  ["decies", "ทศ"],
];

function plainLabel(plain: string, shown: string): Label | undefined {
  const cjk = CJK.exec(plain);
  if (cjk !== null) {
    const first = Number(cjk[1]);
    // 第十一条の二 is "the second of Article 11": the first that was put in.
    return { style: `第${cjk[2]}`, first, last: first, inserted: cjk[3] === undefined ? 0 : Number(cjk[3]) - 1, shown };
  }
  const word = WORD.exec(plain)?.[0] ?? "";
  const rest = plain.slice(word.length).trim();
  const kind = wordKind(word);
  const range = RANGE.exec(rest);
  if (range !== null && word.startsWith("§§")) {
    return { style: "§", first: Number(range[1]), last: Number(range[3]), inserted: letterNumber(range[4] ?? ""), shown };
  }
  const number = NUMBER.exec(rest);
  if (number !== null) {
    const first = Number(number[2]);
    const inserted = number[4] === undefined ? letterNumber(number[3] ?? "") : Number(number[4]);
    return { style: `${kind}${number[1]}`, first, last: first, inserted, shown };
  }
  // A lone letter is a word as well: "A." is no word "a" with nothing behind it.
  const letters = LETTERS.exec(rest === "" ? plain : rest);
  if (letters === null) return undefined;
  const [, before = "", opens = "", name = "", closes = ""] = letters;
  const roman = romanNumber(name);
  // "(bb)" counts with other pairs; "(ii)" is a pair as well, and more often the second Roman number.
  const isPair = name.length === 2 && name[0] === name[1] && roman === undefined;
  const letter = name.length === 1 || isPair ? letterNumber(name) : 0;
  if (letter === 0 && roman === undefined) return undefined;
  const isUpper = /\p{Lu}/u.test(shown.slice(-name.length - closes.length));
  const style = `${rest === "" ? "" : kind}${before}${opens}${isUpper ? "A" : "a"}${isPair ? "+" : ""}${closes}`;
  return { style, first: letter, last: letter, inserted: 0, ...(roman === undefined ? {} : { roman }), shown };
}

/** The same digits in ASCII: ๑ to 1, １ to 1, and the Chinese number between 第 and 条 as digits. */
export function asciiDigits(text: string): string {
  return text
    .replace(/[๐-๙]/g, (digit) => String(digit.charCodeAt(0) - 0x0e50))
    .replace(/[０-９]/g, (digit) => String(digit.charCodeAt(0) - 0xff10))
    .replace(/第([〇零一二三四五六七八九十百千]{1,12})/g, (_, digits: string) => `第${chineseNumber(digits)}`)
    .replace(/の([一二三四五六七八九十]{1,4})/g, (_, digits: string) => `の${chineseNumber(digits)}`);
}

/** Words for one thing: "Art." and "Artikel" count together, as do "Section", "Clause" and a bare number. */
function wordKind(word: string): string {
  if (word.startsWith("§")) return "§";
  if (/^art(?:icle|ikel|ículo|icolo|igo)?s?\.?$/.test(word)) return "art ";
  return word === "" ? "" : `${word.replace(/\.$/, "")} `;
}

function letterNumber(letters: string): number {
  if (letters === "") return 0;
  return (letters.length - 1) * 26 + letters.charCodeAt(0) - 96;
}

function romanNumber(letters: string): number | undefined {
  if (!/^(?=.)m{0,3}(?:cm|cd|d?c{0,3})(?:xc|xl|l?x{0,3})(?:ix|iv|v?i{0,3})$/.test(letters)) return undefined;
  const values: { readonly [letter: string]: number } = { i: 1, v: 5, x: 10, l: 50, c: 100, d: 500, m: 1000 };
  let sum = 0;
  for (let i = 0; i < letters.length; i++) {
    const value = values[letters.charAt(i)] ?? 0;
    sum += value < (values[letters.charAt(i + 1)] ?? 0) ? -value : value;
  }
  return sum;
}

function chineseNumber(digits: string): number {
  const values = "〇一二三四五六七八九";
  if (!/[十百千]/.test(digits)) return Number([...digits].map((digit) => Math.max(0, values.indexOf(digit))).join(""));
  let sum = 0;
  let digit = 0;
  for (const char of digits) {
    const unit = { 十: 10, 百: 100, 千: 1000 }[char];
    if (unit === undefined) digit = Math.max(0, values.indexOf(char));
    else {
      sum += (digit === 0 ? 1 : digit) * unit;
      digit = 0;
    }
  }
  return sum + digit;
}
