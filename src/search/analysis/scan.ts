import { Buffer } from "../storage/node-modules.ts";
import { COMPLEX, classOfAstral, entryOf, foldWord, HAN, HANGUL, IGNORED, SEPARATOR, SURROGATE, UNSPACED } from "./characters.ts";
import { Composites } from "./composites.ts";
import { hanNumberAt, ORDINAL_SIGN, ordinalTerm } from "./ordinals.ts";
import { cutTerm, EXACT, MAX_TERM_LENGTH, type Visitor, WORD } from "./visitor.ts";

const folded = new Uint16Array(MAX_TERM_LENGTH);

// Shared by all texts, since texts are scanned to the end one after the other; a visitor must not scan another.
const composites = new Composites();

/**
 * Walks a text and shows every word, gram and composite to `visit`, in order of position.
 *
 * Words are runs of letters and digits (a boundary rule simpler than Unicode's UAX 29, which agrees with it on running text but for
 * the apostrophe: a closing `'s` is dropped, any other apostrophe parts two words, so that `l'école` is found by `école`).
 * Scripts without spaces give overlapping grams, which need no dictionary and so are the same under every version of ICU.
 *
 * @returns the number of positions, which is the text's length in words
 */
export function scanText(text: string, visit: Visitor): number {
  composites.open(text, visit);
  const length = text.length;
  const codes = codesOf(text);
  let position = 0;
  let i = 0;
  while (i < length) {
    const entry = entryOf(codes[i] as number);
    if (entry === SEPARATOR || entry === IGNORED) {
      i++;
      continue;
    }
    const kind = entry === SURROGATE ? classAt(text, i) : entry;
    if (kind === SEPARATOR) {
      i += text.charCodeAt(i) >= 0xdc00 ? 1 : 2;
      continue;
    }
    if (kind === HAN || kind === HANGUL || kind === UNSPACED) {
      i = readUnits(text, i, kind);
      position += visitGrams(kind, position, visit);
      continue;
    }
    const start = i;
    let size = 0;
    let complex = kind === COMPLEX;
    while (i < length) {
      const next = entryOf(codes[i] as number);
      if (next >= 48) {
        if (size < MAX_TERM_LENGTH) folded[size++] = next;
      } else if (next === COMPLEX) complex = true;
      else if (next === SURROGATE) {
        if (classAt(text, i) !== COMPLEX) break;
        complex = true;
        i++;
      } else if (next !== IGNORED) break;
      i++;
    }
    if (complex) size = foldInto(folded, text.slice(start, i));
    if (size === 0 || (size === 1 && folded[0] === 115 && closesPossessive(text, start))) continue;
    const digitFirst = (folded[0] as number) < 58;
    composites.word(start, i, position, digitFirst);
    visit(folded, size, start, i, position, WORD);
    position++;
  }
  composites.close();
  return position;
}

/** Units of a text that are taken one by one: a question has few, and the first use of a buffer takes longer. */
const FEW_UNITS = 256;

let buffer: Buffer | undefined;
let bufferCodes = new Uint16Array(FEW_UNITS);

/** The UTF-16 units of a text, valid until the next call. Reading them from an array is several times faster than `charCodeAt`. */
function codesOf(text: string): Uint16Array {
  if (bufferCodes.length < text.length) {
    bufferCodes = new Uint16Array(Math.max(1 << 12, (text.length * 3) >> 1));
    buffer = undefined;
  }
  if (LITTLE_ENDIAN && text.length > FEW_UNITS) {
    buffer ??= Buffer.from(bufferCodes.buffer);
    buffer.write(text, "utf16le");
  } else for (let k = 0; k < text.length; k++) bufferCodes[k] = text.charCodeAt(k);
  return bufferCodes;
}

const LITTLE_ENDIAN = new Uint8Array(Uint16Array.of(1).buffer)[0] === 1;

/** Writes the folded form of `word` into `target` and gives its length. */
export function foldInto(target: Uint16Array, word: string): number {
  const plain = cutTerm(foldWord(word));
  for (let k = 0; k < plain.length; k++) target[k] = plain.charCodeAt(k);
  return plain.length;
}

function closesPossessive(text: string, start: number): boolean {
  const mark = text.charCodeAt(start - 1);
  return (mark === 39 || mark === 0x2019) && start >= 2 && entryOf(text.charCodeAt(start - 2)) >= 48;
}

/** The class of the character outside the basic plane that begins at `at`; `SEPARATOR` for half of one. */
export function classAt(text: string, at: number): number {
  const codePoint = text.codePointAt(at) as number;
  return codePoint > 0xffff ? classOfAstral(codePoint) : SEPARATOR;
}

