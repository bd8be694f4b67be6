import { expect, it } from "vitest";
import { hintForFormat } from "../src/unread-formats.ts";

it.each([
  ["a.PDF", "right-rag add document_loaders pdf"],
  ["contracts/nda.docx", "right-rag add document_loaders docx"],
  ["book.epub", "E-books"],
  ["paper.bib", "bibliography"],
  ["man/bash.1", "Manual pages"],
  ["a.tar.gz", "Unpack it"],
  ["scan.tiff", "Docling's JSON"],
])("says of %s what to do about it", (name, words) => {
  expect(hintForFormat(name)).toContain(words);
});

it("says nothing of endings that it does not know", () => {
  expect([hintForFormat("a.xyz"), hintForFormat("README"), hintForFormat("v1.10")]).toEqual([undefined, undefined, undefined]);
});
