import type { Calculation } from "../grounding/calculations.ts";
import type { Section } from "../interfaces.ts";
import type { Evidence, Retrieval } from "../model.ts";

/**
 * What lies before the agent: each piece of evidence under a number that it keeps, so that `[3]` means the same in every step and
 * in the answer. Tools take these numbers, never ids: what was not shown cannot be asked for.
 */
export class Desk {
  readonly #evidence: Evidence[] = [];
  readonly #numbers = new Map<string, number>();
  readonly #read = new Set<number>();
  readonly #shown = new Set<number>();
  readonly #sections: Section[] = [];
  readonly #searched = new Set<string>();
  readonly #calculations: Calculation[] = [];
  #searches = 0;

  /** By number: the first is `[1]`. */
  get evidence(): readonly Evidence[] {
    return this.#evidence;
  }

  /** Words that were looked for, over all searches. */
  get searched(): readonly string[] {
    return [...this.#searched];
  }

  get searches(): number {
    return this.#searches;
  }

  /** Numbers of what was shown whole, in the order in which it was. */
  get readNumbers(): readonly number[] {
    return [...this.#read];
  }

  get calculations(): readonly Calculation[] {
    return this.#calculations;
  }

  noteCalculation(calculation: Calculation): void {
    this.#calculations.push(calculation);
  }

  noteSearch(retrieval: Pick<Retrieval, "searched">): void {
    this.#searches++;
    for (const word of retrieval.searched) this.#searched.add(word);
  }

  /** The number of a piece; a new one gets the next. */
  numberOf(piece: Evidence): number {
    const key = JSON.stringify([piece.documentId, piece.chunkId ?? null, piece.unitId, piece.span?.start ?? null, piece.span?.end ?? null]);
    const known = this.#numbers.get(key);
    if (known !== undefined) return known;
    this.#evidence.push(piece);
    this.#numbers.set(key, this.#evidence.length);
    return this.#evidence.length;
  }

  markRead(number: number): void {
    this.#read.add(number);
    this.#shown.add(number);
  }

  /** True when this conversation holds the whole passage already. */
  wasShown(number: number): boolean {
    return this.#shown.has(number);
  }

  /** A new conversation has been shown nothing; numbers stay. */
  forgetShown(): void {
    this.#shown.clear();
  }

  /** `s1`, `s2`, … */
  sectionName(section: Section): string {
    const known = this.#sections.findIndex(({ id, documentId }) => id === section.id && documentId === section.documentId);
    if (known !== -1) return `s${known + 1}`;
    this.#sections.push(section);
    return `s${this.#sections.length}`;
  }

  /** What a name given by the model means: a number of a passage ("3", "[3]", its chunk id), or a section ("s2"). */
  find(name: string): { readonly number: number } | { readonly section: Section } | undefined {
    const [, letter = "", digits] = /^\W*(s(?:ection)?[\s_]*)?(\d{1,6})\W*$/i.exec(name) ?? [];
    if (digits !== undefined) {
      const section = letter === "" ? undefined : this.#sections[Number(digits) - 1];
      if (section !== undefined) return { section };
      const number = Number(digits);
      return letter === "" && number >= 1 && number <= this.#evidence.length ? { number } : undefined;
    }
    const index = this.#evidence.findIndex(({ chunkId }) => chunkId !== undefined && chunkId === name.trim());
    return index === -1 ? undefined : { number: index + 1 };
  }
}
