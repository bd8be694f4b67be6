import type { Span } from "../model.ts";

/** Deeper lists are written at this depth, so that indents cannot outgrow the text. */
const MAX_INDENTS = 8;

/**
 * Writes running text as blocks: white space is collapsed, blocks stand apart by one blank line, list items by a line end.
 * Line ends are asked for before it is known whether text follows, and are written only when it does.
 */
export class BlockWriter {
  readonly #parts: string[] = [];
  readonly #oneLine: boolean;
  #length = 0;
  #last = "";
  /** Line ends (0 to 2) and white space wanted before the next text. */
  #gap = 0;
  #space = false;
  #indents = 0;
  /** An item was opened and has no text yet: blocks inside it start on its own line, behind its marker. */
  #fresh = false;
  #marker = "";
  #raised = false;
  #parted = false;
  /** White space of verbatim text that is written if more of it follows. */
  #held: string[] = [];
  #marked: number | undefined;

  /** @param oneLine - for a table's cell: every line end becomes a space */
  constructor(oneLine = false) {
    this.#oneLine = oneLine;
  }

  /** All that was written. */
  text(): string {
    return this.#parts.join("");
  }

  /** Asks for line ends: 1 for a new line, 2 for a blank line between. */
  gap(lines: 1 | 2): void {
    this.#held = [];
    if (this.#isOneLine) this.#space = true;
    else if (!this.#fresh) this.#gap = Math.max(this.#gap, lines);
  }

  lineBreak(): void {
    if (this.#isOneLine) this.#space = true;
    else if (!this.#fresh) this.#gap = Math.min(this.#gap + 1, 2);
  }

  /** Opens an item of a list, on a new line; close it with `endItem`. `marker` ends with its space. */
  startItem(marker: string, indents: number, lines: 1 | 2): void {
    this.#fresh = false;
    this.gap(lines);
    if (this.#isOneLine) return;
    if (lines === 1) this.#gap = 1; // items stay together, though a paragraph in the one before asked for more
    this.#fresh = true;
    this.#marker = marker;
    this.#indents = Math.min(indents, MAX_INDENTS);
  }

  endItem(indents: number): void {
    this.#fresh = false;
    this.#marker = "";
    this.#indents = Math.min(indents, MAX_INDENTS);
  }

  /** Running text; any white space in it (as HTML has it) counts as one space. */
  write(data: string): void {
    const collapsed = data.replaceAll(/[ \t\n\f\r]{2,}|[\t\n\f\r]/g, " ");
    const start = collapsed.startsWith(" ") ? 1 : 0;
    const end = collapsed.endsWith(" ") ? collapsed.length - 1 : collapsed.length;
    if (start === 1) this.#space = true;
    if (start >= end) return;
    const body = collapsed.slice(start, end);
    if (/^[\u00a0 ]+$/.test(body)) {
      this.#space = true;
      return;
    }
    if (this.#parted && WORD.test(this.#last) && WORD.test(body.charAt(0))) this.#space = true;
    this.#parted = false;
    this.#open(true);
    if (this.#raised && /\d$/.test(this.#last) && /^[\d+\-−]/.test(body)) this.#push("^");
    this.#raised = false;
    this.#push(body);
    this.#space = end < collapsed.length;
  }

  /** Letters before and after this place are not one word. */
  part(): void {
    this.#parted = true;
  }

  /** A line of its own, written as it is. */
  line(text: string): void {
    this.gap(1);
    this.#open(true);
    this.#push(text);
  }

  /** Text whose white space counts. Blank lines at its start and white space at its end are left out. */
  verbatim(data: string): void {
    if (this.#isOneLine) {
      this.write(data);
      return;
    }
    const end = data.trimEnd().length;
    if (end > 0) {
      const starts = this.#gap > 0 || this.#length === 0;
      const text = [...this.#held, data.slice(0, end)].join("");
      this.#held = [];
      this.#space = false;
      this.#open(!starts);
      this.#push(starts ? text.slice(firstLineStart(text)) : text);
    }
    if (end < data.length) this.#held.push(data.slice(end));
  }

  /** The next digits are an exponent or a note's number: after a digit, `^` keeps 10² from becoming 102. */
  raise(on: boolean): void {
    this.#raised = on && !this.#space && this.#gap === 0;
  }

  /** From here to `endMark` all is one line, a heading's, whose span is wanted. */
  startMark(): void {
    this.#marked = -1;
  }

  /** The span of what was written since `startMark`; undefined when that is nothing. */
  endMark(): Span | undefined {
    const start = this.#marked ?? -1;
    this.#marked = undefined;
    return start === -1 ? undefined : { start, end: this.#length };
  }

  /** Of what was written so far; what is asked for and not yet written is no part of it. */
  get length(): number {
    return this.#length;
  }

  /** Text that what follows joins on the same line, a block too: a number in front of a paragraph. `settle` ends that. */
  label(text: string): Span {
    this.write(text);
    const label = { start: this.#length - text.length, end: this.#length };
    this.#space = true;
    this.#fresh = !this.#isOneLine;
    return label;
  }

  /** Blocks stand apart again, though nothing followed a label or an item's marker. */
  settle(): void {
    this.#fresh = false;
  }

  get isMarking(): boolean {
    return this.#marked !== undefined;
  }

  get #isOneLine(): boolean {
    return this.#oneLine || this.#marked !== undefined;
  }

  /** Line ends, indent and marker, now that text follows. Verbatim text is not indented. */
  #open(indented: boolean): void {
    if (this.#gap > 0 && this.#length > 0) this.#push("\n".repeat(this.#gap));
    else if (this.#space && this.#length > 0 && this.#last !== "\n") this.#push(" ");
    if (this.#length === 0 || this.#last === "\n") {
      const indents = this.#marker !== "" ? this.#indents - 1 : indented ? this.#indents : 0;
      this.#push("  ".repeat(indents) + this.#marker);
    }
    if (this.#marked === -1) this.#marked = this.#length;
    this.#gap = 0;
    this.#space = false;
    this.#fresh = false;
    this.#marker = "";
  }

  #push(part: string): void {
    if (part === "") return;
    this.#parts.push(part);
    this.#length += part.length;
    this.#last = part.charAt(part.length - 1);
  }
}

const WORD = /[\p{L}\p{N}]/u;

/** Start of the first line that is not blank. */
function firstLineStart(text: string): number {
  return text.lastIndexOf("\n", text.search(/\S/)) + 1;
}
