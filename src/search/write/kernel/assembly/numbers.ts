import { isAsciiDigit, isGroupMark, isGroupSpace, lower } from "./characters";
import { runScratch } from "./lexicon";
import { reserve } from "./memory";
import { EXACT, MAX_TERM_LENGTH, takeTerm } from "./terms";
import { codeAt } from "./text";

// analysis/numbers.ts, for runs of ASCII and for numbers parted by spaces.

const LONGEST_UNIT: i32 = 3;
const MOST_GROUPS: i32 = 4;
const COMMA: u32 = 44;

/** The lists of analysis/numbers.ts, each of letters in lower case, in which spaces part what has several. */
const CURRENCIES: u32 = 0;
const UNITS: u32 = 1;
const ORDINALS: u32 = 2;
const LISTS: usize = 3;
const LIST_BYTES: usize = 128;
const lists: usize = reserve(LIST_BYTES * LISTS);
const listLengths: usize = reserve(4 * LISTS);

/** List `list` is the `length` bytes in the scratch of runs. */
export function setNumberList(list: u32, length: u32): void {
  if (length > <u32>LIST_BYTES) unreachable();
  memory.copy(lists + <usize>list * LIST_BYTES, runScratch, length);
  store<u32>(listLengths + ((<usize>list) << 2), length);
}

/** Whether a word of letters and digits is a currency with a number behind it. */
export function hasCurrency(start: i32, end: i32): bool {
  return behindCurrency(start, end) > start;
}

/** Whether the units from `start` to `end` stand in a list, in either case, at a place that is a multiple of `step`. */
function isListed(list: u32, start: i32, end: i32, step: i32): bool {
  const from = lists + <usize>list * LIST_BYTES;
  const size = end - start;
  const last = <i32>load<u32>(listLengths + ((<usize>list) << 2)) - size;
  for (let at: i32 = 0; at <= last; at += step) {
    let k: i32 = 0;
    while (k < size && load<u8>(from + at + k) === lower(codeAt(start + k))) k++;
    if (k === size) return true;
  }
  return false;
}

/** @param position - of the run */
export function showNumbers(start: i32, ends: usize, parts: i32, label: u32, position: u32): void {
  if (!mayHaveNumbers(start, ends, parts)) return;
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

/** Whether a part may be a group of three, or has digits at one of its ends only. Most runs are section numbers and dates, which have neither. */
function mayHaveNumbers(start: i32, ends: usize, parts: i32): bool {
  let from = start;
  for (let part: i32 = 0; part < parts; part++) {
    const end = endOf(ends, part);
    if ((part > 0 && end - from >= 3) || isAsciiDigit(codeAt(from)) !== isAsciiDigit(codeAt(end - 1))) return true;
    from = end + 1;
  }
  return false;
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
  // Nearly all numbers: what follows is none.
  if (!isGroupSpace(codeAt(end)) || !isAsciiDigit(codeAt(end + 1))) return;
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
  return isListed(CURRENCIES, start, start + 3, 4) ? start + 3 : start;
}

function digitsEnd(from: i32, wordEnd: i32): i32 {
  let end = from;
  while (end < wordEnd && isAsciiDigit(codeAt(end))) end++;
  if (end === wordEnd) return end > from ? end : -1;
  if (end === from || wordEnd - end > LONGEST_UNIT) return -1;
  if (wordEnd - end === 1 ? !isListed(UNITS, end, wordEnd, 1) : isListed(ORDINALS, end, wordEnd, 1)) return -1;
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
