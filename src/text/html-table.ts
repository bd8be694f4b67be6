import { attribute, type HtmlElement, type HtmlParent, walkHtml } from "./html-tree.ts";
import type { TableCell } from "./table-rows.ts";

export function htmlCell(element: HtmlElement, text: string): TableCell {
  const span = (name: string) => Number.parseInt(attribute(element, name) ?? "", 10);
  const rows = span("rowspan");
  // `rowspan="0"` reaches to the end of the row group.
  return { text, isHeader: element.tagName === "th", columns: span("colspan"), rows: rows === 0 ? Number.POSITIVE_INFINITY : rows };
}

/**
 * Tables that only place things on the page: those that hold a heading or another table, never two cells in one row, or say
 * so themselves. Their cells are blocks like any other.
 */
export function layoutTables(root: HtmlParent): ReadonlySet<HtmlElement> {
  const layout = new Set<HtmlElement>();
  const open: { readonly element: HtmlElement; isWide: boolean; row: unknown }[] = [];
  walkHtml(root, { enter });
  return layout;

  function enter(element: HtmlElement): (() => void) | undefined {
    const table = open.at(-1);
    const tag = element.tagName;
    if (table !== undefined && (tag === "table" || /^h[1-6]$/.test(tag))) layout.add(table.element);
    if (table !== undefined && (tag === "td" || tag === "th")) {
      table.isWide ||= table.row === element.parentNode;
      table.row = element.parentNode;
    }
    if (tag !== "table") return undefined;
    if (/^(?:presentation|none)$/.test(attribute(element, "role") ?? "")) layout.add(element);
    open.push({ element, isWide: false, row: undefined });
    return () => {
      const left = open.pop();
      if (left?.isWide === false) layout.add(element);
    };
  }
}
