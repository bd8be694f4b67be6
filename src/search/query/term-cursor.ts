import { decodeBlock } from "../segment/posting-decoder.ts";
import { BLOCK, TEXT_FIELD, WEIGHT_PARTS } from "../segment/posting-format.ts";
import type { PostingList } from "../segment/segment-reader.ts";
import { contribution } from "./bm25.ts";

/** Bound on weighted occurrences of a list that keeps none: as much as makes no difference to the score. */
const UNBOUNDED = 1e9;
/** Occurrences below this number have their scores kept. */
const KNOWN_TIMES = 8;

/** How terms are scored, the same for all terms and segments of a search. */
export interface Scoring {
  /** By field number. */
  readonly fieldWeights: Float64Array;
  /** See `lengthFactors`. */
  readonly factors: Float64Array;
  readonly k1: number;
}

/** One term of a query in one segment: decodes blocks of its postings and knows how much each can add to a score. */
export class TermCursor {
  /** In parts of the scale. */
  readonly weight: number;
  /** See `WeightedTerm`. */
  readonly supporting: boolean;
  /** Most that the term can add to any score in the segment. */
  readonly bound: number;
  /** Number of blocks. */
  readonly blocks: number;
  /** Most that each block can add. */
  readonly blockBounds: Int32Array;
  /** Last item of each block. */
  readonly last: Int32Array;
  /** The block that is decoded into `items` and the occurrences, -1 for none. */
  loaded = -1;
  /** Postings in the decoded block. */
  size = 0;
  readonly items = new Int32Array(BLOCK);
  /** Occurrences in the text, and in other fields in parts of their weights. */
  readonly inText = new Int32Array(BLOCK);
  readonly elsewhere = new Int32Array(BLOCK);
  /** First block that may hold what comes next, and the place in it when it is decoded. */
  block = 0;
  at = 0;
  private readonly list: PostingList;
  private readonly fieldWeights: Float64Array;
  private readonly factors: Float64Array;
  private readonly k1: number;
  private readonly norms: Uint8Array;
  /** What `times` occurrences in a text of each norm add, at times * 256 + norm, when they were asked for; else -1. */
  private readonly known = new Int32Array(KNOWN_TIMES * 256).fill(-1);

  constructor(
    list: PostingList,
    { weight, supporting }: { readonly weight: number; readonly supporting: boolean },
    { fieldWeights, factors, k1 }: Scoring,
    norms: Uint8Array,
  ) {
    this.list = list;
    this.weight = weight;
    this.supporting = supporting;
    this.fieldWeights = fieldWeights;
    this.factors = factors;
    this.k1 = k1;
    this.norms = norms;
    const { count, last, maxTimes, minNorm } = list.blocks;
    this.blocks = count;
    this.last = last;
    this.blockBounds = new Int32Array(count);
    let bound = 0;
    for (let block = 0; block < count; block++) {
      const most = maxTimes[block] === 0 ? UNBOUNDED : (maxTimes[block] as number) / 4;
      // Occurrences outside the text are not divided by its length norm, and nobody says which these are: take the better for all.
      const value = contribution(weight, most, 0, Math.min(k1, factors[minNorm[block] as number] as number), k1);
      this.blockBounds[block] = value;
      if (value > bound) bound = value;
    }
    this.bound = bound;
  }

  /** Most that the term can add to a score of an item in `[from, end)`. Calls must come with rising `from`. */
  boundIn(from: number, end: number): number {
    const { last, blocks, blockBounds } = this;
    while (this.block < blocks && (last[this.block] as number) < from) this.skipBlock();
    let bound = 0;
    for (let block = this.block; block < blocks; block++) {
      if (block > 0 && (last[block - 1] as number) + 1 >= end) break;
      if ((blockBounds[block] as number) > bound) bound = blockBounds[block] as number;
    }
    return bound;
  }

  /** Decodes `block` unless it is decoded. */
  load(): void {
    if (this.loaded === this.block) return;
    const { block, list } = this;
    this.loaded = block;
    this.at = 0;
    this.size = Math.min(BLOCK, list.entry.count - block * BLOCK);
    const before = block === 0 ? -1 : (this.last[block - 1] as number);
    decodeBlock(
      list.bytes,
      list.blocks.start[block] as number,
      this.size,
      before,
      this.fieldWeights,
      this.items,
      this.inText,
      this.elsewhere,
    );
  }

  /**
   * What the term adds to the score of `item`, 0 when the item does not have it. Calls must come with rising items.
   *
   * @param enough - when the block cannot add this much, it is not decoded and the answer is -1
   */
  addedTo(item: number, enough: number): number {
    const { last, blocks } = this;
    while (this.block < blocks && (last[this.block] as number) < item) this.skipBlock();
    if (this.block === blocks) return 0;
    if ((this.blockBounds[this.block] as number) < enough) return -1;
    this.load();
    const { items, size } = this;
    let at = this.at;
    while (at < size && (items[at] as number) < item) at++;
    this.at = at;
    if (at === size || items[at] !== item) return 0;
    return this.added(at, item);
  }

  /** What posting `at` of the decoded block, which is that of `item`, adds to the score. */
  added(at: number, item: number): number {
    const times = this.inText[at] as number;
    const elsewhere = this.elsewhere[at] as number;
    const norm = this.norms[item] as number;
    if (elsewhere !== 0 || times >= KNOWN_TIMES) return this.compute(times, elsewhere, norm);
    const known = this.known[times * 256 + norm] as number;
    if (known >= 0) return known;
    const value = this.compute(times, 0, norm);
    this.known[times * 256 + norm] = value;
    return value;
  }

  private compute(times: number, elsewhere: number, norm: number): number {
    const inText = times * (this.fieldWeights[TEXT_FIELD] as number);
    return contribution(this.weight, inText, elsewhere / WEIGHT_PARTS, this.factors[norm] as number, this.k1);
  }

  skipBlock(): void {
    this.block++;
    this.at = 0;
  }
}
