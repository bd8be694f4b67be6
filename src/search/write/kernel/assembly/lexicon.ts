import { copyBytes, enlarge, reserve } from "./memory";

/*
 * Numbers for the words and terms of a batch. Both stand in one table, since most words are terms too: a record of 64 bytes each, one
 * line of the processor's cache, with what the word is called and, if it is a term, what is known of its postings. Texts are UTF-8,
 * filled up with zeros to whole groups of eight bytes, so that they are compared eight at a time; most of them fit in the record.
 */

/** A record, by the offsets of its numbers: uint32 unless said otherwise. */
export const RECORD_SHIFT: u32 = 6;
/** The key of its light stem in the language of `LANGUAGE`; 0: none. No such key is the first of all words. */
export const LIGHT: usize = 0;
/** Bytes of the text, uint16. */
const LENGTH: usize = 4;
/** uint8, see below. */
export const FLAGS: usize = 6;
/** Of postings.ts, a uint8. */
export const FIELD: usize = 7;
/** The term this word is, and the language in which it is that (uint16); 0: not yet asked. */
export const TERM: usize = 8;
export const LANGUAGE: usize = 12;
// What postings.ts keeps.
export const COUNT: usize = 16;
export const ITEM: usize = 20;
export const BEFORE: usize = 24;
export const TIMES: usize = 28;
export const POSITION: usize = 32;
/** The last piece. */
export const PIECES: usize = 36;
/** The text, up to the end of the record, if it has no more bytes than that. */
const INLINE: usize = 40;
const INLINE_BYTES: u32 = 24;
/** Instead of a text that is too long for it: where that is in `texts`, in groups of eight bytes. */
const TEXT: usize = 40;

/** The key has no positions. */
export const BARE: u32 = 1;
/** Has postings outside the text. */
export const MANY_FIELDS: u32 = 2;
/** Stands in the dictionary though nothing has it. */
export const LISTED: u32 = 4;
/** Is stemmed by JavaScript, whatever the language. */
export const EXCEPTION: u32 = 8;

// Where a key is written before it is looked up, as UTF-8; the groups of eight bytes behind it are cleared. The word being read, what a
// run of words makes, and the term of a word each have their own, since one may be looked up while another waits.
const SCRATCH_BYTES: usize = 1 << 12;
export const wordScratch: usize = reserve(SCRATCH_BYTES);
export const runScratch: usize = reserve(SCRATCH_BYTES);
export const termScratch: usize = reserve(SCRATCH_BYTES);

// As many as a few texts have, and then as many as a batch has before it is written: a larger place leaves the old one unused.
const BATCH_WORDS: u32 = 1 << 19;
const BATCH_TEXTS: usize = 1 << 22;
const BATCH_SLOTS: u32 = 1 << 20;

let capacity: u32 = 1 << 15;
let records: usize = reserve((<usize>capacity) << RECORD_SHIFT);
let textCapacity: usize = 1 << 18;
let texts: usize = reserve(textCapacity);
let textEnd: usize = 0;
export let words: u32 = 0;

// Slots of eight bytes: the hash above, the number and one below; 0: free.
let slots: u32 = 1 << 14;
let slotCapacity: u32 = 1 << 16;
let table: usize = reserve((<usize>slotCapacity) << 3);

export function recordOf(word: u32): usize {
  return records + ((<usize>word) << RECORD_SHIFT);
}

export function lengthOf(record: usize): u32 {
  return load<u16>(record, LENGTH);
}

export function textOf(record: usize): usize {
  return lengthOf(record) <= INLINE_BYTES ? record + INLINE : texts + ((<usize>load<u32>(record, TEXT)) << 3);
}

/** The number of the key of `length` bytes at `from`, a place with room for eight bytes behind the key. */
export function wordAt(from: usize, length: u32): u32 {
  store<u64>(from + length, 0);
  const hash = hashOf(from, length);
  const mask = slots - 1;
  let slot = hash & mask;
  for (;;) {
    const found = load<u64>(table + ((<usize>slot) << 3));
    if (found === 0) break;
    if (<u32>(found >> 32) === hash) {
      const word = <u32>found - 1;
      const record = recordOf(word);
      if (lengthOf(record) === length) {
        const text = length <= INLINE_BYTES ? record + INLINE : textOf(record);
        let at: u32 = 0;
        while (at < length && load<u64>(text + at) === load<u64>(from + at)) at += 8;
        if (at >= length) return word;
      }
    }
    slot = (slot + 1) & mask;
  }
  return addWord(from, length, hash, slot);
}

