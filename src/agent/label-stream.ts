import { type Label, labelOf } from "./labels.ts";

/** A piece of a message, as soon as it is known what it belongs to. */
export interface LabelledDelta {
  readonly label: Label | "none";
  readonly delta: string;
}

/** A line that has grown longer begins with no label that has not shown yet. */
const LONGEST_LABEL = 32;

/** Tells what the pieces of a message belong to while it comes. For screens: what a message means is decided when it is whole. */
export class LabelStream {
  #line = "";
  #label: Label | "none" = "none";
  #decided = false;

  push(piece: string): LabelledDelta[] {
    const deltas: LabelledDelta[] = [];
    for (const part of piece.split(/(?<=\n)/)) deltas.push(...this.#add(part));
    return deltas;
  }

  end(): LabelledDelta[] {
    return this.#decided ? [] : this.#decide();
  }

  #add(part: string): LabelledDelta[] {
    const ends = part.endsWith("\n");
    let deltas: LabelledDelta[] = [];
    if (this.#decided) deltas = [{ label: this.#label, delta: part }];
    else {
      this.#line += part;
      if (ends || this.#line.length > LONGEST_LABEL || this.#hasLabel()) deltas = this.#decide();
    }
    if (ends) {
      this.#line = "";
      this.#decided = false;
    }
    return deltas;
  }

  /** With text behind it: until then, what stands there may still belong to the label. */
  #hasLabel(): boolean {
    const found = labelOf(this.#line);
    return found !== undefined && /[^\s*_`]/.test(this.#line.slice(found.length));
  }

  #decide(): LabelledDelta[] {
    const found = labelOf(this.#line);
    if (found !== undefined) this.#label = found.label;
    const delta = this.#line.slice(found?.length ?? 0);
    this.#decided = true;
    return delta === "" ? [] : [{ label: this.#label, delta }];
  }
}
