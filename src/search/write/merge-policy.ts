/** A segment is left alone while it holds at least this many times the items of all smaller ones together. */
const FACTOR = 2;
/** A segment is written anew when it has lost more than this share of its items. */
const MOST_DELETED = 0.3;

/** What the policy has to know of a segment. */
export interface SegmentSize {
  /** Items that are not deleted. */
  readonly live: number;
  readonly items: number;
}

/**
 * Which segments to merge into one, by index; none when it is empty. The kept ones at least triple in size from each to the next, so
 * there are at most log3(items) + 1, and an item is rewritten about as often (the log-structured merge of O'Neil et al., 1996).
 */
export function segmentsToMerge(sizes: readonly SegmentSize[]): number[] {
  const order = sizes.map((_, index) => index).sort((a, b) => (sizes[b] as SegmentSize).live - (sizes[a] as SegmentSize).live || a - b);
  let first = order.length;
  let smaller = 0;
  for (let k = order.length - 1; k >= 0; k--) {
    const { live, items } = sizes[order[k] as number] as SegmentSize;
    if (live < FACTOR * smaller || items - live > MOST_DELETED * items) first = k;
    smaller += live;
  }
  return order.slice(first).sort((a, b) => a - b);
}
