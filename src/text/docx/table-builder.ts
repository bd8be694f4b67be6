import { childOf, integerOf, isOn, switchOf, valOf, type XmlNode } from "./ooxml.ts";
import type { Cell, Row, StoryBlock, StoryTally, Table } from "./story.ts";

/** Word's own limit is 63. */
const MAX_COLUMNS = 200;

/** Puts a table together from its rows and cells. What a tracked change deleted is left out, and counted. */
export class TableBuilder {
  readonly #tally: StoryTally;
  readonly #rows: Row[] = [];
  #properties: XmlNode | undefined;
  #cells: Cell[] = [];
  #row: XmlNode | undefined;
  #cell: XmlNode | undefined;

  constructor(tally: StoryTally) {
    this.#tally = tally;
  }

  properties(node: XmlNode): void {
    this.#properties = node;
  }

  startRow(): void {
    this.#cells = [];
    this.#row = undefined;
  }

  rowProperties(node: XmlNode): void {
    this.#row = node;
  }

  endRow(): void {
    if (childOf(this.#row, "w:del") !== undefined) {
      this.#tally.deletions++;
      return;
    }
    const before = within(integerOf(valOf(this.#row, "w:gridBefore")) ?? 0, 0);
    this.#rows.push({ cells: this.#cells, before, isHeader: switchOf(this.#row, "w:tblHeader") === true });
  }

  startCell(): void {
    this.#cell = undefined;
  }

  cellProperties(node: XmlNode): void {
    this.#cell = node;
  }

  endCell(blocks: readonly StoryBlock[]): void {
    const properties = this.#cell;
    if (childOf(properties, "w:cellDel") !== undefined) {
      this.#tally.deletions++;
      return;
    }
    const merge = childOf(properties, "w:vMerge");
    const fill = childOf(properties, "w:shd")?.attributes.get("w:fill");
    this.#cells.push({
      blocks,
      columns: within(integerOf(valOf(properties, "w:gridSpan")) ?? 1, 1),
      continues: merge !== undefined && merge.attributes.get("w:val") !== "restart",
      isShaded: fill !== undefined && !/^(?:auto|ffffff)$/i.test(fill),
    });
  }

  finish(): Table {
    const look = childOf(this.#properties, "w:tblLook")?.attributes;
    const bits = Number.parseInt(look?.get("w:val") ?? "", 16);
    const first = look?.get("w:firstRow");
    return {
      kind: "table",
      rows: this.#rows,
      style: valOf(this.#properties, "w:tblStyle"),
      looksAtFirstRow: first === undefined ? (bits & 0x20) !== 0 : isOn(first),
    };
  }
}

function within(columns: number, least: number): number {
  return Math.min(Math.max(columns, least), MAX_COLUMNS);
}
