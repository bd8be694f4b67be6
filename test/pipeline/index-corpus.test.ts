import { expect, it } from "vitest";
import { RightRagError } from "../../src/errors.ts";
import type { ChunkParser, DocumentLoader, UnitParser } from "../../src/interfaces.ts";
import type { Unit } from "../../src/model.ts";
import { indexCorpus } from "../../src/pipeline/index-corpus.ts";
import { documentId } from "../../src/units.ts";
import { type FakeProject, fakeHost, fakeProject, foundIn, lineParser, sourceOf, textLoader } from "./fakes.ts";

const topics = (project: FakeProject) => {
  const last = [...project.units.saved.values()].at(-1) ?? new Map<string, readonly Unit[]>();
  return [...last.values()]
    .flat()
    .map((unit) => unit.topic)
    .sort();
};

it("makes units and chunks of every document, and counts them", async () => {
  const project = fakeProject();
  const { report, changed } = await indexCorpus(project.input({ "a.txt": "one\ntwo", "b.txt": "three" }));
  expect(changed).toBe(true);
  expect(report.documents).toEqual({ added: 2, changed: 0, removed: 0, unchanged: 0 });
  expect(report.total).toEqual({ documents: 2, units: 3, chunks: 3 });
  expect(topics(project)).toEqual(["one", "three", "two"]);
});

it("does nothing, and saves nothing, when nothing has changed", async () => {
  const project = fakeProject();
  const files = { "a.txt": "one", "b.txt": "two" };
  const first = await indexCorpus(project.input(files));
  const second = await indexCorpus(project.input(files, { previous: first.state }));
  expect(second.changed).toBe(false);
  expect(second.report.documents).toEqual({ added: 0, changed: 0, removed: 0, unchanged: 2 });
  expect(project.units.saved.size).toBe(1);
});

it("makes only what changed again, takes out what is gone, and ends as a clean build does", async () => {
  const project = fakeProject();
  const first = await indexCorpus(project.input({ "a.txt": "one", "b.txt": "two", "c.txt": "three" }));
  const now = { "a.txt": "one", "b.txt": "two changed", "d.txt": "three" };
  const second = await indexCorpus(project.input(now, { previous: first.state }));
  expect(second.report.documents).toEqual({ added: 1, changed: 1, removed: 1, unchanged: 1 });
  const clean = await indexCorpus(fakeProject().input(now));
  expect([...second.state.sources]).toEqual([...clean.state.sources]);
  expect(topics(project)).toEqual(["one", "three", "two changed"]);
});

it("takes everything out of an index whose documents are all gone", async () => {
  const project = fakeProject();
  const first = await indexCorpus(project.input({ "a.txt": "one" }));
  const second = await indexCorpus(project.input({}, { previous: first.state }));
  expect(second.report.documents.removed).toBe(1);
  expect(second.state.sources.size).toBe(0);
  expect(topics(project)).toEqual([]);
});

it("makes everything again when loaders, parsers or settings changed", async () => {
  const project = fakeProject();
  const files = { "a.txt": "one", "b.txt": "two" };
  const first = await indexCorpus(project.input(files));
  const second = await indexCorpus(project.input(files, { previous: first.state, recipe: "recipe 2" }));
  expect(second.report.documents).toEqual({ added: 0, changed: 2, removed: 0, unchanged: 0 });
});

it("fails a document whose parser throws, naming parser, file and cause, and goes on with the others", async () => {
  const project = fakeProject();
  const { report } = await indexCorpus(project.input({ "a.txt": "UNPARSED", "b.txt": "two" }));
  expect(report.total.documents).toBe(1);
  expect(report.failures).toMatchObject([
    {
      source: "a.txt",
      code: "PLUGIN_FAILED",
      message: 'Unit parsing by "lines" (spec/lines.ts) failed on "a.txt": no lines here',
      kept: false,
    },
  ]);
});

