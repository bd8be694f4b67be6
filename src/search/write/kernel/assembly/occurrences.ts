import { recordOf, words } from "./lexicon";
import { ENTRY_BYTES, entryOf, isSection, MOST_POSITION, MOST_SECTIONS, MOST_TERM, setSection, termOfEntry } from "./log-entry";
import { reserve } from "./memory";
import { addEntries } from "./postings";

/*
 * Words arrive in the order of the text, and each belongs to another term, whose record is somewhere else in memory. So they wait in a log
 * until there are many, are sorted by term, and go to the records one term after the other.
 */

const MOST: u32 = 1 << 18;
/** Most bits of a digit by which the log is sorted. */
const DIGIT_BITS: u32 = 12;

const log: usize = reserve(ENTRY_BYTES * MOST);
const other: usize = reserve(ENTRY_BYTES * MOST);
let logEnd: usize = log;
let sections: u32 = 0;
/** Whether the words to come may be in another section. */
let moved = true;
const lowCounts: usize = reserve(4 << DIGIT_BITS);
const highCounts: usize = reserve(4 << DIGIT_BITS);

let item: u32 = 0;
let field: u32 = 0;

export function setItem(number: u32): void {
  item = number;
  moved = true;
}

export function setField(number: u32): void {
  field = number;
  moved = true;
}

export function currentItem(): u32 {
  return item;
}

export function currentField(): u32 {
  return field;
}

/** The term stands at a position of the current field of the current item. Items rise, fields rise within an item. */
export function addOccurrence(term: u32, position: u32): void {
  if (moved) openSection();
  // No text that fits in memory has as many words.
  if (term > MOST_TERM || position > MOST_POSITION) unreachable();
  store<u64>(logEnd, entryOf(term, sections - 1, position));
  logEnd += ENTRY_BYTES;
  if (logEnd === log + ENTRY_BYTES * MOST) endLog();
}

/** Gives all that waits to the records of the terms. */
export function endLog(): void {
  if (logEnd > log) sortLog();
  for (let at = log; at < logEnd; ) {
    const term = termOfEntry(load<u64>(at));
    let end = at + ENTRY_BYTES;
    while (end < logEnd && termOfEntry(load<u64>(end)) === term) end += ENTRY_BYTES;
    addEntries(recordOf(term), at, end);
    at = end;
  }
  logEnd = log;
  sections = 0;
  moved = true;
}

function openSection(): void {
  if (sections === 0 || !isSection(sections - 1, item, field)) {
    if (sections === MOST_SECTIONS) endLog();
    setSection(sections, item, field);
    sections++;
  }
  moved = false;
}

/** Sorts the log by term, by the lower half of its number and then by the upper, which leaves the entries of a term in their order. */
function sortLog(): void {
  const bits = min<u32>(DIGIT_BITS, (33 - clz(words)) >> 1);
  const mask: u32 = (1 << bits) - 1;
  const size: usize = 4 << bits;
  memory.fill(lowCounts, 0, size);
  memory.fill(highCounts, 0, size);
  for (let at = log; at < logEnd; at += ENTRY_BYTES) {
    const term = termOfEntry(load<u64>(at));
    const low = lowCounts + ((<usize>(term & mask)) << 2);
    store<u32>(low, load<u32>(low) + 1);
    const high = highCounts + ((<usize>(term >> bits)) << 2);
    store<u32>(high, load<u32>(high) + 1);
  }
  sumCounts(lowCounts, size);
  sumCounts(highCounts, size);
  moveByDigit(log, logEnd, other, lowCounts, 0, mask);
  moveByDigit(other, other + (logEnd - log), log, highCounts, bits, mask);
}

/** Makes of the number of each digit the number of entries before its first. */
function sumCounts(counts: usize, size: usize): void {
  let sum: u32 = 0;
  for (let at = counts; at < counts + size; at += 4) {
    const count = load<u32>(at);
    store<u32>(at, sum);
    sum += count;
  }
}

/** Puts the entries `[from, end)` into the order of one digit of their term. @param counts - for each digit, the entries before its next one */
function moveByDigit(from: usize, end: usize, to: usize, counts: usize, shift: u32, mask: u32): void {
  for (let at = from; at < end; at += ENTRY_BYTES) {
    const entry = load<u64>(at);
    const count = counts + ((<usize>((termOfEntry(entry) >> shift) & mask)) << 2);
    const before = load<u32>(count);
    store<u32>(count, before + 1);
    store<u64>(to + ENTRY_BYTES * before, entry);
  }
}
