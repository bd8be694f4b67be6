import type { ByteWriter } from "../storage/bytes.ts";
import { MOST } from "./front-coding.ts";

/** Writes `key`, which then is in `before` too. `before` is empty for the first of a row. */
export function writeKey(target: ByteWriter, key: ByteWriter, before: ByteWriter): void {
  let shared = 0;
  const most = Math.min(before.length, key.length);
  while (shared < most && before.bytes[shared] === key.bytes[shared]) shared++;
  const rest = key.length - shared;
  target.byte(Math.min(shared, MOST) * 16 + Math.min(rest, MOST));
  if (shared >= MOST) target.varint(shared - MOST);
  if (rest >= MOST) target.varint(rest - MOST);
  target.append(key.bytes, shared, key.length);
  before.length = shared;
  before.append(key.bytes, shared, key.length);
}

/**
 * What `writeKey` writes, for keys whose units are bytes. A loop over the bytes of many keys is compiled while it runs, which takes longer
 * than writing a thousand of them does.
 */
export function codedKey(key: string, before: string): string {
  const shared = sharedUnits(key, before);
  const rest = key.length - shared;
  let coded = String.fromCharCode(Math.min(shared, MOST) * 16 + Math.min(rest, MOST));
  if (shared >= MOST) coded += codedNumber(shared - MOST);
  if (rest >= MOST) coded += codedNumber(rest - MOST);
  return coded + key.slice(shared);
}

/** Looks for the end of what two keys share as for a word in a dictionary: keys can have a hundred units in common. */
function sharedUnits(a: string, b: string): number {
  let shared = 0;
  let most = Math.min(a.length, b.length);
  while (shared < most) {
    const middle = (shared + most + 1) >> 1;
    if (a.startsWith(b.slice(0, middle))) shared = middle;
    else most = middle - 1;
  }
  return shared;
}

/** A varint. */
function codedNumber(number: number): string {
  return number < 128 ? String.fromCharCode(number) : String.fromCharCode((number & 127) | 128) + codedNumber(number >>> 7);
}