it("fails a source that no loader accepts, naming those that were asked", async () => {
  const { report } = await indexCorpus(fakeProject().input({ "a.bin": "?", "b.txt": "two" }));
  expect(report.failures).toMatchObject([{ source: "a.bin", code: "NO_DOCUMENT_LOADER" }]);
});

it("keeps the earlier version of a document that cannot be loaded any more, and says so", async () => {
  const project = fakeProject();
  const first = await indexCorpus(project.input({ "a.txt": "one", "b.txt": "two" }));
  const second = await indexCorpus(project.input({ "a.txt": "BROKEN", "b.txt": "two" }, { previous: first.state }));
  expect(second.report.failures).toMatchObject([{ source: "a.txt", kept: true }]);
  expect(second.state.sources.get("a.txt")?.documents).toHaveLength(1);
  const third = await indexCorpus(project.input({ "a.txt": "mended", "b.txt": "two" }, { previous: second.state }));
  expect(third.report.documents).toEqual({ added: 0, changed: 1, removed: 0, unchanged: 1 });
  expect(topics(project)).toEqual(["mended", "two"]);
});

it("keeps what is indexed of a folder that cannot be looked into", async () => {
  const project = fakeProject();
  const first = await indexCorpus(project.input({ "a.txt": "one", "sub/b.txt": "two" }));
  const error = new RightRagError("SOURCE_UNREADABLE", 'Cannot read "sub".', "");
  async function* found() {
    yield { type: "unreadable" as const, id: "sub", error };
    yield* foundIn({ "a.txt": "one" });
  }
  const second = await indexCorpus(project.input({}, { found: found(), previous: first.state }));
  expect(second.report.documents).toMatchObject({ removed: 0, unchanged: 1 });
  expect(second.state.sources.has("sub/b.txt")).toBe(true);
  expect(second.report.failures).toHaveLength(1);
});

it("S3: leaves the other documents alone in a partial run", async () => {
  const project = fakeProject();
  const first = await indexCorpus(project.input({ "a.txt": "one", "b.txt": "two" }));
  const second = await indexCorpus(project.input({ "a.txt": "one changed" }, { previous: first.state, partial: true }));
  expect(second.report.documents).toMatchObject({ changed: 1, removed: 0 });
  expect(topics(project)).toEqual(["one changed", "two"]);
});

it("S3: does not take a failing discover() for an empty source", async () => {
  let broken = false;
  const api: DocumentLoader = {
    name: "api",
    discover: () => {
      if (broken) throw new Error("503");
      return [sourceOf("https://example.test/1", "remote")];
    },
    canHandle: (source) => source.id.startsWith("https:"),
    load: textLoader.load,
  };
  const project = fakeProject({ documentLoaders: [textLoader, api] });
  const first = await indexCorpus(project.input({ "a.txt": "one" }));
  broken = true;
  const second = await indexCorpus(project.input({ "a.txt": "one" }, { previous: first.state }));
  expect(second.report.documents).toMatchObject({ removed: 0 });
  expect(second.report.failures).toMatchObject([{ source: "discover() of api", code: "PLUGIN_FAILED", kept: true }]);
  expect(second.state.sources.has("https://example.test/1")).toBe(true);
});

it("shows plugins a document that they cannot change", async () => {
  const vandal = {
    name: "vandal",
    canHandle: (document: { text: string }) => {
      document.text = "gone";
      return false;
    },
    parse: () => [],
  };
  const project = fakeProject({ unitParsers: [vandal, lineParser] });
  const { report } = await indexCorpus(project.input({ "a.txt": "one" }));
  expect(report.failures).toMatchObject([
    { source: "a.txt", code: "PLUGIN_FAILED", message: expect.stringContaining("read only property 'text'") },
  ]);
});

it("names a source whose loader accepted it and gave nothing, and keeps what it had of it", async () => {
  const project = fakeProject();
  const first = await indexCorpus(project.input({ "a.txt": "one" }));
  const empty = fakeProject({ documentLoaders: [{ ...textLoader, load: () => [] }] });
  const second = await indexCorpus(empty.input({ "a.txt": "two" }, { previous: first.state }));
  expect(second.report.failures).toMatchObject([{ source: "a.txt", code: "NO_DOCUMENT", kept: true }]);
  expect(second.report.documents.removed).toBe(0);
});

