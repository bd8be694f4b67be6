import type { Document, DocumentLoader, Source } from "right-rag";
import { documentId } from "right-rag";
import { testDocumentLoader, testSource } from "right-rag/testing";
import { describe, expect, it } from "vitest";
import { documentLoaderChecks } from "../../src/testing/document-loader.ts";

/** One document for each line. */
class LineLoader implements DocumentLoader {
  readonly name = "lines";

  canHandle({ id }: Source): boolean {
    return id.endsWith(".lines");
  }

  async *load(source: Source): AsyncGenerator<Document> {
    const text = new TextDecoder().decode(await source.bytes());
    for (const [i, line] of text.split("\n").entries()) {
      if (line !== "") yield { id: documentId(source.id, i), source: source.id, text: line, mediaType: "text/plain" };
    }
  }
}

const accepts = testSource("a b/names.lines", "Ada\nÉmile\n");
const rejects = testSource("names.txt", "Ada");

testDocumentLoader({ create: () => new LineLoader(), accepts, rejects });

describe("a broken document loader fails: one that", () => {
  it("takes every source", async () => {
    await expect(check("leaves other sources to other loaders", { canHandle: () => true })).rejects.toThrow('canHandle() of "names.txt"');
  });

  it("gives all documents of a source one id", async () => {
    await expect(check(WHOLE, changed({ id: documentId("a") }))).rejects.toThrow("have one id");
  });

  it("names another source", async () => {
    await expect(check(WHOLE, changed({ source: "/home/me/names.lines" }))).rejects.toThrow("the source of a document");
  });

  it("keeps a byte order mark", async () => {
    await expect(check(WHOLE, changed({ text: "\uFEFFAda" }))).rejects.toThrow("byte order mark");
  });

  it("gives a page that ends behind the text", async () => {
    await expect(
      check(
        "gives pages, outline and omissions that lie inside the text, in order",
        changed({ pages: [{ number: 1, start: 0, end: 99 }] }),
      ),
    ).rejects.toThrow("page 1 is 0–99 of a text of 3");
  });

  it("makes ids by chance", async () => {
    let count = 0;
    const load: DocumentLoader["load"] = (source) => [{ id: `${++count}`, source: source.id, text: "Ada", mediaType: "text/plain" }];
    await expect(check("gives the same documents with the same ids every time", { load })).rejects.toThrow("a second load");
  });

  it("takes an unreadable source for an empty one", async () => {
    const load: DocumentLoader["load"] = async (source) => {
      await source.bytes().catch(() => new Uint8Array());
      return [];
    };
    const title = "lets the failure of an unreadable source through, and gives no empty document for it";
    await expect(check(title, { load })).rejects.toThrow("was loaded though its bytes cannot be read");
  });
});

const WHOLE = "gives whole documents that name their source, each with an id of its own";

function changed(facts: Partial<Document>): Partial<DocumentLoader> {
  return {
    load: async function* (source) {
      for await (const document of new LineLoader().load(source)) yield { ...document, ...facts };
    },
  };
}

async function check(title: string, members: Partial<DocumentLoader>): Promise<void> {
  const run = documentLoaderChecks[title];
  if (run === undefined) throw new Error(`no check "${title}"`);
  const good = new LineLoader();
  const create = (): DocumentLoader => ({
    name: "broken",
    canHandle: (source) => good.canHandle(source),
    load: (source) => good.load(source),
    ...members,
  });
  await run({ create, accepts, rejects });
}
