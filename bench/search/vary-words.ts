import { hashUnit } from "./random.ts";

const WORD = /[\p{L}\p{M}\p{N}]+/gu;
const LATIN = /^[a-zA-Z\u00C0-\u024F]{3,24}$/;
const SYLLABLES = [
  "al",
  "ber",
  "con",
  "dor",
  "el",
  "fin",
  "gar",
  "hol",
  "in",
  "jun",
  "kel",
  "lor",
  "men",
  "nar",
  "ost",
  "pel",
  "ran",
  "sol",
];
/** Vocabulary grows as (text length)^0.55, inside the 0.4 to 0.6 that Heaps' law is found with in English. */
const HEAPS_EXPONENT = 0.55;
/** Words that occur fewer than 2^3 times count as rare. */
const RARE_BANDS = 3;
const SWAP_RATE = 0.35;
const FEWEST_PEERS = 8;

/**
 * Copies of a base text with words changed.
 *
 * In copy n, some rare words become new words (as many as Heaps' law asks for), some words change places with words of
 * their own file that are as frequent, and numbers become other numbers. Common words keep their frequency, so that
 * postings grow with the corpus and document frequencies keep their shape. Scripts without spaces stay as they are.
 */
export class WordVariation {
  readonly #counts = new Map<string, number>();
  readonly #fileWords = new Map<number, Set<string>>();
  /** Words of a file by frequency band, so that a German text does not get English words. */
  readonly #peers = new Map<number, string[][]>();
  #rareShare = 1;

  count(text: string, file: number): void {
    const words = this.#fileWords.get(file) ?? new Set();
    this.#fileWords.set(file, words);
    for (const [word] of text.matchAll(WORD)) {
      const lower = word.toLowerCase();
      if (LATIN.test(lower)) {
        this.#counts.set(lower, (this.#counts.get(lower) ?? 0) + 1);
        words.add(lower);
      }
    }
  }

  /** Call once, when the whole base text is counted. */
  finish(): void {
    for (const [file, words] of this.#fileWords) {
      const bands: string[][] = [];
      for (const word of words) {
        const band = this.#band(word);
        bands[band] ??= [];
        bands[band].push(word);
      }
      this.#peers.set(file, bands);
    }
    this.#fileWords.clear();
    let rare = 0;
    for (const word of this.#counts.keys()) {
      rare += this.#band(word) < RARE_BANDS ? 1 : 0;
    }
    this.#rareShare = rare / Math.max(1, this.#counts.size);
  }

  vary(text: string, file: number, copy: number, random: () => number): string {
    const grown = (copy + 1) ** HEAPS_EXPONENT - copy ** HEAPS_EXPONENT;
    const coinRate = Math.min(1, grown / this.#rareShare);
    const peers = this.#peers.get(file) ?? [];
    return text.replace(WORD, (word) => this.#varyWord(word, peers, copy, coinRate, random));
  }

  #varyWord(word: string, peers: readonly string[][], copy: number, coinRate: number, random: () => number): string {
    if (/^\d+$/.test(word)) {
      return random() < SWAP_RATE ? String(Math.floor(random() * 10 ** Math.min(word.length, 6))) : word;
    }
    const lower = word.toLowerCase();
    if (!this.#counts.has(lower)) {
      return word;
    }
    const band = this.#band(lower);
    if (band < RARE_BANDS && hashUnit(lower, copy) < coinRate) {
      return sameCase(word, coin(lower, copy));
    }
    const equals = peers[band] ?? [];
    // The commonest words have few equals and make the grammar: changing them would change how long their postings are.
    if (equals.length >= FEWEST_PEERS && random() < SWAP_RATE) {
      return sameCase(word, equals[Math.floor(random() * equals.length)] ?? lower);
    }
    return word;
  }

  #band(word: string): number {
    return Math.floor(Math.log2(this.#counts.get(word) ?? 1));
  }
}

function coin(word: string, copy: number): string {
  const syllable = (salt: number) => SYLLABLES[Math.floor(hashUnit(word, salt) * SYLLABLES.length)] ?? "";
  return word.slice(0, 2) + syllable(copy * 3 + 1) + syllable(copy * 3 + 2) + word.slice(2, 5) + syllable(copy * 3 + 3);
}

function sameCase(model: string, word: string): string {
  return model.charCodeAt(0) < 91 ? word.charAt(0).toUpperCase() + word.slice(1) : word;
}
