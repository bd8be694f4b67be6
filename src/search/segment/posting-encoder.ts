import { ByteWriter } from "../storage/bytes.ts";
import { PositionWriter } from "./position-writer.ts";
import { BLOCK, type EncodedList, TEXT_FIELD } from "./posting-format.ts";

/** Collects the postings of one term after the other. Items must rise. The positions of a posting come before its call of `add`. */
export class PostingEncoder {
  private count = 0;
  private readonly norms: Uint8Array;
  private readonly weights: Float64Array;
  private readonly list = new ByteWriter(1 << 16);
  private readonly places = new PositionWriter();
  /** Of the posting to be added. */
  private placeDistances = new Int32Array(64);
  private distanceCount = 0;
  private readonly blocks = new ByteWriter(1 << 16);
  private readonly table = new ByteWriter(1 << 12);
  private readonly distances = new Int32Array(BLOCK);
  /** For each posting of the block, times in the text if it has no other field, else 0. */
  private readonly plain = new Int32Array(BLOCK);
  private readonly codes = new ByteWriter(1 << 10);
  private readonly codeEnds = new Int32Array(BLOCK);
  private inBlock = 0;
  private item = -1;
  private blockLast = -1;
  private blockStart = 0;
  private blockPositions = 0;
  private maxTimes = 0;
  private minNorm = 255;

  /** @param norms - by item number  @param weights - by field number, multiples of 1/64 */
  constructor(norms: Uint8Array, weights: Float64Array) {
    this.norms = norms;
    this.weights = weights;
  }

  clear(): void {
    this.count = 0;
    this.list.clear();
    this.places.clear();
    this.blocks.clear();
    this.table.clear();
    this.codes.clear();
    this.item = this.blockLast = -1;
    this.inBlock = this.blockStart = this.blockPositions = this.maxTimes = 0;
    this.minNorm = 255;
  }

  /** The next position of the posting to be added, less the one before it in its field. */
  position(distance: number): void {
    if (this.distanceCount === this.placeDistances.length) {
      const larger = new Int32Array(this.distanceCount * 2);
      larger.set(this.placeDistances);
      this.placeDistances = larger;
    }
    this.placeDistances[this.distanceCount++] = distance;
  }

  /** All positions of the posting to be added, as another list has them: see `PositionWriter.copy`. */
  copyPositions(source: Uint8Array, from: number, to: number): void {
    this.places.copy(source, from, to);
  }

  /** An item that has the term in `fields` (a bit mask), `times[field]` times each. */
  add(item: number, fields: number, times: ArrayLike<number>): void {
    const at = this.inBlock++;
    this.distances[at] = item - this.item;
    this.item = item;
    let weighted = 0;
    if (fields === 1) {
      const inText = times[TEXT_FIELD] as number;
      weighted = inText * (this.weights[TEXT_FIELD] as number);
      this.plain[at] = inText;
    } else {
      this.plain[at] = 0;
      this.codes.varint(fields * 2 + 1);
      for (let rest = fields; rest !== 0; rest &= rest - 1) {
        const field = 31 - Math.clz32(rest & -rest);
        weighted += (times[field] as number) * (this.weights[field] as number);
        this.codes.varint(times[field] as number);
      }
    }
    this.codeEnds[at] = this.codes.length;
    if (weighted > this.maxTimes) this.maxTimes = weighted;
    const norm = this.norms[item] as number;
    if (norm < this.minNorm) this.minNorm = norm;
    if (this.distanceCount > 0) this.addPositions(norm, fields, times);
    this.count++;
    if (this.inBlock === BLOCK) this.endBlock();
  }

  /** Ends the term. What it gives is good until `clear`. */
  finish(): EncodedList {
    if (this.inBlock > 0) this.endBlock();
    if (this.count > BLOCK) this.list.append(this.table.bytes, 0, this.table.length);
    this.list.append(this.blocks.bytes, 0, this.blocks.length);
    return { count: this.count, list: this.list.view(), positions: this.places.bytes.view() };
  }

  private addPositions(norm: number, fields: number, times: ArrayLike<number>): void {
    let from = 0;
    for (let rest = fields; rest !== 0; rest &= rest - 1) {
      const field = 31 - Math.clz32(rest & -rest);
      this.places.add(field, norm, this.placeDistances, from, times[field] as number);
      from += times[field] as number;
    }
    this.distanceCount = 0;
  }

