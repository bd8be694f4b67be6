import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, expect, it } from "vitest";
import { KeywordIndexSaver } from "../../../src/plugins/chunk_savers/keyword-index.ts";
import { KeywordRetriever } from "../../../src/plugins/retrievers/keyword.ts";
import { artifactsOf } from "../../../src/testing/artifacts.ts";
import { testRetriever, testRun } from "../../../src/testing/index.ts";
import { buildChunks, buildUnits } from "../../../src/units.ts";

testRetriever({ create: () => new KeywordRetriever() });

const root = mkdtempSync(join(tmpdir(), "right-rag-retriever-"));
afterAll(() => rmSync(root, { recursive: true, force: true }));

it("finds what documents say in other words than everyday ones, however many documents have the everyday word", async () => {
  const texts = ["Members must be at least 13 years of age.", ...Array.from({ length: 60 }, (_, i) => `The old harbour has ${i} boats.`)];
  async function* changes() {
    for (const [i, text] of texts.entries()) {
      const document = { id: `d${i}`, source: `d${i}.txt`, text, mediaType: "text/plain" };
      const source = { start: 0, end: text.length };
      const [unit] = buildUnits(document, [{ topic: `Part ${i}`, fulltext: text, source }], "test");
      if (unit !== undefined)
        yield { document, items: buildChunks(document, unit, [{ topic: unit.topic, fulltext: text, source }], "test") };
    }
  }
  const run = testRun({ root, output: join(root, "output") });
  const saver = new KeywordIndexSaver();
  const artifacts = artifactsOf(await saver.open(await saver.save(changes(), undefined, run), run));
  const { evidence } = await new KeywordRetriever().retrieve({ text: "How old do you have to be to join?" }, artifacts, run);
  expect(evidence[0]?.source).toBe("d0.txt");
});
