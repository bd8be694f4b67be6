import { attribute, type HtmlElement, type HtmlParent, walkHtml } from "./html-tree.ts";

/** Spans past these are not followed, so that a few attributes cannot ask for millions of cells. */
const MAX_SPAN = 50;
const MAX_COLUMNS = 200;

/** The rows of a data table as lines of a Markdown table. A cell that spans others leaves them empty, so that columns stay in line. */
export class HtmlTable {
  #cells: string[] = [];
  #headers = 0;
  #given = 0;
  #isFirst = true;
  /** For each column, how many more rows the cell above reaches into. */
  readonly #reach: number[] = [];

  addCell(element: HtmlElement, text: string): void {
    this.#fillReached();
    this.#given++;
    if (element.tagName === "th") this.#headers++;
    const columns = spanOf(element, "colspan");
    const rows = spanOf(element, "rowspan");
    for (let i = 0; i < columns; i++) {
      if (rows > 1 && this.#cells.length < MAX_COLUMNS) this.#reach[this.#cells.length] = rows - 1;
      this.#cells.push(i === 0 ? text.replaceAll("|", "\\|") : "");
    }
  }

  /** The row's line, and behind a first row of headings the line that parts it from the rest. Nothing for a row without text. */
  endRow(isInHead: boolean): string[] {
    this.#fillReached();
    const cells = this.#cells;
    const isHeader = this.#isFirst && (isInHead || this.#headers === this.#given);
    this.#cells = [];
    this.#headers = 0;
    this.#given = 0;
    if (cells.every((cell) => cell === "")) return [];
    this.#isFirst = false;
    const line = `| ${cells.join(" | ")} |`;
    return isHeader ? [line, `|${" --- |".repeat(cells.length)}`] : [line];
  }

  #fillReached(): void {
    for (let left = this.#reach[this.#cells.length] ?? 0; left > 0; left = this.#reach[this.#cells.length] ?? 0) {
      this.#reach[this.#cells.length] = left - 1;
      this.#cells.push("");
    }
  }
}

function spanOf(cell: HtmlElement, name: "colspan" | "rowspan"): number {
  const value = Number.parseInt(attribute(cell, name) ?? "", 10);
  return value >= 1 ? Math.min(value, MAX_SPAN) : 1;
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
