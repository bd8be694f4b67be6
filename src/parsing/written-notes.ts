import type { Span } from "../model.ts";

const NOTE = /^\[(?:Footnote|Endnote) /;

/** Whether a note that a loader wrote behind its sentence begins here: `[Footnote 1: …]`. */
export function beginsNote(text: string, at: number): boolean {
  return NOTE.test(text.slice(at, at + 20));
}

/**
 * Sentences with those of one such note as one.
 *
 * @example
 * wholeNotes(text, sentences(text)); // of "Pay. [Footnote 1: In May. Or June.]": two spans
 */
export function wholeNotes(text: string, found: readonly Span[]): Span[] {
  const joined: Span[] = [];
  let isOpen = false;
  for (const { start, end } of found) {
    const before = joined.at(-1);
    if (isOpen && before !== undefined) joined[joined.length - 1] = { start: before.start, end };
    else joined.push({ start, end });
    isOpen = (isOpen || beginsNote(text, start)) && text.charAt(end - 1) !== "]";
  }
  return joined;
}
