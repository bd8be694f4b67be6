import { ByteWriter } from "../storage/bytes.ts";
import { longestOfNorm } from "./norms.ts";
import { bitsAt, lowBits, ORDER } from "./positions.ts";
import { TEXT_FIELD } from "./posting-format.ts";

/** Writes the positions of one list after the other. */
export class PositionWriter {
  /** Whole bytes; all there are once `endBlock` was called. */
  readonly bytes = new ByteWriter(1 << 16);
  /** Bits that make no byte yet. */
  private waiting = 0;
  private filled = 0;

  clear(): void {
    this.bytes.clear();
    this.waiting = this.filled = 0;
  }

  /**
   * The positions in one field of an item: `distances[from]` and so on, each position less the one before it, the first less 0.
   *
   * @param norm - of the item's text
   */
  add(field: number, norm: number, distances: Int32Array, from: number, times: number): void {
    if (field !== TEXT_FIELD) {
      for (let k = from; k < from + times; k++) {
        const high = ((distances[k] as number) >>> ORDER) + 1;
        const bits = 31 - Math.clz32(high);
        this.ones(bits);
        this.put(high & ((1 << bits) - 1), bits);
        this.put((distances[k] as number) & ((1 << ORDER) - 1), ORDER);
      }
      return;
    }
    let left = longestOfNorm(norm);
    const low = lowBits(left, times);
    const last = from + times - 1;
    for (let k = from; k < last; k++) {
      const distance = distances[k] as number;
      this.ones(distance >>> low);
      this.put(distance & ((1 << low) - 1), low);
      left -= distance;
    }
    const distance = distances[last] as number;
    if (distance >= left) throw new Error("A position is beyond the length of its text.");
    const bits = 31 - Math.clz32(left);
    const short = 2 ** (bits + 1) - left;
    if (distance < short) this.put(distance, bits);
    else {
      this.put((distance + short) >>> 1, bits);
      this.put((distance + short) & 1, 1);
    }
  }

  /** The bits `[from, to)` of `source`, which are positions that were written before. */
  copy(source: Uint8Array, from: number, to: number): void {
    let at = from;
    for (; at + 24 < to; at += 24) this.put(bitsAt(source, at) & 0xffffff, 24);
    this.put(bitsAt(source, at) & ((1 << (to - at)) - 1), to - at);
  }

  /** Ends the positions of a block, which fill whole bytes. */
  endBlock(): void {
    if (this.filled > 0) this.bytes.byte(this.waiting);
    this.waiting = this.filled = 0;
  }

  /** So many ones, and a zero. */
  private ones(count: number): void {
    let rest = count;
    for (; rest > 16; rest -= 16) this.put(0xffff, 16);
    this.put((1 << rest) - 1, rest + 1);
  }

  /** @param bits - 0 to 28 */
  private put(value: number, bits: number): void {
    if (bits > 24) {
      this.put(value & 0xffffff, 24);
      this.put(value >>> 24, bits - 24);
      return;
    }
    this.waiting |= value << this.filled;
    this.filled += bits;
    for (; this.filled >= 8; this.filled -= 8) {
      this.bytes.byte(this.waiting & 255);
      this.waiting >>>= 8;
    }
  }
}
