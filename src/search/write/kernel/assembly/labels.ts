import { runScratch, takeWordOf, wordAt, wordScratch } from "./lexicon";
import { reserve } from "./memory";

/*
 * The words before a number that become part of its citation ("section", "art"). Their spellings are the first words of every lexicon,
 * so that a word's number tells its label.
 */

/** The label of Chinese and Japanese ordinals, and that of the section sign and its spellings. */
export const ORDINAL: u32 = 1;
export const SECTION_SIGN: u32 = 2;

const MOST_WORDS: u32 = 256;
const MOST_LABELS: u32 = 64;
const LABEL_BYTES: usize = 16;

const labelsOfWords: usize = reserve(MOST_WORDS);
const labels: usize = reserve(MOST_LABELS * LABEL_BYTES);
const lengths: usize = reserve(MOST_LABELS);
let labelled: u32 = 0;

/** Label `number` begins a citation with the `length` bytes in the scratch of runs. */
export function setLabel(number: u32, length: u32): void {
  memory.copy(labels + number * LABEL_BYTES, runScratch, length);
  store<u8>(lengths + number, length);
}

/**
 * The words in the scratch of runs, parted by spaces and `length` bytes in all, stand for a label. All of these come first in a lexicon, in the
 * same order.
 */
export function setLabelWords(number: u32, length: u32): void {
  for (let at: u32 = 0; at < length; ) {
    const size = takeWordOf(at, length);
    const word = wordAt(wordScratch, size);
    store<u8>(labelsOfWords + word, number);
    labelled = max(labelled, word + 1);
    at += size + 1;
  }
}

/** The label that a word stands for, or 0. */
export function labelOfWord(word: u32): u32 {
  return word < labelled ? load<u8>(labelsOfWords + word) : 0;
}

export function labelLength(label: u32): u32 {
  return load<u8>(lengths + label);
}

export function labelAt(label: u32): usize {
  return labels + label * LABEL_BYTES;
}
