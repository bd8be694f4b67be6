import { createIndexWriter, type IndexedItem, openIndex, type SearchIndex } from "right-rag/search";
import { describe, expect, it } from "vitest";
import { buildIn, randomDocument, randomNumbers, randomQuestion, searchByScript, temporaryFolder } from "./helpers.ts";

/** Everything that a reader can see of an index, for a row of questions. */
function answersOf(index: SearchIndex, seed: number): unknown {
  const random = randomNumbers(seed);
  const answers: unknown[] = [];
  for (let k = 0; k < 25; k++) {
    const text = randomQuestion(random);
    const year = 1990 + Math.floor(random() * 30);
    answers.push(index.search({ text, topK: 1 + Math.floor(random() * 20) }));
    answers.push(index.search({ text, filters: [{ attribute: "year", op: "range", value: [year, year + 5] }] }));
    answers.push(index.search({ text: `"${text}"`, filters: [{ attribute: "tags", op: "is", value: `t${k % 11}` }] }));
    answers.push(index.search({ text, boosts: [{ filter: { attribute: "kind", op: "is", value: "rule" }, factor: 1.7 }] }));
  }
  return { answers, sections: index.sections(), stats: { ...index.stats, segments: 0, manifest: "" } };
}

describe("a pruned search", () => {
  it.each([1, 2, 3])("finds exactly what scoring everything finds (corpus %i)", async (seed) => {
    const random = randomNumbers(seed);
    const dir = temporaryFolder();
    let manifest: string | undefined;
    // Several segments of very different sizes, with deletions in some.
    for (const documents of [900, 80, 30, 5]) {
      const writer = await createIndexWriter(dir, manifest === undefined ? {} : { previous: manifest });
      for (let k = 0; k < documents; k++) {
        const number = Math.floor(random() * 2000);
        await writer.replaceDocument(`d${number}`, randomDocument(random, number, k));
      }
      for (let k = 0; k < 10; k++) await writer.removeDocument(`d${Math.floor(random() * 2000)}`);
      ({ manifest } = await writer.commit());
    }
    const index = await openIndex(dir, { manifest: manifest as string });
    expect(index.stats.segments).toBeGreaterThan(1);
    for (let k = 0; k < 120; k++) {
      const text = k % 5 === 0 ? `"${randomQuestion(random)}" the ${randomQuestion(random)}` : randomQuestion(random);
      const topK = [1, 3, 10, 100, 5000][k % 5] as number;
      const filters = k % 3 === 0 ? [{ attribute: "kind", op: "is", value: "rule" } as const] : [];
      const boosts =
        k % 4 === 0 ? [{ filter: { attribute: "year", op: "range", value: [null, 2000] } as const, factor: k % 8 === 0 ? 0.3 : 2.5 }] : [];
      const { total, ...everything } = index.searchExhaustive({ text, topK, filters, boosts });
      expect(index.search({ text, topK, filters, boosts })).toEqual(everything);
      expect(await searchByScript(index, { text, topK, filters, boosts })).toEqual(everything);
      expect(total).toBeGreaterThanOrEqual(everything.hits.length);
    }
    index.close();
  });

  it("finds it in lists of many blocks too, in little of the time's work", async () => {
    const random = randomNumbers(9);
    const dir = temporaryFolder();
    const items: IndexedItem[] = Array.from({ length: 12_000 }, (_, k) => {
      const words = Array.from({ length: 4 + Math.floor(random() * 40) }, () => `w${Math.floor(random() ** 4 * 400)}`);
      return { id: `i${(k * 7919) % 12_000}`, documentId: `d${Math.floor(k / 50)}`, text: words.join(" "), path: [`w${k % 300}`] };
    });
    const index = await openIndex(dir, { manifest: await buildIn(dir, items) });
    for (let k = 0; k < 60; k++) {
      const text = Array.from({ length: 1 + (k % 8) }, () => `w${Math.floor(random() ** 2 * 400)}`).join(" ");
      const { total: _, ...everything } = index.searchExhaustive(text);
      expect(index.search(text)).toEqual(everything);
      expect(await searchByScript(index, text)).toEqual(everything);
    }
    index.close();
  });
});

describe("any history", () => {
  it.each([11, 12, 13, 14])("of adds, edits, deletes and merges gives the answers of a clean build (history %i)", async (seed) => {
    const random = randomNumbers(seed);
    const dir = temporaryFolder();
    const truth = new Map<string, IndexedItem[]>();
    let manifest: string | undefined;
    let edition = 0;
    for (let session = 0; session < 8; session++) {
      const writer = await createIndexWriter(dir, manifest === undefined ? {} : { previous: manifest });
      const changes = Math.floor(random() ** 3 * 300) + 1;
      for (let change = 0; change < changes; change++) {
        const number = Math.floor(random() * 250);
        if (random() < 0.2) {
          truth.delete(`d${number}`);
          await writer.removeDocument(`d${number}`);
        } else {
          const items = randomDocument(random, number, edition++);
          truth.set(`d${number}`, items);
          await writer.replaceDocument(`d${number}`, items);
        }
      }
      const commit = await writer.commit({ compact: session === 5 });
      manifest = commit.manifest;
      expect(commit.items).toBe([...truth.values()].reduce((sum, items) => sum + items.length, 0));
    }
    const clean = temporaryFolder();
    const shuffled = [...truth.values()].sort(() => random() - 0.5).flat();
    const [grown, built] = [
      await openIndex(dir, { manifest: manifest as string }),
      await openIndex(clean, { manifest: await buildIn(clean, shuffled) }),
    ];
    expect(answersOf(grown, seed)).toEqual(answersOf(built, seed));
    grown.close();
    built.close();
  });

  it("that takes everything out leaves an empty index that answers", async () => {
    const dir = temporaryFolder();
    const first = await buildIn(dir, randomDocument(randomNumbers(1), 1, 0));
    const writer = await createIndexWriter(dir, { previous: first });
    await writer.removeDocument("d1");
    const { manifest, items, documents } = await writer.commit();
    expect({ items, documents }).toEqual({ items: 0, documents: 0 });
    const index = await openIndex(dir, { manifest });
    expect(index.search("ferry").hits).toEqual([]);
    expect(index.sections()).toEqual([]);
    index.close();
  });
});
