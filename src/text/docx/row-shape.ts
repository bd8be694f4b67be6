import type { Cell, Paragraph, Row } from "./story.ts";

/** A row with more, in characters, whose cells hold several paragraphs is no row of data: its cells are written as paragraphs. */
const LONGEST_ROW = 800;
/** So is a row that has a cell with more paragraphs than this, as a block of signatures has. */
const MOST_PARAGRAPHS = 5;

/** A row of data: more than one cell, none of which is a small text by itself. */
export function isLine(row: Row): boolean {
  if (row.cells.length < 2) return false;
  let length = 0;
  let most = 0;
  for (const { blocks } of row.cells) {
    const texts = blocks.filter((block) => block.kind === "paragraph" && block.text !== "") as Paragraph[];
    length += texts.reduce((sum, { text }) => sum + text.length, 0);
    most = Math.max(most, texts.length);
  }
  return most < 2 || (most <= MOST_PARAGRAPHS && length <= LONGEST_ROW);
}

/**
 * All of the first row is bold, or shaded, and nothing of the next: one bold column is a table of names and values. Or it is
 * words alone, and one column below it is numbers alone.
 */
export function looksLikeHead(row: Row, below: readonly Row[]): boolean {
  const filled = row.cells.filter(hasText);
  const [next] = below;
  if (filled.length < 2 || next === undefined) return false;
  if (hasNumbersBelow(row, below)) return true;
  return [isBold, (cell: Cell) => cell.isShaded].some((isMarked) => filled.every(isMarked) && !next.cells.filter(hasText).some(isMarked));
}

const NUMBER = /^[^\p{L}\p{N}]{0,5}\p{Nd}[\p{Nd}.,'\s%-]{0,30}[^\p{L}\p{N}]{0,5}$/u;

function hasNumbersBelow(row: Row, below: readonly Row[]): boolean {
  if (below.length < 2 || !row.cells.every((cell) => hasText(cell) && !/\p{Nd}/u.test(textOf(cell)))) return false;
  const columns = row.cells.reduce((sum, cell) => sum + cell.columns, row.before);
  return Array.from({ length: columns }, (_, column) => column).some((column) =>
    below.every((other) => NUMBER.test(textAt(other, column))),
  );
}

function textAt(row: Row, column: number): string {
  let at = row.before;
  for (const cell of row.cells) {
    if (at === column) return textOf(cell);
    at += cell.columns;
  }
  return "";
}

function textOf(cell: Cell): string {
  return cell.blocks
    .map((block) => (block.kind === "paragraph" ? block.text : ""))
    .join(" ")
    .trim();
}

function hasText(cell: Cell): boolean {
  return cell.blocks.some((block) => block.kind === "table" || block.text !== "");
}

function isBold(cell: Cell): boolean {
  return cell.blocks.every((block) => block.kind === "paragraph" && (block.text === "" || block.isBold));
}
