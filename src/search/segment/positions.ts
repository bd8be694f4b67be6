import { indexDamaged } from "../search-errors.ts";
import { longestOfNorm } from "./norms.ts";
import { BLOCK, TEXT_FIELD } from "./posting-format.ts";

/*
 * Positions as bits, in the form that posting-format.ts describes: from the lowest bit of each byte up.
 */

/** Low bits of a distance in another field than the text. */
export const ORDER = 3;

/** Reads what `PositionWriter` wrote: `nextPosting`, then for each field with the term `begin` and as often as it is there `next`. */
export class PositionReader {
  /** Bit that comes next. */
  at = 0;
  bytes: Uint8Array = new Uint8Array(0);
  private end = 0;
  private path = "";
  /** Postings of the block that were read. */
  private inBlock = 0;
  private inText = false;
  private times = 0;
  /** In the text: how many positions the next may be at, and the low bits of its distance. */
  private left = 0;
  private low = 0;

  /** Begins a list. @param path - of the file, for the error when its bytes are not what was written: SEARCH_INDEX_DAMAGED */
  open(bytes: Uint8Array, path: string): this {
    this.bytes = bytes;
    this.path = path;
    this.end = bytes.length * 8;
    this.at = 0;
    this.inBlock = 0;
    return this;
  }

  /** Goes to the positions of a block. @param start - its first byte */
  startBlock(start: number): void {
    this.at = start * 8;
    this.inBlock = 0;
  }

  nextPosting(): void {
    if (this.inBlock === BLOCK) {
      this.at = (this.at + 7) & ~7;
      this.inBlock = 0;
    }
    this.inBlock++;
  }

  /** @param times - that the field has the term, 1 or more  @param norm - of the item's text */
  begin(field: number, times: number, norm: number): void {
    this.inText = field === TEXT_FIELD;
    if (!this.inText) return;
    this.times = times;
    this.left = longestOfNorm(norm);
    this.low = lowBits(this.left, times);
  }

  /** The next position less the one before it. */
  next(): number {
    if (this.at > this.end) throw this.damaged();
    if (!this.inText) {
      const bits = this.ones();
      return (((1 << bits) - 1 + this.take(bits)) << ORDER) + this.take(ORDER);
    }
    const distance = --this.times > 0 ? this.ones() * 2 ** this.low + this.take(this.low) : this.takeBelow(this.left);
    this.left -= distance;
    if (this.left <= 0) throw this.damaged();
    return distance;
  }

  private ones(): number {
    let count = 0;
    for (;;) {
      const zeros = ~bitsAt(this.bytes, this.at) & 0xffffff;
      const more = zeros === 0 ? 24 : 31 - Math.clz32(zeros & -zeros);
      count += more;
      this.at += more;
      if (zeros !== 0) break;
    }
    this.at++;
    return count;
  }

  /** @param bits - 0 to 28; more, which nobody writes, gives a number that makes no sense */
  private take(bits: number): number {
    if (bits > 24) return this.take(24) + this.take(Math.min(bits - 24, 24)) * 0x1000000;
    const value = bitsAt(this.bytes, this.at) & ((1 << bits) - 1);
    this.at += bits;
    return value;
  }

  private takeBelow(range: number): number {
    const bits = 31 - Math.clz32(range);
    const short = 2 ** (bits + 1) - range;
    const value = this.take(bits);
    return value < short ? value : value * 2 + this.take(1) - short;
  }

  private damaged(): Error {
    return indexDamaged(this.path, "positions of a word run beyond their end");
  }
}

/** The largest power of 2 that is not above the mean distance of `times` positions. */
export function lowBits(longest: number, times: number): number {
  const bits = Math.clz32(times + 1) - Math.clz32(longest);
  if (bits <= 0) return 0;
  return (times + 1) << bits > longest ? bits - 1 : bits;
}

/** The bits from `at` on, 25 or more; 0 beyond the end. */
export function bitsAt(bytes: Uint8Array, at: number): number {
  const byte = at >>> 3;
  const low = (bytes[byte] as number) | ((bytes[byte + 1] as number) << 8) | ((bytes[byte + 2] as number) << 16);
  return (low | ((bytes[byte + 3] as number) << 24)) >>> (at & 7);
}
