import type { SegmentReader } from "../segment/segment-reader.ts";
import type { SegmentHits, SegmentTerm } from "./kernel-search.ts";
import { type ItemRules, searchSegment } from "./search-segment.ts";
import { type Scoring, TermCursor } from "./term-cursor.ts";
import { TopHits } from "./top-hits.ts";

/** What `searchByKernel` gives, in JavaScript: the reference, and the search where there is no kernel. */
export function searchByScript(
  segment: SegmentReader,
  terms: readonly SegmentTerm[],
  scoring: Scoring,
  rules: ItemRules,
  wanted: number,
  threshold: number,
): SegmentHits {
  const top = new TopHits(wanted, threshold, (a, b) => segment.itemIds.comesAfter(a, b));
  const cursors = terms.map((term) => new TermCursor(segment.list(term.entry), term, scoring, segment.norms()));
  searchSegment(cursors, segment.info.items, rules, top);
  return top;
}
