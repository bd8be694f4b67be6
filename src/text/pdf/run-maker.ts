import type { Run } from "./page-ink.ts";

/** Gap between letters of one run, in parts of the size, from which on they are apart. */
const WIDE_GAP = 0.9;
/** Steps back that accents and kerning take stay under this, in parts of the size. */
const STEP_BACK = 2;

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
    const isBlank = text.trim() === "";
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