// The characters of the run being cut into grams: code points, with the offsets where each begins and ends.
let units = new Uint32Array(256);
let starts = new Uint32Array(256);
let ends = new Uint32Array(256);
let unitCount = 0;

/** Reads the run of one script that begins at `at`, composed and in compatibility form, for `visitGrams`; gives the offset behind it. */
export function readUnits(text: string, at: number, kind: number): number {
  unitCount = 0;
  let i = at;
  while (i < text.length) {
    const code = text.charCodeAt(i);
    const entry = entryOf(code);
    const wide = entry === SURROGATE;
    if (entry === IGNORED && unitCount > 0) {
      i++;
      continue;
    }
    if ((wide ? classAt(text, i) : entry) !== kind) break;
    let end = i + (wide ? 2 : 1);
    while (end < text.length && joinsPrevious(text.charCodeAt(end))) end++;
    const plain = code < 0x1200 || code > 0xf8ff || end > i + 1 ? text.slice(i, end).normalize("NFKC") : "";
    if (plain === "") addUnit(code, i, end);
    else for (const character of plain) addUnit(character.codePointAt(0) as number, i, end);
    i = end;
  }
  return i;
}

/** Voicing marks of kana, and the vowels and finals of Hangul that was decomposed. */
function joinsPrevious(code: number): boolean {
  return code === 0x3099 || code === 0x309a || code === 0xff9e || code === 0xff9f || (code >= 0x1160 && code <= 0x11ff);
}

function addUnit(codePoint: number, start: number, end: number): void {
  const previous = unitCount === 0 ? 0 : (units[unitCount - 1] as number);
  if (isTone(codePoint) && isRing(previous)) {
    // The ring and the a of "am" may be typed apart, and then before the tone. Composed, they stand behind it.
    units[unitCount - 1] = codePoint;
    pushUnit(previous, start, end);
  } else pushUnit(codePoint === KHMER_DA && previous === KHMER_SUBSCRIPT ? KHMER_TA : codePoint, start, end);
}

// Below another letter the two look the same, and one is written for the other.
const KHMER_DA = 0x178a;
const KHMER_TA = 0x178f;
const KHMER_SUBSCRIPT = 0x17d2;

/** The tones of Thai and Lao. */
function isTone(codePoint: number): boolean {
  return (codePoint >= 0x0e48 && codePoint <= 0x0e4b) || (codePoint >= 0x0ec8 && codePoint <= 0x0ecb);
}

function isRing(codePoint: number): boolean {
  return codePoint === 0x0e4d || codePoint === 0x0ecd;
}

function pushUnit(codePoint: number, start: number, end: number): void {
  if (unitCount === units.length) {
    units = grow(units);
    starts = grow(starts);
    ends = grow(ends);
  }
  units[unitCount] = codePoint;
  starts[unitCount] = start;
  ends[unitCount++] = end;
}

function grow(array: Uint32Array<ArrayBuffer>): Uint32Array<ArrayBuffer> {
  const larger = new Uint32Array(array.length * 2);
  larger.set(array);
  return larger;
}

/**
 * Shows every gram of the run that was read last; one that is shorter than a gram is one. Numbers of provisions (ordinals.ts) are shown before
 * the gram that they begin with. Gives the number of positions used.
 */
export function visitGrams(kind: number, position: number, visit: Visitor): number {
  const size = kind === UNSPACED ? 3 : 2;
  const count = Math.max(1, unitCount - size + 1);
  for (let first = 0; first < count; first++) {
    if (units[first] === ORDINAL_SIGN) visitOrdinal(first, position + first, visit);
    const last = Math.min(first + size, unitCount) - 1;
    let length = 0;
    for (let k = first; k <= last; k++) {
      const codePoint = units[k] as number;
      if (codePoint > 0xffff) {
        folded[length++] = 0xd800 + ((codePoint - 0x10000) >> 10);
        folded[length++] = 0xdc00 + ((codePoint - 0x10000) & 0x3ff);
      } else folded[length++] = codePoint;
    }
    visit(folded, length, starts[first] as number, ends[last] as number, position + first, EXACT);
  }
  return count;
}

/** Shows the number of a provision that begins with the sign at `first`, as 第九条, if there is one. */
function visitOrdinal(first: number, position: number, visit: Visitor): void {
  const number = hanNumberAt(units, first + 1, unitCount);
  if (number === undefined) return;
  const [value, end] = number;
  const term = end < unitCount ? ordinalTerm(String(value), units[end] as number) : undefined;
  if (term === undefined) return;
  for (let k = 0; k < term.length; k++) folded[k] = term.charCodeAt(k);
  visit(folded, term.length, starts[first] as number, ends[end] as number, position, EXACT);
}
