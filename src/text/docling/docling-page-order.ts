import type { DoclingBlock } from "./docling-block.ts";

/** Furniture that stands in a list of its own goes to its page: headers before what is there, all else behind it. */
export function inPageOrder(blocks: readonly DoclingBlock[]): DoclingBlock[] {
  const late: { readonly block: DoclingBlock; readonly before: number }[] = [];
  const rest: DoclingBlock[] = [];
  const begun = new Set<number>();
  let reached = 0;
  for (const block of blocks) {
    const page = block.places[0]?.page;
    const isHeader = block.omitted === "page header";
    if (block.omitted !== undefined && page !== undefined && (isHeader ? begun.has(page) : page < reached)) {
      late.push({ block: { ...block, isClose: false }, before: isHeader ? page : page + 1 });
      continue;
    }
    rest.push(block);
    if (page === undefined) continue;
    reached = Math.max(reached, page);
    if (block.omitted === undefined) begun.add(page);
  }
  late.sort((a, b) => a.before - b.before);
  const ordered: DoclingBlock[] = [];
  let next = 0;
  for (const block of rest) {
    const page = block.places[0]?.page ?? 0;
    for (let due = late[next]; due !== undefined && due.before <= page; due = late[++next]) ordered.push(due.block);
    ordered.push(block);
  }
  return [...ordered, ...late.slice(next).map(({ block }) => block)];
}
