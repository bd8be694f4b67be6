import { checkPart, wholeOf } from "../arguments.ts";
import type { Span } from "../model.ts";
import { type Block, blocks } from "./blocks.ts";

/** A pipe table. Spans are of whole rows, without outer white space and line ends. */
export interface Table extends Span {
  readonly header: Span;
  /** The row of dashes. */
  readonly dashes: Span;
  readonly rows: readonly Span[];
  /** The line above the table that names it ("Table 1: yearly flow."), when there is one. */
  readonly caption?: Span;
}

/**
 * Pipe tables of a text range. `\|` parts no cells, and lines in a code fence are no table. A table ends at the first line
 * without a pipe, so that a note right below it is not taken for a row.
 *
 * @param span - @default the whole text
 * @example
 * tables("| a | b |\n|---|---|\n| 1 | 2 |")[0]?.rows; // [{ start: 20, end: 29 }]
 */
export function tables(text: string, span: Span = wholeOf(text)): Table[] {
  checkPart("tables", text, span);
  const all = blocks(text, span);
  return all.flatMap((block, i) => (block.kind === "table" ? [tableOf(text, block, all[i - 1])] : []));
}

/**
 * What a `table` block is made of.
 *
 * @param before - the block before it, looked at for a caption
 * @example
 * const [block] = blocks(text); // of "| a |\n|---|\n| 1 |"
 * tableOf(text, block, undefined).header; // { start: 0, end: 5 }
 */
export function tableOf(text: string, block: Block, before: Block | undefined): Table {
  const [header = block, dashes = block, ...rows] = block.lines;
  const table = { start: block.start, end: block.end, header, dashes, rows };
  return before !== undefined && isCaption(text, before) ? { ...table, caption: { start: before.start, end: before.end } } : table;
}

const CAPTION = /^[*_\s]{0,4}(?:table|tab\.|tabelle|tableau|tabla|tabella|exhibit|schedule|annex|figure|表|図表|ตาราง)/i;

/**
 * Whether a block may name the table after it: one short paragraph that says "Table …" or ends in a colon.
 *
 * @example
 * isCaption("Table 1: yearly flow.", blocks("Table 1: yearly flow.")[0]); // true
 */
export function isCaption(text: string, block: Block): boolean {
  if (block.kind !== "text" || block.end - block.start > 200 || block.lines.length > 2) return false;
  const caption = text.slice(block.start, block.end);
  return CAPTION.test(caption) || /[:：][*_]{0,3}$/.test(caption);
}
