import { type DoclingItem, itemsAt, numberAt, textAt } from "./docling-item.ts";

const MAX_DEPTH = 100;

export interface GraphLine {
  readonly text: string;
  /** The one that the line begins with. */
  readonly cell: DoclingItem;
}

/** Cells of a form, `key: value`, each once. */
export function graphLines(graph: DoclingItem): GraphLine[] {
  const cells = itemsAt(graph, "cells");
  const byId = new Map(cells.map((cell) => [numberAt(cell, "cell_id"), cell]));
  const values = new Map<DoclingItem, DoclingItem[]>();
  const isValue = new Set<DoclingItem>();
  for (const link of itemsAt(graph, "links")) {
    const ends = [byId.get(numberAt(link, "source_cell_id")), byId.get(numberAt(link, "target_cell_id"))];
    const [key, value] = link.label === "to_key" ? ends.reverse() : ends;
    if ((link.label !== "to_value" && link.label !== "to_key") || key === undefined || value === undefined) continue;
    const known = values.get(key) ?? [];
    if (!known.includes(value)) values.set(key, [...known, value]);
    isValue.add(value);
  }
  const said = new Set<DoclingItem>();
  const say = (cell: DoclingItem, depth = 0): string => {
    said.add(cell);
    const own = (textAt(cell, "text") || textAt(cell, "orig")).trim();
    const theirs = (values.get(cell) ?? [])
      .filter((value) => depth < MAX_DEPTH && !said.has(value))
      .map((value) => say(value, depth + 1))
      .filter((value) => value !== "");
    return [own, theirs.join(", ")].filter((part) => part !== "").join(/[:\uff1a]$/.test(own) ? " " : ": ");
  };
  // Those that are values of one another are left to the end.
  const order = [...cells.filter((cell) => !isValue.has(cell)), ...cells];
  return order.flatMap((cell) => (said.has(cell) ? [] : [{ text: say(cell), cell }])).filter(({ text }) => text !== "");
}
