import { join } from "node:path";
import { PostingReader, readBlockTable } from "../segment/posting-decoder.ts";
import { BLOCK } from "../segment/posting-format.ts";
import type { DeletesInfo } from "../segment/segment-format.ts";
import { hasBit, type SegmentReader } from "../segment/segment-reader.ts";
import { ByteWriter } from "../storage/bytes.ts";
import { PagedWriter } from "../storage/paged-writer.ts";

/** Items from the first number up to, not including, the second. */
export type ItemRange = readonly [number, number];

/**
 * Writes the file of a segment's deleted items. It looks at every term, to count exactly how many items each has lost: with exact counts,
 * scores are those of an index that never had the deleted items.
 *
 * @param fresh - the items deleted since `reader` was opened, ranges that do not overlap
 * @param lost - what the deleted items take with them, over all deletions so far
 */
export function writeDeletes(
  dir: string,
  file: string,
  reader: SegmentReader,
  deleted: Uint8Array,
  fresh: readonly ItemRange[],
  lost: { readonly items: number; readonly documents: number; readonly lengths: readonly number[] },
): DeletesInfo {
  const counts = countLost(reader, fresh);
  const out = new PagedWriter(join(dir, file));
  out.append(deleted);
  out.append(counts.view());
  out.close();
  return { file, bytes: out.length, ...lost, bitmap: [0, deleted.length], counts: [deleted.length, counts.length] };
}

function countLost(reader: SegmentReader, fresh: readonly ItemRange[]): ByteWriter {
  const counts = new ByteWriter();
  const cursor = reader.dictionary.cursor();
  const ranges = [...fresh].sort(([a], [b]) => a - b);
  let previous = 0;
  while (cursor.next()) {
    const { entry } = cursor;
    const lost = entry.count - reader.liveCount(entry) + countIn(ranges, reader.listOf(entry), entry.count);
    if (lost === 0) continue;
    counts.varint(entry.ordinal - previous);
    counts.varint(lost);
    previous = entry.ordinal;
  }
  return counts;
}

const postings = new PostingReader();

/** Postings of a list that are in one of some ranges in order. Blocks that reach into none of them are not decoded. */
function countIn(ranges: readonly ItemRange[], list: Uint8Array, count: number): number {
  postings.open(list, count);
  if (count <= BLOCK) return countRead(ranges, 0, count);
  const table = readBlockTable(list, count);
  let found = 0;
  let range = 0;
  for (let block = 0; block < table.count; block++) {
    const first = block === 0 ? 0 : (table.last[block - 1] as number) + 1;
    while (range < ranges.length && (ranges[range] as ItemRange)[1] <= first) range++;
    if (range === ranges.length) break;
    if ((ranges[range] as ItemRange)[0] > (table.last[block] as number)) continue;
    postings.startBlock(table, block);
    found += countRead(ranges, range, Math.min(BLOCK, count - block * BLOCK));
  }
  return found;
}

/** How many of the next `count` postings are in a range, the first of which is number `from`. */
function countRead(ranges: readonly ItemRange[], from: number, count: number): number {
  let range = from;
  let found = 0;
  for (let k = 0; k < count; k++) {
    postings.next();
    while (range < ranges.length && (ranges[range] as ItemRange)[1] <= postings.item) range++;
    if (range === ranges.length) break;
    if ((ranges[range] as ItemRange)[0] <= postings.item) found++;
  }
  return found;
}

/** Words per field of the items marked in `deleted`. */
export function lengthsOf(reader: SegmentReader, deleted: Uint8Array): number[] {
  const sums = reader.info.lengths.map(() => 0);
  const next = reader.lengths();
  for (let item = 0; item < reader.info.items; item++) {
    const lengths = next();
    if (hasBit(deleted, item)) for (const [field, words] of lengths.entries()) sums[field] = (sums[field] as number) + words;
  }
  return sums;
}
