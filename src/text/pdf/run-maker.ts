import type { GlyphTable } from "./glyph-table.ts";
import type { FontFacts, Run } from "./page-ink.ts";

/** Gap between letters of one run, in parts of the size, from which on they are apart. */
const WIDE_GAP = 0.9;
/** Steps back that accents and kerning take stay under this, in parts of the size. */
const STEP_BACK = 2;
/** Steps back inside a word stay under this, in parts of the size; a text that is printed twice begins further back. */
const KERNING = 0.1;

/**
 * Makes runs of what operators show one after another: a wide gap begins a new one. Many programs draw each letter by itself, so what
 * goes on in the run before it is added to it, and no run is made for it.
 */
export class RunMaker {
  readonly #glyphs: GlyphTable;
  readonly #runs: Run[];
  // Fractions from the first: what the engine compiles for whole numbers, it throws away when a fraction comes.
  base = 0.5;
  size = 0.5;
  angle = 0;
  #font: FontFacts | undefined;
  #unseen = false;
  #order = 0;
  /** The glyphs from here on are the open run's; it has none where this is their number. */
  #from = 0;
  #left = 0.5;
  #right = 0.5;
  #parted = false;

  /** @param runs - the finished ones are added to it */
  constructor(glyphs: GlyphTable, runs: Run[]) {
    this.#glyphs = glyphs;
    this.#runs = runs;
  }

  /** What the runs of the next operator have in common. */
  begin(base: number, size: number, angle: number, font: FontFacts, unseen: boolean, order: number): void {
    this.base = base;
    this.size = size;
    this.angle = angle;
    this.#font = font;
    this.#unseen = unseen;
    this.#order = order;
  }

  /** The next run is one of its own. */
  part(): void {
    this.#parted = true;
  }

  get middle(): number {
    return (this.#left + this.#right) / 2;
  }

  /** Whether a character that begins there is too far from the open run to be part of it. */
  isApart(left: number): boolean {
    if (this.#from === this.#glyphs.length) return false;
    return left - this.#right > this.size * WIDE_GAP || left < this.#right - this.size * STEP_BACK;
  }

  add(text: string, left: number, right: number): void {
    const isBlank = text === " ";
    if (this.#from === this.#glyphs.length) {
      if (isBlank) return;
      this.#left = left;
      this.#right = right;
    } else if (!isBlank && right > this.#right) this.#right = right;
    this.#glyphs.add(text, left, right);
  }

  /**
   * Ends the open run.
   *
   * @returns how many of its characters, spaces left aside, were not kept
   */
  close(isKept: boolean): number {
    const to = this.#glyphs.length;
    if (this.#from === to) return 0;
    if (!isKept) return this.#drop();
    const font = this.#font as FontFacts; // an open run has begun
    const last = this.#runs.at(-1);
    if (last !== undefined && !this.#parted && this.#goesOn(last)) {
      last.to = to;
      if (this.#right > last.right) last.right = this.#right;
    } else {
      const { base, size, angle } = this;
      this.#runs.push({
        glyphs: this.#glyphs,
        from: this.#from,
        to,
        left: this.#left,
        right: this.#right,
        base,
        size,
        angle,
        font,
        unseen: this.#unseen,
        order: this.#order,
      });
      this.#parted = false;
    }
    this.#from = to;
    return 0;
  }

  #drop(): number {
    const { texts } = this.#glyphs;
    let dropped = 0;
    for (let i = this.#from; i < texts.length; i++) if (texts[i] !== " ") dropped++;
    this.#glyphs.cutTo(this.#from);
    return dropped;
  }

  #goesOn(last: Run): boolean {
    const gap = this.#left - last.right;
    const isNear = gap <= last.size * WIDE_GAP && gap >= -last.size * KERNING;
    if (!isNear || last.font !== this.#font || last.angle !== this.angle || last.unseen !== this.#unseen) return false;
    return Math.abs(last.base - this.base) <= 0.01 && Math.abs(last.size - this.size) <= 0.01;
  }
}
