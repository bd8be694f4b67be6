/** Segments of one level after which they are merged; each level holds items by so many times more. SQLite's FTS5 waits for four, too. */
const MERGED_TOGETHER = 4;
/** A segment is written anew when it has lost more than this share of its items. */
const MOST_DELETED = 0.3;

/** What the policy has to know of a segment. */
export interface SegmentSize {
  /** Items that are not deleted. */
  readonly live: number;
  readonly items: number;
}

/**
 * Which segments to merge into one, by index; none when it is empty. At most three of a level are left, so there are at most
 * 3 * (log4(items) + 1), and an item is rewritten about once a level (the log-structured merge of O'Neil et al., 1996).
 */
export function segmentsToMerge(sizes: readonly SegmentSize[]): number[] {
  const order = sizes.map((_, index) => index).sort((a, b) => liveOf(sizes, a) - liveOf(sizes, b) || a - b);
  const wasted = order.filter((index) => isWasted(sizes[index] as SegmentSize));
  // Everything up to here, smallest first, goes into one.
  let chosen = wasted.length === 0 ? 0 : order.indexOf(wasted.at(-1) as number) + 1;
  for (let from = 0; from < order.length; ) {
    const merged = order.slice(0, chosen).reduce((sum, index) => sum + liveOf(sizes, index), 0);
    const level = levelOf(liveOf(sizes, order[from] as number));
    let end = from;
    while (end < order.length && levelOf(liveOf(sizes, order[end] as number)) === level) end++;
    const alone = end - Math.max(from, Math.min(chosen, end));
    if (alone + (chosen > 0 && levelOf(merged) >= level ? 1 : 0) >= MERGED_TOGETHER) chosen = Math.max(chosen, end);
    from = end;
  }
  return order.slice(0, chosen).sort((a, b) => a - b);
}

function liveOf(sizes: readonly SegmentSize[], index: number): number {
  return (sizes[index] as SegmentSize).live;
}

function isWasted({ live, items }: SegmentSize): boolean {
  return items - live > MOST_DELETED * items;
}

function levelOf(items: number): number {
  return Math.floor(Math.log2(Math.max(1, items)) / Math.log2(MERGED_TOGETHER));
}
