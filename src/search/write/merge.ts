import { hasPositions, isBackwardKey } from "../keys.ts";
import type { TermCursor } from "../segment/dictionary.ts";
import { ItemColumns } from "../segment/item-columns.ts";
import type { SegmentInfo } from "../segment/segment-format.ts";
import { hasBit, SegmentReader } from "../segment/segment-reader.ts";
import { SegmentWriter } from "../segment/segment-writer.ts";
import { compareKeys } from "../storage/bytes.ts";
import { KernelListMerger } from "./kernel/kernel-list-merger.ts";
import { type ListMerger, type ListSource, ScriptListMerger } from "./list-merger.ts";

/** A segment to merge, with the items that are to be left out: a bit each. */
export interface MergeSource {
  readonly info: SegmentInfo;
  readonly deleted: Uint8Array | undefined;
}

/** The terms of one source while it is being merged. */
interface Input {
  /** Its index. */
  readonly source: number;
  readonly terms: TermCursor;
}

/**
 * Writes one segment that holds what several hold, in their order, less what is deleted. Reads each from front to back, so memory
 * follows the number of items (for their ids), not the size of the texts.
 */
export function mergeSegments(dir: string, file: string, sources: readonly MergeSource[], weights: Float64Array): SegmentInfo {
  const readers = sources.map((source) => new SegmentReader(dir, source.info, 16));
  const out = new SegmentWriter(dir, file);
  try {
    const columns = new ItemColumns();
    const lists = sources.map((source, k) => copyItems(readers[k] as SegmentReader, source.deleted, columns, out));
    const merger = KernelListMerger.start(lists, weights) ?? new ScriptListMerger(lists, columns.norms.bytes, weights);
    mergeTerms(readers, merger, out);
    return out.finish(columns);
  } catch (error) {
    out.abandon();
    throw error;
  } finally {
    for (const reader of readers) reader.close();
  }
}

/** Stored values, documents and items of one source. */
function copyItems(reader: SegmentReader, deleted: Uint8Array | undefined, columns: ItemColumns, out: SegmentWriter): ListSource {
  const base = columns.items;
  const renumbered = deleted === undefined ? undefined : new Int32Array(reader.info.items).fill(-1);
  copyStored(reader, deleted, out);
  const nextLengths = reader.lengths();
  const norms = reader.norms();
  let document = -1;
  reader.visitRuns((run) => {
    for (let item = run.firstItem; item < run.firstItem + run.items; item++) {
      const lengths = nextLengths();
      if (deleted !== undefined) {
        if (hasBit(deleted, item)) continue;
        (renumbered as Int32Array)[item] = columns.items;
      }
      if (run.document !== document) {
        document = run.document;
        const { hash, language } = reader.documentFacts(document);
        columns.addDocument(reader.documentIds.key(document), hash, language);
      }
      columns.addItem(reader.itemIds.key(item), lengths, norms[item] as number, run.path);
    }
  });
  return { reader, base, renumbered };
}

/** Blocks without a deleted item are taken over as they are. */
function copyStored(reader: SegmentReader, deleted: Uint8Array | undefined, out: SegmentWriter): void {
  const { stored } = reader;
  for (let block = 0; block < stored.blocks(); block++) {
    const [first, end] = stored.itemsOf(block);
    const kept: number[] = [];
    for (let item = first; item < end; item++) if (deleted === undefined || !hasBit(deleted, item)) kept.push(item);
    if (kept.length === end - first) out.stored.addBlock(kept.length, stored.bytesOf(block));
    else if (kept.length > 0) {
      const lines = stored.lines(block);
      for (const item of kept) out.stored.add(lines[item - first] as string);
    }
  }
}

/** Takes the smallest key of all inputs, joins its lists, and so on. Inputs of one key are taken in order, so items rise. */
function mergeTerms(readers: readonly SegmentReader[], merger: ListMerger, out: SegmentWriter): void {
  // Sorted so that the smallest key is last; equal keys have the earlier source last.
  const waiting: Input[] = [];
  const push = (input: Input): void => {
    if (!input.terms.next()) return;
    let low = 0;
    let high = waiting.length;
    while (low < high) {
      const middle = (low + high) >> 1;
      const other = waiting[middle] as Input;
      if ((compareKeys(other.terms.key, input.terms.key) || other.source - input.source) > 0) low = middle + 1;
      else high = middle;
    }
    waiting.splice(low, 0, input);
  };
  for (const [source, reader] of readers.entries()) push({ source, terms: reader.dictionary.cursor() });
  while (waiting.length > 0) {
    const { key } = (waiting.at(-1) as Input).terms;
    merger.begin(hasPositions(key));
    const taken: Input[] = [];
    while (waiting.length > 0 && (waiting.at(-1) as Input).terms.key === key) {
      const input = waiting.pop() as Input;
      if (input.terms.entry.count > 0) merger.add(input.source, input.terms.entry);
      taken.push(input);
    }
    const list = merger.finish();
    if (list.count > 0 || isBackwardKey(key)) out.addTerm(key, list);
    for (const input of taken) push(input);
  }
}
