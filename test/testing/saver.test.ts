import type { Artifact, Change, Chunk, Document, Handles, Saver, Unit } from "right-rag";
import { stableHash } from "right-rag";
import { testChunkSaver, testUnitSaver } from "right-rag/testing";
import { describe, expect, it } from "vitest";
import { testHandles } from "../../src/testing/artifacts.ts";
import { chunkSaverChecks, unitSaverChecks } from "../../src/testing/saver.ts";

type Entry<T> = { readonly document: Document; readonly items: readonly T[] };

/** Versions by their fingerprint, in a memory that all instances of one root share, as a database would be. */
class MemorySaver<T extends Unit | Chunk> implements Saver<T> {
  readonly name = "memory";
  readonly kind: Artifact["kind"];
  readonly offers: Saver<T>["offers"];
  readonly versions: Map<string, readonly Entry<T>[]>;

  constructor(kind: Artifact["kind"], versions: Map<string, readonly Entry<T>[]>) {
    this.kind = kind;
    this.versions = versions;
    this.offers = kind === "units" ? ["read-units", "list-sections"] : ["read-chunks", "keyword-search"];
  }

  async save(changes: AsyncIterable<Change<T>>, previous: Artifact | undefined): Promise<Artifact> {
    const entries = new Map(this.entriesOf(previous).map((entry) => [entry.document.id, entry]));
    for await (const change of changes) {
      if (change.items === null) entries.delete(change.document.id);
      else entries.set(change.document.id, change);
    }
    const sorted = [...entries.values()].sort((a, b) => (a.document.id < b.document.id ? -1 : 1));
    const fingerprint = stableHash(JSON.parse(JSON.stringify(sorted)));
    this.versions.set(fingerprint, sorted);
    const counts = { documents: sorted.length, items: sorted.flatMap(({ items }) => items).length };
    return { kind: this.kind, saver: this.name, location: fingerprint, capabilities: this.offers, counts, fingerprint };
  }

  open(artifact: Artifact): Handles {
    const corpus = this.entriesOf(artifact).map(({ document, items }) => ({
      document,
      units: items.filter((item): item is Unit & T => "position" in item),
      chunks: items.filter((item): item is Chunk & T => "unitId" in item),
    }));
    const all: Handles = testHandles(corpus);
    return Object.fromEntries(this.offers.map((capability) => [capability, all[capability]]));
  }

  discard(live: Artifact | undefined): void {
    for (const version of this.versions.keys()) if (version !== live?.fingerprint) this.versions.delete(version);
  }

  protected entriesOf(artifact: Artifact | undefined): readonly Entry<T>[] {
    if (artifact === undefined) return [];
    const entries = this.versions.get(artifact.fingerprint);
    if (entries === undefined) throw new Error("this version was discarded");
    return entries;
  }
}

const unitMemory = new Map<string, readonly Entry<Unit>[]>();
const chunkMemory = new Map<string, readonly Entry<Chunk>[]>();

testUnitSaver({ create: () => new MemorySaver("units", unitMemory) });
testChunkSaver({ create: () => new MemorySaver("chunks", chunkMemory) });

