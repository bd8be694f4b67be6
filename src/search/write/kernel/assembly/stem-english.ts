import { lengthOf, runScratch, termScratch, textOf } from "./lexicon";
import { copyBytes, reserve } from "./memory";

/*
 * `stemEnglish` of analysis/english-stemmer.ts, which names its source. The words that are exceptions are asked of JavaScript, and the
 * tables of suffixes come from there. The word being stemmed stands in the scratch of terms; a y that is a consonant is written Y.
 */

const TABLE_BYTES: usize = 512;
const a: u32 = 97;
const e: u32 = 101;
const i: u32 = 105;
const y: u32 = 121;

/** Of steps 2, 3 and 4: a byte for the length of a suffix, the suffix, and likewise what replaces it; at the end a zero. */
const tables: usize = reserve(3 * TABLE_BYTES);

let size: u32 = 0;
let r1: u32 = 0;
let r2: u32 = 0;

/** The suffixes of a step, `length` bytes in the scratch of runs. */
export function setSuffixes(step: u32, length: u32): void {
  copyBytes(tables + <usize>(step - 2) * TABLE_BYTES, runScratch, length);
}

/** Writes the stem of a word to the scratch of terms and gives its length; 0 for a word that is its own. */
export function stemEnglish(record: usize): u32 {
  size = lengthOf(record);
  if (size <= 2) return 0;
  copyBytes(termScratch, textOf(record), size);
  for (let k: u32 = 0; k < size; k++) if (at(k) - a >= 26) return 0;
  markConsonants();
  r1 = begins("gener", 5) || begins("arsen", 5) ? 5 : begins("commun", 6) ? 6 : nextRegion(0);
  r2 = nextRegion(r1);
  step1a();
  step1b();
  if (size > 2 && !isVowel(at(size - 2)) && (at(size - 1) | 32) === y) put(size - 1, i);
  replaceSuffix(2);
  replaceSuffix(3);
  replaceSuffix(4);
  step5();
  for (let k: u32 = 0; k < size; k++) put(k, at(k) | 32);
  return size;
}

function markConsonants(): void {
  if (at(0) === y) put(0, 89);
  for (let k: u32 = 0; k + 1 < size; k++) {
    if (isVowel(at(k)) && at(k + 1) === y) put(++k, 89);
  }
}

function nextRegion(from: u32): u32 {
  for (let k = from + 1; k < size; k++) if (!isVowel(at(k)) && isVowel(at(k - 1))) return k + 1;
  return size;
}

function step1a(): void {
  if (ends("sses", 4)) size -= 2;
  else if (ends("ied", 3) || ends("ies", 3)) size -= size > 4 ? 2 : 1;
  else if (ends("s", 1) && !ends("us", 2) && !ends("ss", 2) && size >= 2 && hasVowel(size - 2)) size--;
}

function step1b(): void {
  const eed: u32 = ends("eedly", 5) ? 5 : ends("eed", 3) ? 3 : 0;
  if (eed > 0) {
    if (size - eed >= r1) size -= eed - 2;
    return;
  }
  const suffix: u32 = ends("ingly", 5) ? 5 : ends("edly", 4) ? 4 : ends("ing", 3) ? 3 : ends("ed", 2) ? 2 : 0;
  if (suffix === 0 || !hasVowel(size - suffix)) return;
  size -= suffix;
  if (ends("at", 2) || ends("bl", 2) || ends("iz", 2)) put(size++, e);
  else if (size >= 2 && isDouble(at(size - 1)) && at(size - 1) === at(size - 2)) size--;
  else if (r1 >= size && endsInShortSyllable(size)) put(size++, e);
}

/** Steps 2 to 4: the longest suffix that fits decides, whether or not its condition lets it go. */
function replaceSuffix(step: u32): void {
  let table = tables + <usize>(step - 2) * TABLE_BYTES;
  for (;;) {
    const length: u32 = load<u8>(table);
    if (length === 0) return;
    const replacement = table + 1 + length;
    if (endsWith(table + 1, length)) {
      const from = size - length;
      if (from < (step === 4 ? r2 : r1) || !allows(step, table + 1, length, from)) return;
      copyBytes(termScratch + from, replacement + 1, load<u8>(replacement));
      size = from + load<u8>(replacement);
      return;
    }
    table = replacement + 1 + load<u8>(replacement);
  }
}

/** What some suffixes need before them. */
function allows(step: u32, suffix: usize, length: u32, from: u32): bool {
  const first: u32 = load<u8>(suffix);
  const before: u32 = from > 0 ? at(from - 1) : 0;
  if (step === 2 && length === 3 && first === 111) return before === 108; // ogi
  if (step === 2 && length === 2 && first === 108) return isBeforeLi(before);
  if (step === 3 && length === 5 && load<u8>(suffix + 4) === e && first === a && load<u8>(suffix + 1) === 116) return from >= r2; // ative
  if (step === 4 && length === 3 && first === i && load<u8>(suffix + 1) === 111) return before === 115 || before === 116; // ion
  return true;
}

function step5(): void {
  const last = size - 1;
  if (ends("e", 1)) {
    if (last >= r2 || (last >= r1 && !endsInShortSyllable(last))) size = last;
  } else if (ends("ll", 2) && last >= r2) size = last;
}

/** A vowel between two consonants at the end, the last not w, x or Y; or a vowel first and a consonant second of two letters. */
function endsInShortSyllable(length: u32): bool {
  if (length < 2) return false;
  const last = at(length - 1);
  if (isVowel(last) || !isVowel(at(length - 2))) return false;
  if (length === 2) return true;
  return !isVowel(at(length - 3)) && last !== 119 && last !== 120 && last !== 89;
}

function hasVowel(length: u32): bool {
  for (let k: u32 = 0; k < length; k++) if (isVowel(at(k))) return true;
  return false;
}

/** a, e, i, o, u and y. */
function isVowel(letter: u32): bool {
  return letter >= a && ((0x1104111 >> (letter - a)) & 1) !== 0;
}

/** b, d, f, g, m, n, p, r, t. */
function isDouble(letter: u32): bool {
  return letter >= a && ((0xab06a >> (letter - a)) & 1) !== 0;
}

/** c, d, e, g, h, k, m, n, r, t. */
function isBeforeLi(letter: u32): bool {
  return letter >= a && ((0xa34dc >> (letter - a)) & 1) !== 0;
}

function at(index: u32): u32 {
  return load<u8>(termScratch + index);
}

function put(index: u32, letter: u32): void {
  store<u8>(termScratch + index, letter);
}

/** Whether the word ends with a string of ASCII, which the compiler keeps as UTF-16. */
function ends(suffix: string, length: u32): bool {
  return size >= length && isAt(size - length, suffix, length);
}

function begins(prefix: string, length: u32): bool {
  return size >= length && isAt(0, prefix, length);
}

function isAt(from: u32, text: string, length: u32): bool {
  const units = changetype<usize>(text);
  for (let k: u32 = 0; k < length; k++) if (at(from + k) !== <u32>load<u16>(units + (k << 1))) return false;
  return true;
}

function endsWith(suffix: usize, length: u32): bool {
  if (size < length) return false;
  for (let k: u32 = 0; k < length; k++) if (at(size - length + k) !== <u32>load<u8>(suffix + k)) return false;
  return true;
}
