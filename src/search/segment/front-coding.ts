import type { ByteReader, ByteWriter } from "../storage/bytes.ts";

/*
 * Keys in a row, each as what it does not share with the one before: byte bytes shared * 16 + bytes that follow, each at most 15; for each
 * that is 15, a varint of how many more; the bytes that follow. (Front coding: Witten, Moffat & Bell, "Managing Gigabytes" (1999), 4.1.)
 */

/** What each half of the first byte can say. */
export const MOST = 15;

/** Makes the next key of the one before it. */
export function readKey(reader: ByteReader, key: ByteWriter): void {
  const lengths = reader.byte();
  key.length = lengthOf(lengths >> 4, reader);
  const rest = lengthOf(lengths & 15, reader);
  key.append(reader.bytes, reader.at, reader.at + rest);
  reader.at += rest;
}

/** The same `count` times. @param key - with room for 30 bytes */
export function readKeys(reader: ByteReader, key: ByteWriter, count: number): void {
  const { bytes } = reader;
  for (let left = count; left > 0; left--) {
    const lengths = bytes[reader.at] as number;
    const shared = lengths >> 4;
    const rest = lengths & 15;
    if (shared === MOST || rest === MOST) readKey(reader, key);
    else {
      // Nearly all keys: a first question in a process reads twenty, and is spared four calls for each of their neighbours.
      const made = key.bytes;
      let from = reader.at + 1;
      for (let at = shared; at < shared + rest; at++) made[at] = bytes[from++] as number;
      reader.at = from;
      key.length = shared + rest;
    }
  }
}

/** A number of bytes of which `half` of the first byte was read. */
export function lengthOf(half: number, reader: ByteReader): number {
  return half < MOST ? half : MOST + reader.varint();
}
