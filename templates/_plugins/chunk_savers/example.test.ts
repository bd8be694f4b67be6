import { mkdtemp, readdir, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Artifact, Change, Chunk } from "right-rag";
import { testChunkSaver, testCorpus, testRun } from "right-rag/testing";
import { afterEach, beforeEach, expect, it } from "vitest";
import ExampleChunkSaver from "./example.ts";

testChunkSaver({ create: () => new ExampleChunkSaver() });

const saver = new ExampleChunkSaver();
let run = testRun();
beforeEach(async () => {
  run = testRun({ root: await mkdtemp(join(tmpdir(), "saver-")) });
});
afterEach(() => rm(run.root, { recursive: true }));

async function* documents(count: number): AsyncGenerator<Change<Chunk>> {
  for (const { document, chunks } of testCorpus().slice(0, count)) yield { document, items: chunks };
}

const folder = () => join(run.output, saver.name);
const fileOf = (artifact: Artifact) => join(folder(), `chunks-${artifact.fingerprint}.jsonl`);

it("writes a new file beside the live one, and discards the old", async () => {
  const first = await saver.save(documents(1), undefined, run);
  const second = await saver.save(documents(2), first, run);
  expect(await readdir(folder())).toHaveLength(2);
  await saver.discard(second, run);
  expect((await readdir(folder())).map((name) => join(folder(), name))).toEqual([fileOf(second)]);
});

it("notices a file that was changed, cut or taken away", async () => {
  const artifact = await saver.save(documents(1), undefined, run);
  const open = () => saver.open(artifact, run)["read-chunks"]?.readChunks([]);
  await expect(open()).resolves.toEqual([]);
  await writeFile(fileOf(artifact), "");
  await expect(open()).rejects.toMatchObject({ code: "ARTIFACT_DAMAGED" });
  await expect(saver.damaged(artifact, run)).rejects.toMatchObject({ code: "ARTIFACT_DAMAGED" });
  await rm(fileOf(artifact));
  await expect(saver.damaged(artifact, run)).rejects.toThrow();
});
