import { bytesLength, emptyBytes, endAt, newBytes, putNumber, readFrom, reading, room, startOf, takeNumber } from "./bytes";
import { BARE, COUNT, FIELD, FLAGS, MANY_FIELDS } from "./lexicon";
import { copyBytes, reserve } from "./memory";
import { packBlock } from "./pack";
import { blockNorms, packedBytes, packPositions, readPositionsFrom } from "./positions";
import { BLOCK, BLOCK_BYTES, codeEnds, codes, distances, plain, writeShortBlock } from "./posting-block";
import { copyPositions, copyPostings, openTerm, positionBytes, postingBytes } from "./postings";

/* Makes a list in the form of segment/posting-format.ts of the pieces of a term, as segment/posting-encoder.ts does of a merged one. */

const MOST_FIELDS: usize = 32;
/** A byte per item of the batch, and a float64 per field. */
export const norms: usize = newBytes(1 << 16);
export const weights: usize = reserve(MOST_FIELDS * 8);

const stream: usize = newBytes(1 << 16);
const positions: usize = newBytes(1 << 16);
const blocks: usize = newBytes(1 << 16);
const packed: usize = newBytes(1 << 16);
const table: usize = newBytes(1 << 12);

/** Of the term last encoded. */
export let listLength: u32 = 0;
export let positionsLength: u32 = 0;

/** Writes the list of a term, and its positions behind it, to `out` and gives where they end. Nothing else of the term is needed then. */
export function encodeTerm(record: usize, out: usize): void {
  const count = load<u32>(record, COUNT);
  const flags: u32 = load<u8>(record, FLAGS);
  const bare = (flags & BARE) !== 0;
  openTerm(record);
  const most = bare ? 0 : positionBytes();
  const isShort = count < BLOCK && (flags & MANY_FIELDS) === 0 && load<u8>(record, FIELD) === 0;
  const streamed = postingBytes();
  if (!bare) {
    const place = room(positions, most);
    copyPositions(place);
    readPositionsFrom(place);
  }
  let at = room(out, streamed + (isShort ? packedBytes(most) : (count / BLOCK + 2) * BLOCK_BYTES));
  const start = at;
  emptyBytes(packed);
  if (isShort) {
    at = copyPostings(record, at);
    listLength = <u32>(at - start);
    if (!bare) at = packShort(count, start, at);
    positionsLength = <u32>(at - start) - listLength;
  } else {
    const from = room(stream, streamed);
    at = writeList(from, copyPostings(record, from), count, bare, at);
    listLength = <u32>(at - start);
    endAt(out, at);
    positionsLength = bytesLength(packed);
    // Which may be in another place than `start` then.
    at = room(out, positionsLength);
    copyBytes(at, startOf(packed), positionsLength);
    at += positionsLength;
  }
  endAt(out, at);
}

/** Writes to `to` the positions of a short list that stands at `from`. */
function packShort(count: u32, from: usize, to: usize): usize {
  readFrom(from);
  let item: u32 = 0; // one more than the number
  for (let k: u32 = 0; k < count; k++) {
    const head = takeNumber();
    item += head >> 1;
    store<u8>(blockNorms + k, load<u8>(startOf(norms) + item - 1));
    store<u32>(plain + ((<usize>k) << 2), (head & 1) !== 0 ? 1 : (takeNumber() >> 1) + 1);
  }
  return packPositions(count, to);
}

/** Writes a list of the postings `[from, end)`, and its positions to `packed` unless it has none. */
function writeList(from: usize, end: usize, count: u32, bare: bool, out: usize): usize {
  emptyBytes(blocks);
  emptyBytes(table);
  let at = room(blocks, (count / BLOCK + 2) * BLOCK_BYTES + (end - from));
  let line = room(table, (count / BLOCK + 1) * 24);
  const blocksAt = at;
  const tableAt = line;
  let item: u32 = 0; // one more than the number
  let blockItem: u32 = 0;
  readFrom(from);
  while (reading < end) {
    const blockStart = at;
    let inBlock: u32 = 0;
    let positionsInBlock: usize = 0;
    let maxTimes: f64 = 0;
    let minNorm: u32 = 255;
    emptyBytes(codes);
    while (reading < end && inBlock < BLOCK) {
      const head = takeNumber();
      item += head >> 1;
      store<u32>(distances + ((<usize>inBlock) << 2), head >> 1);
      maxTimes = max(maxTimes, takeTimes(head, inBlock, end));
      const norm: u32 = load<u8>(startOf(norms) + item - 1);
      minNorm = min(minNorm, norm);
      store<u8>(blockNorms + inBlock, norm);
      store<u32>(codeEnds + ((<usize>inBlock) << 2), bytesLength(codes));
      positionsInBlock += totalTimes;
      inBlock++;
    }
    at = inBlock === BLOCK ? packBlock(at) : writeShortBlock(inBlock, at);
    line = putNumber(line, item - blockItem);
    line = putNumber(line, <u32>(at - blockStart));
    const packedStart = bytesLength(packed);
    if (!bare) endAt(packed, packPositions(inBlock, room(packed, packedBytes(positionsInBlock))));
    line = putNumber(line, bytesLength(packed) - packedStart);
    line = putNumber(line, <u32>ceil(maxTimes * 4));
    store<u8>(line++, minNorm);
    blockItem = item;
  }
  let to = out;
  if (count > BLOCK) {
    copyBytes(to, tableAt, line - tableAt);
    to += line - tableAt;
  }
  copyBytes(to, blocksAt, at - blocksAt);
  return to + (at - blocksAt);
}

/** Of the posting last read, in all and by field. */
let totalTimes: u32 = 0;
const times: usize = reserve(MOST_FIELDS * 4);

/** Reads what follows the head of a posting, and gives the weighted number of times. */
function takeTimes(head: u32, inBlock: u32, end: usize): f64 {
  const once = (head & 1) !== 0;
  // The next part is of the same item when its distance is 0.
  if (once && (reading === end || load<u8>(reading) !== 0)) {
    totalTimes = 1;
    store<u32>(plain + ((<usize>inBlock) << 2), 1);
    return load<f64>(weights);
  }
  return takeFields(once, inBlock, end);
}

function takeFields(once: bool, inBlock: u32, end: usize): f64 {
  totalTimes = 0;
  let mask = once ? addField(0, 1) : takeField();
  while (reading < end && load<u8>(reading) === 0) {
    readFrom(reading + 1);
    mask |= takeField();
  }
  if (mask === 1) {
    store<u32>(plain + ((<usize>inBlock) << 2), totalTimes);
    return <f64>totalTimes * load<f64>(weights);
  }
  store<u32>(plain + ((<usize>inBlock) << 2), 0);
  let weighted: f64 = 0;
  let at = putNumber(room(codes, 8 + MOST_FIELDS * 5), mask * 2 + 1);
  for (let rest = mask; rest !== 0; rest &= rest - 1) {
    const field: usize = ctz(rest);
    const count = load<u32>(times + (field << 2));
    weighted += <f64>count * load<f64>(weights + (field << 3));
    at = putNumber(at, count);
  }
  endAt(codes, at);
  return weighted;
}

/** Reads the code of one field of a posting. */
function takeField(): u32 {
  const code = takeNumber();
  return (code & 1) === 0 ? addField(0, (code >> 1) + 1) : addField(code >> 1, takeNumber());
}

function addField(field: u32, count: u32): u32 {
  store<u32>(times + ((<usize>field) << 2), count);
  totalTimes += count;
  return 1 << field;
}
