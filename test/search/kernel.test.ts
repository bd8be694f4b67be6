import { createIndexWriter, type IndexedItem, openIndex } from "right-rag/search";
import { expect, it } from "vitest";
import { type Kernel, theKernel, withoutKernel } from "../../src/search/kernel/kernel.ts";
import { checksum, xxh32 } from "../../src/search/storage/checksum.ts";
import { buildIn, indexOf, item, randomNumbers, searchByScript, temporaryFolder } from "./helpers.ts";

const kernel = theKernel() as Kernel;

it("is there, in tests as in the package", () => {
  expect(kernel).toBeDefined();
  expect(withoutKernel(theKernel)).toBeUndefined();
});

it("has the checksum that JavaScript has, which is XXH32, at any length", () => {
  const text = (value: string): Uint8Array => new TextEncoder().encode(value);
  for (const sum of [xxh32, checksum]) {
    expect(sum(text(""), 0)).toBe(0x02cc5d05);
    expect(sum(text("a"), 0)).toBe(0x550d7456);
    expect(sum(text("abc"), 0)).toBe(0x32d153ff);
    expect(sum(text("Nobody inspects the spammish repetition"), 0)).toBe(0xe2293b2f);
  }
  const random = randomNumbers(5);
  for (let length = 0; length <= 4096; length += length < 70 ? 1 : 377) {
    const data = Uint8Array.from({ length }, () => Math.floor(random() * 256));
    const seed = Math.floor(random() * 2 ** 32);
    expect(kernel.checksum(data, seed)).toBe(xxh32(data, seed));
  }
});

it("scores every form of posting as JavaScript does: far apart, many times, in many fields, with any weight", async () => {
  const random = randomNumbers(31);
  const names = ["kind", "place", "summary", "title"];
  const items: IndexedItem[] = Array.from({ length: 9000 }, (_, k) => {
    const words: string[] = [];
    for (let n = 1 + Math.floor(random() ** 4 * 60); n > 0; n--) {
      const word = `w${Math.floor(random() ** 3 * 90)}`;
      for (let times = random() < 0.05 ? 20 : 1; times > 0; times--) words.push(word);
    }
    // Words that a stretch of items has and the next has not make distances of many bits beside distances of few.
    if (k % 3000 < 400) words.push("cluster");
    const fields = Object.fromEntries(names.filter(() => random() < 0.2).map((name) => [name, `w${Math.floor(random() * 9)} cluster`]));
    return { id: `i${(k * 7919) % 9000}`, documentId: `d${Math.floor(k / 40)}`, text: words.join(" "), path: [`w${k % 90}`], fields };
  });
  const dir = temporaryFolder();
  const options = { fields: { kind: 0.37, place: 0, summary: 12.5, title: 100 }, weights: { path: 3, text: 0.8 }, k1: 1.3, b: 0.4 };
  const index = await openIndex(dir, { manifest: await buildIn(dir, items, options) });
  const documents = Array.from({ length: 120 }, (_, k) => `d${k}`);
  for (let k = 0; k < 120; k++) {
    const words = Array.from({ length: 1 + (k % 7) }, () => (random() < 0.1 ? "cluster" : `w${Math.floor(random() * 90)}`)).join(" ");
    const query = {
      text: k % 3 === 0 ? `the ${words}` : words,
      topK: [1, 10, 300][k % 3] as number,
      expansions: [{ text: "w3 cluster", weight: 0.3 }],
      filters: k % 5 === 0 ? [{ attribute: "documentId", op: "oneOf", value: documents } as const] : [],
      boosts:
        k % 2 === 0 ? [] : ["d3", "d4"].map((value) => ({ filter: { attribute: "documentId", op: "is", value } as const, factor: 900 })),
    };
    if (k % 40 === 39) kernel.forget();
    const found = index.search(query);
    expect(found).toEqual(await searchByScript(index, query));
    expect(found.hits.length).toBeGreaterThan(0);
  }
  index.close();
});

it.each([1, 1789])("puts equal scores in the order of ids, however many there are (items in steps of %i)", async (step) => {
  const items = Array.from({ length: 3000 }, (_, k) => item(`d#${((k * step) % 3000) + 1000}`, "ferry notice"));
  const index = await indexOf(items);
  const ids = items.map(({ id }) => id).sort();
  expect(index.search({ text: "ferry", topK: 500 }).hits.map(({ id }) => id)).toEqual(ids.slice(0, 500));
  expect((await searchByScript(index, { text: "ferry", topK: 500 })).hits.map(({ id }) => id)).toEqual(ids.slice(0, 500));
});

it("leaves one index's answers alone when another is searched, closed or changed", async () => {
  const dir = temporaryFolder();
  const first = await buildIn(dir, [item("a#1", "ferry ferry"), item("b#1", "ferry alarm valve")]);
  const writer = await createIndexWriter(dir, { previous: first });
  await writer.replaceDocument("a", [item("a#2", "valve")]);
  const second = (await writer.commit()).manifest;
  const [old, young] = [await openIndex(dir, { manifest: first }), await openIndex(dir, { manifest: second })];
  const other = await indexOf([item("x#1", "ferry alarm"), item("y#1", "alarm")]);
  const ids = (index: typeof old, text: string): string[] => index.search(text).hits.map(({ id }) => id);
  for (let round = 0; round < 3; round++) {
    expect(ids(old, "ferry")).toEqual(["a#1", "b#1"]);
    expect(ids(other, "ferry")).toEqual(["x#1"]);
    expect(ids(young, "ferry")).toEqual(["b#1"]);
    expect(ids(young, "valve")).toEqual(["a#2", "b#1"]);
    if (round === 1) kernel.forget();
  }
  old.close();
  expect(ids(young, "ferry alarm")).toEqual(["b#1"]);
  young.close();
});