describe("a broken saver fails: one that", () => {
  it("forgets to remove a document", async () => {
    class Keeps extends MemorySaver<Unit> {
      override save(changes: AsyncIterable<Change<Unit>>, previous: Artifact | undefined) {
        return super.save(
          only(changes, ({ items }) => items !== null),
          previous,
        );
      }
    }
    await expect(checkUnits("replaces, adds and removes documents", Keeps)).rejects.toThrow("Expected values to be");
  });

  it("keeps its documents in the order in which they came", async () => {
    class Unsorted extends MemorySaver<Unit> {
      override async save(changes: AsyncIterable<Change<Unit>>, previous: Artifact | undefined) {
        const order: string[] = [];
        const seen = only(changes, ({ document }) => order.push(document.id) > 0);
        const artifact = await super.save(seen, previous);
        return { ...artifact, fingerprint: artifact.fingerprint, counts: { ...artifact.counts, order: stableHash(order) } };
      }
    }
    await expect(checkUnits("gives one result, whatever the order of changes", Unsorted)).rejects.toThrow("in another order");
  });

  it("writes over what readers still read", async () => {
    class InPlace extends MemorySaver<Unit> {
      override async save(changes: AsyncIterable<Change<Unit>>, previous: Artifact | undefined) {
        const artifact = await super.save(changes, previous);
        if (previous !== undefined) this.versions.set(previous.fingerprint, this.entriesOf(artifact));
        return artifact;
      }
    }
    const title = "leaves the previous artifact readable while a new one is written and after";
    await expect(checkUnits(title, InPlace)).rejects.toThrow("the previous artifact changed");
  });

  it("swallows the failure of its changes", async () => {
    class Swallows extends MemorySaver<Unit> {
      override async save(changes: AsyncIterable<Change<Unit>>, previous: Artifact | undefined) {
        const got: Change<Unit>[] = [];
        try {
          for await (const change of changes) got.push(change);
        } catch {}
        return super.save(each(got), previous);
      }
    }
    await expect(checkUnits("leaves the previous artifact whole when the changes break off", Swallows)).rejects.toThrow(
      "Missing expected rejection",
    );
  });

  it("discards the live artifact", async () => {
    class Discards extends MemorySaver<Unit> {
      override discard() {
        this.versions.clear();
      }
    }
    await expect(checkUnits("leaves the live artifact readable when it discards the others", Discards)).rejects.toThrow("discarded");
  });

  it("needs the instance that saved", async () => {
    const title = "opens again in another process";
    await expect(unitSaverChecks[title]?.({ create: () => new MemorySaver<Unit>("units", new Map()) })).rejects.toThrow("discarded");
  });

  it("does not give what it lists as a capability", async () => {
    class Boasts extends MemorySaver<Unit> {
      override readonly offers: Saver<Unit>["offers"] = ["read-units", "vector-search"];
    }
    await expect(checkUnits("says what it left: kind, counts, and the capabilities that opening it gives", Boasts)).rejects.toThrow(
      'no handle for "vector-search"',
    );
  });

  it("gives an unknown id as undefined", async () => {
    class Holes extends MemorySaver<Unit> {
      override open(artifact: Artifact): Handles {
        const handles = super.open(artifact);
        const reading = handles["read-units"];
        if (reading === undefined) return handles;
        const readUnits = async (ids: readonly string[]) => {
          const found = await reading.readUnits(ids);
          return ids.map((id) => found.find((unit) => unit.id === id) as Unit);
        };
        return { ...handles, "read-units": { ...reading, readUnits } };
      }
    }
    await expect(checkUnits("reads back what was saved, through every capability it offers", Holes)).rejects.toThrow("must be left out");
  });

  it("searches without the filters", async () => {
    class Unfiltered extends MemorySaver<Chunk> {
      override open(artifact: Artifact): Handles {
        const handles = super.open(artifact);
        return {
          ...handles,
          "keyword-search": { search: ({ text }) => handles["keyword-search"]?.search({ text }) ?? { evidence: [], searched: [] } },
        };
      }
    }
    const check = chunkSaverChecks["finds what was saved, and only what filters and access let through"];
    await expect(check?.({ create: () => new Unfiltered("chunks", new Map()) })).rejects.toThrow(/for a topK of 2|left it/);
  });
});

async function checkUnits(
  title: string,
  Broken: new (kind: Artifact["kind"], versions: Map<string, readonly Entry<Unit>[]>) => Saver<Unit>,
): Promise<void> {
  const check = unitSaverChecks[title];
  if (check === undefined) throw new Error(`no check "${title}"`);
  const versions = new Map<string, readonly Entry<Unit>[]>();
  await check({ create: () => new Broken("units", versions) });
}

async function* only<T>(items: AsyncIterable<T>, keep: (item: T) => boolean): AsyncGenerator<T> {
  for await (const item of items) if (keep(item)) yield item;
}

async function* each<T>(items: Iterable<T>): AsyncGenerator<T> {
  yield* items;
}
