import { createIndexWriter, type IndexedItem, openIndex } from "right-rag/search";
import { describe, expect, it } from "vitest";
import { temporaryFolder } from "./helpers.ts";

const german = (id: string, text: string): IndexedItem => ({ id, documentId: id, text, path: [], language: "de" });
const english = (id: string, text: string): IndexedItem => ({ id, documentId: id, text, path: [], language: "en" });

/** Writes one generation a step, `undefined` taking a document out, and gives the last one's fingerprint and answer. */
async function answerAfter(steps: readonly (readonly (IndexedItem | string)[])[], compact = false): Promise<unknown> {
  const dir = temporaryFolder();
  let previous: string | undefined;
  let fingerprint = "";
  for (const step of steps) {
    const writer = await createIndexWriter(dir, previous === undefined ? {} : { previous });
    for (const one of step) {
      if (typeof one === "string") await writer.removeDocument(one);
      else await writer.replaceDocument(one.documentId, [one]);
    }
    const commit = await writer.commit({ compact });
    ({ fingerprint } = commit);
    previous = commit.manifest;
  }
  const index = await openIndex(dir, { manifest: previous as string });
  const hits = ["hotel", "Haftung"].map((question) => index.search(question).hits);
  index.close();
  return { fingerprint, hits };
}

describe("compounds of a language whose last document with them is gone", () => {
  const g = german("g", "Das ist ein Vertrag");
  const x = german("x", "Im Rathaushotel");
  const y = english("y", "The Rathaushotel opened");

  it("are found as if the document had never been there", async () => {
    const clean = await answerAfter([[g, y]]);
    expect(clean).toMatchObject({ hits: [[], []] });
    expect(await answerAfter([[g, x, y, "x"]])).toEqual(clean);
    expect(await answerAfter([[g, x, y], ["x"]])).toEqual(clean);
    expect(await answerAfter([[g, x, y], ["x"]], true)).toEqual(clean);
    expect(await answerAfter([[x], ["x", g], [y]])).toEqual(clean);
  });

  it("are found by their parts as long as one is there", async () => {
    const clean = await answerAfter([[g, x, y]]);
    expect(clean).toMatchObject({ hits: [[{ id: "x" }, { id: "y" }], []] });
    expect(await answerAfter([[y], [g], [x]])).toEqual(clean);
    expect(await answerAfter([[g, x, y, german("z", "Ein Rathaushotel")], ["z"]], true)).toEqual(clean);
  });

  it("are found by an ending that their stem has not, with any history alike", async () => {
    const liability = german("l", "Die Produkthaftung");
    const stem = german("s", "Ein produkthafter Vertrag");
    const foreign = english("e", "The Produkthaftung");
    const clean = await answerAfter([[g, liability, stem, foreign]]);
    expect(clean).toMatchObject({ hits: [[], [{ id: "l" }]] });
    expect(await answerAfter([[foreign, liability], [g], ["l", stem], [liability]])).toEqual(clean);
    expect(await answerAfter([[g, liability, stem, foreign, german("t", "Produkthaftungen")], ["t"]])).toEqual(clean);
    expect(await answerAfter([[g, liability, stem, foreign, german("t", "Produkthaftungen")], ["t"]], true)).toEqual(clean);
    const without = await answerAfter([[g, stem, foreign]]);
    expect(without).toMatchObject({ hits: [[], []] });
    expect(await answerAfter([[g, liability, stem, foreign], ["l"]])).toEqual(without);
    expect(await answerAfter([[g, liability, stem, foreign], ["l"]], true)).toEqual(without);
  });
});
