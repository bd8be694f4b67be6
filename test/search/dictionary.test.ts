import { join } from "node:path";
import { expect, it, onTestFinished } from "vitest";
import { withoutKernel } from "../../src/search/kernel/kernel.ts";
import { Dictionary } from "../../src/search/segment/dictionary.ts";
import { DictionaryWriter } from "../../src/search/segment/dictionary-writer.ts";
import { PagedReader } from "../../src/search/storage/paged-file.ts";
import { PagedWriter } from "../../src/search/storage/paged-writer.ts";
import { temporaryFolder } from "./helpers.ts";

interface Term {
  readonly key: string;
  readonly count: number;
  readonly list: number;
  readonly positions: number;
}

/** A dictionary in a file, of terms whose lists and positions have so many bytes. */
function dictionaryOf(terms: readonly Term[]): Dictionary {
  const writer = new DictionaryWriter();
  let offset = 0;
  for (const { key, count, list, positions } of terms) {
    writer.add(key, count, filled(list, 1), filled(positions, 2), offset);
    if (list + positions > 24) offset += list + positions;
  }
  const path = join(temporaryFolder(), "dictionary.bin");
  const out = new PagedWriter(path);
  writer.takeBlocks((bytes) => out.append(bytes));
  const blocks = out.length;
  out.append(writer.index());
  out.close();
  const file = new PagedReader(path, out.length);
  onTestFinished(() => file.close());
  return new Dictionary(file, terms.length, [0, blocks], [blocks, out.length - blocks]);
}

function filled(length: number, byte: number): Uint8Array {
  return new Uint8Array(length).fill(byte);
}

it("finds every term, however much it shares with others and wherever its list stands", () => {
  const long = "x".repeat(300);
  const keys = ["", "a", "ab", `${long}a`, `${long}b${long}`, "z", ...Array.from({ length: 500 }, (_, k) => `term${k * k}`)].sort();
  const terms = keys.map((key, k) => ({ key, count: (k % 5) * 40, list: [0, 3, 24, 25, 900][k % 5] as number, positions: k % 3 }));
  const dictionary = dictionaryOf(terms.map((term) => (term.count === 0 ? { ...term, list: 0, positions: 0 } : term)));
  let offset = 0;
  for (const [ordinal, { key, count, list, positions }] of terms.entries()) {
    const inline = count === 0 || list + positions <= 24;
    const expected = inline ? { ordinal, count } : { ordinal, count, offset, listBytes: list, positionBytes: positions };
    expect(dictionary.find(key)).toMatchObject(expected);
    expect(withoutKernel(() => dictionary.find(key))).toEqual(dictionary.find(key));
    expect(dictionary.find(key)?.inline?.length).toBe(inline ? (count === 0 ? 0 : list + positions) : undefined);
    if (!inline) offset += list + positions;
  }
  for (const key of ["0", "b", "term", `${long}`, "zz"]) {
    expect(dictionary.find(key)).toBeUndefined();
    expect(withoutKernel(() => dictionary.find(key))).toBeUndefined();
  }
});

it.each([
  { count: 2 ** 31 - 1, list: 3, positions: 2 },
  { count: 2 ** 30, list: 900, positions: 0 },
])("names the file when a list is far too short for its number of items: $count in $list bytes", (term) => {
  const dictionary = dictionaryOf([{ key: "a", ...term }]);
  const damaged = expect.objectContaining({ code: "SEARCH_INDEX_DAMAGED" });
  expect(() => dictionary.find("a")).toThrow(damaged);
  expect(() => withoutKernel(() => dictionary.find("a"))).toThrow(damaged);
  expect(() => dictionary.cursor().next()).toThrow(damaged);
});
