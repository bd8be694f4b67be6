import { foldCitation, type JoinedWords, type ShowComposite } from "./joined-words.ts";
import { EXACT } from "./visitor.ts";

/*
 * Numbers as they are written: in groups ("5.000,00", "5'000", "1,00,000", "5 000"), and with a unit or a currency written on ("5km",
 * "EUR5.000"). Each is a term of its digits alone, beside its words, so that it is found by "5000" however it was written.
 */

/** Codes of currencies that stand before a number without a space. */
export const CURRENCIES = "aud brl cad chf cny czk dkk eur gbp hkd huf inr jpy krw mxn nok nzd pln ron rub sek sgd thb try usd zar";
/** Letters that are a unit by themselves; any other letter behind a number makes it another: § 12a, 1880s. Two or three letters are a unit but for `ORDINALS`. */
export const UNITS = "ghklmvw";
const LONGEST_UNIT = 3;
/** Endings that make an ordinal of a number, or the number of another provision: 20th, 1er, 12bis. */
export const ORDINALS = "st nd rd th er re bis ter";
/** Groups of three in a row that are one number still. More are a table's. */
const MOST_GROUPS = 4;
const COMMA = 44;

/** Shows the digits of each number among joined words, which may be one of several: "5,000-6,000". */
export function showNumbers(run: JoinedWords, show: ShowComposite): void {
  const { text, start, ends, parts, labelStart } = run;
  for (let part = 0; part < parts; ) {
    const begin = part === 0 ? start : (ends[part - 1] as number) + 1;
    const from = behindCurrency(text, begin, ends[part] as number);
    const isRest = part > 0 && isFraction(text, begin);
    const groups = isRest ? 0 : groupsOf(run, part, from);
    part += groups + 1;
    const last = ends[part - 1] as number;
    const end = groups === 0 ? digitsEnd(text, from, last) : digitsEnd(text, (ends[part - 2] as number) + 1, last);
    // Without groups it has a unit or a currency. A letter behind the number of a provision is neither: § 675s.
    if (end < 0 || (groups === 0 && (labelStart >= 0 || (from === begin) === (end === last)))) continue;
    // Of "2.5km" it is the number with its fraction. What has marks stands where its words do, and what is in one word where its digits do.
    if (isRest) show(foldCitation(text.slice(start, end)), start, last, EXACT);
    else show(digitsOf(text, from, end), groups > 0 ? begin : from, groups > 0 ? last : end, EXACT);
  }
}

/** Follows the numbers of a text whose groups of three are parted by spaces, and shows each when it has ended. */
export class SpacedNumber {
  private start = -1;
  private end = 0;
  private wordEnd = 0;
  private groups = 0;
  private position = 0;

  /** Forgets the number that was begun. */
  clear(): void {
    this.start = -1;
  }

  /** The next word of a text that may be digits. @param show - is told the position too */
  word(text: string, start: number, end: number, position: number, show: ShowSpaced): void {
    if (this.start >= 0) {
      if (start === this.end + 1 && isSpace(text.charCodeAt(this.end)) && digitsEnd(text, start, end) === start + 3) {
        this.end = start + 3;
        this.wordEnd = end;
        this.groups++;
        return;
      }
      this.close(text, show);
    }
    if (end - start > 3 || text.charCodeAt(start) === 48 || isFraction(text, start) || !isAllDigits(text, start, end)) return;
    this.start = start;
    this.end = end;
    this.groups = 0;
    this.position = position;
  }

  /** Ends the number, and shows it if it is one. */
  close(text: string, show: ShowSpaced): void {
    const { start, end, groups } = this;
    this.start = -1;
    if (start >= 0 && groups > 0 && groups <= MOST_GROUPS) show(digitsOf(text, start, end), start, this.wordEnd, this.position);
  }
}

export type ShowSpaced = (term: string, start: number, end: number, position: number) => void;

/** Groups of digits behind the first digits of a number, which are in `part` and begin at `from`; 0 for anything else. */
function groupsOf({ text, ends, parts }: JoinedWords, part: number, from: number): number {
  const first = ends[part] as number;
  const mark = text.charCodeAt(first);
  if (first - from > 3 || text.charCodeAt(from) === 48 || !isGroupMark(mark) || !isAllDigits(text, from, first)) return 0;
  let groups = 0;
  let size = 0;
  let end = first;
  while (part + groups + 1 < parts && text.charCodeAt(end) === mark) {
    const next = ends[part + groups + 1] as number;
    const digits = digitsEnd(text, end + 1, next) - end - 1;
    // In India all groups but the last are of two.
    const isPair = mark === COMMA && digits === 2 && next === end + 3 && size !== 3 && first - from < 3;
    if (digits !== 3 && !isPair) break;
    size = digits;
    end = next;
    groups++;
  }
  const behind = part + groups + 1;
  if (size !== 3) return 0;
  if (behind === parts || !isGroupMark(text.charCodeAt(end))) return groups;
  // What follows must be the part behind the decimal mark, and nothing more of the number.
  const isDecimal = text.charCodeAt(end) !== mark && digitsEnd(text, end + 1, ends[behind] as number) > 0;
  return isDecimal && (behind + 1 === parts || !isGroupMark(text.charCodeAt(ends[behind] as number))) ? groups : 0;
}

/** Where the digits of a word begin: behind a currency. */
function behindCurrency(text: string, start: number, end: number): number {
  if (end - start < 4 || isAsciiDigit(text.charCodeAt(start)) || !isAsciiDigit(text.charCodeAt(start + 3))) return start;
  return CURRENCIES.includes(text.slice(start, start + 3).toLowerCase()) ? start + 3 : start;
}

/** Where the digits from `from` on end, if nothing follows them in their word but a unit; -1 otherwise. */
function digitsEnd(text: string, from: number, wordEnd: number): number {
  let end = from;
  while (end < wordEnd && isAsciiDigit(text.charCodeAt(end))) end++;
  if (end === wordEnd) return end > from ? end : -1;
  if (end === from || wordEnd - end > LONGEST_UNIT) return -1;
  const unit = text.slice(end, wordEnd).toLowerCase();
  if (unit.length === 1 ? !UNITS.includes(unit) : ORDINALS.includes(unit)) return -1;
  for (let at = end; at < wordEnd; at++) if (isAsciiDigit(text.charCodeAt(at))) return -1;
  return end;
}

function digitsOf(text: string, start: number, end: number): string {
  return text.slice(start, end).replace(/\D/g, "");
}

/** Whether a number goes on at `start` behind a mark: 5 of "2.5". */
function isFraction(text: string, start: number): boolean {
  return isGroupMark(text.charCodeAt(start - 1)) && isAsciiDigit(text.charCodeAt(start - 2));
}

function isGroupMark(code: number): boolean {
  return code === COMMA || code === 46 || code === 39 || code === 0x2019;
}

/** Spaces that part groups: those that do not break, a thin one, and the ordinary. */
function isSpace(code: number): boolean {
  return code === 32 || code === 0xa0 || code === 0x202f || code === 0x2009;
}

function isAllDigits(text: string, start: number, end: number): boolean {
  for (let at = start; at < end; at++) if (!isAsciiDigit(text.charCodeAt(at))) return false;
  return end > start;
}

export function isAsciiDigit(code: number): boolean {
  return code >= 48 && code <= 57;
}
