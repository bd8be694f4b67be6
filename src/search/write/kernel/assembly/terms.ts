import { decideLanguage, lightOf, termOf } from "./host";
import { EXCEPTION, FLAGS, LANGUAGE, LIGHT, recordOf, TERM, termScratch, wordAt, wordScratch } from "./lexicon";
import { copyBytes, reserve } from "./memory";
import { addOccurrence, currentField, currentItem, setField, setItem } from "./occurrences";
import { stemEnglish } from "./stem-english";
import { clearVotes, vote } from "./votes";

export const MAX_TERM_LENGTH: u32 = 64;

// Kinds of terms, as in analysis/visitor.ts.
export const WORD: u32 = 0;
export const EXACT: u32 = 1;

/** The number of the language whose words are stemmed here. */
const ENGLISH: u32 = 1;
/** Words at the beginning of a document that tell its language. Until then they wait in the log. */
const VOTING_WORDS: u32 = 300;

/*
 * Most of a text is a few thousand words. They are found in a small table that the processor keeps near: 32 bytes an entry, which are
 * the word (two uint64), its number, its term, the language in which it is that (0: not known), and the key of its light stem (0: none).
 */
const CACHE_ENTRIES: usize = 1 << 14;
const CACHE_SHIFT: u64 = 64 - 14;
const CACHED_LENGTH: u32 = 16;
const cache: usize = reserve(CACHE_ENTRIES * 32);
const keyScratch: usize = reserve(32);

/** Four uint32 each: word, kind, position, item * 32 + field. */
const log: usize = reserve(<usize>VOTING_WORDS * 16);
let logged: u32 = 0;
/** Number of the document's language; 0: to be decided. */
let language: u32 = 0;

/** Begins a document, or goes on with it when its language is decided. */
export function setLanguage(number: u32): void {
  language = number;
  if (number === 0) {
    logged = 0;
    return;
  }
  const item = currentItem();
  const field = currentField();
  for (let k: u32 = 0; k < logged; k++) {
    const entry = log + ((<usize>k) << 4);
    const place = load<u32>(entry, 12);
    setItem(place >> 5);
    setField(place & 31);
    addTerm(load<u32>(entry), load<u32>(entry, 4), load<u32>(entry, 8));
  }
  logged = 0;
  setItem(item);
  setField(field);
}

/** Counts the votes of the words in the log. */
export function countVotes(): void {
  clearVotes();
  for (let k: u32 = 0; k < logged; k++) {
    const entry = log + ((<usize>k) << 4);
    vote(load<u32>(entry), load<u32>(entry, 4) === WORD);
  }
}

/** Forgets the words that were met often. Their numbers have become those of others. */
export function clearCache(): void {
  memory.fill(cache, 0, CACHE_ENTRIES * 32);
}

/** Takes the word of `length` bytes at `from`, behind which anything may stand, and gives its number. */
export function takeWord(from: usize, length: u32, position: u32): u32 {
  if (length > CACHED_LENGTH) {
    copyBytes(wordScratch, from, length);
    return takeTerm(wordScratch, length, position, WORD);
  }
  const entry = entryOf(from, length);
  const word = load<u32>(entry, 16);
  if (language === 0) {
    logTerm(word, WORD, position);
    return word;
  }
  if (load<u32>(entry, 24) !== language) {
    store<u32>(entry, termIn(word), 20);
    store<u32>(entry, language, 24);
    store<u32>(entry, load<u32>(recordOf(word), LIGHT), 28);
  }
  addOccurrence(load<u32>(entry, 20), position);
  const light = load<u32>(entry, 28);
  if (light !== 0) addOccurrence(light, position);
  return word;
}

/** Takes the key of `length` bytes at `from`, which has room for eight more, and gives its number. */
export function takeTerm(from: usize, length: u32, position: u32, kind: u32): u32 {
  const word = length > CACHED_LENGTH ? wordAt(from, length) : load<u32>(entryOf(from, length), 16);
  if (language === 0) logTerm(word, kind, position);
  else addTerm(word, kind, position);
  return word;
}

/** The entry of the small table for a text of up to sixteen bytes. */
function entryOf(from: usize, length: u32): usize {
  const first = length < 8 ? load<u64>(from) & (((<u64>1) << (length << 3)) - 1) : load<u64>(from);
  const second = length <= 8 ? 0 : load<u64>(from, 8) & (<u64>-1 >> ((16 - length) << 3));
  const entry = cache + ((<usize>(((first ^ (second * 0x9e3779b97f4a7c15)) * 0x9fb21c651e98df25) >> CACHE_SHIFT)) << 5);
  if (load<u64>(entry) === first && load<u64>(entry, 8) === second) return entry;
  store<u64>(keyScratch, first);
  store<u64>(keyScratch, second, 8);
  store<u32>(entry, wordAt(keyScratch, length), 16);
  store<u64>(entry, first);
  store<u64>(entry, second, 8);
  store<u32>(entry, 0, 24);
  return entry;
}

function logTerm(word: u32, kind: u32, position: u32): void {
  const entry = log + ((<usize>logged) << 4);
  store<u32>(entry, word);
  store<u32>(entry, kind, 4);
  store<u32>(entry, position, 8);
  store<u32>(entry, (currentItem() << 5) | currentField(), 12);
  if (++logged === VOTING_WORDS) decideLanguage();
}

function addTerm(word: u32, kind: u32, position: u32): void {
  if (kind === EXACT) {
    addOccurrence(word, position);
    return;
  }
  addOccurrence(termIn(word), position);
  const light = load<u32>(recordOf(word), LIGHT);
  if (light !== 0) addOccurrence(light, position);
}

/** The number of the term that a word is in the language of the document. */
function termIn(word: u32): u32 {
  const record = recordOf(word);
  return load<u16>(record, LANGUAGE) === language ? load<u32>(record, TERM) : learn(word);
}

function learn(word: u32): u32 {
  let term = word;
  let light: u32 = 0;
  if (language === ENGLISH && (load<u8>(recordOf(word), FLAGS) & EXCEPTION) === 0) {
    const length = stemEnglish(recordOf(word));
    if (length > 0) term = wordAt(termScratch, length);
  } else {
    term = termOf(word);
    light = lightOf(word);
  }
  const record = recordOf(word);
  store<u32>(record, light, LIGHT);
  store<u32>(record, term, TERM);
  store<u16>(record, language, LANGUAGE);
  return term;
}
