import assert from "node:assert/strict";
import { argumentInvalid, checkText } from "../arguments.ts";
import { RightRagError } from "../errors.ts";
import { contentHash } from "../hash.ts";
import type { DocumentLoader, PluginContext, Source } from "../interfaces.ts";
import type { Document } from "../model.ts";
import { collect } from "./collect.ts";
import { type Checks, type ContractOptions, checkContract, defineContract } from "./contract.ts";
import { assertJson, assertSame } from "./json.ts";
import { assertNamed } from "./named.ts";
import { testRun } from "./run.ts";
import { assertSpan } from "./spans.ts";

export interface DocumentLoaderContract extends ContractOptions {
  readonly create: (context: PluginContext) => DocumentLoader;
  /** What the loader is for; `testSource` makes one. */
  readonly accepts: Source | readonly Source[];
  /** What it leaves to other loaders. */
  readonly rejects?: Source | readonly Source[];
}

/** The contract of every document loader, as vitest tests. `discover` is not called: it may need a network. */
export function testDocumentLoader(contract: DocumentLoaderContract): void {
  checkContract("testDocumentLoader", contract);
  defineContract("document loader", documentLoaderChecks, contract);
}

/** A source in memory. Text is given as UTF-8. */
export function testSource(id: string, content: string | Uint8Array): Source {
  checkText("testSource", id, "id");
  if (typeof content !== "string" && !(content instanceof Uint8Array)) {
    throw argumentInvalid("testSource", "content", "a string or bytes", content);
  }
  const bytes = typeof content === "string" ? new TextEncoder().encode(content) : content;
  return { id, fingerprint: contentHash(bytes), bytes: async () => Uint8Array.from(bytes) };
}

export const documentLoaderChecks: Checks<DocumentLoaderContract> = {
  "has a name": ({ create }) => assertNamed(create(testRun())),

  "accepts the sources it is for": async ({ create, accepts }) => {
    for (const source of [accepts].flat()) assert.equal(await create(testRun()).canHandle(source), true, `canHandle() of "${source.id}"`);
  },

  "leaves other sources to other loaders": async ({ create, rejects = [] }) => {
    for (const source of [rejects].flat()) assert.equal(await create(testRun()).canHandle(source), false, `canHandle() of "${source.id}"`);
  },

  "gives whole documents that name their source, each with an id of its own": async ({ create, accepts }) => {
    for (const source of [accepts].flat()) {
      const documents = await load(create(testRun()), source);
      assert.ok(documents.length > 0, `no document came from "${source.id}"`);
      assert.equal(new Set(documents.map(({ id }) => id)).size, documents.length, `two documents of "${source.id}" have one id`);
      for (const document of documents) {
        assertJson(document, `a document of "${source.id}"`);
        assert.equal(document.source, source.id, "the source of a document");
        assert.ok(typeof document.id === "string" && document.id !== "", "a document has no id");
        assert.match(document.mediaType, /^[^/\s]+\/[^/\s]+$/, "mediaType");
        assert.ok(typeof document.text === "string" && document.text.trim() !== "", `a document of "${source.id}" has no text`);
        assert.ok(!document.text.startsWith("\uFEFF"), `the text of "${source.id}" begins with a byte order mark`);
      }
    }
  },

  "gives pages, outline and omissions that lie inside the text, in order": async ({ create, accepts }) => {
    for (const source of [accepts].flat()) for (const document of await load(create(testRun()), source)) assertPlaces(document);
  },

  "gives the same documents with the same ids every time": async ({ create, accepts }) => {
    for (const source of [accepts].flat()) {
      const loader = create(testRun());
      const first = await load(loader, source);
      assertSame(await load(loader, source), first, `a second load of "${source.id}" differs`);
      assertSame(await load(create(testRun()), source), first, `a second instance loads "${source.id}" in another way`);
    }
  },

  "lets the failure of an unreadable source through, and gives no empty document for it": async ({ create, accepts }) => {
    for (const source of [accepts].flat()) {
      const unreadable: Source = {
        ...source,
        bytes: () => Promise.reject(new RightRagError("SOURCE_UNREADABLE", `"${source.id}" cannot be read.`, "Give read access to it.")),
      };
      await assert.rejects(load(create(testRun()), unreadable), `"${source.id}" was loaded though its bytes cannot be read`);
    }
  },
};

function load(loader: DocumentLoader, source: Source): Promise<Document[]> {
  return collect(loader.load(source, testRun()));
}

function assertPlaces({ text, pages = [], outline = [], omissions = [], notices = [] }: Document): void {
  for (const { number, ...span } of pages) assertSpan(text, span, `page ${number}`);
  for (const { omitted } of omissions) assertSpan(text, omitted, "an omission");
  let last = 0;
  for (const { title, level, at } of outline) {
    assertSpan(text, at, `the heading "${title}"`);
    assert.ok(Number.isInteger(level) && level >= 1, `the heading "${title}" has level ${level}`);
    assert.ok(at.start >= last, `the heading "${title}" stands before the one it follows`);
    last = at.start;
  }
  for (const { code, lost } of notices) assert.ok(code !== "" && lost >= 0, `notice "${code}" counts ${lost} lost`);
}
