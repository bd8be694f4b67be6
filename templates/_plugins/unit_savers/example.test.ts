import { mkdtemp, readdir, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Artifact, Change, Unit } from "right-rag";
import { testCorpus, testRun, testUnitSaver } from "right-rag/testing";
import { afterEach, beforeEach, expect, it } from "vitest";
import ExampleUnitSaver from "./example.ts";

testUnitSaver({ create: () => new ExampleUnitSaver() });

const saver = new ExampleUnitSaver();
let run = testRun();
beforeEach(async () => {
  run = testRun({ root: await mkdtemp(join(tmpdir(), "saver-")) });
});
afterEach(() => rm(run.root, { recursive: true }));

async function* documents(count: number): AsyncGenerator<Change<Unit>> {
  for (const { document, units } of testCorpus().slice(0, count)) yield { document, items: units };
}

const folder = () => join(run.output, saver.name);
const fileOf = (artifact: Artifact) => join(folder(), `units-${artifact.fingerprint}.jsonl`);

it("writes a new file beside the live one, and discards the old", async () => {
  const first = await saver.save(documents(1), undefined, run);
  const second = await saver.save(documents(2), first, run);
  expect(await readdir(folder())).toHaveLength(2);
  await saver.discard(second, run);
  expect((await readdir(folder())).map((name) => join(folder(), name))).toEqual([fileOf(second)]);
});

it("notices a file that was changed, cut or taken away", async () => {
  const artifact = await saver.save(documents(1), undefined, run);
  const open = () => saver.open(artifact, run)["read-units"]?.readUnits([]);
  await expect(open()).resolves.toEqual([]);
  await writeFile(fileOf(artifact), "");
  await expect(open()).rejects.toMatchObject({ code: "ARTIFACT_DAMAGED" });
  await expect(saver.damaged(artifact, run)).rejects.toMatchObject({ code: "ARTIFACT_DAMAGED" });
  await rm(fileOf(artifact));
  await expect(saver.damaged(artifact, run)).rejects.toThrow();
});
