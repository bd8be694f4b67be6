import { COMPOUNDING } from "../../analysis/compounding.ts";
import { stemmerOf } from "../../analysis/stemming.ts";
import { isCompound, lightKeyOf } from "../compound-keys.ts";

/** Not yet known. */
const UNKNOWN = -1;

/** What JavaScript knows of the words of a batch, by their numbers in the kernel: what term they are in each language. */
export class BatchWords {
  /** Numbers of the terms that are to be found by their ends: long words of languages that write compounds as one word. */
  readonly compounds = new Set<number>();
  private readonly textOf: (word: number) => string;
  private readonly numberOf: (term: string) => number;
  private readonly terms = new Map<string, Numbers>();

  /** @param textOf - the text of a word  @param numberOf - the number of a term, which is a word like others */
  constructor(textOf: (word: number) => string, numberOf: (term: string) => number) {
    this.textOf = textOf;
    this.numberOf = numberOf;
  }

  /** The number of the term that a word is in a language. */
  termOf(word: number, language: string): number {
    let terms = this.terms.get(language);
    if (terms === undefined) {
      terms = new Numbers();
      this.terms.set(language, terms);
    }
    let term = terms.get(word);
    if (term === UNKNOWN) {
      const text = this.textOf(word);
      const stem = stemmerOf(language)(text);
      term = stem === text ? word : this.numberOf(stem);
      terms.set(word, term);
      if (isCompound(text, language)) this.compounds.add(term);
    }
    return term;
  }

  /** The number of the key of a word's light stem in a language, 0 where its stem has the same end. The kernel remembers it. */
  lightOf(word: number, language: string): number {
    if (!COMPOUNDING.has(language)) return 0;
    const light = lightKeyOf(this.textOf(word), language, stemmerOf(language));
    return light === undefined ? 0 : this.numberOf(light);
  }

  /** Forgets everything, since the kernel numbers anew. */
  clear(): void {
    this.compounds.clear();
    this.terms.clear();
  }
}

/** A number per word, `UNKNOWN` at first. */
class Numbers {
  private values = new Int32Array(1 << 12).fill(UNKNOWN);

  get(word: number): number {
    return this.values[word] ?? UNKNOWN;
  }

  set(word: number, value: number): void {
    if (word >= this.values.length) {
      const larger = new Int32Array(Math.max(word + 1, this.values.length * 2)).fill(UNKNOWN);
      larger.set(this.values);
      this.values = larger;
    }
    this.values[word] = value;
  }

  clear(): void {
    this.values.fill(UNKNOWN);
  }
}
