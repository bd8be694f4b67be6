import type { Span, Unit } from "../model.ts";
import { trimSpan } from "../text/whitespace.ts";
import type { Limit } from "./atoms.ts";

/** A range of a parent's own text, or one of its children. */
export interface UnitPart {
  readonly span: Span;
  readonly child?: Unit;
  /** Whether it is nothing but a heading: it goes with what it heads, and is no reason to join. */
  readonly isHeading?: boolean;
}

/**
 * Neighbours among the parts of one parent that are joined into one chunk of the parent, since one of them is smaller than a threshold; each
 * group has two parts or more, is no larger than the limit, and has a child among them. A child with children of its own ends a group.
 *
 * @param parts - in order; of a child that may not be joined, since it has children itself, `joins` is false
 */
export function joinedParts(
  text: string,
  parts: readonly (UnitPart & { readonly joins: boolean })[],
  threshold: number,
  { max, size }: Limit,
): UnitPart[][] {
  const groups: UnitPart[][] = [];
  let open: UnitPart[] = [];
  let filled = 0;
  const close = () => {
    if (open.length > 1 && open.some(({ child }) => child !== undefined)) groups.push(open);
    open = [];
    filled = 0;
  };
  for (const part of parts) {
    const own = size(part.span.start, part.span.end);
    const last = open.at(-1);
    const touches =
      last === undefined || trimSpan(text, { start: last.span.end, end: Math.max(last.span.end, part.span.start) }) === undefined;
    const together = last === undefined ? own : filled + size(last.span.end, part.span.end);
    const small = (part.isHeading !== true && own < threshold) || (filled < threshold && open.some(({ isHeading }) => isHeading !== true));
    if (!part.joins || (last !== undefined && !(touches && small && together <= max))) close();
    if (!part.joins) continue;
    filled = open.length === 0 ? own : together;
    open.push(part);
  }
  close();
  return groups;
}

const families = new WeakMap<readonly Unit[], ReadonlyMap<string, readonly Unit[]>>();

/** The children of a unit, by all units of its document; looked for once in a document. */
export function childrenIn(units: readonly Unit[], id: string): readonly Unit[] {
  const known = families.get(units) ?? childrenById(units);
  families.set(units, known);
  return known.get(id) ?? [];
}

function childrenById(units: readonly Unit[]): Map<string, Unit[]> {
  const children = new Map<string, Unit[]>();
  for (const unit of units) {
    if (unit.parentId === undefined) continue;
    const siblings = children.get(unit.parentId);
    if (siblings === undefined) children.set(unit.parentId, [unit]);
    else siblings.push(unit);
  }
  return children;
}
