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

/** A number of bytes of which `half` of the first byte was read. */
export function lengthOf(half: number, reader: ByteReader): number {
  return half < MOST ? half : MOST + reader.varint();
}
