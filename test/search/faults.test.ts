import { existsSync, mkdirSync, readdirSync, readFileSync, renameSync, rmdirSync, rmSync, writeFileSync } from "node:fs";
import { basename, dirname, join } from "node:path";
import type { IndexedItem } from "right-rag/search";
import { createIndexWriter, discardExcept, openIndex, setCurrent } from "right-rag/search";
import { describe, expect, it } from "vitest";
import { buildIn, idsOf, item, temporaryFolder } from "./helpers.ts";

/** An index of 2,000 items, of which ninety were removed after the first commit. */
async function withDeletes(dir: string): Promise<string> {
  const first = await buildIn(
    dir,
    Array.from({ length: 2000 }, (_, k) => item(`d${k}`, `ferry n${k}${k < 300 ? " pier" : ""}`)),
  );
  const writer = await createIndexWriter(dir, { previous: first });
  for (let k = 10; k < 100; k++) await writer.removeDocument(`d${k}`);
  const { manifest } = await writer.commit();
  await setCurrent(dir, manifest);
  return manifest;
}

const nameIn = (dir: string, start: string): string => join(dir, readdirSync(dir).find((name) => name.startsWith(start)) as string);

describe("what is damaged", () => {
  it("is told by every call, and forgotten when the file is good again", async () => {
    const dir = temporaryFolder();
    await withDeletes(dir);
    const good = await openIndex(dir);
    const right = good.search("pier");
    good.close();
    const file = nameIn(dir, "deletes");
    const bytes = readFileSync(file);
    const flipped = Buffer.from(bytes);
    flipped[bytes.length - 10] = (flipped[bytes.length - 10] as number) ^ 1;
    const index = await openIndex(dir);
    writeFileSync(file, flipped);
    for (let call = 0; call < 3; call++) {
      expect(() => index.search("pier")).toThrowError(expect.objectContaining({ code: "SEARCH_INDEX_DAMAGED" }));
    }
    writeFileSync(file, bytes);
    expect(index.search("pier")).toEqual(right);
    index.close();
  });

  it("is no missing index when it is there and cannot be read", async () => {
    const dir = temporaryFolder();
    const manifest = await buildIn(dir, [item("a", "ferry")]);
    await setCurrent(dir, manifest);
    for (const file of [join(dir, manifest), nameIn(dir, "segment")]) {
      renameSync(file, `${file}.aside`);
      mkdirSync(file);
      const error = await openIndex(dir)
        .then((index) => index.search("ferry"))
        .catch((caught: unknown) => caught);
      expect(error).toMatchObject({ code: "SEARCH_INDEX_DAMAGED", message: expect.stringContaining(file) });
      rmdirSync(file);
      renameSync(`${file}.aside`, file);
    }
  });

  it("is no folder where a file stands in its place", async () => {
    const file = join(temporaryFolder(), "file");
    writeFileSync(file, "x");
    await expect(createIndexWriter(file)).rejects.toMatchObject({ code: "WRITE_FAILED", message: expect.stringContaining(file) });
    await expect(discardExcept(file, undefined)).rejects.toMatchObject({ code: expect.stringMatching(/^SEARCH_INDEX_/) });
    await expect(openIndex(file)).rejects.toMatchObject({ code: "SEARCH_INDEX_MISSING" });
  });

  it("is told by every call that reads what was stored", async () => {
    const dir = temporaryFolder();
    const manifest = await buildIn(dir, [item("a", "ferry"), item("b", "ferry")]);
    await setCurrent(dir, manifest);
    const { segments } = JSON.parse(readFileSync(join(dir, manifest), "utf8").split("\n")[0] as string) as {
      segments: [{ file: string; parts: { storedIndex: [number, number] } }];
    };
    const [{ file, parts }] = segments;
    const [at] = parts.storedIndex;
    const bytes = readFileSync(join(dir, file));
    const place = Math.floor(at / 4092) * 4096 + (at % 4092);
    bytes[place] = (bytes[place] as number) ^ 1;
    writeFileSync(join(dir, file), bytes);
    const index = await openIndex(dir);
    for (let call = 0; call < 3; call++) {
      expect(() => index.read(["a"])).toThrowError(expect.objectContaining({ code: "SEARCH_INDEX_DAMAGED" }));
    }
    index.close();
  });

  it.skipIf(!existsSync("/proc/self/fd"))("leaves no file open", async () => {
    const dir = temporaryFolder();
    await withDeletes(dir);
    rmSync(nameIn(dir, "deletes"));
    const open = (): number => readdirSync("/proc/self/fd").length;
    const before = open();
    for (let call = 0; call < 20; call++) await expect(openIndex(dir)).rejects.toMatchObject({ code: "SEARCH_INDEX_MISSING" });
    expect(open()).toBeLessThan(before + 5);
  });
});

