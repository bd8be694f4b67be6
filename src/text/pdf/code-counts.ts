/** How often characters came, by their code point. Most of any text is in the first few hundred. */
export class CodeCounts {
  readonly #low = new Uint32Array(LOW);
  readonly #high = new Map<number, number>();

  add(code: number): void {
    if (code < LOW)
      this.#low[code] = (this.#low[code] as number) + 1; // a place of it
    else this.#high.set(code, (this.#high.get(code) ?? 0) + 1);
  }

  /** Those that came. */
  *[Symbol.iterator](): Generator<readonly [code: number, count: number]> {
    for (const [code, count] of this.#low.entries()) if (count > 0) yield [code, count];
    yield* this.#high;
  }

  get sum(): number {
    let sum = 0;
    for (const [, count] of this) sum += count;
    return sum;
  }
}

const LOW = 0x180;