it("takes out what an emptied file said before, and names the file", async () => {
  const loader: DocumentLoader = {
    ...textLoader,
    async *load(source, run) {
      if ((await source.bytes()).length === 0) throw new RightRagError("DOCUMENT_EMPTY", "It is empty.", "");
      yield* textLoader.load(source, run) as AsyncIterable<never>;
    },
  };
  const project = fakeProject({ documentLoaders: [loader] });
  const first = await indexCorpus(project.input({ "a.txt": "one", "b.txt": "two" }));
  const second = await indexCorpus(project.input({ "a.txt": "", "b.txt": "two" }, { previous: first.state }));
  expect(second.report).toMatchObject({ documents: { removed: 1 }, failures: [{ source: "a.txt", code: "DOCUMENT_EMPTY", kept: false }] });
  expect(topics(project)).toEqual(["two"]);
});

it("tells documents of one id apart: the second fails, naming both sources", async () => {
  const careless: DocumentLoader = {
    name: "careless",
    canHandle: () => true,
    load: (source) => [{ id: "same", source: source.id, text: source.id, mediaType: "text/plain" }],
  };
  const { report } = await indexCorpus(fakeProject({ documentLoaders: [careless] }).input({ a: "", b: "" }));
  expect(report.total.documents).toBe(1);
  expect(report.failures).toMatchObject([{ source: "b", code: "DOCUMENT_ID_TAKEN" }]);
});

it("streams the documents of a source that holds many, and takes out the records that are gone", async () => {
  const records: DocumentLoader = {
    name: "records",
    canHandle: () => true,
    async *load(source) {
      const lines = Buffer.from(await source.bytes())
        .toString()
        .split("\n");
      for (const text of lines) yield { id: documentId(source.id, text), source: source.id, text, mediaType: "text/plain" };
    },
  };
  const project = fakeProject({ documentLoaders: [records] });
  const first = await indexCorpus(project.input({ r: "one\ntwo\nthree" }));
  const second = await indexCorpus(project.input({ r: "one\nthree" }, { previous: first.state }));
  expect(second.report.documents).toEqual({ added: 0, changed: 2, removed: 1, unchanged: 0 });
  expect(topics(project)).toEqual(["one", "three"]);
});

it("counts text that is in no unit as a loss, in every run", async () => {
  const firstLine = { ...lineParser, parse: () => [{ topic: "t", fulltext: "one", source: { start: 0, end: 3 } }] };
  const project = fakeProject({ unitParsers: [firstLine] });
  const first = await indexCorpus(project.input({ "a.txt": "one\nand more" }));
  const notice = {
    source: "a.txt",
    code: "UNCOVERED_TEXT",
    message: '7 of 10 characters, in 1 place, are in no unit; the first: "and more"',
    lost: 7,
  };
  expect(first.report.notices).toEqual([notice]);
  const second = await indexCorpus(project.input({ "a.txt": "one\nand more" }, { previous: first.state }));
  expect(second.report.notices).toEqual([notice]);
});

it("tolerates uncovered text up to the share that the settings name", async () => {
  const firstLine = { ...lineParser, parse: () => [{ topic: "t", fulltext: "one", source: { start: 0, end: 3 } }] };
  const { report } = await indexCorpus(
    fakeProject({ unitParsers: [firstLine] }).input({ "a.txt": "one\nand more" }, { tolerateUncovered: 0.7 }),
  );
  expect(report.notices).toMatchObject([{ code: "UNCOVERED_TEXT", lost: 0 }]);
});

