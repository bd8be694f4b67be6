import type { TableRows } from "../table-rows.ts";
import type { XmlElement } from "./xml-tree.ts";

/** Columns that a cell reaches over, as HTML says it (`colspan`) or CALS (`namest` to `nameend`). */
export function columnsOf(cell: XmlElement): number {
  const { colspan, namest, nameend } = cell.attributes;
  if (colspan !== undefined) return Number.parseInt(colspan, 10);
  if (namest === undefined || nameend === undefined) return 1;
  const names = columnNames(cell);
  const [first, last] = [names.indexOf(namest), names.indexOf(nameend)];
  return first === -1 || last < first ? 1 : last - first + 1;
}

/** Rows that a cell reaches over: `rowspan`, or `morerows` and its own. */
export function rowsOf(cell: XmlElement): number {
  const { rowspan, morerows } = cell.attributes;
  if (rowspan !== undefined) return Number.parseInt(rowspan, 10);
  return morerows === undefined ? 1 : Number.parseInt(morerows, 10) + 1;
}

/** What to do behind an element of a table: no cell reaches out of a head, body or foot. */
export function endOfGroup({ local }: XmlElement, table: TableRows): (() => void) | undefined {
  return /^t(?:head|body|foot|group)$/.test(local) ? () => table.endGroup() : undefined;
}

/** Of the nearest `colspec`s above the cell. */
function columnNames(cell: XmlElement): string[] {
  for (let at = cell.parent; at !== undefined; at = at.parent) {
    if (at.local !== "tgroup" && at.local !== "table") continue;
    const names = at.children.flatMap((child) =>
      typeof child !== "string" && child.local === "colspec" ? [child.attributes.colname ?? ""] : [],
    );
    if (names.length > 0) return names;
    if (at.local === "table") break;
  }
  return [];
}
