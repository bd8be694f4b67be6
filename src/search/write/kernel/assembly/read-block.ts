import { readFrom, reading, takeNumber } from "./bytes";
import { weights } from "./encode";
import { reserve } from "./memory";
import { BLOCK } from "./posting-block";

/* Reads blocks of a list in the form of segment/posting-format.ts: what `PostingReader` (segment/posting-decoder.ts) does. */

// Of the block last read, uint32 each: item numbers; times in the text if there is no other field, else 0; then where the code stands, and
// its bytes.
export const itemsRead: usize = reserve(BLOCK * 4);
export const timesRead: usize = reserve(BLOCK * 4);
export const codesAt: usize = reserve(BLOCK * 4);
export const codeBytes: usize = reserve(BLOCK * 4);

/** Behind the table of a list of `postings` postings. */
export function endOfTable(from: usize, postings: u32): usize {
  readFrom(from);
  for (let blocks = (postings + BLOCK - 1) / BLOCK; blocks > 0; blocks--) {
    for (let numbers: u32 = 4; numbers > 0; numbers--) takeNumber();
    readFrom(reading + 1);
  }
  return reading;
}

/** Reads the block of `size` postings at `from`, and gives the place behind it. @param before - one more than the last item before it */
export function readBlock(from: usize, size: u32, before: u32): usize {
  readFrom(from);
  if (size < BLOCK) {
    let item = before;
    for (let k: u32 = 0; k < size; k++) {
      const head = takeNumber();
      item += head >> 1;
      store<u32>(itemsRead + ((<usize>k) << 2), item - 1);
      if ((head & 1) !== 0) store<u32>(timesRead + ((<usize>k) << 2), 1);
      else readCode(k);
    }
    return reading;
  }
  const classes = unpackItems(before) + 1;
  const bits: u32 = load<u8>(classes - 1);
  readFrom(classes + 16 * bits);
  if (bits === 0) {
    for (let k: usize = 0; k < BLOCK; k++) store<u32>(timesRead + (k << 2), 1);
    return reading;
  }
  const top: u32 = (1 << bits) - 1;
  for (let k: u32 = 0; k < BLOCK; k++) {
    const value = (<u32>load<u8>(classes + ((k * bits) >> 3)) >> ((k * bits) & 7)) & top;
    if (value < top) store<u32>(timesRead + ((<usize>k) << 2), value + 1);
    else readCode(k);
  }
  return reading;
}

/** The weighted number of times that the code at `from` tells of. */
export function weightedTimes(from: usize): f64 {
  readFrom(from);
  let weighted: f64 = 0;
  for (let rest = takeNumber() >> 1; rest !== 0; rest &= rest - 1) {
    weighted += <f64>takeNumber() * load<f64>(weights + ((<usize>ctz(rest)) << 3));
  }
  return weighted;
}

/** Reads the items of a full block, and gives the place behind them. */
function unpackItems(before: u32): usize {
  const bits: u32 = load<u8>(reading);
  const exceptions: u32 = load<u8>(reading + 1);
  const mask: u32 = (1 << bits) - 1;
  const packed = reading + 2;
  for (let k: u32 = 0; k < BLOCK; k++) {
    const value = (load<u32>(packed + ((k * bits) >> 3)) >> ((k * bits) & 7)) & mask;
    store<u32>(itemsRead + ((<usize>k) << 2), value + 1);
  }
  readFrom(packed + 16 * bits);
  for (let k: u32 = 0; k < exceptions; k++) {
    const slot = itemsRead + ((<usize>(load<u8>(reading) & (BLOCK - 1))) << 2);
    readFrom(reading + 1);
    store<u32>(slot, load<u32>(slot) + (takeNumber() << bits));
  }
  let item = before;
  for (let slot = itemsRead; slot < itemsRead + BLOCK * 4; slot += 4) {
    item += load<u32>(slot);
    store<u32>(slot, item - 1);
  }
  return reading;
}

function readCode(k: u32): void {
  const from = reading;
  const code = takeNumber();
  if ((code & 1) === 0) {
    store<u32>(timesRead + ((<usize>k) << 2), (code >> 1) + 1);
    return;
  }
  for (let rest = code >> 1; rest !== 0; rest &= rest - 1) takeNumber();
  store<u32>(timesRead + ((<usize>k) << 2), 0);
  store<u32>(codesAt + ((<usize>k) << 2), <u32>from);
  store<u32>(codeBytes + ((<usize>k) << 2), <u32>(reading - from));
}
