import type { OutlineEntry, SourcePlace, Span } from "../../model.ts";
import { sentences } from "../sentences.ts";
import { repeatedCell } from "../table-rows.ts";
import { isSpace } from "../whitespace.ts";
import type { ListLabel, ListNumbers } from "./list-numbers.ts";
import type { Notes } from "./notes.ts";
import { isLine, looksLikeHead } from "./row-shape.ts";
import type { Cell, Mark, Paragraph, Row, StoryBlock, Table } from "./story.ts";
import type { Styles } from "./styles.ts";

/** Deeper lists are written at this depth, so that indents cannot outgrow the text. */
const MAX_INDENTS = 8;
/** Rows below a first row that are looked at to tell whether it is a head. */
const LOOKED_AT = 100;

export interface WriterParts {
  readonly styles: Styles;
  readonly numbers: ListNumbers;
  readonly footnotes: Notes;
  readonly endnotes: Notes;
}

/**
 * Writes a story as text: paragraphs apart by a blank line, with the numbers that Word computes; a table's row in one line, as
 * Markdown has it; a note behind the sentence that refers to it.
 */
export class TextWriter {
  readonly outline: OutlineEntry[] = [];
  /** A paragraph that a bookmark is in, under the bookmark's name. */
  readonly places: SourcePlace[] = [];
  /** Of each comment, the text that it is about; empty where the comment is about a place. */
  readonly comments = new Map<string, { start: number; end: number }>();
  /** First paragraph in the style that is called Title. */
  title: string | undefined;

  readonly #parts: WriterParts;
  readonly #pieces: string[] = [];
  #length = 0;
  /** The item that was written last, while nothing else has come since. */
  #lastItem: ListLabel | undefined;
  /** Level of the outermost item of the list that is being written. */
  #outermost = 0;
  #joins = false;
  #bookmark: string | undefined;

  constructor(parts: WriterParts) {
    this.#parts = parts;
  }

  text(): string {
    return this.#pieces.join("");
  }

  write(blocks: readonly StoryBlock[], headings = true): void {
    for (const block of blocks) {
      if (block.kind === "paragraph") this.#paragraph(block, headings);
      else this.#table(block);
    }
  }

