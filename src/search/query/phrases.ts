import { hasPositions } from "../keys.ts";
import type { TermEntry } from "../segment/dictionary.ts";
import { PositionReader } from "../segment/positions.ts";
import { PostingReader } from "../segment/posting-decoder.ts";
import { type PostingList, type SegmentReader, setBit } from "../segment/segment-reader.ts";
import { markPostings } from "./item-filters.ts";
import type { Phrase, Place } from "./parse-query.ts";

/** A field's number times this, plus a position, makes one number of both. No field has as many words. */
const FIELD = 2 ** 28;
/** Words of a phrase that are compared; what comes behind them in a longer one is not. */
const MOST_PLACES = 256;

/** A bit per item of a segment that has the words of a phrase in their places, in one field. Deleted items may be among them. */
export function itemsWithPhrase(segment: SegmentReader, phrase: Phrase): Uint8Array {
  const found = new Uint8Array(Math.ceil(segment.info.items / 8));
  const places = phrase.slice(0, MOST_PLACES).map((place) => ({ offset: place.offset, entries: entriesOf(segment, place) }));
  if (places.length === 0 || places.some(({ entries }) => entries.length === 0)) return found;
  const candidates = candidatesOf(
    segment,
    places.map(({ entries }) => entries),
  );
  if (places.length === 1) return candidates;
  const cursors = placeCursors(segment, places);
  for (let item = 0; item < segment.info.items; item++) {
    if (candidates[item >> 3] === 0) item |= 7;
    else if (((candidates[item >> 3] as number) & (1 << (item & 7))) !== 0 && hasPhrase(cursors, item)) setBit(found, item);
  }
  return found;
}

function entriesOf(segment: SegmentReader, { terms, open }: Place): TermEntry[] {
  if (!open) return terms.map((term) => segment.dictionary.find(term)).filter((entry) => entry !== undefined);
  const entries: TermEntry[] = [];
  for (const term of terms) {
    segment.dictionary.scan(term, (key, entry) => {
      if (key.startsWith(term) && hasPositions(key)) entries.push(entry);
      return key.startsWith(term);
    });
  }
  return entries;
}

/** The items that have a word for every place, wherever it stands in them. */
function candidatesOf(segment: SegmentReader, places: readonly (readonly TermEntry[])[]): Uint8Array {
  let all: Uint8Array | undefined;
  const marked = new Set<string>();
  for (const entries of places) {
    const terms = ordinalsOf(entries);
    if (marked.has(terms)) continue;
    marked.add(terms);
    const bitmap = new Uint8Array(Math.ceil(segment.info.items / 8));
    for (const entry of entries) markPostings(segment, entry, bitmap);
    if (all === undefined) all = bitmap;
    else for (let byte = 0; byte < all.length; byte++) all[byte] = (all[byte] as number) & (bitmap[byte] as number);
  }
  return all as Uint8Array;
}

interface PlaceCursors {
  readonly offset: number;
  readonly cursors: readonly PositionCursor[];
  /** Places of the phrase that have just the same terms: an item needs as many positions of them. */
  readonly alike: number;
}

/** The rarest place first, one cursor for a term however often the phrase has it. */
function placeCursors(
  segment: SegmentReader,
  places: readonly { readonly offset: number; readonly entries: readonly TermEntry[] }[],
): readonly PlaceCursors[] {
  const byTerm = new Map<number, PositionCursor>();
  const cursorOf = (entry: TermEntry): PositionCursor => {
    const cursor = byTerm.get(entry.ordinal) ?? new PositionCursor(segment, entry);
    byTerm.set(entry.ordinal, cursor);
    return cursor;
  };
  const alike = new Map<string, number>();
  const counted = places.map(({ offset, entries }) => {
    const terms = ordinalsOf(entries);
    alike.set(terms, (alike.get(terms) ?? 0) + 1);
    return { offset, entries, terms, count: entries.reduce((sum, { count }) => sum + count, 0) };
  });
  counted.sort((a, b) => a.count - b.count);
  return counted.map(({ offset, entries, terms }) => ({ offset, cursors: entries.map(cursorOf), alike: alike.get(terms) as number }));
}

/** The same for places with the same terms. */
function ordinalsOf(entries: readonly TermEntry[]): string {
  return entries.map(({ ordinal }) => ordinal).join();
}

function hasPhrase(places: readonly PlaceCursors[], item: number): boolean {
  let starts: readonly number[] | undefined;
  for (const { offset, cursors, alike } of places) {
    if (alike > 1 && cursors.reduce((sum, cursor) => sum + cursor.positionsIn(item).length, 0) < alike) return false;
    starts = starts === undefined ? startsIn(cursors, offset, item) : startsThatGoOn(starts, cursors, offset, item);
    if (starts.length === 0) return false;
  }
  return true;
}

/** Where the phrase would begin if one of the terms stands at its place, in order. */
function startsIn(cursors: readonly PositionCursor[], offset: number, item: number): number[] {
  const starts: number[] = [];
  for (const cursor of cursors) for (const position of cursor.positionsIn(item)) starts.push(position - offset);
  return cursors.length === 1 ? starts : starts.sort((a, b) => a - b);
}

/** Those of some beginnings, in order, that have one of the terms at its place. */
function startsThatGoOn(starts: readonly number[], cursors: readonly PositionCursor[], offset: number, item: number): number[] {
  const goesOn = new Uint8Array(starts.length);
  for (const cursor of cursors) {
    let k = 0;
    for (const position of cursor.positionsIn(item)) {
      const start = position - offset;
      while (k < starts.length && (starts[k] as number) < start) k++;
      if (k === starts.length) break;
      for (let same = k; same < starts.length && starts[same] === start; same++) goesOn[same] = 1;
    }
  }
  return starts.filter((_, k) => goesOn[k] === 1);
}

/** Finds the positions of one term in rising items. */
class PositionCursor {
  private readonly list: PostingList;
  private readonly postings: PostingReader;
  private readonly positions: PositionReader;
  private readonly norms: Uint8Array;
  private block = -1;
  private current = -1;
  private found: number[] = [];

  constructor(segment: SegmentReader, entry: TermEntry) {
    this.list = segment.list(entry);
    this.postings = new PostingReader().open(this.list.bytes, entry.count);
    this.positions = new PositionReader().open(segment.positionsOf(entry), segment.file.path);
    this.norms = segment.norms();
  }

  /** Field and position of each time that `item` has the term. */
  positionsIn(item: number): readonly number[] {
    const { blocks } = this.list;
    let block = Math.max(this.block, 0);
    while (block < blocks.count - 1 && (blocks.last[block] as number) < item) block++;
    if (block !== this.block) {
      this.block = block;
      this.postings.startBlock(blocks, block);
      this.positions.startBlock(blocks.positions[block] as number);
      this.step();
    }
    while (this.current < item) this.step();
    return this.current === item ? this.found : [];
  }

  private step(): void {
    this.found = [];
    if (!this.postings.next()) {
      this.current = Number.POSITIVE_INFINITY;
      return;
    }
    const { item, fields, times } = this.postings;
    this.current = item;
    this.positions.nextPosting();
    for (let rest = fields; rest !== 0; rest &= rest - 1) {
      const field = 31 - Math.clz32(rest & -rest);
      this.positions.begin(field, times[field] as number, this.norms[item] as number);
      let position = field * FIELD;
      for (let left = times[field] as number; left > 0; left--) {
        position += this.positions.next();
        this.found.push(position);
      }
    }
  }
}
