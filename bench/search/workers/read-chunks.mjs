import { closeSync, openSync, readSync } from "node:fs";

const BLOCK = 1 << 20;

/** The chunks of a .jsonl file, one at a time; reading in large blocks keeps the cost that all engines share small. */
export function* readChunks(file) {
  const input = openSync(file, "r");
  const block = Buffer.alloc(BLOCK);
  let rest = Buffer.alloc(0);
  for (;;) {
    const length = readSync(input, block, 0, BLOCK, null);
    if (length === 0) {
      break;
    }
    const data = Buffer.concat([rest, block.subarray(0, length)]);
    let start = 0;
    for (let end = data.indexOf(10); end !== -1; end = data.indexOf(10, start)) {
      yield JSON.parse(data.toString("utf8", start, end));
      start = end + 1;
    }
    rest = data.subarray(start);
  }
  closeSync(input);
}

/** Chunks of one document together: the corpus has them side by side. */
export function* groupByDocument(chunks) {
  let group = [];
  for (const chunk of chunks) {
    if (group.length > 0 && group[0].documentId !== chunk.documentId) {
      yield group;
      group = [];
    }
    group.push(chunk);
  }
  if (group.length > 0) {
    yield group;
  }
}

/** Chunks in arrays of `size`. */
export function* inBatches(chunks, size) {
  let batch = [];
  for (const chunk of chunks) {
    batch.push(chunk);
    if (batch.length === size) {
      yield batch;
      batch = [];
    }
  }
  if (batch.length > 0) {
    yield batch;
  }
}
