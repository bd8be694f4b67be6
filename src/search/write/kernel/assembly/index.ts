/*
 * Makes the postings and the dictionary of a batch of texts: finds the words, numbers them, collects their postings and writes them in
 * the forms of src/search/segment. What it finds is what src/search/analysis finds, which tests compare; kernel-builder.ts
 * is the other side of every function here.
 */
import { bytesLength, endAt, room, startOf } from "./bytes";
import { entries } from "./characters";
import { runPosition } from "./composites";
import { beginWriting, blocks, firstKeys, offsets, postings, writeSome } from "./dictionary";
import { norms, weights } from "./encode";
import { addToHash, clearHash, highHash, lowHash } from "./hash";
import { setLabel, setLabelWords } from "./labels";
import {
  COUNT,
  clearPostings,
  clearWords,
  EXCEPTION,
  FLAGS,
  LISTED,
  lengthOf,
  lexiconBytes,
  recordOf,
  runScratch,
  takeWordOf,
  termScratch,
  textOf,
  wordAt,
  wordScratch,
} from "./lexicon";
import { reserve } from "./memory";
import {
  addSource,
  beginList,
  endList,
  expectLists,
  mergedList,
  mergedListBytes,
  mergedPositionBytes,
  mergedPositions,
  placeList,
  takeList,
} from "./merge";
import { setNumberList } from "./numbers";
import { addOccurrence, endLog, setField, setItem } from "./occurrences";
import { clearPieces, pieceBytes } from "./pieces";
import { longest } from "./positions";
import { endGrams, scan, takeGram } from "./scan";
import { setSuffixes } from "./stem-english";
import { clearCache, countVotes, setLanguage, takeTerm } from "./terms";
import { PADDING, placeText, textPlace } from "./text";
import { addStopWords, votes } from "./votes";

// Places that stay where they are, and functions.
export {
  addSource,
  addStopWords,
  beginList,
  beginWriting,
  clearHash,
  countVotes,
  endGrams,
  endList,
  entries,
  expectLists,
  highHash,
  longest,
  lowHash,
  mergedList,
  mergedListBytes,
  mergedPositionBytes,
  mergedPositions,
  placeList,
  placeText,
  reserve,
  runScratch,
  setItem,
  setLabel,
  setLabelWords,
  setLanguage,
  setNumberList,
  setSuffixes,
  takeGram,
  takeList,
  termScratch,
  votes,
  weights,
  wordScratch,
  writeSome,
};

/** Adds the text at its place, `length` units, to the hash of the document. */
export function addTextToHash(length: u32): void {
  addToHash(textPlace(), length);
}

/**
 * Reads the text at its place, `length` units, as a text of a field, and gives its words.
 *
 * @param described - units that stand behind the text and its padding, for the hash alone
 * @param hashed - 1: the hash takes the text too
 */
export function readText(length: u32, described: u32, field: u32, firstPosition: u32, hashed: u32): u32 {
  if (described > 0) addToHash(textPlace() + ((<usize>length + PADDING) << 1), described);
  if (hashed === 1) addToHash(textPlace(), length);
  setField(field);
  return scan(length, firstPosition);
}

/** Takes the `length` bytes in the scratch of runs as a term of the run being shown. */
export function takeRunTerm(length: u32, kind: u32): void {
  takeTerm(runScratch, length, runPosition, kind);
}

/** The number of the term of `length` bytes in its scratch. */
export function termNumber(length: u32): u32 {
  return wordAt(termScratch, length);
}

/** The current item has the key of a filter. */
export function addKey(term: u32): void {
  setField(0);
  addOccurrence(term, 0);
}

/** The words in the scratch of runs, parted by spaces and `length` bytes in all, are stemmed by JavaScript. */
export function addExceptions(length: u32): void {
  for (let at: u32 = 0; at < length; ) {
    const size = takeWordOf(at, length);
    const record = recordOf(wordAt(wordScratch, size));
    store<u8>(record, load<u8>(record, FLAGS) | EXCEPTION, FLAGS);
    at += size + 1;
  }
}

/** A term that stands in the dictionary though no item has it. */
export function listTerm(term: u32): void {
  const record = recordOf(term);
  store<u8>(record, load<u8>(record, FLAGS) | LISTED, FLAGS);
}

export function isInBatch(term: u32): bool {
  endLog();
  return load<u32>(recordOf(term), COUNT) !== 0;
}

/** Appends the norm of the next item. */
export function addNorm(norm: u32): void {
  const at = room(norms, 1);
  store<u8>(at, norm);
  endAt(norms, at + 1);
}

export function textOfWord(word: u32): usize {
  return textOf(recordOf(word));
}

export function lengthOfWord(word: u32): u32 {
  return lengthOf(recordOf(word));
}

/** Bytes that the batch takes. */
export function batchBytes(): usize {
  return lexiconBytes() + pieceBytes();
}

export function postingsAt(): usize {
  return startOf(postings);
}

export function postingsLength(): u32 {
  return bytesLength(postings);
}

export function blocksAt(): usize {
  return startOf(blocks);
}

export function blocksLength(): u32 {
  return bytesLength(blocks);
}

export function offsetsAt(): usize {
  return startOf(offsets);
}

export function offsetsLength(): u32 {
  return bytesLength(offsets);
}

export function firstKeysAt(): usize {
  return startOf(firstKeys);
}

export function firstKeysLength(): u32 {
  return bytesLength(firstKeys);
}

/** Forgets the postings of the batch, and its words too when they are not to be `kept`. */
export function clearBatch(kept: bool): void {
  clearPieces();
  endAt(norms, startOf(norms));
  if (!kept) {
    clearWords();
    clearCache();
    return;
  }
  clearPostings();
}
