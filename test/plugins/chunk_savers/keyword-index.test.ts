import { mkdtempSync, readdirSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, it } from "vitest";
import type { Change } from "../../../src/interfaces.ts";
import type { Chunk, Document, Query } from "../../../src/model.ts";
import { KeywordIndexSaver } from "../../../src/plugins/chunk_savers/keyword-index.ts";
import { openIndex } from "../../../src/search/index.ts";
import { testChunkSaver, testRun } from "../../../src/testing/index.ts";
import { buildChunks, buildUnits } from "../../../src/units.ts";

testChunkSaver({ create: () => new KeywordIndexSaver() });

const memo = (id: string, text: string, more: Partial<Document> = {}): Document => ({
  id,
  source: `${id}.txt`,
  text,
  mediaType: "text/plain",
  ...more,
});

function change(document: Document, attributes = {}): Change<Chunk> {
  const source = { start: 0, end: document.text.length };
  const units = buildUnits(document, [{ topic: document.id, fulltext: document.text, source }], "test");
  const items = units.flatMap((unit) =>
    buildChunks(document, unit, [{ topic: unit.topic, fulltext: unit.fulltext, source, attributes }], "test"),
  );
  return { document, items };
}

async function saved(changes: readonly Change<Chunk>[]) {
  const root = mkdtempSync(join(tmpdir(), "right-rag-keyword-"));
  const run = testRun({ root, output: join(root, "output") });
  const saver = new KeywordIndexSaver();
  async function* stream() {
    yield* changes;
  }
  const artifact = await saver.save(stream(), undefined, run);
  const handles = await saver.open(artifact, run);
  const search = async (query: Partial<Query>) => {
    const { evidence } = (await handles["keyword-search"]?.search({ text: "ferry", ...query })) ?? { evidence: [] };
    return evidence.map((piece) => piece.source);
  };
  return { root, run, saver, artifact, search };
}

it("does not show what a caller may not read, whoever else may", async () => {
  const { search } = await saved([
    change(memo("open", "The ferry leaves at nine.")),
    change(memo("staff", "The ferry has no fuel.", { access: ["staff", "crew"] })),
    change(memo("nobody", "The ferry is sold.", { access: [] })),
  ]);
  expect(await search({})).toEqual(["open.txt"]);
  expect(await search({ principals: ["guest"] })).toEqual(["open.txt"]);
  expect((await search({ principals: ["crew"] })).sort()).toEqual(["open.txt", "staff.txt"]);
});

it("searches only the documents that a query names, by source or by id", async () => {
  const { search } = await saved([change(memo("a", "One ferry.")), change(memo("b", "Two ferry.")), change(memo("c", "Third ferry."))]);
  expect((await search({ documents: ["a.txt", "c"] })).sort()).toEqual(["a.txt", "c.txt"]);
});

it("filters by attributes, source and id", async () => {
  const { search } = await saved([change(memo("a", "One ferry."), { year: 2023 }), change(memo("b", "Two ferry."), { year: 2024 })]);
  expect(await search({ filters: [{ attribute: "year", op: "range", value: [2024, null] }] })).toEqual(["b.txt"]);
  expect(await search({ filters: [{ attribute: "source", op: "is", value: "a.txt" }] })).toEqual(["a.txt"]);
  expect(await search({ filters: [{ attribute: "documentId", op: "is", value: "b" }] })).toEqual(["b.txt"]);
});

it("gives evidence as it was saved: place, path, context and the chunk's own attributes", async () => {
  const { artifact, run, saver } = await saved([change(memo("a", "One ferry."), { citation: "§ 1" })]);
  const handles = await saver.open(artifact, run);
  const hits = await handles["keyword-search"]?.search({ text: "ferry" });
  expect(hits?.evidence).toMatchObject([
    {
      text: "One ferry.",
      source: "a.txt",
      path: ["a"],
      span: { start: 0, end: 10 },
      citation: "a.txt › a",
      attributes: { citation: "§ 1" },
    },
  ]);
});

it("is found by right-rag/search from the project's folder", async () => {
  const { root, artifact } = await saved([change(memo("a", "One ferry."))]);
  writeFileSync(join(root, ".right-rag-state.json"), JSON.stringify({ version: 1, artifacts: [artifact] }));
  const index = await openIndex(root);
  expect(index.search("ferry").hits).toHaveLength(1);
  index.close();
});

it("finds a removed file of its own before it is built upon", async () => {
  const { root, artifact, run, saver } = await saved([change(memo("a", "One ferry."))]);
  expect(await saver.damaged(artifact, run)).toEqual([]);
  const folder = join(root, "output/index/keyword");
  for (const name of readdirSync(folder)) writeFileSync(join(folder, name), "");
  await expect(saver.damaged(artifact, run)).rejects.toMatchObject({ code: "SEARCH_INDEX_DAMAGED" });
});

it("goes by the words of a document that tells its language by something else than a tag", async () => {
  const german = "Die Fähre ist nicht vor neun Uhr da, und das ist für den Hafen und die Stadt zu spät.";
  const { root, artifact } = await saved([
    change(memo("a", german, { language: "German" })),
    change(memo("b", german, { language: "nl" })),
  ]);
  const { folder, manifest } = artifact.location as { folder: string; manifest: string };
  const index = await openIndex(join(root, folder), { manifest });
  expect(index.stats.languages).toEqual({ de: 1, nl: 1 });
  index.close();
});
