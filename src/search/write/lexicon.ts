import { COMPOUNDING } from "../analysis/compounding.ts";
import { voteOf } from "../analysis/language.ts";
import { stemmerOf } from "../analysis/stemming.ts";
import { WORD } from "../analysis/visitor.ts";
import { isCompound, lightKeyOf } from "./compound-keys.ts";

/**
 * Numbers for the words met while building, so that each different word is stemmed once and a text becomes a row of numbers. A folded
 * word has one number whatever the language; which term it is depends on the language, by a column of numbers for each.
 *
 * The table of words is a hash table over character codes: a word met before costs no string.
 */
export class Lexicon {
  /** Terms by number. */
  readonly terms: string[] = [];
  /** Numbers of the terms that are to be found by their ends: long words of languages that write compounds as one word. */
  readonly compounds = new Set<number>();
  private readonly termNumbers = new Map<string, number>();
  private readonly columns = new Map<string, Int32Array>();
  /** By word number, the number of the key of its light stem in a language, for words that have one. */
  private readonly lights = new Map<string, Map<number, number>>();
  private words = 0;
  private table = new Int32Array(1 << 14);
  private hashes = new Int32Array(1 << 13);
  private votes = new Int32Array(1 << 13).fill(-1);
  private starts = new Uint32Array((1 << 13) + 1);
  private characters = new Uint16Array(1 << 16);

  /** Number of different words. */
  get size(): number {
    return this.words;
  }

  /** The number of a folded word of `length` units. */
  word(folded: Uint16Array, length: number): number {
    let hash = length;
    for (let k = 0; k < length; k++) hash = Math.imul(hash ^ (folded[k] as number), 0x01000193);
    hash ^= hash >>> 15;
    const { table, hashes, starts, characters } = this;
    const mask = table.length - 1;
    let slot = hash & mask;
    for (let found = table[slot] as number; found !== 0; found = table[slot] as number) {
      const word = found - 1;
      if (hashes[word] === hash) {
        const start = starts[word] as number;
        if ((starts[word + 1] as number) - start === length) {
          let k = 0;
          while (k < length && characters[start + k] === folded[k]) k++;
          if (k === length) return word;
        }
      }
      slot = (slot + 1) & mask;
    }
    return this.addWord(folded, length, hash, slot);
  }

  /** What a word says of the language of its text. */
  vote(word: number): number {
    const known = this.votes[word] as number;
    if (known >= 0) return known;
    const vote = voteOf(this.textOf(word));
    this.votes[word] = vote;
    return vote;
  }

  /** Term numbers by word number, -1 where it is still to be asked by `term`. Valid until the next new word. */
  column(kind: number, language: string): Int32Array {
    const name = kind === WORD ? language : "";
    let column = this.columns.get(name);
    if (column === undefined || column.length < this.words) {
      const larger = new Int32Array(this.hashes.length).fill(-1);
      if (column !== undefined) larger.set(column);
      this.columns.set(name, larger);
      column = larger;
    }
    return column;
  }

  /** The number of the term that a word is in a language. */
  term(word: number, kind: number, language: string): number {
    const text = this.textOf(word);
    const stem = stemmerOf(language);
    const term = this.termNumber(kind === WORD ? stem(text) : text);
    this.column(kind, language)[word] = term;
    if (kind === WORD && isCompound(text, language)) {
      this.compounds.add(term);
      const light = lightKeyOf(text, language, stem);
      if (light !== undefined) this.lightOf(language)?.set(word, this.termNumber(light));
    }
    return term;
  }

  /** Keys of light stems by word, for the words whose term was asked; nothing for a language that does not write compounds. */
  lightOf(language: string): Map<number, number> | undefined {
    let lights = this.lights.get(language);
    if (lights === undefined && COMPOUNDING.has(language)) {
      lights = new Map();
      this.lights.set(language, lights);
    }
    return lights;
  }

  /** The number of a term. */
  termNumber(term: string): number {
    let number = this.termNumbers.get(term);
    if (number === undefined) {
      number = this.terms.push(term) - 1;
      this.termNumbers.set(term, number);
    }
    return number;
  }

  private textOf(word: number): string {
    return String.fromCharCode.apply(null, this.characters.subarray(this.starts[word], this.starts[word + 1]) as unknown as number[]);
  }

  private addWord(folded: Uint16Array, length: number, hash: number, slot: number): number {
    const word = this.words++;
    if (word === this.hashes.length) this.growWords();
    const start = this.starts[word] as number;
    if (start + length > this.characters.length) {
      const larger = new Uint16Array(this.characters.length * 2);
      larger.set(this.characters);
      this.characters = larger;
    }
    for (let k = 0; k < length; k++) this.characters[start + k] = folded[k] as number;
    this.starts[word + 1] = start + length;
    this.hashes[word] = hash;
    this.table[slot] = word + 1;
    if (this.words * 2 > this.table.length) this.growTable();
    return word;
  }

  private growWords(): void {
    const size = this.hashes.length * 2;
    const hashes = new Int32Array(size);
    hashes.set(this.hashes);
    this.hashes = hashes;
    const votes = new Int32Array(size).fill(-1);
    votes.set(this.votes);
    this.votes = votes;
    const starts = new Uint32Array(size + 1);
    starts.set(this.starts);
    this.starts = starts;
  }

  private growTable(): void {
    const table = new Int32Array(this.table.length * 2);
    const mask = table.length - 1;
    for (let word = 0; word < this.words; word++) {
      let slot = (this.hashes[word] as number) & mask;
      while (table[slot] !== 0) slot = (slot + 1) & mask;
      table[slot] = word + 1;
    }
    this.table = table;
  }
}
