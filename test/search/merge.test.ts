import { cpSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { createIndexWriter, type IndexedItem, openIndex } from "right-rag/search";
import { describe, expect, it } from "vitest";
import { readManifest } from "../../src/search/storage/manifest.ts";
import { withoutKernel } from "../../src/search/write/kernel/kernel.ts";
import { byDocument, item, randomDocument, randomNumbers, temporaryFolder } from "./helpers.ts";

/** Writes a generation for each step. Gives the folder and the last one's manifest. */
async function writtenIn(steps: readonly (readonly IndexedItem[])[]): Promise<{ readonly dir: string; readonly manifest: string }> {
  const dir = temporaryFolder();
  let previous: string | undefined;
  for (const step of steps) {
    const writer = await createIndexWriter(dir, previous === undefined ? {} : { previous });
    for (const [documentId, own] of byDocument(step)) await writer.replaceDocument(documentId, own);
    previous = (await writer.commit()).manifest;
  }
  return { dir, manifest: previous as string };
}

/** Merges everything into one segment, in a copy of the folder, and gives its bytes. */
async function merged(dir: string, previous: string, removed: readonly string[]): Promise<Buffer> {
  const copy = temporaryFolder();
  cpSync(dir, copy, { recursive: true });
  const writer = await createIndexWriter(copy, { previous });
  for (const documentId of removed) await writer.removeDocument(documentId);
  const { manifest } = await writer.commit({ compact: true });
  const { segments } = readManifest(copy, manifest);
  expect(segments).toHaveLength(1);
  return readFileSync(join(copy, segments[0]?.file as string));
}

async function expectSame(steps: readonly (readonly IndexedItem[])[], removed: readonly string[] = []): Promise<void> {
  const { dir, manifest } = await writtenIn(steps);
  const kernel = await merged(dir, manifest, removed);
  expect(kernel.equals(await withoutKernel(() => merged(dir, manifest, removed)))).toBe(true);
}

describe("the kernel merges, byte for byte, as JavaScript does", () => {
  it("lists of every form: many items, many times, far apart, in many fields, and with items left out", async () => {
    const random = randomNumbers(23);
    const word = (): string => `w${Math.floor(random() ** 4 * 700)}`;
    const steps = Array.from({ length: 3 }, (_, step) =>
      Array.from({ length: [900, 130, 1500][step] as number }, (_, k) => {
        const words = Array.from({ length: Math.floor(random() ** 3 * 150) }, word);
        const often = random() < 0.03 ? " often".repeat(Math.floor(random() * 600)) : "";
        const fields = random() < 0.3 ? { fields: { summary: `${word()} often`, names: [word(), word()], [`f${k % 5}`]: word() } } : {};
        const attributes = { year: 2000 + (k % 3), kind: "all" };
        return item(`s${step}d${Math.floor(k / 7)}#${k}`, words.join(" ") + often, { path: ["All", word()], attributes, ...fields });
      }),
    );
    await expectSame(steps);
    await expectSame(steps, ["s0d3", "s0d0", "s2d1", "s2d100", ...Array.from({ length: 15 }, (_, k) => `s1d${k}`)]);
    await expectSame(
      steps,
      Array.from({ length: 19 }, (_, k) => `s1d${k}`),
    );
  });

  it("small segments of random documents, in any languages", async () => {
    const random = randomNumbers(31);
    for (let round = 0; round < 12; round++) {
      const steps = Array.from({ length: 1 + Math.floor(random() * 4) }, (_, step) =>
        Array.from({ length: 1 + Math.floor(random() * 12) }, (_, k) => randomDocument(random, step * 100 + k, 0)).flat(),
      );
      const german = item(`g${round}#1`, "Die Produkthaftung und die Ratenzahlungen", { language: "de" });
      await expectSame(
        [...steps, [german]],
        ["100", "2"].map((k) => `d${k}`),
      );
      await expectSame([...steps, [german]], [`g${round}`]);
    }
  });

  it("long texts, in which positions are far apart, and words that stand hundreds of times in one", async () => {
    const random = randomNumbers(7);
    const long = (seed: number) => Array.from({ length: 60_000 }, () => `w${Math.floor(random() ** seed * 3000)}`).join(" ");
    const dense = "word ".repeat(5000);
    const rare = (id: string) => item(id, `start ${"x ".repeat(100_000)} end end`);
    await expectSame(
      [
        [item("a#1", long(3)), rare("b#1")],
        [item("c#1", long(6)), item("d#1", dense)],
        [item("e#1", dense), rare("f#1")],
      ],
      ["c"],
    );
  });
});

it("a merged index answers as one written at once, with the kernel and without", async () => {
  const random = randomNumbers(3);
  const documents = Array.from({ length: 300 }, (_, k) => randomDocument(random, k, 0));
  const { dir, manifest } = await writtenIn([
    documents.slice(0, 100).flat(),
    documents.slice(100, 110).flat(),
    documents.slice(110).flat(),
  ]);
  const clean = await writtenIn([documents.flat()]);
  const answers = async (folder: string, name: string): Promise<unknown> => {
    const index = await openIndex(folder, { manifest: name });
    const texts = documents.slice(0, 60).map(([first]) => (first as IndexedItem).text.split(" ").slice(0, 4).join(" "));
    const hits = [...texts, ...texts.map((text) => `"${text}"`)].map((text) => index.search(text).hits);
    index.close();
    return hits;
  };
  const writer = await createIndexWriter(dir, { previous: manifest });
  const { manifest: compacted } = await writer.commit({ compact: true });
  expect(await answers(dir, compacted)).toEqual(await answers(clean.dir, clean.manifest));
});
