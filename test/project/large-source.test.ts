import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as later } from "node:timers/promises";
import { setFlagsFromString } from "node:v8";
import { runInNewContext } from "node:vm";
import { afterAll, expect, it } from "vitest";
import { readSource } from "../../src/project/find-documents.ts";

const root = mkdtempSync(join(tmpdir(), "right-rag-large-source-"));
afterAll(() => rmSync(root, { recursive: true, force: true }));

setFlagsFromString("--expose-gc");
const collect = runInNewContext("gc") as () => void;

async function lentOnce(name: string) {
  const path = join(root, name);
  writeFileSync(path, "one\n".repeat(5_000));
  const source = await readSource({ id: name, path }, 1);
  expect((await source.bytes()).length).toBe(20_000);
  await later(5);
  collect();
  return { path, source };
}

it("of a large file the bytes are read again where somebody asks again", async () => {
  const { source } = await lentOnce("same.txt");
  expect(Buffer.from(await source.bytes()).toString("utf8", 0, 4)).toBe("one\n");
});

it("of a large file that changed meanwhile nothing is read as if it were what was hashed", async () => {
  const { path, source } = await lentOnce("changed.txt");
  writeFileSync(path, "two\n");
  await expect(source.bytes()).rejects.toMatchObject({ code: "SOURCE_UNREADABLE", message: expect.stringContaining("changed") });
});
