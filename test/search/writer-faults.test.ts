import { createIndexWriter, type IndexedItem, openIndex } from "right-rag/search";
import { beforeEach, describe, expect, it } from "vitest";
import { temporaryFolder } from "./helpers.ts";

const item = (id: string, more: object = {}): IndexedItem => ({ id, documentId: "a", text: `the fee of ${id}`, path: [], ...more });

describe("what a writer is given that cannot be meant", () => {
  let dir: string;
  let previous: string;
  beforeEach(async () => {
    dir = temporaryFolder();
    const writer = await createIndexWriter(dir);
    await writer.replaceDocument("a", [item("old")]);
    previous = (await writer.commit()).manifest;
  });

  const idsIn = async (manifest: string): Promise<string[]> => {
    const index = await openIndex(dir, { manifest });
    const { hits } = index.search("fee");
    index.close();
    return hits.map(({ id }) => id);
  };

  it("is refused by a code when the items are no list", async () => {
    const writer = await createIndexWriter(dir, { previous });
    for (const items of [
      { length: 1 },
      { length: 2, [Symbol.iterator]: () => [item("new")].values() },
      { [Symbol.iterator]: () => [].values() },
      "ab",
      undefined,
    ]) {
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

  it("is refused before anything is taken out when JSON cannot hold it, or a topic is no text", async () => {
    const loop: { self?: unknown } = {};
    loop.self = loop;
    const writer = await createIndexWriter(dir, { previous });
    for (const more of [
      { attributes: { price: 5n } },
      { attributes: 5 },
      { attributes: [1] },
      { stored: loop },
      { stored: [{ deep: 1n }] },
      { path: [1] },
    ]) {
      await expect(writer.replaceDocument("a", [item("first"), item("second", more)])).rejects.toMatchObject({
        code: "SEARCH_OPTION_INVALID",
      });
    }
    expect(await idsIn((await writer.commit()).manifest)).toEqual(["old"]);
  });

  it("is refused with what JSON would lose of it, and where", async () => {
    const loop: { self?: unknown } = {};
    loop.self = { loop };
    let deep: unknown = 1;
    for (let level = 0; level < 600; level++) deep = [deep];
    const writer = await createIndexWriter(dir);
    for (const [more, where, what] of [
      [{ attributes: { price: Number.NaN } }, "item.attributes.price", "NaN"],
      [{ attributes: { list: [1, Number.POSITIVE_INFINITY] } }, "item.attributes.list[1]", "Infinity"],
      [{ attributes: { price: () => 1 } }, "item.attributes.price", "a function"],
      [{ attributes: { price: 5n } }, "item.attributes.price", "a bigint"],
      [{ attributes: { day: new Date(0) } }, "item.attributes.day", "an object of the class Date"],
      [{ stored: { rows: [{ seen: new Map() }] } }, "item.stored.rows[0].seen", "an object of the class Map"],
      [{ stored: [undefined] }, "item.stored[0]", "undefined"],
      [{ stored: { loop } }, "item.stored", "a value that holds itself"],
      [{ stored: deep }, "item.stored", "nested deeper than 500 levels"],
    ] as const) {
      const message = `The search option \`${where}\` of the item "one" is ${what}; it must be what JSON can hold.`;
      await expect(writer.replaceDocument("a", [item("one", more as never)])).rejects.toMatchObject({
        code: "SEARCH_OPTION_INVALID",
        message,
      });
    }
    const kept = { day: undefined, none: null, list: ["a", 1, true, {}], bare: Object.create(null) };
    await writer.replaceDocument("a", [item("one", { stored: kept as never })]);
    await writer.abort();
  });

  it("is refused with its place when it is no item, with an empty id, and at a commit that says something else than whether to compact", async () => {
    const writer = await createIndexWriter(dir);
    const refused = (message: string) => ({ code: "SEARCH_OPTION_INVALID", message: expect.stringContaining(message) });
    for (const wrong of [null, "x", ["x"], undefined]) {
      await expect(writer.replaceDocument("a", [item("one"), wrong] as never)).rejects.toMatchObject(refused("`items[1]` is "));
    }
    await expect(writer.replaceDocument("a", [item("")])).rejects.toMatchObject(refused('`item.id` is ""'));
    await expect(writer.replaceDocument("", [])).rejects.toMatchObject(refused('`documentId` is ""'));
    await expect(writer.replaceDocument("a", [item("one", { constructor: 1 } as never)])).rejects.toMatchObject(
      refused("`item.constructor`"),
    );
    await expect(writer.commit({ compact: "yes" } as never)).rejects.toMatchObject(refused('`compact` is "yes"'));
    await writer.abort();
  });

  it("ends the writer, and not the index, when it shows while a document is added", async () => {
    const writer = await createIndexWriter(dir, { previous });
    // Other items the second time they are gone through.
    let times = 0;
    const items = { length: 1, [Symbol.iterator]: () => [times++ === 0 ? item("first") : item("first", { stored: 1n })].values() };
    await expect(writer.replaceDocument("a", items)).rejects.toThrow(/BigInt/);
    const closed = { code: "SEARCH_CLOSED", message: expect.stringContaining("not added whole") };
    await expect(writer.commit()).rejects.toMatchObject(closed);
    await expect(writer.replaceDocument("b", [])).rejects.toMatchObject(closed);
    await writer.abort();
    expect(await idsIn(previous)).toEqual(["old"]);
  });

  it("is refused when a generation is asked for that is no file of the folder", async () => {
    await expect(openIndex(dir, { manifest: `../${previous}` })).rejects.toMatchObject({ code: "SEARCH_OPTION_INVALID" });
  });

  it("is told when the writer or the index is done with", async () => {
    const writer = await createIndexWriter(dir, { previous });
    await writer.commit();
    await expect(writer.commit()).rejects.toMatchObject({ code: "SEARCH_CLOSED" });
    const index = await openIndex(dir, { manifest: previous });
    index.close();
    for (const call of [
      () => index.search("fee"),
      () => index.read(["old"]),
      () => index.sections(),
      () => index.refresh(),
      () => index.stats,
    ]) {
      expect(call).toThrow(expect.objectContaining({ code: "SEARCH_CLOSED" }));
    }
  });
});
