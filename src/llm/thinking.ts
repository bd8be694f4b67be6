/** Reasoning that a model wrote into its reply between tags. Tags count at the start of a line only: elsewhere they are quoted text. */
const OPENING = /(?:^|\n)[^\S\n]*<think(?:ing)?>/i;
const CLOSING = /<\/think(?:ing)?>/i;
/** A text that may still become an opening tag; the same for a closing one. */
const MAYBE_OPENING = /(?:^|\n)[^\S\n]*(?:<(?:t(?:h(?:i(?:n(?:k(?:i(?:n(?:g)?)?)?)?)?)?)?)?)?$/i;
const MAYBE_CLOSING = /<(?:\/(?:t(?:h(?:i(?:n(?:k(?:i(?:n(?:g)?)?)?)?)?)?)?)?)?$/i;

export interface Unthought {
  /** What was said aloud. */
  readonly text: string;
  /** True: a thought was begun and never ended, so the reply was cut before its answer. */
  readonly open: boolean;
}

/** A whole reply without its reasoning. What follows a thought that never ends is no answer, and is left out. */
export function stripThinking(reply: string): string {
  return splitThinking(reply).text;
}

/**
 * As `stripThinking`, and whether a thought was left open. A closing tag without an opening one ends a thought that began in
 * the model's template (DeepSeek R1 and others): all before it is reasoning.
 */
export function splitThinking(reply: string): Unthought {
  const filter = new ThoughtFilter(closesUnopened(reply));
  const text = filter.push(reply) + filter.end();
  return { text, open: filter.open };
}

/** True when the first tag of a reply is a closing one that stands on its own: quoted in a sentence it means nothing. */
export function closesUnopened(reply: string): boolean {
  const closing = /(?:^|\n)[^\S\n]*<\/think(?:ing)?>|<\/think(?:ing)?>[^\S\n]*(?:\n|$)/i.exec(reply);
  if (closing === null) return false;
  const opening = OPENING.exec(reply);
  return opening === null || opening.index > closing.index;
}

/** Takes reasoning out of a reply that comes in pieces, tags split between pieces too. */
export class ThoughtFilter {
  /** Text that cannot be judged yet. */
  #held = "";
  #thinking: boolean;
  /** At the start, and after a thought, blank text is no part of the answer. */
  #skipBlank = true;
  #atLineStart = true;

  constructor(opensInThought = false) {
    this.#thinking = opensInThought;
  }

  /** True while a thought is open. */
  get open(): boolean {
    return this.#thinking;
  }

  /** The part of what came so far that can be shown now. */
  push(piece: string): string {
    this.#held += piece;
    let shown = "";
    for (;;) {
      if (this.#thinking) {
        const closing = CLOSING.exec(this.#held);
        if (closing === null) {
          this.#held = MAYBE_CLOSING.exec(this.#held)?.[0] ?? "";
          return shown;
        }
        this.#held = this.#held.slice(closing.index + closing[0].length);
        this.#thinking = false;
        this.#skipBlank = true;
        this.#atLineStart = true;
      }
      // The mark in front keeps `^` from meaning a start of line that is none.
      const mark = this.#atLineStart ? "" : "\u0000";
      const opening = OPENING.exec(mark + this.#held);
      if (opening === null) {
        const end = MAYBE_OPENING.exec(mark + this.#held)?.index ?? Number.POSITIVE_INFINITY;
        return shown + this.#release(end - mark.length);
      }
      const end = opening.index - mark.length;
      shown += this.#release(opening[0].startsWith("\n") ? end + 1 : end);
      this.#held = this.#held.slice(this.#held.indexOf(">") + 1);
      this.#thinking = true;
    }
  }

  /** The rest, when no more comes. */
  end(): string {
    if (this.#thinking) return "";
    return this.#release(this.#held.length);
  }

  #release(end: number): string {
    const ready = this.#held.slice(0, end);
    this.#held = this.#held.slice(end);
    const shown = this.#skipBlank ? ready.trimStart() : ready;
    if (shown !== "") this.#skipBlank = false;
    if (ready !== "") this.#atLineStart = /(?:^|\n)[^\S\n]*$/.test(this.#atLineStart ? ready : `\u0000${ready}`);
    return shown;
  }
}
