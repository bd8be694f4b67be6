import { deflateRawSync } from "node:zlib";
import { strToU8, zipSync } from "fflate";
import { expect, it } from "vitest";
import { openZip } from "../../../src/text/docx/zip-parts.ts";

it("unpacks parts when they are asked for, and knows them in any case", async () => {
  const zip = await openZip(zipSync({ "Word/Document.xml": strToU8("<a/>") }), "a.docx");
  expect(Buffer.from(zip.read("word/document.xml") ?? []).toString()).toBe("<a/>");
  expect(zip.has("WORD/document.xml")).toBe(true);
  expect(zip.read("word/styles.xml")).toBeUndefined();
});

it("stops at a bound, counted over all parts, whatever sizes the file states", async () => {
  const packed = deflateRawSync(new Uint8Array(3 * 2 ** 20));
  const bomb = Buffer.from(zipSync({ a: packed }, { level: 0 }));
  bomb[bomb.indexOf("PK\x01\x02", 0, "latin1") + 10] = 8; // from now on it is taken for a part of 3 KB, deflated
  const zip = await openZip(bomb, "a.docx", 2 ** 20);
  expect(() => zip.read("a")).toThrow(/more than 1 MB/);
  const twice = await openZip(zipSync({ a: new Uint8Array(700_000), b: new Uint8Array(700_000) }), "a.docx", 2 ** 20);
  expect(twice.read("a")).toHaveLength(700_000);
  expect(() => twice.read("b")).toThrow(/more than 1 MB/);
});
