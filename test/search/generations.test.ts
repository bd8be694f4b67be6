import { mkdirSync, readdirSync, renameSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { createIndexWriter, discardExcept, openIndex, setCurrent } from "right-rag/search";
import { describe, expect, it } from "vitest";
import { buildIn, idsOf, item, temporaryFolder } from "./helpers.ts";

describe("a writer", () => {
  it("shows readers nothing before its generation is current", async () => {
    const dir = temporaryFolder();
    const first = await buildIn(dir, [item("a", "ferry")]);
    await setCurrent(dir, first);
    const index = await openIndex(dir);
    const writer = await createIndexWriter(dir, { previous: first });
    await writer.replaceDocument("b", [item("b", "ferry")]);
    const { manifest } = await writer.commit();
    expect(idsOf(index, "ferry")).toEqual(["a"]);
    await setCurrent(dir, manifest);
    expect(idsOf(index, "ferry")).toEqual(["a", "b"]);
    index.close();
  });

  it("that is aborted leaves no file", async () => {
    const dir = temporaryFolder();
    const first = await buildIn(dir, [item("a", "ferry")]);
    const before = readdirSync(dir).sort();
    const writer = await createIndexWriter(dir, { previous: first });
    await writer.replaceDocument("b", [item("b", "ferry")]);
    await writer.abort();
    expect(readdirSync(dir).sort()).toEqual(before);
    await expect(writer.replaceDocument("b", [])).rejects.toThrowError(/committed or aborted/);
  });

  it("refuses other options than those of the generation it builds upon", async () => {
    const dir = temporaryFolder();
    const first = await buildIn(dir, [item("a", "ferry")]);
    await expect(createIndexWriter(dir, { previous: first, options: { k1: 2 } })).rejects.toMatchObject({ code: "SEARCH_OPTION_INVALID" });
  });

  it("keeps the number of segments logarithmic", async () => {
    const dir = temporaryFolder();
    let manifest = await buildIn(dir, []);
    for (let k = 0; k < 100; k++) {
      const writer = await createIndexWriter(dir, { previous: manifest });
      await writer.replaceDocument(`d${k}`, [item(`d${k}`, `ferry number ${k}`)]);
      manifest = (await writer.commit()).manifest;
      await discardExcept(dir, manifest);
    }
    const index = await openIndex(dir, { manifest });
    expect(index.stats.items).toBe(100);
    expect(index.stats.segments).toBeLessThanOrEqual(6);
    index.close();
  });
});

describe("discarding", () => {
  it("removes what no live generation names, and nothing that is not the index's", async () => {
    const dir = temporaryFolder();
    const first = await buildIn(dir, [item("a", "ferry")]);
    const second = await buildIn(dir, [item("b", "ferry")]);
    const third = await buildIn(dir, [item("c", "ferry")]);
    await setCurrent(dir, second);
    writeFileSync(join(dir, "segment-0123456789abcdef.bin.tmp"), "left over");
    writeFileSync(join(dir, "notes.txt"), "mine");
    await discardExcept(dir, third);
    expect(readdirSync(dir)).toHaveLength(6);
    expect(readdirSync(dir)).toEqual(expect.arrayContaining(["current.json", "notes.txt", second, third]));
    await expect(openIndex(dir, { manifest: first })).rejects.toMatchObject({ code: "SEARCH_INDEX_MISSING" });
    expect(idsOf(await openIndex(dir), "ferry")).toEqual(["b"]);
  });
});

describe("an open index", () => {
  it("goes over to new generations between queries and keeps no old file open", async () => {
    const dir = temporaryFolder();
    let manifest = await buildIn(dir, [item("d0", "ferry 0")]);
    await setCurrent(dir, manifest);
    const index = await openIndex(dir);
    const openFiles = (): number => (process.platform === "linux" ? readdirSync("/proc/self/fd").length : 0);
    index.search("ferry");
    const before = openFiles();
    for (let k = 1; k <= 40; k++) {
      const writer = await createIndexWriter(dir, { previous: manifest });
      await writer.removeDocument(`d${k - 1}`);
      await writer.replaceDocument(`d${k}`, [item(`d${k}`, `ferry ${k}`)]);
      manifest = (await writer.commit()).manifest;
      await setCurrent(dir, manifest);
      await discardExcept(dir, manifest);
      expect(idsOf(index, "ferry")).toEqual([`d${k}`]);
    }
    expect(openFiles() - before).toBeLessThanOrEqual(4);
    index.close();
    expect(openFiles()).toBeLessThan(before);
    expect(() => index.search("ferry")).toThrowError(/closed/);
  });

  it("reads on while a scoring hook lets a new generation in", async () => {
    const dir = temporaryFolder();
    const [first, second] = [await buildIn(dir, [item("a", "ferry"), item("b", "ferry")]), await buildIn(dir, [item("c", "ferry")])];
    await setCurrent(dir, first);
    const index = await openIndex(dir);
    writeFileSync(join(dir, "next.json"), JSON.stringify({ manifest: second }));
    const nested: string[][] = [];
    const { renameSync } = await import("node:fs");
    const hits = index.search({
      text: "ferry",
      score: (hit) => {
        if (nested.length === 0) renameSync(join(dir, "next.json"), join(dir, "current.json"));
        nested.push(idsOf(index, "ferry"));
        return hit.score;
      },
    }).hits;
    expect(hits.map((hit) => hit.id)).toEqual(["a", "b"]);
    expect(nested).toEqual([["c"], ["c"]]);
    index.close();
  });

  it("finds the index of a project by its state", async () => {
    const project = temporaryFolder();
    const folder = join(project, "output", "index");
    mkdirSync(folder, { recursive: true });
    const manifest = await buildIn(folder, [item("a", "ferry")]);
    const artifacts = [
      { saver: "json", kind: "units", location: { folder: "output/units" }, capabilities: ["read-units"] },
      { saver: "keyword-index", kind: "chunks", location: { folder: "output/index", manifest }, capabilities: ["keyword-search"] },
    ];
    writeFileSync(join(project, ".right-rag-state.json"), JSON.stringify({ version: 1, artifacts }));
    const index = await openIndex(project);
    expect(idsOf(index, "ferry")).toEqual(["a"]);
    index.close();
  });

  it("says so when there is none", async () => {
    const dir = temporaryFolder();
    await expect(openIndex(dir)).rejects.toMatchObject({ code: "SEARCH_INDEX_MISSING" });
    await expect(openIndex(join(dir, "nowhere"))).rejects.toMatchObject({ code: "SEARCH_INDEX_MISSING" });
  });

  it("says so when the pointer is taken away from an open index, and goes on when it is back", async () => {
    const dir = temporaryFolder();
    await setCurrent(dir, await buildIn(dir, [item("a", "ferry")]));
    const index = await openIndex(dir);
    renameSync(join(dir, "current.json"), join(dir, "aside.json"));
    expect(() => index.search("ferry")).toThrowError(expect.objectContaining({ code: "SEARCH_INDEX_MISSING" }));
    renameSync(join(dir, "aside.json"), join(dir, "current.json"));
    expect(idsOf(index, "ferry")).toEqual(["a"]);
    index.close();
  });

  it("names a pointer that cannot be read", async () => {
    const dir = temporaryFolder();
    mkdirSync(join(dir, "current.json"));
    await expect(openIndex(dir)).rejects.toMatchObject({ code: "SEARCH_INDEX_DAMAGED", message: expect.stringContaining("current.json") });
  });
});
