import type { SourcePlace } from "../model.ts";
import { trimSpan } from "./whitespace.ts";

/**
 * Which id each stretch of a text can be linked to: that of the innermost element around it. Told of elements with an id as
 * they open and close, with the length that the text has at that moment.
 */
export class AnchorTrail {
  readonly #open: { anchor: string; readonly start: number }[] = [];
  readonly #changes: { readonly at: number; readonly anchor: string | undefined }[] = [];

  enter(anchor: string, at: number): void {
    this.#open.push({ anchor, start: at });
    this.#change(at);
  }

  /**
   * @param reach - "itself"; "onward": what follows is linked to by it too, up to the end of the element around it (a heading);
   *   "mark": the same for an element without text
   */
  leave(at: number, reach: "itself" | "onward" | "mark" = "itself"): void {
    const left = this.#open.pop();
    const around = this.#open.at(-1);
    if (left !== undefined && (reach === "onward" || (reach === "mark" && left.start === at))) {
      if (around === undefined) this.#open.push({ anchor: left.anchor, start: -1 });
      else around.anchor = left.anchor;
    }
    this.#change(at);
  }

  /** @param text - all of it, now that nothing more comes */
  places(text: string): SourcePlace[] {
    return this.#changes.flatMap(({ at, anchor }, i) => {
      const span = trimSpan(text, { start: at, end: this.#changes[i + 1]?.at ?? text.length });
      return anchor === undefined || span === undefined ? [] : [{ ...span, anchor }];
    });
  }

  #change(at: number): void {
    const anchor = this.#open.at(-1)?.anchor;
    while (this.#changes.at(-1)?.at === at) this.#changes.pop();
    if (this.#changes.at(-1)?.anchor !== anchor) this.#changes.push({ at, anchor });
  }
}
