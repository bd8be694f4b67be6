import { entryOf, HAN, HANGUL } from "./characters";
import { lengthOf, recordOf, runScratch, textOf } from "./lexicon";
import { reserve } from "./memory";

/*
 * What words say of the language of their text: their script, and the languages whose stop words they are. See analysis/language.ts, whose
 * numbers of scripts and languages these are.
 */

const LATIN: u32 = 0;
const CHINESE: u32 = 1;
const JAPANESE: u32 = 2;
const OTHER: u32 = 14;
const SCRIPTS: usize = 15;
const LANGUAGES: usize = 24;

/** Words of each script, and stop words of each language, uint32 each. */
export const votes: usize = reserve((SCRIPTS + LANGUAGES) * 4);

/** The stop words: two uint64 with the text, as many of them as have room, and a uint32 with a bit for each language. */
const SLOTS: u32 = 1 << 13;
const SLOT_BYTES: usize = 24;
const LONGEST: u32 = 16;
const table: usize = reserve(SLOT_BYTES * SLOTS);

/** Takes the stop words of a language, `length` bytes in the scratch of runs, parted by spaces. */
export function addStopWords(language: u32, length: u32): void {
  let start: u32 = 0;
  for (let at: u32 = 0; at <= length; at++) {
    if (at < length && load<u8>(runScratch + at) !== 32) continue;
    addStopWord(runScratch + start, at - start, language);
    start = at + 1;
  }
}

function addStopWord(from: usize, length: u32, language: u32): void {
  // A single letter is a stop word of many and says nothing.
  if (length > LONGEST || length < 2 || (length === 2 && load<u8>(from) >= 0x80)) return;
  const first = load<u64>(from) & maskOf(length);
  const second = length > 8 ? load<u64>(from, 8) & maskOf(length - 8) : 0;
  const slot = slotOf(first, second);
  store<u64>(slot, first);
  store<u64>(slot, second, 8);
  store<u32>(slot, load<u32>(slot, 16) | (1 << language), 16);
}

export function clearVotes(): void {
  memory.fill(votes, 0, (SCRIPTS + LANGUAGES) * 4);
}

/** Counts what a word says. Of composites only grams vote: the words of the others have. */
export function vote(word: u32, isWord: bool): void {
  const record = recordOf(word);
  const text = textOf(record);
  const code = firstUnit(text);
  if (!isWord && !isGram(code)) return;
  count(scriptOf(code));
  const length = lengthOf(record);
  if (length > LONGEST) return;
  const slot = slotOf(load<u64>(text), length > 8 ? load<u64>(text, 8) : 0);
  for (let mask = load<u32>(slot, 16); mask !== 0; mask &= mask - 1) count(<u32>SCRIPTS + ctz(mask));
}

function count(which: u32): void {
  const at = votes + ((<usize>which) << 2);
  store<u32>(at, load<u32>(at) + 1);
}

/** Where a word of up to sixteen bytes is in the table, or would be. */
function slotOf(first: u64, second: u64): usize {
  let slot = <u32>(((first ^ (second * 0x9e3779b97f4a7c15)) * 0x9fb21c651e98df25) >> 51);
  let at = table + SLOT_BYTES * slot;
  while (load<u64>(at) !== 0 && (load<u64>(at) !== first || load<u64>(at, 8) !== second)) {
    slot = (slot + 1) & (SLOTS - 1);
    at = table + SLOT_BYTES * slot;
  }
  return at;
}

/** The lowest `length` bytes of eight, 1 to 8. */
function maskOf(length: u32): u64 {
  return <u64>-1 >> ((8 - min<u32>(length, 8)) << 3);
}

/** The first UTF-16 unit of a text that is not empty. */
function firstUnit(text: usize): u32 {
  const lead: u32 = load<u8>(text);
  if (lead < 0x80) return lead;
  const second: u32 = load<u8>(text, 1) & 63;
  if (lead < 0xe0) return ((lead & 31) << 6) | second;
  const third: u32 = load<u8>(text, 2) & 63;
  if (lead < 0xf0) return ((lead & 15) << 12) | (second << 6) | third;
  const codePoint = ((lead & 7) << 18) | (second << 12) | (third << 6) | (load<u8>(text, 3) & 63);
  return 0xd800 + ((codePoint - 0x10000) >> 10);
}

function isGram(code: u32): bool {
  return code >= 0x0e00 && entryOf(code) < 48;
}

function scriptOf(code: u32): u32 {
  if (code < 0x0250 || (code >= 0x1e00 && code <= 0x1eff)) return LATIN;
  const entry = entryOf(code);
  if (entry === HAN) return code >= 0x3040 && code <= 0x30ff ? JAPANESE : CHINESE;
  if (entry === HANGUL) return 3;
  if (code >= 0x0e00 && code <= 0x0e7f) return 4;
  if (code >= 0x0e80 && code <= 0x0eff) return 5;
  if (code >= 0x1780 && code <= 0x17ff) return 6;
  if (code >= 0x0600 && code <= 0x06ff) return 7;
  if (code === 0x0454 || code === 0x0456 || code === 0x0457 || code === 0x0491) return 13;
  if (code >= 0x0400 && code <= 0x052f) return 8;
  if (code >= 0x0370 && code <= 0x03ff) return 9;
  if (code >= 0x0590 && code <= 0x05ff) return 10;
  if (code >= 0x0900 && code <= 0x097f) return 11;
  if (code >= 0x1000 && code <= 0x109f) return 12;
  return OTHER;
}
