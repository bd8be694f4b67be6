import { optionInvalid } from "../errors.ts";
import { DIGIT, type NumeralStyle, numeralPattern, type OutlineNumber, readNumeral } from "./numerals.ts";

/** A form of heading, ready to be looked for. */
export interface HeadingForm {
  readonly style: NumeralStyle;
  /** Whether words or a sign stand with the number ("Article 1", "§ 1"), so that a number alone is none. */
  readonly worded: boolean;
  /** The first number of it: "1.1" has two parts. */
  readonly parts: number;
  readonly pattern: RegExp;
}

/** A heading's label that stands at an offset. */
export interface FoundLabel {
  /** The number as written, in its own digits. */
  readonly numeral: string;
  readonly value: OutlineNumber;
  /** Behind the label and the mark that ends it ("1.", "§ 5:"). */
  readonly end: number;
}

/**
 * Reads a form written as its own first heading: "Article 1", "§ 1", "PART I", "1.", "1.1", "(a)", "第1条", "Erster Teil".
 * Words match as written and in capitals, never in small letters, which are references; digits of any script match.
 *
 * @throws OPTION_INVALID - no number is in it
 * @example
 * headingForm("Section 1.").worded; // true
 */
export function headingForm(form: string): HeadingForm {
  const sample = sampleIn(form);
  if (sample === undefined)
    throw optionInvalid("form", form, 'a heading with its first number in it: "Section 1", "(a)", "第1条", "Part I"');
  const { before, numeral, after, style } = sample;
  const dots = numeral.split(".").length - 1;
  const worded = /[^\s([{.):\]}、]/u.test(before + after);
  const number = numeralPattern(style, worded && dots > 0 ? "any" : dots);
  // Japanese puts in behind the word: 第五条の二.
  const inserted = /^[条條章节節款項]/u.test(after.trim()) ? `(?:[の之](?:${numeralPattern("cjk", 0)})){0,3}` : "";
  const ending = worded
    ? `${words(after.replace(/[.:]$/, ""), true)}${inserted}[.:]?`
    : literal(after) + (dots > 0 && after === "" ? "[.)]?" : "");
  const flags = style === "word" ? "yiu" : "yu";
  return { style, worded, parts: dots + 1, pattern: new RegExp(`${words(before, /arabic|cjk/.test(style))}(${number})${ending}`, flags) };
}

/** The label of this form that begins at an offset. */
export function labelAt(text: string, at: number, { pattern, style }: HeadingForm): FoundLabel | undefined {
  pattern.lastIndex = at;
  const found = pattern.exec(text);
  if (found === null) return undefined;
  const numeral = found[1] ?? "";
  const value = readNumeral(numeral, style);
  return value === undefined
    ? undefined
    : { numeral: numeral + insertedIn(found[0]), value: withInserted(value, found[0]), end: pattern.lastIndex };
}

interface Sample {
  readonly before: string;
  readonly numeral: string;
  readonly after: string;
  readonly style: NumeralStyle;
}

const SPELLED_SAMPLE = /(?<![\p{L}])(one|first|erste[rs]?|premi(?:er|ère)|primero|první)(?!\p{L})/iu;
const NUMBER_SAMPLES: readonly (readonly [NumeralStyle, RegExp])[] = [
  ["cjk", /(?<=[第])(?:[0-9０-９]+|[一二三四五六七八九十百千]+)|^[一二三四五六七八九十]+(?=、)/u],
  ["arabic", new RegExp(`${DIGIT}+(?:\\.${DIGIT}+)*`, "u")],
  ["ROMAN", /(?<!\p{L})[IVXLC]+(?!\p{L})/u],
  ["roman", /(?<!\p{L})[ivxlc]+(?!\p{L})/u],
  ["LETTER", /(?<!\p{L})[A-Z](?!\p{L})/u],
  ["letter", /(?<!\p{L})[a-z](?!\p{L})/u],
];

function sampleIn(form: string): Sample | undefined {
  const all: readonly (readonly [NumeralStyle, RegExp])[] = [...NUMBER_SAMPLES, ["word", SPELLED_SAMPLE]];
  for (const [style, pattern] of all) {
    const found = pattern.exec(form);
    if (found === null) continue;
    const end = found.index + found[0].length;
    return { before: form.slice(0, found.index), numeral: found[0], after: form.slice(end), style };
  }
  return undefined;
}

/** The words of a form, as written or in capitals; white space may be any within the line, or none before a digit. */
function words(written: string, mayLack: boolean): string {
  const as = (text: string) =>
    text
      .split(/\s+/)
      .map(literal)
      .join(`[ \\t\\u00a0\\u3000]{${mayLack ? 0 : 1},8}`);
  const upper = written.toUpperCase();
  return (upper === written ? as(written) : `(?:${as(written)}|${as(upper)})`).replaceAll("§", "§{1,2}");
}

function literal(text: string): string {
  return text.replace(/[.*+?^${}()|[\]\\/-]/gu, "\\$&");
}

function insertedIn(label: string): string {
  return /[条條章节節款項]((?:[の之][^.:]{1,6})+)/u.exec(label)?.[1] ?? "";
}

function withInserted(value: OutlineNumber, label: string): OutlineNumber {
  const suffix = insertedIn(label)
    .split(/[の之]/u)
    .filter((part) => part !== "")
    .flatMap((part) => readNumeral(part, "cjk")?.parts ?? []);
  return suffix.length === 0 ? value : { ...value, suffix: [...value.suffix, ...suffix] };
}
