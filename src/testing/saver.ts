import assert from "node:assert/strict";
import { readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import type { Capabilities, Change, Handles, PluginContext, Saver } from "../interfaces.ts";
import type { Artifact, Chunk, Document, Evidence, Query, Unit } from "../model.ts";
import { collect } from "./collect.ts";
import { type Checks, type ContractOptions, checkContract, defineContract } from "./contract.ts";
import { type Indexed, testCorpus, testEdit } from "./corpus.ts";
import { assertEvidence, assertReadsBack, passes } from "./evidence.ts";
import { withFolder } from "./folder.ts";
import { assertJson, assertSame, frozen, throughJson } from "./json.ts";
import { assertNamed } from "./named.ts";
import { testRun } from "./run.ts";

export interface SaverContract<T> extends ContractOptions {
  /** Asked for several instances over one folder, `context.root`; what one saves another must be able to open. */
  readonly create: (context: PluginContext) => Saver<T>;
}

/** The contract of every unit saver, as vitest tests: what the JSON savers, a database and an index all owe their readers. */
export function testUnitSaver(contract: SaverContract<Unit>): void {
  checkContract("testUnitSaver", contract);
  defineContract("unit saver", unitSaverChecks, contract);
}

/** The contract of every chunk saver, as vitest tests. */
export function testChunkSaver(contract: SaverContract<Chunk>): void {
  checkContract("testChunkSaver", contract);
  defineContract("chunk saver", chunkSaverChecks, contract);
}

export const unitSaverChecks: Checks<SaverContract<Unit>> = saverChecks("units");
export const chunkSaverChecks: Checks<SaverContract<Chunk>> = saverChecks("chunks");

type Kind = Artifact["kind"];
type Item<K extends Kind> = K extends "units" ? Unit : Chunk;
interface Items {
  readonly id: string;
  readonly documentId: string;
}

function saverChecks<K extends Kind>(kind: K): Checks<SaverContract<Item<K>>> {
  type T = Item<K>;
  // The fixtures carry both kinds; which of the two lists holds T follows from `kind`, which the compiler cannot see.
  const itemsOf = (entry: Indexed) => entry[kind] as readonly Items[] as readonly T[];
  const put = (entry: Indexed): Change<T> => ({ document: entry.document, items: itemsOf(entry) });
  const drop = ({ document: { id, source } }: Indexed): Change<T> => ({ document: { id, source }, items: null });
  const [leave, pump, notice] = testCorpus() as [Indexed, Indexed, Indexed];
  const edited = testEdit();
  const first = [leave, pump, notice];

  /** What every history below must come to: `leave` edited, `pump` gone, `notice` as it was. */
  const second = [edited, notice];
  const steps = [put(edited), drop(pump)];

  return {
    "has a name, and offers something": inFolder(({ saver }) => {
      assertNamed(saver);
      assert.ok(saver.offers.length > 0, "offers is empty: nothing could ever read what it saves");
    }),

    "says what it left: kind, counts, and the capabilities that opening it gives": inFolder(async ({ saver, save, open }) => {
      const artifact = await save(first.map(put));
      assertJson(artifact, "the artifact");
      assert.equal(artifact.kind, kind);
      assert.equal(artifact.saver, saver.name);
      assert.deepEqual(artifact.counts, { documents: 3, items: first.flatMap(itemsOf).length });
      assert.ok(artifact.fingerprint !== "", "the fingerprint is empty");
      await open(artifact, (handles) => {
        const given = new Map(Object.entries(handles));
        for (const capability of artifact.capabilities) {
          assert.ok(
            saver.offers.some((offered) => offered === capability),
            `"${capability}" is in capabilities, but not in offers`,
          );
          assert.ok(given.get(capability) !== undefined, `open() gives no handle for "${capability}"`);
        }
      });
    }),

    "reads back what was saved, through every capability it offers": inFolder(async ({ save, open }) => {
      await open(await save(first.map(put)), (handles) => assertHolds(kind, handles, first, [edited]));
    }),

    "finds what was saved, and only what filters and access let through": inFolder(async ({ save, open }) => {
      await open(await save(first.map(put)), (handles) => assertSearches(handles, first));
    }),

    "replaces, adds and removes documents": inFolder(async ({ save, open }) => {
      const artifact = await save([drop(pump), put(edited)], await save([put(leave), put(pump), put(notice)]));
      assert.deepEqual(artifact.counts, { documents: 2, items: second.flatMap(itemsOf).length });
      await open(artifact, async (handles) => {
        await assertHolds(kind, handles, second, [leave, pump]);
        await assertSearches(handles, second);
      });
    }),

    "removes a document that is not there without complaint": inFolder(async ({ save, observe }) => {
      const before = await save([put(leave)]);
      assertSame(await observe(await save([drop(pump)], before)), await observe(before), "the rest changed");
    }),

    "gives one result, whatever the order of changes": inFolder(async ({ save, observe }) => {
      const one = await save(first.map(put));
      const other = await save(first.map(put).reverse());
      assertSame(await observe(other), await observe(one), "documents saved in another order read differently");
      assert.equal(other.fingerprint, one.fingerprint, "documents saved in another order have another fingerprint");
      assertSame(await observe(await save([...steps].reverse(), other)), await observe(await save(steps, one)), "changes in another order");
    }),

    "gives after any history what a clean build gives": inFolder(async ({ save, observe }) => {
      const clean = await observe(await save(second.map(put)));
      assertSame(await observe(await save(steps, await save(first.map(put)))), clean, "after an edit and a removal");
      const onlyPump = await save([drop(pump), put(leave)], await save([put(pump)]));
      assertSame(await observe(await save([put(notice), put(edited)], onlyPump)), clean, "after taking everything out and building up");
      assertSame(await observe(await save(second.map(put), await save(second.map(put)))), clean, "after saving the same again");
    }),

    "changes its fingerprint when the content changes": inFolder(async ({ save }) => {
      const before = await save(first.map(put));
      assert.notEqual((await save([put(edited)], before)).fingerprint, before.fingerprint, "after an edit");
      assert.notEqual((await save([drop(notice)], before)).fingerprint, before.fingerprint, "after a removal");
    }),

    "can hold nothing": inFolder(async ({ save, open }) => {
      for (const artifact of [await save([]), await save([drop(leave)], await save([put(leave)]))]) {
        assert.deepEqual(artifact.counts, { documents: 0, items: 0 });
        await open(artifact, (handles) => assertHolds(kind, handles, [], first));
      }
    }),

    "leaves the previous artifact readable while a new one is written and after": inFolder(async ({ save, open, observe }) => {
      const previous = await save(first.map(put));
      const before = await observe(previous);
      await open(previous, async (handles) => {
        const meanwhile = async function* () {
          for (const step of steps) {
            yield step;
            assertSame(await observe(previous), before, "the previous artifact changed while the new one was written");
          }
        };
        await save(meanwhile(), previous);
        await assertHolds(kind, handles, first, [edited]);
      });
      assertSame(await observe(previous), before, "the previous artifact changed when the new one was done");
    }),

    "leaves the previous artifact whole when the changes break off": inFolder(async ({ save, saver, run, observe }) => {
      const previous = await save(first.map(put));
      const before = await observe(previous);
      const broken = async function* () {
        yield* steps;
        throw new Error("the loader broke off");
      };
      await assert.rejects(save(broken(), previous), /broke off/, "save() did not pass on what its changes threw");
      assertSame(await observe(previous), before, "the previous artifact changed");
      await saver.discard?.(previous, run);
      assertSame(await observe(previous), before, "discard() after the failure changed the previous artifact");
      assertSame(await observe(await save(steps, previous)), await observe(await save(second.map(put))), "the next save is not whole");
    }),

    "leaves the live artifact readable when it discards the others": inFolder(async ({ save, saver, run, observe }) => {
      const live = await save(steps, await save(first.map(put)));
      const before = await observe(live);
      await saver.discard?.(live, run);
      await saver.discard?.(live, run);
      assertSame(await observe(live), before, "discard(live) changed the live artifact");
    }),

    "discards everything it made, and nothing else, when no artifact is live": inFolder(async ({ save, saver, run, observe }) => {
      const before = await observe(await save(first.map(put)));
      const own = join(run.root, "notes.txt");
      await writeFile(own, "not the saver's");
      await saver.discard?.(undefined, run);
      await saver.discard?.(undefined, run);
      assert.equal(await readFile(own, "utf8"), "not the saver's", "a file that it never made is gone");
      assertSame(await observe(await save(first.map(put))), before, "a save after that is not whole");
    }),

    "opens again in another process": inFolder(async ({ save, create, run, observe, observeWith }) => {
      const artifact = await save(first.map(put));
      assertSame(await observeWith(create(run), throughJson(artifact)), await observe(artifact), "another instance reads something else");
    }),

    "finds no damage in what it has just saved": inFolder(async ({ save, saver, run }) => {
      const artifact = await save(steps, await save(first.map(put)));
      assert.deepEqual([...((await saver.damaged?.(artifact, run)) ?? [])], []);
    }),
  };
}

/** A saver over a folder of its own, with what the checks do to it. */
interface Bench<T> {
  readonly create: (context: PluginContext) => Saver<T>;
  readonly saver: Saver<T>;
  readonly run: ReturnType<typeof testRun>;
  readonly save: (changes: Iterable<Change<T>> | AsyncIterable<Change<T>>, previous?: Artifact) => Promise<Artifact>;
  readonly open: (artifact: Artifact, use: (handles: Handles) => Promise<void> | void) => Promise<void>;
  readonly observe: (artifact: Artifact) => Promise<unknown>;
  readonly observeWith: (saver: Saver<T>, artifact: Artifact) => Promise<unknown>;
}

function inFolder<T>(check: (bench: Bench<T>) => Promise<void> | void): (contract: SaverContract<T>) => Promise<void> {
  return ({ create }) =>
    withFolder(async (root) => {
      const run = testRun({ root });
      const saver = create(run);
      await check({
        create,
        saver,
        run,
        save: (changes, previous) => saver.save(eachFrozen(changes), previous && frozen(previous), run),
        open: (artifact, use) => withHandles(saver, artifact, run, use),
        observe: (artifact) => observe(saver, artifact, run),
        observeWith: (other, artifact) => observe(other, artifact, run),
      });
    });
}

async function* eachFrozen<T>(changes: Iterable<Change<T>> | AsyncIterable<Change<T>>): AsyncGenerator<Change<T>> {
  for await (const change of changes) yield frozen(change);
}

async function withHandles<T>(
  saver: Saver<T>,
  artifact: Artifact,
  context: PluginContext,
  use: (handles: Handles) => Promise<void> | void,
): Promise<void> {
  const handles = await saver.open(frozen(artifact), context);
  try {
    await use(handles);
  } finally {
    await handles.close?.();
  }
}

/** May read everything in the test's documents. */
const principals = ["staff"];

const questions: readonly Query[] = [
  { text: "paid leave", principals },
  { text: "days", principals },
  { text: "days" },
  { text: "impeller", principals },
  { text: "How many days of quarantine are due?", topK: 2, principals },
  { text: "zeppelin", principals },
];

/** All that a reader can learn from an artifact of the test's documents, as a value to compare. */
async function observe<T>(saver: Saver<T>, artifact: Artifact, context: PluginContext): Promise<unknown> {
  const everything = [...testCorpus(), testEdit()];
  const seen: { [what: string]: unknown } = { kind: artifact.kind, counts: artifact.counts, capabilities: artifact.capabilities };
  await withHandles(saver, artifact, context, async (handles) => {
    const reading = handles["read-units"];
    if (reading !== undefined) {
      seen.units = await reading.readUnits(everything.flatMap(({ units }) => units.map(({ id }) => id)));
      seen.documents = await Promise.all(everything.map(async ({ document }) => (await reading.readDocument(document.id)) ?? null));
    }
    seen.chunks = await handles["read-chunks"]?.readChunks(everything.flatMap(({ chunks }) => chunks.map(({ id }) => id)));
    const listing = handles["list-sections"];
    if (listing !== undefined) seen.sections = await collect(listing.sections());
    for (const capability of ["keyword-search", "vector-search"] as const) {
      const searching = handles[capability];
      if (searching !== undefined) seen[capability] = await Promise.all(questions.map((query) => searching.search(query)));
    }
  });
  return throughJson(seen);
}

/** `here` is read back whole, in the order asked for, and nothing of `gone` is. */
async function assertHolds(kind: Kind, handles: Handles, here: readonly Indexed[], gone: readonly Indexed[]): Promise<void> {
  const reading = handles["read-units"];
  if (reading !== undefined) {
    for (const { document } of here)
      assertSame(await reading.readDocument(document.id), document, `readDocument() of "${document.source}"`);
    const ids = new Set(here.map(({ document }) => document.id));
    for (const { document } of gone) {
      if (!ids.has(document.id)) assert.equal(await reading.readDocument(document.id), undefined, `"${document.source}" can still be read`);
    }
    assert.equal(await reading.readDocument("no such document"), undefined, "readDocument() of an unknown id");
    if (kind === "units") await assertReads((asked) => reading.readUnits(asked), units(here), units(gone));
  }
  const chunkReading = handles["read-chunks"];
  if (chunkReading !== undefined && kind === "chunks") {
    await assertReads((asked) => chunkReading.readChunks(asked), chunks(here), chunks(gone));
  }
  if (kind === "units") await assertSections(handles["list-sections"], here);
}

const units = (entries: readonly Indexed[]) => entries.flatMap((entry) => entry.units);
const chunks = (entries: readonly Indexed[]) => entries.flatMap((entry) => entry.chunks);

async function assertReads<I extends Items>(
  read: (ids: readonly string[]) => Promise<readonly I[]> | readonly I[],
  here: readonly I[],
  gone: readonly I[],
): Promise<void> {
  const asked = [...here].reverse();
  assertSame(await read(asked.map(({ id }) => id)), asked, "what is read by id is not what was saved, in the order asked for");
  const held = new Set(here.map(({ id }) => id));
  const others = gone.map(({ id }) => id).filter((id) => !held.has(id));
  assertSame(await read(["no such id", ...others]), [], "an id that is not there must be left out");
}

async function assertSections(listing: Capabilities["list-sections"] | undefined, here: readonly Indexed[]): Promise<void> {
  if (listing === undefined) return;
  const known = new Map(here.flatMap(({ document, units }) => units.map((unit) => [unit.id, { unit, document }] as const)));
  const sections = await collect(listing.sections());
  for (const section of sections) {
    const entry = known.get(section.id);
    assert.ok(entry !== undefined, `section "${section.path.join(" › ")}" is no unit that was saved`);
    assertSame(section.path, entry.unit.path, "the path of a section");
    assert.equal(section.documentId, entry.document.id);
    assert.equal(section.source, entry.document.source);
  }
  for (const { document } of here) {
    const own = sections.filter(({ documentId }) => documentId === document.id);
    assert.ok(own.length > 0, `no section of "${document.source}" is listed`);
    const filter = { attribute: "source", op: "is", value: document.source } as const;
    assertSame(await collect(listing.sections(filter)), own, `the sections of source "${document.source}"`);
  }
}

async function assertSearches(handles: Handles, here: readonly Indexed[]): Promise<void> {
  const documents = new Map(here.map(({ document }) => [document.id, document]));
  for (const capability of ["keyword-search", "vector-search"] as const) {
    const searching = handles[capability];
    if (searching === undefined) continue;
    for (const query of questions) assertFound((await searching.search(query)).evidence, query, documents);
    for (const { document } of here) {
      for (const documents of [[document.source], [document.id]]) {
        for (const piece of (await searching.search({ text: "days", documents, principals })).evidence) {
          assert.equal(piece.documentId, document.id, `a search in "${document.source}" left it`);
        }
      }
    }
    const filters = [{ attribute: "role", op: "is", value: "rule" }] as const;
    for (const piece of (await searching.search({ text: "days", filters, principals })).evidence) {
      assert.ok(passes({ filters }, piece), `"${piece.citation}" came though a filter shuts it out`);
    }
    for (const piece of (await searching.search({ text: "quarantine days" })).evidence) {
      const { access } = documents.get(piece.documentId) ?? {};
      assert.equal(access, undefined, `"${piece.citation}" came for a caller who may not read it`);
    }
  }
  const keywords = handles["keyword-search"];
  if (keywords === undefined) return;
  for (const [word, { document }] of uniqueWords(here)) {
    const { evidence, searched } = await keywords.search({ text: word, principals });
    assert.equal(evidence[0]?.documentId, document.id, `"${word}", which stands in "${document.source}" alone, is not found there`);
    assert.ok(searched.length > 0, "searched is empty");
  }
  for (const word of ["zeppelin", ...gone(here)])
    assert.deepEqual([...(await keywords.search({ text: word, principals })).evidence], [], `a search for "${word}"`);
}

function assertFound(evidence: readonly Evidence[], query: Query, documents: ReadonlyMap<string, Document>): void {
  assertEvidence(evidence, query.topK ?? 10);
  for (const piece of evidence) assertReadsBack(piece, documents.get(piece.documentId));
}

const marks = ["sabbatical", "impeller", "quarantine", "midwives"];

function uniqueWords(here: readonly Indexed[]): [string, Indexed][] {
  return marks.flatMap((word) =>
    here.filter(({ document }) => document.text.includes(word)).map((entry): [string, Indexed] => [word, entry]),
  );
}

function gone(here: readonly Indexed[]): string[] {
  return marks.filter((word) => !here.some(({ document }) => document.text.includes(word)));
}
