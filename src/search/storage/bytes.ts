import { Buffer } from "./node-modules.ts";

/** Units of a text that is written one by one. */
const FEW_UNITS = 40;

/** Bytes that grow at the end, with the variable-length numbers of every table of the index. */
export class ByteWriter {
  /** Only `[0, length)` is written; the array is replaced when it grows. */
  bytes: Uint8Array;
  length = 0;

  constructor(capacity = 256) {
    this.bytes = new Uint8Array(capacity);
  }

  byte(value: number): void {
    if (this.length === this.bytes.length) this.reserve(1);
    this.bytes[this.length++] = value;
  }

  /** A whole number, 0 to 2^53 - 1, low seven bits first; a set eighth bit says that more follow. */
  varint(value: number): void {
    if (this.length + 8 > this.bytes.length) this.reserve(8);
    let rest = value;
    while (rest > 0x7fffffff) {
      this.bytes[this.length++] = (rest % 128) | 128;
      rest = Math.floor(rest / 128);
    }
    while (rest > 127) {
      this.bytes[this.length++] = (rest & 127) | 128;
      rest >>>= 7;
    }
    this.bytes[this.length++] = rest;
  }

  /** A whole number, 0 to 2^32 - 1, as four bytes, lowest first. */
  uint32(value: number): void {
    this.reserve(4);
    this.bytes[this.length++] = value & 255;
    this.bytes[this.length++] = (value >>> 8) & 255;
    this.bytes[this.length++] = (value >>> 16) & 255;
    this.bytes[this.length++] = value >>> 24;
  }

  append(source: Uint8Array, start = 0, end = source.length): void {
    const count = end - start;
    this.reserve(count);
    if (count < 24) for (let k = 0; k < count; k++) this.bytes[this.length + k] = source[start + k] as number;
    else this.bytes.set(source.subarray(start, end), this.length);
    this.length += count;
  }

  /** UTF-8 of a text, without its length. Gives the number of bytes. */
  text(text: string): number {
    this.reserve(text.length * 3);
    const written = encodeInto(text, this.bytes, this.length);
    this.length += written;
    return written;
  }

  /** What was written, as a view that the next write may change. */
  view(): Uint8Array {
    return this.bytes.subarray(0, this.length);
  }

  clear(): void {
    this.length = 0;
  }

  private reserve(count: number): void {
    if (this.length + count <= this.bytes.length) return;
    const larger = new Uint8Array(Math.max(this.bytes.length * 2, this.length + count));
    larger.set(this.view());
    this.bytes = larger;
  }
}

/** Reads what `ByteWriter` wrote, from `at` on. Reading past the end gives numbers that make no sense; checksums rule that out. */
export class ByteReader {
  bytes: Uint8Array;
  at: number;

  constructor(bytes: Uint8Array, at = 0) {
    this.bytes = bytes;
    this.at = at;
  }

  /** Goes on in other bytes. */
  moveTo(bytes: Uint8Array, at: number): void {
    this.bytes = bytes;
    this.at = at;
  }

  get done(): boolean {
    return this.at >= this.bytes.length;
  }

  byte(): number {
    return this.bytes[this.at++] as number;
  }

  varint(): number {
    const { bytes } = this;
    let byte = bytes[this.at++] as number;
    let value = byte & 127;
    let scale = 128;
    while (byte > 127) {
      byte = bytes[this.at++] as number;
      value += (byte & 127) * scale;
      scale *= 128;
    }
    return value;
  }

  text(length: number): string {
    this.at += length;
    return textOf(this.bytes, this.at - length, this.at);
  }
}

/** The whole number that `ByteWriter.uint32` wrote. */
export function uint32At(bytes: Uint8Array, at: number): number {
  return (
    ((bytes[at] as number) | ((bytes[at + 1] as number) << 8) | ((bytes[at + 2] as number) << 16)) + (bytes[at + 3] as number) * 0x1000000
  );
}

/** The text of UTF-8 bytes. */
export function textOf(bytes: Uint8Array, start: number, end: number): string {
  return Buffer.from(bytes.buffer, bytes.byteOffset + start, end - start).toString("utf8");
}

/**
 * Order of UTF-8 bytes, which is that of code points, for two strings: below, at or above 0 as `Array.sort` wants it. Only characters
 * outside the basic plane make it differ from the order of `<`.
 */
export function compareKeys(a: string, b: string): number {
  const length = Math.min(a.length, b.length);
  for (let k = 0; k < length; k++) {
    const x = a.charCodeAt(k);
    const y = b.charCodeAt(k);
    if (x !== y) return (x >= 0xd800 && x < 0xe000 ? x + 0x10000 : x) - (y >= 0xd800 && y < 0xe000 ? y + 0x10000 : y);
  }
  return a.length - b.length;
}

let encoder: InstanceType<typeof TextEncoder> | undefined;

/**
 * Writes a text as UTF-8 to `at`, where there is room for three bytes a character, and gives their number. A few letters of ASCII are
 * written here: the encoder takes as long for one as for a hundred, and a process that asks one question longer to make it.
 */
export function encodeInto(text: string, bytes: Uint8Array, at = 0): number {
  if (text.length < FEW_UNITS) {
    let k = 0;
    for (; k < text.length; k++) {
      const code = text.charCodeAt(k);
      if (code > 127) break;
      bytes[at + k] = code;
    }
    if (k === text.length) return k;
  }
  encoder ??= new TextEncoder();
  return encoder.encodeInto(text, bytes.subarray(at)).written;
}