describe("filters", () => {
  const found = async (items: IndexedItem[], attribute: string, op: "is" | "range" | "pathPrefix", value: unknown): Promise<string[]> => {
    const dir = temporaryFolder();
    await setCurrent(dir, await buildIn(dir, items));
    const index = await openIndex(dir);
    const { hits } = index.search({ text: "ferry", filters: [{ attribute, op, value: value as string }] });
    index.close();
    return hits.map(({ id }) => id).sort();
  };
  const withValue = (id: string, s: string): IndexedItem => ({ ...item(id, "ferry"), attributes: { s } });
  const withPath = (id: string, path: string[]): IndexedItem => ({ ...item(id, "ferry"), path });

  it("compare characters outside the basic plane as the index orders them", async () => {
    const items = [withValue("a", "\uff01"), withValue("b", "😀"), withValue("c", "a")];
    expect(await found(items, "s", "range", [null, "😀"])).toEqual(["a", "b", "c"]);
    expect(await found(items, "s", "range", ["😀", null])).toEqual(["b"]);
  });

  it("tell long values apart that begin alike, and order them by their beginning", async () => {
    const long = "u".repeat(240);
    const items = [withValue("a", `${long}-secret`), withValue("b", `${long}-public`), withValue("c", long), withValue("d", "v")];
    expect(await found(items, "s", "is", `${long}-public`)).toEqual(["b"]);
    expect(await found(items, "s", "is", long)).toEqual(["c"]);
    expect(await found(items, "s", "range", ["u", "v"])).toEqual(["a", "b", "c", "d"]);
  });

  it("tell long paths apart, and topics with a character that parts others", async () => {
    const topic = "p".repeat(500);
    const items = [withPath("c", [topic, "X"]), withPath("d", [topic, "Y"]), withPath("e", ["A\0B"]), withPath("f", ["A", "B"])];
    expect(await found(items, "path", "pathPrefix", [topic, "Y"])).toEqual(["d"]);
    expect(await found(items, "path", "pathPrefix", [topic])).toEqual(["c", "d"]);
    expect(await found(items, "path", "pathPrefix", ["p".repeat(490)])).toEqual([]);
    expect(await found(items, "path", "pathPrefix", ["A", "B"])).toEqual(["f"]);
    expect(await found(items, "path", "pathPrefix", ["A\0B"])).toEqual(["e"]);
  });
});

describe("what cannot be meant", () => {
  it("is refused by a code, whatever it is", async () => {
    const dir = temporaryFolder();
    await setCurrent(dir, await buildIn(dir, [item("a", "ferry")]));
    const index = await openIndex(dir);
    const circle: unknown[] = [];
    circle.push(circle);
    const filter = { attribute: "s", op: "is" as const, value: "v" };
    const queries = [
      { text: "ferry", topK: Object.create(null) as number },
      { text: "ferry", filters: [{ ...filter, value: 10n as unknown as string }] },
      { text: "ferry", filters: [{ ...filter, value: circle as unknown as string }] },
      { text: "ferry", filters: [{ ...filter, attribute: Symbol("s") as unknown as string }] },
      { text: "ferry", boosts: [{ filter, factor: null as unknown as number }] },
      { text: "ferry", expansions: [{ text: "pier", weight: null as unknown as number }] },
    ];
    for (const query of queries) {
      expect(() => index.search(query)).toThrowError(expect.objectContaining({ code: "SEARCH_OPTION_INVALID" }));
    }
    const refused = { code: "SEARCH_OPTION_INVALID" };
    for (const options of [null, { language: 5 }, { fields: 5 }, { weights: 5 }, { storeText: "no" }]) {
      await expect(createIndexWriter(dir, { options: options as unknown as object })).rejects.toMatchObject(refused);
    }
    for (const previous of [5, "", "../elsewhere/manifest-0.json"]) {
      await expect(createIndexWriter(dir, { previous: previous as string })).rejects.toMatchObject(refused);
      await expect(discardExcept(dir, previous as string)).rejects.toMatchObject(refused);
    }
    const writer = await createIndexWriter(dir);
    await expect(writer.commit(null as unknown as object)).rejects.toMatchObject(refused);
    await writer.abort();
    index.close();
  });

  it("an error of the score hook is the caller's, whatever its name", async () => {
    const dir = temporaryFolder();
    await setCurrent(dir, await buildIn(dir, [item("a", "ferry")]));
    const index = await openIndex(dir);
    const mine = Object.assign(new Error("mine"), { name: "RuntimeError" });
    const score = (): number => {
      throw mine;
    };
    expect(() => index.search({ text: "ferry", score })).toThrowError(mine);
    index.close();
  });
});

describe("the pointer", () => {
  it("is not set to a generation that cannot be opened", async () => {
    const dir = temporaryFolder();
    const manifest = await buildIn(dir, [item("a", "ferry")]);
    rmSync(nameIn(dir, "segment"));
    await expect(setCurrent(dir, manifest)).rejects.toMatchObject({ code: "SEARCH_INDEX_MISSING" });
    expect(existsSync(join(dir, "current.json"))).toBe(false);
  });

  it("that cannot be written is named, and nothing is left beside it", async () => {
    const dir = temporaryFolder();
    const manifest = await buildIn(dir, [item("a", "ferry")]);
    mkdirSync(join(dir, "current.json"));
    await expect(setCurrent(dir, manifest)).rejects.toMatchObject({ code: "WRITE_FAILED" });
    expect(readdirSync(dir).filter((name) => name.endsWith(".tmp"))).toEqual([]);
  });

  it("is found from wherever the process goes, and in the folder it is in", async () => {
    const dir = temporaryFolder();
    const here = process.cwd();
    try {
      process.chdir(dirname(dir));
      const first = await buildIn(basename(dir), [item("a", "ferry")]);
      await setCurrent(basename(dir), first);
      const index = await openIndex(basename(dir));
      process.chdir(dir);
      expect(idsOf(index, "ferry")).toEqual(["a"]);
      index.close();
      const second = await buildIn(".", [item("b", "ferry")]);
      await setCurrent(".", second);
      await discardExcept(".", second);
      expect(existsSync(first)).toBe(false);
      expect(idsOf(await openIndex("."), "ferry")).toEqual(["b"]);
    } finally {
      process.chdir(here);
    }
  });
});
