import { isRightToLeft } from "./letters.ts";

/**
 * The characters of one page in the order of drawing, a place each: pages have thousands, and an object for each of them would cost
 * more time than all that is done with it. Lengths are points, in the frame of the run that holds the place.
 */
export class GlyphTable {
  /** What each stands for: mostly one character, never empty. */
  readonly texts: string[] = [];
  lefts = new Float64Array(FEWEST);
  rights = new Float64Array(FEWEST);
  /** No letter of it is written from right to left. */
  isLeftToRight = true;

  get length(): number {
    return this.texts.length;
  }

  add(text: string, left: number, right: number): void {
    const at = this.texts.length;
    if (at === this.lefts.length) this.#grow();
    this.texts.push(text);
    if (isRightToLeft(text.charCodeAt(0))) this.isLeftToRight = false;
    this.lefts[at] = left;
    this.rights[at] = right;
  }

  /** Takes back what was added last. */
  cutTo(length: number): void {
    this.texts.length = length;
  }

  #grow(): void {
    const { lefts, rights } = this;
    this.lefts = new Float64Array(lefts.length * 2);
    this.lefts.set(lefts);
    this.rights = new Float64Array(rights.length * 2);
    this.rights.set(rights);
  }
}

const FEWEST = 1024;
