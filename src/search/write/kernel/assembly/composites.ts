import { isAsciiDigit, isBlank, isSign, isSpace } from "./characters";
import { showRun } from "./host";
import { labelOfWord, ORDINAL, SECTION_SIGN } from "./labels";
import { reserve } from "./memory";
import { clearNumber, closeNumber, hasCurrency, numberStart, numberWord } from "./numbers";
import { showAsciiRun } from "./show-run";
import { codeAt } from "./text";

/*
 * `Composites` of analysis/composites.ts: follows the words of a text and finds the runs of them that are joined. What a run makes is
 * worked out here where it is ASCII, and by JavaScript otherwise.
 */

const MAX_PARTS: i32 = 8;

const ends: usize = reserve(MAX_PARTS * 4);
let textLength: i32 = 0;
let parts: i32 = 0;
let runStart: i32 = 0;
export let runPosition: u32 = 0;
let digits = false;
let previousStart: i32 = 0;
let previousEnd: i32 = -9;
let previousWord: u32 = 0;
let label: u32 = 0;

export function openText(length: i32): void {
  textLength = length;
  parts = 0;
  clearNumber();
  previousEnd = -9;
}

/** The next word of the text. */
export function wordFound(start: i32, end: i32, position: u32, digitFirst: bool): void {
  if (!digitFirst && isBlank(codeAt(end)) && isBlank(codeAt(start - 1)) && !endsInNumber(start, end)) {
    wordAlone(start, end);
    return;
  }
  runWord(start, end, position, digitFirst);
  previousStart = start;
  previousEnd = end;
}

/** The next word of the text is one that nothing joins to others. */
export function wordAlone(start: i32, end: i32): void {
  if (parts > 0) closeRun();
  previousStart = start;
  previousEnd = end;
}

/** The number of the word that was found. */
export function wordNumbered(word: u32): void {
  previousWord = word;
}

function runWord(start: i32, end: i32, position: u32, digitFirst: bool): void {
  if (parts > 0 && start - previousEnd <= 2 && start > previousEnd && joins(start)) {
    if (parts < MAX_PARTS) store<i32>(ends + (parts++ << 2), end);
  } else {
    showJoined();
    runStart = start;
    runPosition = position;
    label = digitFirst ? labelBefore(start) : 0;
    store<i32>(ends, end);
    parts = 1;
    digits = false;
  }
  if (digitFirst) {
    digits = true;
    numberWord(start, end, position);
  } else if (numberStart >= 0) closeNumber();
}

/** Ends the run of joined words, and the number that it may be the end of, and shows what they made. */
export function closeRun(): void {
  showJoined();
  if (numberStart >= 0) closeNumber();
}

function showJoined(): void {
  if (parts === 0) return;
  const count = parts;
  parts = 0;
  if (count === 1 && label === 0 && !isSign(codeAt(load<i32>(ends))) && codeAt(runStart - 1) !== 35 && !isMixed(runStart, load<i32>(ends)))
    return;
  if (label !== ORDINAL && isAscii(runStart, load<i32>(ends + ((count - 1) << 2))))
    showAsciiRun(runStart, ends, count, digits, label, runPosition);
  else showRun(runStart, ends, count, digits, label);
}

/** Whether a word may be a number with a unit or a currency. */
function isMixed(start: i32, end: i32): bool {
  return digits ? !isAsciiDigit(codeAt(end - 1)) : endsInNumber(start, end);
}

/** Whether a word that does not begin with a digit has a number behind a currency. */
function endsInNumber(start: i32, end: i32): bool {
  return isAsciiDigit(codeAt(end - 1)) && hasCurrency(start, end);
}

function isAscii(start: i32, end: i32): bool {
  for (let i = start; i < end; i++) if (codeAt(i) >= 0x80) return false;
  return true;
}

/** Whether nothing but one joining mark stands between the previous word and the one at `start`. */
function joins(start: i32): bool {
  const mark = codeAt(previousEnd);
  if (start - previousEnd === 2) {
    const second = codeAt(previousEnd + 1);
    return (
      (mark === 41 && (second === 40 || second === 46 || second === 45)) || (second === 40 && mark === 46) || (mark === 58 && second === 92)
    );
  }
  switch (mark) {
    case 45: // -
    case 0x2010:
    case 0x2011:
    case 46: // .
    case 47: // /
    case 92: // backslash
    case 58: // :
    case 95: // _
    case 64: // @
    case 38: // &
      return true;
    case 44: // , as in 1,000
    case 39: // ' as in 1'000
    case 0x2019:
      return isAsciiDigit(codeAt(previousEnd - 1)) && isAsciiDigit(codeAt(start));
    case 40: // ( as in 12(3), closed within a few letters
      return isClosed(start);
    default:
      return false;
  }
}

/** One to five characters that are no space and no bracket, and then a closing one. */
function isClosed(start: i32): bool {
  for (let i = start; i < min(start + 6, textLength); i++) {
    const code = codeAt(i);
    if (code === 41) return i > start;
    if (code === 40 || isSpace(code)) return false;
  }
  return false;
}

/** The label before the number at `start`, 0 when there is none. */
function labelBefore(start: i32): u32 {
  let at = start - 1;
  if (isBlank(codeAt(at))) at--;
  if (codeAt(at) === 0xa7) return SECTION_SIGN;
  if (codeAt(at) === 0x7b2c) return ORDINAL;
  if (codeAt(at) === 46) at--;
  if (at !== previousEnd - 1 || at === start - 1 || at - previousStart > 11) return 0;
  return labelOfWord(previousWord);
}