  private endBlock(): void {
    this.places.endBlock();
    if (this.inBlock === BLOCK) this.packBlock();
    else {
      for (let at = 0; at < this.inBlock; at++) {
        const times = this.plain[at] as number;
        this.blocks.varint((this.distances[at] as number) * 2 + (times === 1 ? 1 : 0));
        if (times !== 1) this.writeCode(at, times);
      }
    }
    const { table } = this;
    table.varint(this.item - this.blockLast);
    table.varint(this.blocks.length - this.blockStart);
    table.varint(this.places.bytes.length - this.blockPositions);
    table.varint(Math.ceil(this.maxTimes * 4));
    table.byte(this.minNorm);
    this.blockLast = this.item;
    this.blockStart = this.blocks.length;
    this.blockPositions = this.places.bytes.length;
    this.codes.clear();
    this.inBlock = this.maxTimes = 0;
    this.minNorm = 255;
  }

  private packBlock(): void {
    const { blocks, plain } = this;
    let twice = 0;
    let more = 0;
    for (let at = 0; at < BLOCK; at++) {
      const times = plain[at] as number;
      if (times === 2 || times === 3) twice++;
      else if (times !== 1) more++;
    }
    this.packDistances();
    // A second bit costs 16 bytes and saves the code of every posting that is there two or three times.
    const classBits = twice + more === 0 ? 0 : twice > 16 ? 2 : 1;
    const top = (1 << classBits) - 1;
    blocks.byte(classBits);
    if (classBits === 0) return;
    for (let at = 0; at < BLOCK; at++) packed[at] = (plain[at] as number) === 0 ? top : Math.min(top, (plain[at] as number) - 1);
    pack(blocks, classBits);
    for (let at = 0; at < BLOCK; at++) if (packed[at] === top) this.writeCode(at, plain[at] as number);
  }

  private packDistances(): void {
    const { blocks, distances } = this;
    wider.fill(0);
    for (let at = 0; at < BLOCK; at++) {
      const bits = 32 - Math.clz32((distances[at] as number) - 1);
      wider[bits] = (wider[bits] as number) + 1;
    }
    // Fewer bits for all against about 2.5 bytes for each exception.
    let best = 24;
    let leastBytes = Number.POSITIVE_INFINITY;
    for (let bits = 32, exceptions = 0; bits >= 0; bits--) {
      const bytes = bits * 16 + exceptions * 2.5;
      if (bits <= 24 && bytes < leastBytes) {
        leastBytes = bytes;
        best = bits;
      }
      exceptions += wider[bits] as number;
    }
    let exceptions = 0;
    const mask = (1 << best) - 1;
    for (let at = 0; at < BLOCK; at++) {
      const value = (distances[at] as number) - 1;
      if (value >>> best > 0) exceptions++;
      packed[at] = value & mask;
    }
    blocks.byte(best);
    blocks.byte(exceptions);
    pack(blocks, best);
    for (let at = 0; at < BLOCK && exceptions > 0; at++) {
      const high = ((distances[at] as number) - 1) >>> best;
      if (high === 0) continue;
      blocks.byte(at);
      blocks.varint(high);
    }
  }

  private writeCode(at: number, times: number): void {
    if (times > 0) this.blocks.varint((times - 1) * 2);
    else this.blocks.append(this.codes.bytes, at === 0 ? 0 : (this.codeEnds[at - 1] as number), this.codeEnds[at] as number);
  }
}

/** Distances of a block by the number of bits they need. */
const wider = new Uint8Array(33);
/** The 128 numbers that `pack` packs. */
const packed = new Int32Array(BLOCK);

/** Appends `packed`, `bits` bits each, which are 16 * bits bytes. */
function pack(target: ByteWriter, bits: number): void {
  let waiting = 0;
  let count = 0;
  for (let at = 0; at < BLOCK && bits > 0; at++) {
    waiting |= (packed[at] as number) << count;
    count += bits;
    while (count >= 8) {
      target.byte(waiting & 255);
      waiting >>>= 8;
      count -= 8;
    }
  }
}
