import { TableRows } from "../table-rows.ts";
import { boxOf, type DoclingItem, type DoclingPage, type DoclingPlace, isItem, itemsAt, numberAt } from "./docling-item.ts";

/** A line of a table; the line of dashes under a header has no place. */
export interface DoclingRow {
  readonly line: string;
  readonly box?: DoclingPlace["box"];
}

const MAX_CELLS = 1_000_000;

/**
 * The rows of a table as lines of a Markdown table, each with the box around its cells.
 *
 * @param wordsOf - the text of a cell, which may hold items of its own
 */
export function tableLines(data: DoclingItem, page: DoclingPage | undefined, wordsOf: (cell: DoclingItem) => string): DoclingRow[] {
  const cells = cellsOf(data);
  const rows = Math.max(numberAt(data, "num_rows") ?? 0, ...cells.map((cell) => rangeOf(cell, "row")[1]));
  const columns = Math.max(numberAt(data, "num_cols") ?? 0, ...cells.map((cell) => rangeOf(cell, "col")[1]));
  if (rows * columns > MAX_CELLS) return cells.map((cell) => ({ line: oneLine(wordsOf(cell)) })).filter(({ line }) => line !== "");
  const { at, more } = placed(cells, rows, columns);
  const wordsIn = (parts: readonly DoclingItem[]) =>
    parts
      .map((part) => oneLine(wordsOf(part)))
      .filter((part) => part !== "")
      .join(" ");
  const words = new Map<DoclingItem, string>();
  const written = new TableRows();
  const lines: DoclingRow[] = [];
  for (let row = 0; row < rows; row++) {
    const boxes: NonNullable<DoclingPlace["box"]>[] = [];
    for (let column = 0; column < columns; column++) {
      const cell = at.get(row * columns + column);
      const begins = cell !== undefined && rangeOf(cell, "col")[0] === column;
      const isFirst = begins && rangeOf(cell, "row")[0] === row;
      if (isFirst) words.set(cell, wordsIn([cell, ...(more.get(cell) ?? [])]));
      const text = begins ? (words.get(cell) ?? "") : "";
      written.addCell({ text, isHeader: cell?.column_header === true, continues: begins && !isFirst });
      const box = isFirst && isItem(cell.bbox) ? boxOf(cell.bbox, page) : undefined;
      if (box !== undefined) boxes.push(box);
    }
    const box = around(boxes);
    for (const [i, line] of written.endRow(false).entries()) lines.push({ line, ...(box === undefined || i > 0 ? {} : { box }) });
  }
  return lines;
}

/** The cell over each place of the table, and of cells that lie over one another the later ones. */
function placed(cells: readonly DoclingItem[], rows: number, columns: number) {
  const at = new Map<number, DoclingItem>();
  const more = new Map<DoclingItem, DoclingItem[]>();
  for (const cell of cells) {
    const [[top, bottom], [left, right]] = [rangeOf(cell, "row"), rangeOf(cell, "col")];
    const under = at.get(top * columns + left);
    if (under !== undefined) {
      more.set(under, [...(more.get(under) ?? []), cell]);
      continue;
    }
    for (let row = top; row < Math.min(bottom, rows); row++) {
      for (let column = left; column < Math.min(right, columns); column++) {
        if (!at.has(row * columns + column)) at.set(row * columns + column, cell);
      }
    }
  }
  return { at, more };
}

/** `table_cells`, or each cell of `grid` once, where files have only that. */
export function cellsOf(data: DoclingItem): DoclingItem[] {
  const cells = itemsAt(data, "table_cells");
  if (cells.length > 0 || !Array.isArray(data.grid)) return cells;
  const seen = new Set<string>();
  return data.grid.flat().filter((cell): cell is DoclingItem => {
    if (!isItem(cell)) return false;
    const key = `${rangeOf(cell, "row")} ${rangeOf(cell, "col")}`;
    return !seen.has(key) && seen.add(key) !== undefined;
  });
}

function rangeOf(cell: DoclingItem, axis: "row" | "col"): readonly [start: number, end: number] {
  const start = Math.max(0, Math.floor(numberAt(cell, `start_${axis}_offset_idx`) ?? 0));
  const end = Math.floor(numberAt(cell, `end_${axis}_offset_idx`) ?? start + (numberAt(cell, `${axis}_span`) ?? 1));
  return [start, Math.max(start + 1, end)];
}

function around(boxes: readonly NonNullable<DoclingPlace["box"]>[]): DoclingPlace["box"] {
  const [first] = boxes;
  if (first === undefined) return undefined;
  const [left, top, right, bottom] = boxes.reduce(
    ([l, t, r, b], box) => [Math.min(l, box[0]), Math.min(t, box[1]), Math.max(r, box[2]), Math.max(b, box[3])] as const,
    first,
  );
  return [left, top, right, bottom];
}

function oneLine(text: string): string {
  return text.replaceAll(/\s+/g, " ").trim();
}
