import { TableRows } from "../table-rows.ts";
import { boxOf, type DoclingItem, type DoclingPlace, isItem, itemsAt, numberAt, textAt } from "./docling-item.ts";

/** A line of a table; the line of dashes under a header has no place. */
export interface DoclingRow {
  readonly line: string;
  readonly box?: DoclingPlace["box"];
}

const MAX_CELLS = 1_000_000;

/**
 * The rows of a table as lines of a Markdown table, each with the box around its cells.
 *
 * @param richText - the text of a cell that holds items of its own
 */
export function tableLines(table: DoclingItem, height: number | undefined, richText: (cell: DoclingItem) => string): DoclingRow[] {
  const data = isItem(table.data) ? table.data : {};
  const cells = cellsOf(data);
  const rows = Math.max(numberAt(data, "num_rows") ?? 0, ...cells.map((cell) => rangeOf(cell, "row")[1]));
  const columns = Math.max(numberAt(data, "num_cols") ?? 0, ...cells.map((cell) => rangeOf(cell, "col")[1]));
  if (rows * columns > MAX_CELLS) return cells.map((cell) => ({ line: oneLine(textAt(cell, "text")) })).filter(({ line }) => line !== "");
  const starts = new Map<number, DoclingItem>();
  const covered = new Set<number>();
  for (const cell of cells) {
    const [[top, bottom], [left, right]] = [rangeOf(cell, "row"), rangeOf(cell, "col")];
    if (top >= rows || left >= columns || covered.has(top * columns + left)) continue;
    starts.set(top * columns + left, cell);
    for (let row = top; row < Math.min(bottom, rows); row++) {
      for (let column = left; column < Math.min(right, columns); column++) covered.add(row * columns + column);
    }
  }
  const written = new TableRows();
  const lines: DoclingRow[] = [];
  for (let row = 0; row < rows; row++) {
    const boxes: NonNullable<DoclingPlace["box"]>[] = [];
    for (let column = 0; column < columns; column++) {
      const cell = starts.get(row * columns + column);
      if (cell === undefined) {
        if (!covered.has(row * columns + column)) written.addCell({ text: "", isHeader: false });
        continue;
      }
      const [[top, bottom], [left, right]] = [rangeOf(cell, "row"), rangeOf(cell, "col")];
      const text = oneLine(textAt(cell, "text")) || oneLine(richText(cell));
      written.addCell({ text, isHeader: cell.column_header === true, columns: right - left, rows: bottom - top });
      const box = isItem(cell.bbox) ? boxOf(cell.bbox, height) : undefined;
      if (box !== undefined) boxes.push(box);
    }
    const box = around(boxes);
    for (const [i, line] of written.endRow(false).entries()) lines.push({ line, ...(box === undefined || i > 0 ? {} : { box }) });
  }
  return lines;
}

/** `table_cells`, or each cell of `grid` once, where files have only that. */
function cellsOf(data: DoclingItem): DoclingItem[] {
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
