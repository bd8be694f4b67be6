import { ByteWriter } from "../storage/bytes.ts";
import { BLOCK_TERMS, INLINE_BYTES } from "./dictionary.ts";
import { writeKey } from "./front-coder.ts";

/** Takes terms in order and gives the two tables of the dictionary. */
export class DictionaryWriter {
  /** Number of terms. */
  terms = 0;
  /** Blocks complete so far. The owner may take them away (`takeBlocks`) to keep memory small. */
  private readonly blocks = new ByteWriter(1 << 16);
  private taken = 0;
  private isEnded = false;
  private readonly offsets = new ByteWriter(1 << 12);
  private readonly keys = new ByteWriter(1 << 12);
  private readonly key = new ByteWriter(256);
  private readonly previous = new ByteWriter(256);

  /** @param offset - where the list would begin, or begins, in the segment's postings */
  add(key: string, count: number, list: Uint8Array, positions: Uint8Array, offset: number): void {
    const { blocks, previous } = this;
    this.key.clear();
    this.key.text(key);
    if (this.terms % BLOCK_TERMS === 0) {
      this.offsets.uint32(this.keys.length);
      this.offsets.uint32(this.taken + blocks.length);
      this.keys.append(this.key.bytes, 0, this.key.length);
      previous.clear();
      blocks.varint(offset);
    }
    writeKey(blocks, this.key, previous);
    const bytes = list.length + positions.length;
    if (bytes <= INLINE_BYTES) {
      blocks.byte((bytes * 2 + (count === 1 ? 1 : 0)) * 2 + 1);
      if (count !== 1) blocks.varint(count);
      blocks.append(list);
      blocks.append(positions);
    } else {
      blocks.varint(count * 2);
      blocks.varint(list.length);
      blocks.varint(positions.length);
    }
    this.terms++;
  }

  /** Blocks that are written already. Then no `add`, and `endBlocks` at the end. */
  addBlocks(blocks: Uint8Array): void {
    this.blocks.append(blocks);
  }

  /** @param offsets - two uint32 for each block and for the end: where its first key is in `keys`, and where it begins */
  endBlocks(terms: number, offsets: Uint8Array, keys: Uint8Array): void {
    this.terms = terms;
    this.offsets.append(offsets);
    this.keys.append(keys);
    this.isEnded = true;
  }

  /** Bytes of blocks that wait to be taken. */
  get waiting(): number {
    return this.blocks.length;
  }

  /** Hands the waiting bytes to `take` and forgets them. */
  takeBlocks(take: (bytes: Uint8Array) => void): void {
    take(this.blocks.view());
    this.taken += this.blocks.length;
    this.blocks.clear();
  }

  /** The index of blocks. Call it last, with all blocks taken. */
  index(): Uint8Array {
    if (!this.isEnded) {
      this.offsets.uint32(this.keys.length);
      this.offsets.uint32(this.taken);
    }
    this.offsets.append(this.keys.bytes, 0, this.keys.length);
    return this.offsets.view();
  }
}
