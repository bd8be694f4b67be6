/** Columns past these are not followed, so that a few attributes cannot ask for millions of cells. */
const MAX_SPAN = 50;
const MAX_COLUMNS = 200;
/** Text of cells above may be repeated up to this many characters in a table, and further up to so many times what its own cells say. */
const FREE_REPEATS = 20_000;
const MOST_REPEATS = 8;
/** Characters that parting a cell from the next takes. */
const BAR = 3;

/** A cell that reaches over further rows is repeated in each when it is no longer than this; else `″` stands for it. */
const LONGEST_REPEAT = 80;
const DITTO = "″";

export interface TableCell {
  readonly text: string;
  readonly isHeader: boolean;
  /** Columns and rows that it reaches over. @default 1 */
  readonly columns?: number;
  /** No more than there are up to the end of the row group. @default 1 */
  readonly rows?: number;
  /** A cell of a row above that reaches into this one. @default false */
  readonly continues?: boolean;
}

interface Reach {
  readonly text: string;
  rows: number;
}

/** What stands in a further row for a cell that reaches into it, so that the row is understood by itself. */
export function repeatedCell(text: string): string {
  return text.length <= LONGEST_REPEAT ? text : DITTO;
}

/**
 * The rows of a data table as lines of a Markdown table. A cell that spans rows is repeated in each, and one that spans columns
 * leaves the further ones empty, so that columns stay in line.
 */
export class TableRows {
  #cells: string[] = [];
  #headers = 0;
  #given = 0;
  #hasOwn = false;
  #isFirst = true;
  /** For each column, the cell above that reaches into further rows. */
  #reach: (Reach | undefined)[] = [];
  #own = 0;
  #repeated = 0;

  addCell(cell: TableCell): void {
    this.#fillReached();
    this.#given++;
    if (cell.isHeader) this.#headers++;
    const text = cell.text.replaceAll("|", "\\|");
    if (cell.continues === true) {
      this.#cells.push(this.#mayRepeat(repeatedCell(text)) ? repeatedCell(text) : "");
      return;
    }
    if (text !== "") {
      this.#hasOwn = true;
      this.#own += text.length + BAR;
    }
    const columns = bounded(cell.columns, MAX_SPAN);
    const rows = bounded(cell.rows, Number.POSITIVE_INFINITY);
    for (let i = 0; i < columns; i++) {
      const words = i === 0 ? text : "";
      const column = this.#cells.length;
      if (rows > 1 && column < MAX_COLUMNS) this.#reach[column] = { text: repeatedCell(words), rows: rows - 1 };
      else this.#passOver(column);
      this.#cells.push(words);
    }
  }

  /** The row's line, and behind a first row of headings the line that parts it from the rest. Nothing for a row without text of its own. */
  endRow(isInHead: boolean): string[] {
    this.#fillReached();
    const last = this.#reach.findLastIndex((reach) => reach !== undefined);
    while (this.#cells.length <= last) {
      this.#cells.push("");
      this.#fillReached();
    }
    const cells = this.#cells;
    const isHeader = this.#isFirst && (isInHead || this.#headers === this.#given);
    const hasOwn = this.#hasOwn;
    this.#cells = [];
    this.#headers = 0;
    this.#given = 0;
    this.#hasOwn = false;
    if (!hasOwn) return [];
    this.#isFirst = false;
    const line = `| ${cells.join(" | ")} |`;
    return isHeader ? [line, `|${" --- |".repeat(cells.length)}`] : [line];
  }

  /** Behind the last row of a head, body or foot: no cell reaches out of it. */
  endGroup(): void {
    this.#reach = [];
  }

  #fillReached(): void {
    for (let reach = this.#reach[this.#cells.length]; reach !== undefined; reach = this.#reach[this.#cells.length]) {
      if (!this.#mayRepeat(reach.text)) {
        this.endGroup();
        return;
      }
      this.#passOver(this.#cells.length);
      this.#cells.push(reach.text);
    }
  }

  /** One row less to go for the cell that reaches into this column. */
  #passOver(column: number): void {
    const reach = this.#reach[column];
    if (reach !== undefined && --reach.rows < 1) this.#reach[column] = undefined;
  }

  #mayRepeat(text: string): boolean {
    this.#repeated += text.length + BAR;
    return this.#repeated <= FREE_REPEATS + MOST_REPEATS * this.#own;
  }
}

function bounded(span: number | undefined, most: number): number {
  return span !== undefined && span >= 1 ? Math.min(Math.floor(span), most) : 1;
}
