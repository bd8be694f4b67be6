import { ByteWriter } from "../storage/bytes.ts";
import { Buffer } from "../storage/node-modules.ts";
import { codedKey } from "./front-coder.ts";
import { BLOCK_KEYS, orderWidth } from "./key-table.ts";

const WAITING_UNITS = 1 << 14;

/** The bytes of a table of `keys`, in the order of their numbers. */
export function encodeKeyTable(keys: readonly string[]): Uint8Array {
  const packed = keys.every(isHex);
  let sorted = true;
  for (let k = 1; k < keys.length && sorted; k++) sorted = (keys[k - 1] as string) < (keys[k] as string);
  const table = new ByteWriter(keys.length * 24 + 64);
  table.byte(packed ? 1 : 0);
  table.byte(sorted ? 1 : 0);
  if (packed) for (const key of keys) for (let k = 0; k < 32; k += 2) table.byte(hexValue(key, k) * 16 + hexValue(key, k + 1));
  else addBlocks(table, keys);
  if (sorted) return table.view();
  const width = orderWidth(keys.length);
  for (const number of orderOf(keys)) for (let shift = 0; shift < width * 8; shift += 8) table.byte((number >>> shift) & 255);
  return table.view();
}

function addBlocks(table: ByteWriter, keys: readonly string[]): void {
  const blocks = new ByteWriter(keys.length * 8 + 64);
  let waiting = "";
  let before = "";
  for (let k = 0; k < keys.length; k++) {
    const key = bytesAsUnits(keys[k] as string);
    if (k % BLOCK_KEYS === 0) {
      table.uint32(blocks.length + waiting.length);
      before = "";
    }
    waiting += codedKey(key, before);
    before = key;
    if (waiting.length < WAITING_UNITS) continue;
    blocks.append(Buffer.from(waiting, "latin1"));
    waiting = "";
  }
  blocks.append(Buffer.from(waiting, "latin1"));
  table.uint32(blocks.length);
  table.append(blocks.view());
}

/** The UTF-8 of a key, each byte as a unit. */
function bytesAsUnits(key: string): string {
  return ASCII.test(key) ? key : Buffer.from(key).toString("latin1");
}

const ASCII = /^[\0-\x7f]*$/;

function orderOf(keys: readonly string[]): Uint32Array {
  const order = new Uint32Array(keys.length);
  for (let k = 0; k < order.length; k++) order[k] = k;
  return order.sort((a, b) => ((keys[a] as string) < (keys[b] as string) ? -1 : 1));
}

function isHex(key: string): boolean {
  if (key.length !== 32) return false;
  for (let k = 0; k < 32; k++) if (hexValue(key, k) < 0) return false;
  return true;
}

function hexValue(key: string, at: number): number {
  const code = key.charCodeAt(at);
  if (code >= 48 && code <= 57) return code - 48;
  return code >= 97 && code <= 102 ? code - 87 : -1;
}
