import { cpSync, readdirSync, readFileSync, truncateSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { createIndexWriter, openIndex, setCurrent } from "right-rag/search";
import { expect, it } from "vitest";
import { isRightRagError } from "../../src/errors.ts";
import { buildIn, item, randomDocument, randomNumbers, randomQuestion, temporaryFolder } from "./helpers.ts";

it("is a named error or changes no answer, wherever bytes are flipped or cut off (200 places)", async () => {
  const random = randomNumbers(77);
  const good = temporaryFolder();
  const first = await buildIn(good, Array.from({ length: 400 }, (_, k) => randomDocument(random, k, 0)).flat());
  const writer = await createIndexWriter(good, { previous: first });
  for (let k = 0; k < 20; k++) await writer.replaceDocument(`d${k * 7}`, randomDocument(random, k * 7, 1));
  const { manifest } = await writer.commit();
  await setCurrent(good, manifest);
  const questions = Array.from({ length: 12 }, () => randomQuestion(random));
  const expected = await answers(good, questions);
  expect(expected).toContain("d7#");
  let named = 0;
  for (let trial = 0; trial < 200; trial++) {
    const dir = temporaryFolder();
    cpSync(good, dir, { recursive: true });
    const files = readdirSync(dir)
      .filter((name) => name !== first)
      .sort();
    const file = join(dir, files[trial % files.length] as string);
    const bytes = readFileSync(file);
    const at = Math.floor(random() * bytes.length);
    if (trial % 4 === 0) truncateSync(file, at);
    else {
      bytes[at] = (bytes[at] as number) ^ (1 + Math.floor(random() * 255));
      writeFileSync(file, bytes);
    }
    try {
      expect(await answers(dir, questions)).toBe(expected);
    } catch (error) {
      if (!isRightRagError(error)) throw error;
      expect(["SEARCH_INDEX_DAMAGED", "SEARCH_INDEX_MISSING"]).toContain(error.code);
      expect(error.hint).toMatch(/right-rag index/);
      named++;
    }
  }
  // Most of the bytes are asked for by some question; the rest may be damaged unseen.
  expect(named).toBeGreaterThan(120);
});

it("is told from an index of a later version", async () => {
  const dir = temporaryFolder();
  const manifest = await buildIn(dir, []);
  const { checksum } = await import("../../src/search/storage/checksum.ts");
  const json = readFileSync(join(dir, manifest), "utf8")
    .split("\n")[0]
    ?.replace(/"format":\d+/, '"format":999') as string;
  writeFileSync(join(dir, manifest), `${json}\n${checksum(new TextEncoder().encode(json)).toString(16).padStart(8, "0")}\n`);
  await expect(openIndex(dir, { manifest })).rejects.toMatchObject({ code: "SEARCH_INDEX_NEWER" });
});

/** All that a reader gets to see, as one text. */
async function answers(dir: string, questions: readonly string[]): Promise<string> {
  const index = await openIndex(dir);
  try {
    const results = questions.map((text) => index.search({ text, topK: 30 }));
    const phrases = questions.map((text) =>
      index.search({
        text: `"${text.split(" ").slice(0, 2).join(" ")}"`,
        filters: [{ attribute: "year", op: "range", value: [1990, 2010] }],
      }),
    );
    const read = index.read(results.flatMap(({ hits }) => hits.map((hit) => hit.id)));
    return JSON.stringify([results, phrases, read, index.sections()]);
  } finally {
    index.close();
  }
}

it.each([0, 1])("is a named error when a segment has the bytes of another (segment %i)", async (which) => {
  const dir = temporaryFolder();
  const texts = (document: string, count: number) =>
    Array.from({ length: count }, (_, k) => item(`${document}#${k}`, `hotel w${k} x${(k * 7) % 97} ferry`));
  const first = await buildIn(dir, texts("a", 300));
  const writer = await createIndexWriter(dir, { previous: first });
  await writer.replaceDocument("b", texts("b", 700));
  await setCurrent(dir, (await writer.commit()).manifest);
  const segments = readdirSync(dir).filter((name) => name.startsWith("segment"));
  expect(segments).toHaveLength(2);
  cpSync(join(dir, segments[which] as string), join(dir, segments[1 - which] as string));
  for (const question of ["hotel", "w5 ferry", "x3 x4"]) {
    await expect(answers(dir, [question])).rejects.toMatchObject({ code: "SEARCH_INDEX_DAMAGED" });
  }
});
