import type { Document, Unit } from "../model.ts";
import { excerptOf, type Found } from "./findings.ts";

/** Units by parent, each list in the order of the parser; those at the top have the key undefined. */
export function siblingsOf(units: readonly Unit[]): Map<string | undefined, Unit[]> {
  const lists = new Map<string | undefined, Unit[]>();
  for (const unit of units) {
    const list = lists.get(unit.parentId);
    if (list === undefined) lists.set(unit.parentId, [unit]);
    else list.push(unit);
  }
  return lists;
}

/** Siblings that share text, and siblings that come in another order than their places. */
export function treeFindings({ text }: Document, siblings: ReadonlyMap<string | undefined, readonly Unit[]>): Found[] {
  const found: Found[] = [];
  for (const list of siblings.values()) {
    const placed = list.flatMap((unit) => (unit.source === undefined ? [] : [{ unit, ...unit.source }]));
    for (const [i, { unit, start, end }] of placed.entries()) {
      const before = placed[i - 1];
      if (before === undefined || start >= before.start) continue;
      const message = `"${unit.topic}" comes after "${before.unit.topic}", and stands before it: ${excerptOf(text, { start, end })}.`;
      found.push({ start, end, code: "UNITS_OUT_OF_ORDER", message });
    }
    let furthest: (typeof placed)[number] | undefined;
    for (const item of placed.toSorted((a, b) => a.start - b.start)) {
      if (furthest !== undefined && item.start < furthest.end) {
        const shared = { start: item.start, end: Math.min(item.end, furthest.end) };
        const message = `"${furthest.unit.topic}" and "${item.unit.topic}" share text: ${excerptOf(text, shared)}.`;
        found.push({ ...shared, code: "UNITS_OVERLAP", message });
      }
      if (furthest === undefined || item.end > furthest.end) furthest = item;
    }
  }
  return found;
}