/** Copies the word at `start` of the `length` bytes in the scratch of runs, which spaces part, to that of words, and gives its bytes. */
export function takeWordOf(start: u32, length: u32): u32 {
  let end = start;
  while (end < length && load<u8>(runScratch + end) !== 32) end++;
  copyBytes(wordScratch, runScratch + start, end - start);
  return end - start;
}

function hashOf(text: usize, length: u32): u32 {
  let mixed: u64 = <u64>length * 0x9e3779b97f4a7c15;
  for (let at: u32 = 0; at < length; at += 8) {
    mixed = (mixed ^ load<u64>(text + at)) * 0x9fb21c651e98df25;
    mixed ^= mixed >> 32;
  }
  return <u32>mixed;
}

/** Bytes of memory that the words of the batch take. */
export function lexiconBytes(): usize {
  return ((<usize>words) << RECORD_SHIFT) + textEnd + ((<usize>slots) << 3);
}

/** Forgets what all words have of postings. */
export function clearPostings(): void {
  for (let word: u32 = 0; word < words; word++) {
    const record = recordOf(word);
    store<u8>(record, load<u8>(record, FLAGS) & (BARE | EXCEPTION), FLAGS);
    store<u8>(record, 0, FIELD);
    for (let at = COUNT; at < INLINE; at += 8) store<u64>(record + at, 0);
  }
}

/** Forgets all words. */
export function clearWords(): void {
  memory.fill(table, 0, (<usize>slots) << 3);
  memory.fill(records, 0, (<usize>words) << RECORD_SHIFT);
  words = 0;
  textEnd = 0;
}

function addWord(from: usize, length: u32, hash: u32, slot: u32): u32 {
  if (words === capacity) {
    capacity = max(capacity * 2, BATCH_WORDS);
    records = enlarge(records, (<usize>words) << RECORD_SHIFT, (<usize>capacity) << RECORD_SHIFT);
  }
  const word = words++;
  const record = recordOf(word);
  store<u16>(record, length, LENGTH);
  store<u8>(record, hasPositions(from, length) ? 0 : BARE, FLAGS);
  const bytes: usize = (length + 7) & ~7;
  if (length > INLINE_BYTES) placeLongText(record, bytes);
  copyBytes(textOf(record), from, bytes);
  store<u64>(table + ((<usize>slot) << 3), ((<u64>hash) << 32) | (word + 1));
  if (words * 4 > slots * 3) growTable();
  return word;
}

function placeLongText(record: usize, bytes: usize): void {
  if (textEnd + bytes > textCapacity) {
    textCapacity = max(textCapacity * 2, BATCH_TEXTS);
    texts = enlarge(texts, textEnd, textCapacity);
  }
  store<u32>(record, <u32>(textEnd >> 3), TEXT);
  textEnd += bytes;
}

/** `hasPositions` of keys.ts, for the key of `length` bytes at `from`. */
function hasPositions(from: usize, length: u32): bool {
  if (load<u8>(from) <= 4) return false;
  // 第 and a digit: an ordinal.
  if (length > 3 && (load<u32>(from) & 0xffffff) === 0xacace7 && <u32>load<u8>(from + 3) - 48 < 10) return false;
  for (let at: u32 = 0; at < length; at++) {
    const byte: u32 = load<u8>(from + at);
    if (byte >= 0x80) {
      if (byte === 0xc2 && load<u8>(from + at + 1) === 0xa7) return false;
    } else if (byte >= 32 && !(byte - 48 < 10 || (byte | 32) - 97 < 26 || byte === 127)) return false;
  }
  return true;
}

function growTable(): void {
  memory.fill(table, 0, (<usize>slots) << 3);
  slots *= 2;
  if (slots > slotCapacity) {
    slotCapacity = max(slots, BATCH_SLOTS);
    table = reserve((<usize>slotCapacity) << 3);
  }
  const mask = slots - 1;
  for (let word: u32 = 0; word < words; word++) {
    const hash = hashOf(textOf(recordOf(word)), lengthOf(recordOf(word)));
    let slot = hash & mask;
    while (load<u64>(table + ((<usize>slot) << 3)) !== 0) slot = (slot + 1) & mask;
    store<u64>(table + ((<usize>slot) << 3), ((<u64>hash) << 32) | (word + 1));
  }
}
