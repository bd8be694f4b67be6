import type { Run } from "./page-ink.ts";

/** Gap between letters of one run, in parts of the size, from which on they are apart. */
const WIDE_GAP = 0.9;
/** Steps back that accents and kerning take stay under this, in parts of the size. */
const STEP_BACK = 2;

/** Steps back inside a word stay under this, in parts of the size; a text that is printed twice begins further back. */
const KERNING = 0.1;

/** Adds a run to the one that was drawn before it, where it goes on in it: many programs draw each letter by itself. */
export function goesOn(last: Run, next: Run): boolean {
  const gap = next.left - last.right;
  const isNear = gap <= last.size * WIDE_GAP && gap >= -last.size * KERNING;
  if (!isNear || last.font !== next.font || last.angle !== next.angle || last.unseen !== next.unseen) return false;
  if (Math.abs(last.base - next.base) > 0.01 || Math.abs(last.size - next.size) > 0.01) return false;
  for (const glyph of next.glyphs) last.glyphs.push(glyph);
  last.right = Math.max(last.right, next.right);
  return true;
}

/** Makes runs of what one operator shows: a wide gap begins a new one. */
export class RunMaker {
  readonly runs: Run[] = [];
  readonly #like: Omit<Run, "glyphs" | "left" | "right">;
  #open: Run | undefined;

  /** @param like - what all its runs have in common */
  constructor(like: Omit<Run, "glyphs" | "left" | "right">) {
    this.#like = like;
  }

  add(text: string, left: number, right: number): void {
    const last = this.#open;
    const { size } = this.#like;
    const isBlank = text === " ";
    if (last === undefined || left - last.right > size * WIDE_GAP || left < last.right - size * STEP_BACK) {
      if (isBlank) return;
      this.#open = { ...this.#like, glyphs: [{ text, left, right }], left, right };
      this.runs.push(this.#open);
      return;
    }
    last.glyphs.push({ text, left, right });
    if (!isBlank) last.right = Math.max(last.right, right);
  }
}
