import { hasPositions } from "../keys.ts";
import type { TermCursor } from "../segment/dictionary.ts";
import { ItemColumns } from "../segment/item-columns.ts";
import { PositionReader } from "../segment/positions.ts";
import { PostingReader } from "../segment/posting-decoder.ts";
import { PostingEncoder } from "../segment/posting-encoder.ts";
import type { SegmentInfo } from "../segment/segment-format.ts";
import { hasBit, SegmentReader } from "../segment/segment-reader.ts";
import { SegmentWriter } from "../segment/segment-writer.ts";
import { compareKeys } from "../storage/bytes.ts";

/** A segment to merge, with the items that are to be left out: a bit each. */
export interface MergeSource {
  readonly info: SegmentInfo;
  readonly deleted: Uint8Array | undefined;
}

/** One source while it is being merged. */
interface Input {
  readonly reader: SegmentReader;
  readonly terms: TermCursor;
  readonly norms: Uint8Array;
  /** New number of item 0. */
  readonly base: number;
  /** New number of each item, -1 for one left out. Absent: `base` more, for all. */
  readonly renumbered: Int32Array | undefined;
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
    const inputs = sources.map((source, k) => copyItems(readers[k] as SegmentReader, source.deleted, columns, out));
    mergeTerms(inputs, new PostingEncoder(columns.norms.bytes, weights), out);
    return out.finish(columns);
  } catch (error) {
    out.abandon();
    throw error;
  } finally {
    for (const reader of readers) reader.close();
  }
}

/** Stored values, documents and items of one source. */
function copyItems(reader: SegmentReader, deleted: Uint8Array | undefined, columns: ItemColumns, out: SegmentWriter): Input {
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
  return { reader, terms: reader.dictionary.cursor(), norms, base, renumbered };
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
function mergeTerms(inputs: readonly Input[], encoder: PostingEncoder, out: SegmentWriter): void {
  // Sorted so that the smallest key is last; equal keys have the earlier source last.
  const waiting: Input[] = [];
  const push = (input: Input): void => {
    if (!input.terms.next()) return;
    let low = 0;
    let high = waiting.length;
    while (low < high) {
      const middle = (low + high) >> 1;
      const other = waiting[middle] as Input;
      if ((compareKeys(other.terms.key, input.terms.key) || other.base - input.base) > 0) low = middle + 1;
      else high = middle;
    }
    waiting.splice(low, 0, input);
  };
  for (const input of inputs) push(input);
  while (waiting.length > 0) {
    const { key } = (waiting.at(-1) as Input).terms;
    encoder.clear();
    const taken: Input[] = [];
    while (waiting.length > 0 && (waiting.at(-1) as Input).terms.key === key) {
      const input = waiting.pop() as Input;
      copyPostings(input, encoder, hasPositions(key));
      taken.push(input);
    }
    encoder.finish();
    if (encoder.count > 0 || key.charCodeAt(0) === 3) out.addTerm(key, encoder);
    for (const input of taken) push(input);
  }
}

const postings = new PostingReader();
const positions = new PositionReader();

function copyPostings(input: Input, encoder: PostingEncoder, withPositions: boolean): void {
  const { entry } = input.terms;
  if (entry.count === 0) return;
  const { reader, renumbered, base, norms } = input;
  postings.open(reader.listOf(entry), entry.count);
  if (withPositions) positions.open(reader.positionsOf(entry), reader.file.path);
  while (postings.next()) {
    const item = renumbered === undefined ? base + postings.item : (renumbered[postings.item] as number);
    if (withPositions) {
      positions.nextPosting();
      const from = positions.at;
      skipPositions(norms[postings.item] as number);
      // The item keeps its norm, so its positions keep their form.
      if (item >= 0) encoder.copyPositions(positions.bytes, from, positions.at);
    }
    if (item >= 0) encoder.add(item, postings.fields, postings.times);
  }
}

function skipPositions(norm: number): void {
  for (let rest = postings.fields; rest !== 0; rest &= rest - 1) {
    const field = 31 - Math.clz32(rest & -rest);
    positions.begin(field, postings.times[field] as number, norm);
    for (let left = postings.times[field] as number; left > 0; left--) positions.next();
  }
}