it("leaves the index whole when a saver fails, and tells the other savers", async () => {
  const project = fakeProject();
  const first = await indexCorpus(project.input({ "a.txt": "one" }));
  project.chunks.failAfter = 1;
  const files = Object.fromEntries(Array.from({ length: 50 }, (_, i) => [`${i}.txt`, `text ${i}`]));
  await expect(indexCorpus(project.input(files, { previous: first.state }))).rejects.toThrow("disk full");
  expect(project.units.saved.size).toBe(1);
});

it("stops with ABORTED when it is told to", async () => {
  const stop = new AbortController();
  const slow: DocumentLoader = {
    ...textLoader,
    async *load(source, run) {
      stop.abort();
      yield* textLoader.load(source, run) as AsyncIterable<never>;
    },
  };
  const project = fakeProject({ documentLoaders: [slow] });
  await expect(indexCorpus(project.input({ "a.txt": "one" }, { host: fakeHost({ signal: stop.signal }) }))).rejects.toMatchObject({
    code: "ABORTED",
  });
  expect(project.units.saved.size).toBe(0);
});

it("makes everything anew when a saver finds its data unusable", async () => {
  const project = fakeProject();
  const files = { "a.txt": "one", "b.txt": "two" };
  const first = await indexCorpus(project.input(files));
  Object.assign(project.units, {
    damaged: () => {
      throw new Error("the catalog is gone");
    },
  });
  const host = fakeHost();
  const second = await indexCorpus(project.input(files, { previous: first.state, host }));
  expect(second.report.documents).toMatchObject({ changed: 2, unchanged: 0 });
  expect(host.logged).toEqual(["warn: the catalog is gone Everything is indexed anew."]);
});

it("makes only the documents again that a saver finds damaged", async () => {
  const project = fakeProject();
  const files = { "a.txt": "one", "b.txt": "two" };
  const first = await indexCorpus(project.input(files));
  Object.assign(project.units, { damaged: () => [documentId("b.txt")] });
  const second = await indexCorpus(project.input(files, { previous: first.state }));
  expect(second.report.documents).toMatchObject({ changed: 1, unchanged: 1 });
});

it("refuses to rebuild over a document that it has and can no longer read", async () => {
  const project = fakeProject();
  const first = await indexCorpus(project.input({ "a.txt": "one", "b.txt": "two" }));
  const broken = project.input({ "a.txt": "BROKEN", "b.txt": "two" }, { previous: first.state, force: true });
  await expect(indexCorpus(broken)).rejects.toMatchObject({ code: "REBUILD_WOULD_LOSE" });
});

it("refuses a partial run when the savers changed", async () => {
  const project = fakeProject();
  const first = await indexCorpus(project.input({ "a.txt": "one", "b.txt": "two" }));
  const partial = project.input({ "a.txt": "one" }, { previous: first.state, savers: "savers 2", partial: true });
  await expect(indexCorpus(partial)).rejects.toMatchObject({ code: "PARTIAL_NEEDS_FULL" });
});

it("shows chunk parsers what unit parsers left out, and counts what chunk parsers leave out", async () => {
  const seen: unknown[] = [];
  const withOmission: UnitParser = {
    ...lineParser,
    *parse(document) {
      yield { omitted: { start: 0, end: 3 }, reason: "page" };
      yield { topic: "rest", fulltext: document.text.slice(4), source: { start: 4, end: document.text.length } };
    },
  };
  const chunkParser: ChunkParser = {
    name: "choosy",
    parse(_unit, { document, units }, run) {
      seen.push(document.omissions, units?.length);
      run.emit({ type: "index:discarded", chunks: 2, characters: 9 });
      return [];
    },
  };
  const { report } = await indexCorpus(
    fakeProject({ unitParsers: [withOmission], chunkParsers: [chunkParser] }).input({ "a.txt": "p 1\nand more" }),
  );
  expect(seen).toEqual([[{ omitted: { start: 0, end: 3 }, reason: "page" }], 1]);
  expect(report.notices).toEqual([
    {
      source: "a.txt",
      code: "TEXT_DISCARDED",
      message: "Left out, since the chunk parser's threshold says so: 2 chunks of 9 characters in all.",
      lost: 0,
    },
  ]);
});
