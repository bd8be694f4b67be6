import { COMPLEX, entryOf, HAN, HANGUL, IGNORED, SEPARATOR, SURROGATE, UNSPACED } from "./characters";
import { closeRun, openText, wordFound, wordNumbered } from "./composites";
import { classAt, foldWord, readGrams } from "./host";
import { wordScratch } from "./lexicon";
import { EXACT, MAX_TERM_LENGTH, takeTerm, takeWord } from "./terms";
import { codeAt } from "./text";

/** Position of the next word of the text. */
let position: u32 = 0;

/**
 * `scanText` of analysis/scan.ts over the text that was written to `text`: words, grams and composites, each to `takeTerm`.
 *
 * @returns the number of positions
 */
export function scan(length: i32, firstPosition: u32): u32 {
  openText(length);
  position = firstPosition;
  let i = 0;
  while (i < length) {
    const entry = entryOf(codeAt(i));
    if (entry === SEPARATOR || entry === IGNORED) {
      i++;
      continue;
    }
    const kind = entry === SURROGATE ? <u32>classAt(i) : entry;
    if (kind === SEPARATOR) {
      i += codeAt(i) >= 0xdc00 ? 1 : 2;
      continue;
    }
    if (kind === HAN || kind === HANGUL || kind === UNSPACED) {
      i = readGrams(i, kind);
      continue;
    }
    i = readWord(i, length, kind === COMPLEX);
  }
  closeRun();
  return position - firstPosition;
}

/** Takes one gram of a run; a run of grams has one after the other. */
export function takeGram(length: u32): void {
  takeTerm(wordScratch, length, position++, EXACT);
}

function readWord(start: i32, length: i32, isComplex: bool): i32 {
  let complex = isComplex;
  let i = start;
  let size: usize = 0;
  let units: u32 = 0;
  const target = wordScratch;
  while (i < length) {
    const next = entryOf(codeAt(i));
    if (next >= 48) {
      if (next < 0x80) {
        if (units < MAX_TERM_LENGTH) store<u8>(target + size++, next);
      } else if (units < MAX_TERM_LENGTH) size += writeUnit(target + size, next);
      units++;
    } else if (next === COMPLEX) complex = true;
    else if (next === SURROGATE) {
      if (<u32>classAt(i) !== COMPLEX) break;
      complex = true;
      i++;
    } else if (next !== IGNORED) break;
    i++;
  }
  if (complex) size = foldWord(start, i);
  if (size === 0 || (size === 1 && load<u8>(target) === 115 && closesPossessive(start))) return i;
  wordFound(start, i, position, load<u8>(target) < 58);
  store<u64>(target + size, 0);
  store<u64>(target + size, 0, 8);
  wordNumbered(takeWord(target, <u32>size, position));
  position++;
  return i;
}

/** UTF-8 of a unit of the basic plane from 0x80 on. */
function writeUnit(at: usize, unit: u32): usize {
  if (unit < 0x800) {
    store<u8>(at, 0xc0 | (unit >> 6));
    store<u8>(at + 1, 0x80 | (unit & 63));
    return 2;
  }
  store<u8>(at, 0xe0 | (unit >> 12));
  store<u8>(at + 1, 0x80 | ((unit >> 6) & 63));
  store<u8>(at + 2, 0x80 | (unit & 63));
  return 3;
}

function closesPossessive(start: i32): bool {
  const mark = codeAt(start - 1);
  return (mark === 39 || mark === 0x2019) && start >= 2 && entryOf(codeAt(start - 2)) >= 48;
}
