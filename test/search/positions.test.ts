import { createIndexWriter, type IndexedItem, openIndex } from "right-rag/search";
import { expect, it } from "vitest";
import { longestOfNorm, normOf } from "../../src/search/segment/norms.ts";
import { PositionWriter } from "../../src/search/segment/position-writer.ts";
import { PositionReader } from "../../src/search/segment/positions.ts";
import { BLOCK } from "../../src/search/segment/posting-format.ts";
import { buildIn, byDocument, item, randomNumbers, temporaryFolder } from "./helpers.ts";

interface Places {
  readonly field: number;
  readonly norm: number;
  readonly distances: Int32Array;
}

/** Distances of up to 300 positions in a text of any length, or in another field. */
function randomPlaces(random: () => number): Places {
  const words = Math.ceil(2 ** (random() * 27));
  const field = random() < 0.8 ? 0 : 1 + Math.floor(random() * 20);
  const positions = Array.from({ length: 1 + Math.floor(random() ** 6 * 300) }, () => Math.floor(random() * words)).sort((a, b) => a - b);
  if (random() < 0.2) positions[positions.length - 1] = words - 1;
  if (random() < 0.1) positions.fill(words - 1);
  return { field, norm: normOf(words), distances: Int32Array.from(positions, (position, k) => position - (positions[k - 1] ?? 0)) };
}

function write(writer: PositionWriter, places: readonly Places[]): Uint8Array {
  writer.clear();
  for (const [k, { field, norm, distances }] of places.entries()) {
    writer.add(field, norm, distances, 0, distances.length);
    if ((k + 1) % BLOCK === 0) writer.endBlock();
  }
  writer.endBlock();
  return writer.bytes.view().slice();
}

function readNext(reader: PositionReader, { field, norm, distances }: Places): number[] {
  reader.nextPosting();
  reader.begin(field, distances.length, norm);
  return Array.from(distances, () => reader.next());
}

it("are read as they were written, in texts of any length and in other fields", () => {
  const random = randomNumbers(3);
  const places = Array.from({ length: 20 * BLOCK + 50 }, () => randomPlaces(random));
  const reader = new PositionReader().open(write(new PositionWriter(), places), "a.bin");
  for (const one of places) expect(readNext(reader, one)).toEqual([...one.distances]);
});

it("are written in the bits that the form names", () => {
  const writer = new PositionWriter();
  // Three in a text of at most 7 words: low = 0; 0 ones 0, 2 ones 0, then a distance of 1 below r = 5, which is 01 in two bits.
  expect(longestOfNorm(7)).toBe(7);
  expect([...write(writer, [{ field: 0, norm: 7, distances: Int32Array.of(0, 2, 1) }])]).toEqual([0b01_011_0]);
  // One in another field: 19 is h = 3, so 1 one 0 1, and 011.
  expect([...write(writer, [{ field: 2, norm: 7, distances: Int32Array.of(19) }])]).toEqual([0b011_1_01]);
});

it("are copied from any bit to any bit, as a merge does", () => {
  const random = randomNumbers(4);
  for (let round = 0; round < 20; round++) {
    const places = Array.from({ length: BLOCK }, () => randomPlaces(random));
    const source = new PositionReader().open(write(new PositionWriter(), places), "a.bin");
    const writer = new PositionWriter();
    const kept = places.filter((one) => {
      const from = source.at;
      readNext(source, one);
      if (random() < 0.6) return false;
      writer.copy(source.bytes, from, source.at);
      return true;
    });
    writer.endBlock();
    const reader = new PositionReader().open(writer.bytes.view(), "b.bin");
    for (const one of kept) expect(readNext(reader, one)).toEqual([...one.distances]);
  }
});

it("end in a named error, soon, where bytes are any others", () => {
  const random = randomNumbers(5);
  for (let trial = 0; trial < 300; trial++) {
    const bytes = Uint8Array.from({ length: Math.floor(random() * 40) }, () => (trial % 3 === 0 ? 255 : Math.floor(random() * 256)));
    const reader = new PositionReader().open(bytes, "a.bin");
    let calls = 0;
    const readOn = (): void => {
      for (;;) {
        reader.nextPosting();
        const field = trial % 2;
        reader.begin(field, 2 ** 31, Math.floor(random() * 256));
        for (let k = 0; k < 1000; k++, calls++) reader.next();
      }
    };
    expect(readOn).toThrow(expect.objectContaining({ code: "SEARCH_INDEX_DAMAGED" }));
    expect(calls).toBeLessThan(bytes.length * 8 + 2);
  }
});

it("find every phrase that a text has, whoever wrote them and after merges with deletions", async () => {
  const random = randomNumbers(6);
  const word = (): string => `w${Math.floor(random() ** 3 * 60)}`;
  const text = (): string => Array.from({ length: 1 + Math.floor(random() ** 5 * 3000) }, word).join(" ");
  const items: IndexedItem[] = Array.from({ length: 900 }, (_, k) => item(`d${k >> 1}#${k}`, text(), { path: [text().slice(0, 60)] }));
  const dir = temporaryFolder();
  const first = await buildIn(dir, items);
  const writer = await createIndexWriter(dir, { previous: first });
  const added = Array.from({ length: 200 }, (_, k) => item(`d${k * 3}#new${k}`, text()));
  for (const [documentId, own] of byDocument(added)) await writer.replaceDocument(documentId, own);
  const { manifest } = await writer.commit({ compact: true });
  const gone = new Set(added.map(({ documentId }) => documentId));
  const truths: [string, IndexedItem[]][] = [
    [first, items],
    [manifest, [...items.filter(({ documentId }) => !gone.has(documentId)), ...added]],
  ];
  for (const [name, truth] of truths) {
    const index = await openIndex(dir, { manifest: name });
    for (let k = 0; k < 40; k++) {
      const words = (truth[Math.floor(random() * truth.length)] as IndexedItem).text.split(" ");
      const start = Math.floor(random() * words.length);
      const phrase = words.slice(start, start + 1 + (k % 4)).join(" ");
      const having = truth.filter((one) => [one.text, ...one.path].some((part) => ` ${part} `.includes(` ${phrase} `)));
      const found = index.search({ text: `"${phrase}"`, topK: truth.length }).hits.map(({ id }) => id);
      expect(found.sort()).toEqual(having.map(({ id }) => id).sort());
    }
    index.close();
  }
});
