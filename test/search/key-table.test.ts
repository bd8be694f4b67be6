import { join } from "node:path";
import { expect, it, onTestFinished } from "vitest";
import { KeyTable } from "../../src/search/segment/key-table.ts";
import { encodeKeyTable } from "../../src/search/segment/key-table-writer.ts";
import { PagedReader } from "../../src/search/storage/paged-file.ts";
import { PagedWriter } from "../../src/search/storage/paged-writer.ts";
import { randomNumbers, temporaryFolder } from "./helpers.ts";

/** The table as it stands in a file, with something before it. */
function tableOf(keys: readonly string[]): { readonly table: KeyTable; readonly bytes: number } {
  const path = join(temporaryFolder(), "table.bin");
  const out = new PagedWriter(path);
  const bytes = encodeKeyTable(keys);
  out.append(Uint8Array.of(1, 2, 3));
  out.append(bytes);
  out.close();
  const file = new PagedReader(path, 3 + bytes.length);
  onTestFinished(() => file.close());
  return { table: new KeyTable(file, keys.length, [3, bytes.length]), bytes: bytes.length };
}

const random = randomNumbers(8);
const hex = (): string => Array.from({ length: 32 }, () => Math.floor(random() * 16).toString(16)).join("");
const long = "a-folder-whose-name-is-long/".repeat(3);

it.each<[string, string[]]>([
  ["nothing", []],
  ["one id", ["a"]],
  ["ids that rise", Array.from({ length: 300 }, (_, k) => `id${1000 + k}`)],
  ["numbers in no order of text", Array.from({ length: 3000 }, (_, k) => `c${k + 1}`)],
  ["paths with long beginnings and ends in common", Array.from({ length: 700 }, (_, k) => `${long}${(k * 31) % 700}${long}#${k}`)],
  ["any characters, and an empty id", ["", ..."zyx𝒜🙂éßñ漢", "𝒜lg", "漢字"]],
  ["hashes", Array.from({ length: 500 }, hex)],
  ["hashes and a name", [...Array.from({ length: 40 }, hex), "name"]],
  ["more ids than two bytes count", Array.from({ length: 70_000 }, (_, k) => `${(k * 7919) % 70_000}`)],
])("gives ids by number, numbers by id and their order: %s", (_name, keys) => {
  const { table } = tableOf(keys);
  for (let k = 0; k < keys.length; k += keys.length > 5000 ? 97 : 1) {
    expect(table.key(k)).toBe(keys[k]);
    expect(table.find(keys[k] as string)).toBe(k);
  }
  expect(table.find("no such id")).toBe(-1);
  for (let k = 0; k < Math.min(keys.length * 3, 900); k++) {
    const [a, b] = [Math.floor(random() * keys.length), Math.floor(random() * keys.length)];
    expect(table.comesAfter(a, b)).toBe((keys[a] as string) > (keys[b] as string));
  }
});

it("keeps ids that begin alike in few bytes", () => {
  const keys = Array.from({ length: 1000 }, (_, k) => `${long}${k}`);
  expect(tableOf(keys).bytes).toBeLessThan(1000 * 22);
});
