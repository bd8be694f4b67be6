/** Spans past these are not followed, so that a few attributes cannot ask for millions of cells. */
const MAX_SPAN = 50;
const MAX_COLUMNS = 200;

export interface TableCell {
  readonly text: string;
  readonly isHeader: boolean;
  /** Columns and rows that it reaches over. @default 1 */
  readonly columns?: number;
  readonly rows?: number;
}

/** The rows of a data table as lines of a Markdown table. A cell that spans others leaves them empty, so that columns stay in line. */
export class TableRows {
  #cells: string[] = [];
  #headers = 0;
  #given = 0;
  #isFirst = true;
  /** For each column, how many more rows the cell above reaches into. */
  readonly #reach: number[] = [];

  addCell({ text, isHeader, ...spans }: TableCell): void {
    this.#fillReached();
    this.#given++;
    if (isHeader) this.#headers++;
    const columns = bounded(spans.columns);
    const rows = bounded(spans.rows);
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

function bounded(span: number | undefined): number {
  return span !== undefined && span >= 1 ? Math.min(Math.floor(span), MAX_SPAN) : 1;
}