  #paragraph(paragraph: Paragraph, headings: boolean): void {
    const { styles, numbers } = this.#parts;
    const isSeparator = paragraph.text === "" && paragraph.runsOn;
    const label = isSeparator ? undefined : numbers.next(paragraph.format, paragraph.style);
    if (paragraph.text === "") {
      this.#marksAlone(paragraph.marks);
      const notes = this.#notesOf(paragraph);
      if (notes.length === 0) return;
      this.#gap(undefined);
      this.#push(notes.join(" "));
      return;
    }
    const level = headings ? headingLevel(paragraph, styles) : undefined;
    this.#gap(level === undefined ? label : undefined);
    const start = this.#length;
    if (label !== undefined && label.text !== "") this.#push(label.text + label.gap);
    const notes = this.#body(paragraph, level === undefined ? "text" : "line", start);
    const at = { start, end: this.#length };
    if (level !== undefined) this.outline.push({ level, title: this.#slice(at), at });
    if (styles.isTitle(paragraph.style)) this.title ??= this.#slice(at);
    if (notes.length > 0) this.#push(`${level === undefined ? " " : "\n\n"}${notes.join(" ")}`);
    this.#place(start);
    this.#joins = paragraph.runsOn;
  }

  /** Line ends before a paragraph: none where it goes on in the line, one between short items of a list, else a blank line. */
  #gap(label: ListLabel | undefined): void {
    const item = label !== undefined && label.text !== "" ? label : undefined;
    const before = this.#lastItem;
    const goesOn = item !== undefined && before !== undefined;
    this.#outermost = goesOn ? Math.min(this.#outermost, item.level) : (item?.level ?? 0);
    if (this.#length > 0) {
      const isSame = goesOn && (item.list === before.list || item.level > this.#outermost || before.level > this.#outermost);
      this.#push(this.#joins ? " " : isSame && isPlainMarker(item.text) && isPlainMarker(before.text) ? "\n" : "\n\n");
    }
    if (item !== undefined && !this.#joins) this.#push("  ".repeat(Math.min(item.level - this.#outermost, MAX_INDENTS)));
    this.#lastItem = item;
    this.#joins = false;
  }

  /**
   * The paragraph's text with its marks turned into places.
   *
   * @param form - "text" keeps line breaks and tabs, "line" makes them spaces, "cell" also keeps `|` from parting cells
   * @returns notes that follow the whole: of a heading all, of other text none, since they stand behind their sentences
   */
  #body(paragraph: Paragraph, form: "text" | "line" | "cell", start: number): string[] {
    const { text, marks } = paragraph;
    const after: string[] = [];
    const events: { readonly at: number; readonly act: () => void }[] = [];
    const ends = marks.some(isNote) && form !== "line" ? sentences(text).map(({ end }) => end) : [];
    for (const mark of marks) {
      const note = this.#note(mark);
      if (note !== undefined && form === "line") after.push(note);
      else if (note !== undefined)
        events.push({ at: endOfSentence(ends, text, mark.at), act: () => this.#push(` ${escaped(note, form)}`) });
      else if (!isNote(mark)) events.push({ at: mark.at, act: () => this.#mark(mark, start) });
    }
    let done = 0;
    for (const { at, act } of events.sort((a, b) => a.at - b.at)) {
      this.#push(escaped(text.slice(done, at), form));
      done = at;
      act();
    }
    this.#push(escaped(text.slice(done), form));
    return after;
  }

  #notesOf({ marks }: Paragraph): string[] {
    return marks.flatMap((mark) => this.#note(mark) ?? []);
  }

  #note(mark: Mark): string | undefined {
    if (mark.kind === "footnote") return this.#parts.footnotes.text(mark.id);
    return mark.kind === "endnote" ? this.#parts.endnotes.text(mark.id) : undefined;
  }

  #mark(mark: Mark, start: number): void {
    const at = Math.max(this.#length, start);
    if (mark.kind === "bookmark") {
      // Names with _ are Word's own; they serve where there is no other.
      if (!mark.id.startsWith("_GoBack") && (this.#bookmark === undefined || this.#bookmark.startsWith("_"))) this.#bookmark = mark.id;
      return;
    }
    const comment = this.comments.get(mark.id);
    if (comment === undefined) this.comments.set(mark.id, { start: at, end: at });
    else if (mark.kind === "comment-end") comment.end = at;
  }

  /** Marks of a paragraph without text. */
  #marksAlone(marks: readonly Mark[]): void {
    for (const mark of marks) if (!isNote(mark)) this.#mark(mark, this.#length);
  }

  #place(start: number): void {
    const anchor = this.#bookmark;
    this.#bookmark = undefined;
    if (anchor !== undefined && start < this.#length) this.places.push({ start, end: this.#length, anchor });
  }

  // Tables

  #table(table: Table): void {
    const above = new Map<number, string>();
    const { styles } = this.#parts;
    const boldFirst = table.looksAtFirstRow && styles.hasBoldFirstRow(table.style);
    let lines = 0;
    for (const [i, row] of table.rows.entries()) {
      if (!isLine(row)) {
        for (const cell of row.cells) if (!cell.continues) this.write(cell.blocks, row.cells.length === 1);
        if (row.cells.length > 0) lines = 0;
        continue;
      }
      const below = lines === 0 ? table.rows.slice(i + 1, i + 1 + LOOKED_AT) : [];
      const heads = (row.isHeader || boldFirst || looksLikeHead(row, below)) && below.some(isLine);
      const columns = this.#row(row, lines > 0, above);
      if (columns === 0) continue;
      lines++;
      if (heads && columns > 1) this.#push(`\n|${" --- |".repeat(columns)}`);
      for (const nested of row.cells.flatMap((cell) => cell.blocks.filter((block) => block.kind === "table"))) {
        this.#table(nested);
        lines = 0;
      }
    }
    this.#lastItem = undefined;
    this.#joins = false;
  }

  /** @returns how many columns were written; 0 for a row without text */
  #row(row: Row, isFurther: boolean, above: Map<number, string>): number {
    const isEmpty = (block: StoryBlock) => block.kind === "paragraph" && block.text === "" && this.#notesOf(block).length === 0;
    if (row.cells.every((cell) => cell.blocks.every(isEmpty))) {
      for (const cell of row.cells) this.#count(cell);
      return 0;
    }
    this.#lastItem = undefined;
    this.#joins = false;
    if (this.#length > 0) this.#push(isFurther ? "\n" : "\n\n");
    const start = this.#length;
    this.#push(`|${"  |".repeat(row.before)}`);
    let column = row.before;
    for (const cell of row.cells) {
      this.#push(" ");
      if (cell.continues) this.#push(above.get(column) ?? "");
      else {
        const from = this.#length;
        this.#cell(cell);
        const text = this.#slice({ start: from, end: this.#length });
        above.set(column, repeatedCell(text));
      }
      this.#push(` |${"  |".repeat(cell.columns - 1)}`);
      column += cell.columns;
    }
    this.#place(start);
    return column;
  }

  /** A cell's paragraphs in one line. */
  #cell(cell: Cell): void {
    let isFirst = true;
    for (const block of cell.blocks) {
      if (block.kind === "table") continue;
      const label = this.#parts.numbers.next(block.format, block.style);
      const notes = block.text === "" ? this.#notesOf(block) : [];
      if (block.text === "") this.#marksAlone(block.marks);
      if (block.text === "" && notes.length === 0) continue;
      if (!isFirst) this.#push(" ");
      isFirst = false;
      if (block.text === "") {
        this.#push(escaped(notes.join(" "), "cell"));
        continue;
      }
      if (label !== undefined && label.text !== "") this.#push(escaped(label.text + label.gap, "cell"));
      this.#body(block, "cell", this.#length);
    }
  }

  /** A row that is not written still has numbers that count. */
  #count(cell: Cell): void {
    for (const block of cell.blocks) if (block.kind === "paragraph") this.#parts.numbers.next(block.format, block.style);
  }

  #push(piece: string): void {
    if (piece === "") return;
    this.#pieces.push(piece);
    this.#length += piece.length;
  }

  /** What was written last, from `start` on; only for short stretches. */
  #slice(span: Span): string {
    let at = this.#length;
    let first = this.#pieces.length;
    while (first > 0 && at > span.start) at -= this.#pieces[--first]?.length ?? 0;
    return this.#pieces
      .slice(first)
      .join("")
      .slice(span.start - at, span.end - at);
  }
}

function headingLevel(paragraph: Paragraph, styles: Styles): number | undefined {
  const own = paragraph.format.outlineLevel;
  return own === undefined ? styles.headingLevel(paragraph.style) : own < 9 ? own + 1 : undefined;
}

function isNote(mark: Mark): boolean {
  return mark.kind === "footnote" || mark.kind === "endnote";
}

/** End of the sentence that a note's sign stands in or behind. */
function endOfSentence(ends: readonly number[], text: string, at: number): number {
  let from = at;
  while (from > 0 && isSpace(text.charCodeAt(from - 1))) from--;
  return ends.find((end) => end >= from) ?? text.length;
}

function isPlainMarker(text: string): boolean {
  return /^(?:-|\(?[A-Za-z0-9]{1,4}[.)])$/.test(text);
}

function escaped(text: string, form: "text" | "line" | "cell"): string {
  if (form === "text") return text;
  const line = text.replaceAll(/[\n\t]+/g, " ");
  return form === "cell" ? line.replaceAll("|", "\\|") : line;
}
