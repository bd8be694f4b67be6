import { isAsciiDigit, isGroupMark, isGroupSpace, lower } from "./characters";
import { runScratch } from "./lexicon";
import { reserve } from "./memory";
import { EXACT, MAX_TERM_LENGTH, takeTerm } from "./terms";
import { codeAt } from "./text";

// analysis/numbers.ts, for runs of ASCII and for numbers parted by spaces.

const LONGEST_UNIT: i32 = 3;
const MOST_GROUPS: i32 = 4;
const COMMA: u32 = 44;

const CURRENCY_BYTES: u32 = 4;
const MOST_CURRENCIES: u32 = 64;
const currencies: usize = reserve(CURRENCY_BYTES * MOST_CURRENCIES);
let currencyBytes: u32 = 0;
/** A bit for each letter that is a unit by itself. */
let units: u32 = 0;

/** The codes of three letters in the scratch of runs, parted by spaces and `length` bytes in all. */
export function setCurrencies(length: u32): void {
  currencyBytes = length;
  memory.copy(currencies, runScratch, length);
}

/** The `length` letters in the scratch of runs are units by themselves. */
export function setUnits(length: u32): void {
  for (let at: u32 = 0; at < length; at++) units |= 1 << (load<u8>(runScratch + at) - 97);
}

/** @param position - of the run */
export function showNumbers(start: i32, ends: usize, parts: i32, label: u32, position: u32): void {
  for (let part: i32 = 0; part < parts; ) {
    const begin = part === 0 ? start : endOf(ends, part - 1) + 1;
    const from = behindCurrency(begin, endOf(ends, part));
    const isRest = part > 0 && isFraction(begin);
    const groups = isRest ? 0 : groupsOf(ends, parts, part, from);
    part += groups + 1;
    const last = endOf(ends, part - 1);
    const end = digitsEnd(groups === 0 ? from : endOf(ends, part - 2) + 1, last);
    if (end < 0 || (groups === 0 && (label !== 0 || (from === begin) === (end === last)))) continue;
    show(isRest ? start : from, end, isRest, position);
  }
}

/** Where the number begins that may go on behind a space; -1: none. */
export let numberStart: i32 = -1;
let numberEnd: i32 = 0;
let numberGroups: i32 = 0;
let numberPosition: u32 = 0;

/** `SpacedNumber`. */
export function clearNumber(): void {
  numberStart = -1;
}

export function numberWord(start: i32, end: i32, position: u32): void {
  if (numberStart >= 0) {
    if (start === numberEnd + 1 && isGroupSpace(codeAt(numberEnd)) && digitsEnd(start, end) === start + 3) {
      numberEnd = start + 3;
      numberGroups++;
      return;
    }
    closeNumber();
  }
  if (end - start > 3 || codeAt(start) === 48 || isFraction(start) || !isAllDigits(start, end)) return;
  numberStart = start;
  numberEnd = end;
  numberGroups = 0;
  numberPosition = position;
}

export function closeNumber(): void {
  const start = numberStart;
  numberStart = -1;
  if (start >= 0 && numberGroups > 0 && numberGroups <= MOST_GROUPS) show(start, numberEnd, false, numberPosition);
}

/** Shows the digits from `start` to `end`, or all that stands there. */
function show(start: i32, end: i32, whole: bool, position: u32): void {
  let size: u32 = 0;
  for (let at = start; at < end && size < MAX_TERM_LENGTH; at++) {
    const code = codeAt(at);
    if (whole || isAsciiDigit(code)) store<u8>(runScratch + size++, lower(code));
  }
  takeTerm(runScratch, size, position, EXACT);
}

function groupsOf(ends: usize, parts: i32, part: i32, from: i32): i32 {
  const first = endOf(ends, part);
  const mark = codeAt(first);
  if (first - from > 3 || codeAt(from) === 48 || !isGroupMark(mark) || !isAllDigits(from, first)) return 0;
  let groups: i32 = 0;
  let size: i32 = 0;
  let end = first;
  while (part + groups + 1 < parts && codeAt(end) === mark) {
    const next = endOf(ends, part + groups + 1);
    const digits = digitsEnd(end + 1, next) - end - 1;
    const isPair = mark === COMMA && digits === 2 && next === end + 3 && size !== 3 && first - from < 3;
    if (digits !== 3 && !isPair) break;
    size = digits;
    end = next;
    groups++;
  }
  const behind = part + groups + 1;
  if (size !== 3) return 0;
  if (behind === parts || !isGroupMark(codeAt(end))) return groups;
  const isDecimal = codeAt(end) !== mark && digitsEnd(end + 1, endOf(ends, behind)) > 0;
  return isDecimal && (behind + 1 === parts || !isGroupMark(codeAt(endOf(ends, behind)))) ? groups : 0;
}

function behindCurrency(start: i32, end: i32): i32 {
  if (end - start < 4 || isAsciiDigit(codeAt(start)) || !isAsciiDigit(codeAt(start + 3))) return start;
  for (let at: u32 = 0; at < currencyBytes; at += CURRENCY_BYTES) {
    const code = currencies + at;
    if (
      load<u8>(code) === lower(codeAt(start)) &&
      load<u8>(code, 1) === lower(codeAt(start + 1)) &&
      load<u8>(code, 2) === lower(codeAt(start + 2))
    )
      return start + 3;
  }
  return start;
}

function digitsEnd(from: i32, wordEnd: i32): i32 {
  let end = from;
  while (end < wordEnd && isAsciiDigit(codeAt(end))) end++;
  if (end === wordEnd) return end > from ? end : -1;
  if (end === from || wordEnd - end > LONGEST_UNIT) return -1;
  if (wordEnd - end === 1) {
    const letter = lower(codeAt(end)) - 97;
    return letter < 26 && ((units >> letter) & 1) !== 0 ? end : -1;
  }
  for (let at = end; at < wordEnd; at++) if (isAsciiDigit(codeAt(at))) return -1;
  return end;
}

function isFraction(start: i32): bool {
  return isGroupMark(codeAt(start - 1)) && isAsciiDigit(codeAt(start - 2));
}

function isAllDigits(start: i32, end: i32): bool {
  for (let i = start; i < end; i++) if (!isAsciiDigit(codeAt(i))) return false;
  return end > start;
}

function endOf(ends: usize, part: i32): i32 {
  return load<i32>(ends + (part << 2));
}
