import type { TermEntry } from "../segment/dictionary.ts";
import { PositionReader } from "../segment/positions.ts";
import { PostingReader } from "../segment/posting-decoder.ts";
import { PostingEncoder } from "../segment/posting-encoder.ts";
import type { EncodedList } from "../segment/posting-format.ts";
import type { SegmentReader } from "../segment/segment-reader.ts";

/** A segment to take lists from. */
export interface ListSource {
  readonly reader: SegmentReader;
  /** New number of item 0. */
  readonly base: number;
  /** New number of each item, -1 for one left out. Absent: `base` more, for all. */
  readonly renumbered: Int32Array | undefined;
}

/** Joins the lists of one term after the other: `begin`, then `add` in the order of the sources, then `finish`. */
export interface ListMerger {
  begin(withPositions: boolean): void;
  /** @param source - its index  @param entry - of the term in it. Throws SEARCH_INDEX_DAMAGED. */
  add(source: number, entry: TermEntry): void;
  /** What it gives is good until the next call. */
  finish(): EncodedList;
}

/** The merger in JavaScript, for where there is no WebAssembly, and what the kernel is held to. */
export class ScriptListMerger implements ListMerger {
  private readonly sources: readonly ListSource[];
  private readonly encoder: PostingEncoder;
  private readonly postings = new PostingReader();
  private readonly positions = new PositionReader();
  private withPositions = false;

  /** @param norms - of the items by their new numbers */
  constructor(sources: readonly ListSource[], norms: Uint8Array, weights: Float64Array) {
    this.sources = sources;
    this.encoder = new PostingEncoder(norms, weights);
  }

  begin(withPositions: boolean): void {
    this.encoder.clear();
    this.withPositions = withPositions;
  }

  add(source: number, entry: TermEntry): void {
    const { reader, renumbered, base } = this.sources[source] as ListSource;
    const { postings, positions, encoder, withPositions } = this;
    const norms = reader.norms();
    postings.open(reader.listOf(entry), entry.count);
    if (withPositions) positions.open(reader.positionsOf(entry), reader.file.path);
    while (postings.next()) {
      const item = renumbered === undefined ? base + postings.item : (renumbered[postings.item] as number);
      if (withPositions) {
        positions.nextPosting();
        const from = positions.at;
        this.skipPositions(norms[postings.item] as number);
        // The item keeps its norm, so its positions keep their form.
        if (item >= 0) encoder.copyPositions(positions.bytes, from, positions.at);
      }
      if (item >= 0) encoder.add(item, postings.fields, postings.times);
    }
  }

  finish(): EncodedList {
    return this.encoder.finish();
  }

  private skipPositions(norm: number): void {
    const { postings, positions } = this;
    for (let rest = postings.fields; rest !== 0; rest &= rest - 1) {
      const field = 31 - Math.clz32(rest & -rest);
      positions.begin(field, postings.times[field] as number, norm);
      for (let left = postings.times[field] as number; left > 0; left--) positions.next();
    }
  }
}
