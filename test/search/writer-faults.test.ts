import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { createIndexWriter, type IndexedItem, openIndex } from "../../src/search/index.ts";

const item = (id: string, more: object = {}): IndexedItem => ({ id, documentId: "a", text: `the fee of ${id}`, path: [], ...more });

describe("what a writer is given that cannot be meant", () => {
  let dir: string;
  let previous: string;
  beforeEach(async () => {
    dir = mkdtempSync(join(tmpdir(), "right-rag-writer-"));
    const writer = await createIndexWriter(dir);
    await writer.replaceDocument("a", [item("old")]);
    previous = (await writer.commit()).manifest;
  });
  afterEach(() => rmSync(dir, { recursive: true, force: true }));

  const idsIn = async (manifest: string): Promise<string[]> => {
    const index = await openIndex(dir, { manifest });
    const { hits } = index.search("fee");
    index.close();
    return hits.map(({ id }) => id);
  };

  it("is refused by a code when the items are no list", async () => {
    const writer = await createIndexWriter(dir, { previous });
    for (const items of [{ length: 1 }, { [Symbol.iterator]: () => [].values() }, "ab", undefined]) {
      await expect(writer.replaceDocument("a", items as never)).rejects.toMatchObject({ code: "SEARCH_OPTION_INVALID" });
    }
    expect(await idsIn((await writer.commit()).manifest)).toEqual(["old"]);
  });

  it("is refused before anything is taken out when a field is too many", async () => {
    const writer = await createIndexWriter(dir, { previous });
    const fields = Object.fromEntries(Array.from({ length: 40 }, (_, k) => [`field${k}`, "fee"]));
    await expect(writer.replaceDocument("a", [item("new", { fields })])).rejects.toMatchObject({ code: "SEARCH_OPTION_INVALID" });
    expect(await idsIn((await writer.commit()).manifest)).toEqual(["old"]);
  });

  it("is refused when an id comes twice, in a document or in two, and takes no id then", async () => {
    const writer = await createIndexWriter(dir);
    const refused = { code: "SEARCH_OPTION_INVALID", message: expect.stringContaining("item.id") };
    await expect(writer.replaceDocument("a", [item("one"), item("two"), item("one")])).rejects.toMatchObject(refused);
    await writer.replaceDocument("a", [item("one"), item("two")]);
    const other = (id: string): IndexedItem => ({ ...item(id), documentId: "b" });
    await expect(writer.replaceDocument("b", [other("three"), other("two")])).rejects.toMatchObject(refused);
    await writer.replaceDocument("b", [other("three")]);
    expect(await idsIn((await writer.commit()).manifest)).toEqual(["one", "three", "two"]);
  });

  it("ends the writer, and not the index, when it shows while a document is added", async () => {
    const loop: { self?: unknown } = {};
    loop.self = loop;
    for (const more of [{ attributes: { price: 5n } }, { stored: loop }]) {
      const writer = await createIndexWriter(dir, { previous });
      await expect(writer.replaceDocument("a", [item("first"), item("second", more)])).rejects.toMatchObject({
        code: "SEARCH_OPTION_INVALID",
        message: expect.stringContaining("item second"),
      });
      await expect(writer.commit()).rejects.toThrowError(/not added whole/);
      await expect(writer.replaceDocument("b", [])).rejects.toThrowError(/not added whole/);
      await writer.abort();
    }
    expect(await idsIn(previous)).toEqual(["old"]);
  });
});
