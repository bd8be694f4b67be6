import type { Change, DocumentLoader, Plugins, Saver, Source, UnitParser } from "../../src/interfaces.ts";
import type { Artifact, Chunk, Unit } from "../../src/model.ts";
import type { Host } from "../../src/pipeline/host.ts";
import type { Found, IndexInput } from "../../src/pipeline/index-corpus.ts";
import { defaultSchemas } from "../../src/schemas/defaults.ts";
import { emptyState } from "../../src/state.ts";
import { documentId } from "../../src/units.ts";

/** A host that keeps what it is told. */
export function fakeHost(overrides: Partial<Host> = {}): Host & { readonly logged: string[] } {
  const logged: string[] = [];
  return {
    root: "/project",
    output: "/project/output",
    signal: new AbortController().signal,
    emit: () => {},
    model: () => undefined,
    schemas: async () => ({ ...defaultSchemas, files: {} }),
    log: (level, message) => logged.push(`${level}: ${message}`),
    settingsOf: () => ({}),
    fileOf: (plugin) => `spec/${plugin.name}.ts`,
    logged,
    ...overrides,
  };
}

/** Text as one document; "BROKEN" in it makes the loader throw. */
export const textLoader: DocumentLoader = {
  name: "text",
  canHandle: (source) => source.id.endsWith(".txt"),
  async *load(source) {
    const text = Buffer.from(await source.bytes()).toString();
    if (text.includes("BROKEN")) throw new Error("cannot make sense of it");
    yield { id: documentId(source.id), source: source.id, text, mediaType: "text/plain" };
  },
};

/** A line is a unit; "UNPARSED" in a text makes the parser throw. */
export const lineParser: UnitParser = {
  name: "lines",
  canHandle: () => true,
  *parse(document) {
    if (document.text.includes("UNPARSED")) throw new Error("no lines here");
    let start = 0;
    for (const line of document.text.split("\n")) {
      if (line.trim() !== "") yield { topic: line, fulltext: line, source: { start, end: start + line.length } };
      start += line.length + 1;
    }
  },
};

/** Keeps items in memory, by artifact: what was saved under one stays as it was. */
export class MemorySaver<T> implements Saver<T> {
  readonly name = "memory";
  readonly offers = [];
  readonly saved = new Map<string, Map<string, readonly T[]>>();
  readonly discarded: (string | undefined)[] = [];
  failAfter = Number.POSITIVE_INFINITY;
  readonly kind: Artifact["kind"];

  constructor(kind: Artifact["kind"]) {
    this.kind = kind;
  }

  async save(changes: AsyncIterable<Change<T>>, previous: Artifact | undefined): Promise<Artifact> {
    const items = new Map(previous === undefined ? [] : this.saved.get(previous.fingerprint));
    let n = 0;
    for await (const change of changes) {
      if (++n > this.failAfter) throw new Error("disk full");
      if (change.items === null) items.delete(change.document.id);
      else items.set(change.document.id, change.items);
    }
    const fingerprint = `generation ${this.saved.size + 1}`;
    this.saved.set(fingerprint, items);
    const counts = { documents: items.size, items: [...items.values()].reduce((sum, list) => sum + list.length, 0) };
    return { kind: this.kind, saver: this.name, location: null, capabilities: [], counts, fingerprint };
  }

  open() {
    return {};
  }

  discard(live: Artifact | undefined): void {
    this.discarded.push(live?.fingerprint);
  }
}

export interface FakeProject {
  readonly units: MemorySaver<Unit>;
  readonly chunks: MemorySaver<Chunk>;
  readonly plugins: Plugins;
  input(files: { readonly [id: string]: string }, overrides?: Partial<IndexInput>): IndexInput;
}

export function fakeProject(overrides: Partial<Plugins> = {}): FakeProject {
  const units = new MemorySaver<Unit>("units");
  const chunks = new MemorySaver<Chunk>("chunks");
  const plugins: Plugins = {
    documentLoaders: [textLoader],
    unitParsers: [lineParser],
    chunkParsers: [
      {
        name: "whole",
        *parse(unit) {
          yield { topic: unit.topic, fulltext: unit.fulltext, ...(unit.source === undefined ? {} : { source: unit.source }) };
        },
      },
    ],
    unitSavers: [units],
    chunkSavers: [chunks],
    retrievers: [],
    answerGenerators: [],
    evaluators: [],
    reporters: [],
    ...overrides,
  };
  return {
    units,
    chunks,
    plugins,
    input: (files, more) => ({
      plugins,
      found: foundIn(files),
      previous: emptyState,
      recipe: "recipe 1",
      savers: "savers 1",
      partial: false,
      force: false,
      concurrency: 4,
      tolerateUncovered: 0,
      host: fakeHost(),
      ...more,
    }),
  };
}

export function sourceOf(id: string, text: string): Source {
  return { id, fingerprint: `bytes of ${text}`, bytes: async () => Buffer.from(text) };
}

export async function* foundIn(files: { readonly [id: string]: string }): AsyncGenerator<Found> {
  for (const [id, text] of Object.entries(files)) yield { type: "source", source: sourceOf(id, text) };
}
