import { COMPLEX, entryOf, HAN, HANGUL, IGNORED, SEPARATOR, SURROGATE, UNSPACED } from "./characters";
import { closeRun, openText, wordAlone, wordFound, wordNumbered } from "./composites";
import { classAt, foldWord, readGrams } from "./host";
import { wordScratch } from "./lexicon";
import { hasCurrency } from "./numbers";
import { EXACT, MAX_TERM_LENGTH, takeTerm, takeWord } from "./terms";
import { codeAt, folded, letters, markText, others } from "./text";

/** Bits that a reading of 64 has at least, from any unit on. */
const SURE_BITS: i32 = 57;

/** Position of the next word of the text. */
let position: u32 = 0;

/**
 * `scanText` of analysis/scan.ts over the text that was written to `text`: words, grams and composites, each to `takeTerm`.
 *
 * @returns the number of positions
 */
export function scan(length: i32, firstPosition: u32): u32 {
  openText(length);
  markText(length);
  position = firstPosition;
  let i = 0;
  while (i < length) {
    const lettersHere = load<u64>(letters + (i >> 3)) >> (i & 7);
    const othersHere = load<u64>(others + (i >> 3)) >> (i & 7);
    const any = lettersHere | othersHere;
    if (any === 0) {
      i += SURE_BITS;
      continue;
    }
    const gap = <i32>ctz(any);
    i += gap;
    const other = othersHere >> gap;
    if ((other & 1) !== 0) {
      i = readOther(i, length);
      continue;
    }
    const size = <i32>ctz(~(lettersHere >> gap));
    // A word of ASCII alone, as nearly all are, and short enough to be seen whole.
    if (gap + size < SURE_BITS && ((other >> size) & 1) === 0) {
      // Not a function of its own: calling one takes as long as half of what is done here.
      const start = i;
      const from = folded + start;
      const first: u32 = load<u8>(from);
      i += size;
      if (first === 115 && size === 1 && closesPossessive(start)) continue;
      // Nearly all words stand between spaces, and few of them end in a digit.
      const isAlone = first >= 58 && codeAt(i) <= 32 && codeAt(start - 1) <= 32;
      if (isAlone && (load<u8>(folded + i - 1) >= 58 || !hasCurrency(start, i))) wordAlone(start, i);
      else wordFound(start, i, position, first < 58);
      wordNumbered(takeWord(from, min<u32>(size, MAX_TERM_LENGTH), position));
      position++;
    } else i = readWord(i, length, false);
  }
  closeRun();
  return position - firstPosition;
}

/** Takes one gram of a run, or what begins with it. @param first - of its characters in the run */
export function takeGram(length: u32, first: u32): void {
  takeTerm(wordScratch, length, position + first, EXACT);
}

/** Ends a run of `count` grams. */
export function endGrams(count: u32): void {
  position += count;
}

/** What begins with a unit beyond ASCII. Gives the unit behind it. */
function readOther(i: i32, length: i32): i32 {
  const entry = entryOf(codeAt(i));
  if (entry === SEPARATOR || entry === IGNORED) return i + 1;
  const kind = entry === SURROGATE ? <u32>classAt(i) : entry;
  if (kind === SEPARATOR) return codeAt(i) >= 0xdc00 ? i + 1 : i + 2;
  if (kind === HAN || kind === HANGUL || kind === UNSPACED) return readGrams(i, kind);
  return readWord(i, length, kind === COMPLEX);
}

/** Any word, unit by unit. */
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
