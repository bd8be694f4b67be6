import { aborted, documentIdTaken, isRightRagError, messageOf, RightRagError } from "../errors.ts";
import type { Change, Plugins, Source } from "../interfaces.ts";
import type { Artifact, Chunk, Document, Notice, Unit } from "../model.ts";
import type { DocumentEntry, SourceEntry, State } from "../state.ts";
import { inOrder } from "./channel.ts";
import { collect, type Host, runFor } from "./host.ts";
import { type Processed, processSource } from "./process-source.ts";
import { Saving, saversOf } from "./saving.ts";

/** A source that was found, or a place that could not be looked into. */
export type Found =
  | { readonly type: "source"; readonly source: Source }
  /** Nothing is known of sources whose id is this, or begins with it and `/`: what was indexed of them stays. */
  | { readonly type: "unreadable"; readonly id: string; readonly error: RightRagError };

export interface IndexInput {
  readonly plugins: Plugins;
  readonly found: AsyncIterable<Found>;
  /** The last complete index. */
  readonly previous: State;
  /** Fingerprint of loaders, parsers and settings: a source made by another one is made again. */
  readonly recipe: string;
  /** Fingerprint of the savers: another one means that everything is saved anew. */
  readonly savers: string;
  /** A partial run: sources outside it stay as they are, and none is removed. */
  readonly partial: boolean;
  /** Everything is made and saved anew. */
  readonly force: boolean;
  readonly concurrency: number;
  readonly tolerateUncovered: number;
  /** Shown each document that is made, before it is saved. */
  readonly onDocument?: (made: Extract<Processed, { type: "document" }>) => void;
  readonly host: Host;
}

/** A document or source that could not be used. What was indexed of it before stays; `kept` says whether there was any. */
export interface Failure {
  readonly source: string;
  readonly code: string;
  readonly message: string;
  readonly hint: string;
  readonly kept: boolean;
}

export interface IndexReport {
  readonly documents: { readonly added: number; readonly changed: number; readonly removed: number; readonly unchanged: number };
  readonly total: { readonly documents: number; readonly units: number; readonly chunks: number };
  readonly failures: readonly Failure[];
  /** Of every document in the index, unchanged ones too: the same report for the same corpus, run after run. */
  readonly notices: readonly (Notice & { readonly source: string })[];
}

export interface IndexOutcome {
  readonly state: State;
  /** Whether `state` differs from the previous one and must be committed. */
  readonly changed: boolean;
  readonly report: IndexReport;
}

/**
 * Load → parse units → parse chunks → save, for what changed. Nothing is switched here: the caller commits `state`, and
 * then asks the savers to discard what no longer counts.
 *
 * @throws what a saver threw, ABORTED, PARTIAL_NEEDS_FULL, REBUILD_WOULD_LOSE; the previous index is then whole
 */
export async function indexCorpus(input: IndexInput): Promise<IndexOutcome> {
  return new IndexJourney(input).run();
}

/** Removes what the live artifacts do not need, leftovers of a crash included. */
export async function discardOld(
  plugins: Pick<Plugins, "unitSavers" | "chunkSavers">,
  artifacts: readonly Artifact[],
  host: Host,
): Promise<void> {
  for (const { kind, saver } of saversOf(plugins)) {
    const live = artifacts.find((artifact) => artifact.kind === kind && artifact.saver === saver.name);
    await saver.discard?.(live, runFor(host, saver));
  }
}

type Step = { readonly source: Source; readonly result: Processed };

class IndexJourney {
  readonly #input: IndexInput;
  readonly #sources = new Map<string, SourceEntry>();
  readonly #failures: Failure[] = [];
  readonly #ids = new Map<string, string>();
  readonly #counts = { added: 0, changed: 0, removed: 0, unchanged: 0 };
  /** Prefixes of which nothing is known in this run, and loaders whose `discover` failed. */
  readonly #unknown: string[] = [];
  readonly #unknownLoaders = new Set<string>();
  readonly #stop = new AbortController();
  /** Sources that were gone through in this run, whatever came of them. */
  readonly #finished = new Set<string>();
  #damaged: ReadonlySet<string> = new Set();
  #saving: Saving | undefined;
  #done = 0;

  constructor(input: IndexInput) {
    this.#input = input;
  }

  async run(): Promise<IndexOutcome> {
    const { previous, partial, host } = this.#input;
    const rebuild = await this.#needsRebuild();
    if (rebuild && partial && previous.artifacts.length > 0) throw partialNeedsFull();
    try {
      for await (const step of inOrder(this.#changedSources(rebuild), this.#input.concurrency, (source) => this.#process(source))) {
        await this.#take(step, rebuild);
      }
      if (host.signal.aborted) throw aborted("Indexing");
      await this.#keepOrRemove(rebuild);
      const artifacts = (await this.#saving?.finish()) ?? previous.artifacts;
      return this.#outcome(artifacts);
    } catch (error) {
      this.#stop.abort();
      await this.#saving?.cancel(error);
      throw error;
    }
  }

  /** True where no earlier artifact can be built upon: the savers changed, an artifact is unusable, or `force`. */
  async #needsRebuild(): Promise<boolean> {
    const { force, partial, previous, savers, plugins, host } = this.#input;
    if ((force && !partial) || previous.artifacts.length === 0 || previous.savers !== savers) return true;
    const damaged = new Set<string>();
    for (const { kind, saver } of saversOf(plugins)) {
      const artifact = previous.artifacts.find((candidate) => candidate.kind === kind && candidate.saver === saver.name);
      if (artifact === undefined) return true;
      try {
        for (const id of (await saver.damaged?.(artifact, runFor(host, saver))) ?? []) damaged.add(id);
      } catch (cause) {
        host.log("warn", `${messageOf(cause)} Everything is indexed anew.`);
        return true;
      }
    }
    this.#damaged = damaged;
    return false;
  }

  /** Goes through what was found, keeps what is unchanged, and yields the rest. */
  async *#changedSources(rebuild: boolean): AsyncGenerator<Source> {
    for await (const found of this.#allFound()) {
      if (this.#input.host.signal.aborted || this.#stop.signal.aborted) return;
      if (found.type === "unreadable") {
        this.#unknown.push(found.id);
        this.#fail(found.id, found.error);
        continue;
      }
      const { source } = found;
      const before = this.#input.previous.sources.get(source.id);
      if (!rebuild && before !== undefined && this.#isUnchanged(source, before)) {
        this.#keep(source.id, before);
        this.#counts.unchanged += before.documents.length;
      } else {
        yield source;
      }
    }
  }

  #isUnchanged(source: Source, before: SourceEntry): boolean {
    if (this.#input.force || before.fingerprint !== source.fingerprint || before.recipe !== this.#input.recipe) return false;
    return !before.documents.some((document) => this.#damaged.has(document.id));
  }

  async *#allFound(): AsyncGenerator<Found> {
    const { found, plugins, host, partial } = this.#input;
    yield* found;
    for (const loader of plugins.documentLoaders) {
      const discover = loader.discover?.bind(loader);
      if (discover === undefined) continue;
      if (partial) {
        this.#unknownLoaders.add(loader.name);
        continue;
      }
      try {
        for (const source of await collect(host, loader, "discover()", undefined, () => discover(runFor(host, loader)))) {
          yield { type: "source", source };
        }
      } catch (cause) {
        if (!isRightRagError(cause) || cause.code === "ABORTED") throw cause;
        this.#unknownLoaders.add(loader.name);
        const kept = [...this.#input.previous.sources.values()].some((entry) => entry.loader === loader.name);
        this.#failures.push({ source: `discover() of ${loader.name}`, code: cause.code, message: cause.message, hint: cause.hint, kept });
      }
    }
  }

  async *#process(source: Source): AsyncGenerator<Step> {
    for await (const result of processSource(source, this.#input)) yield { source, result };
  }

  readonly #partsOf = new Map<string, { documents: DocumentEntry[]; complete: boolean; emptied: boolean }>();

  async #take({ source, result }: Step, rebuild: boolean): Promise<void> {
    const parts = this.#partsOf.get(source.id) ?? { documents: [], complete: true, emptied: false };
    this.#partsOf.set(source.id, parts);
    if (result.type === "failed") {
      // A file that was emptied is read well, and says nothing any more: what it said before goes.
      if (result.error.code === "DOCUMENT_EMPTY") parts.emptied = true;
      else parts.complete = false;
      this.#fail(source.id, result.error);
      if (result.documentId !== undefined) this.#ids.set(result.documentId, source.id);
      return;
    }
    if (result.type === "document") {
      const first = this.#ids.get(result.document.id);
      if (first !== undefined) {
        parts.complete = false;
        this.#fail(source.id, documentIdTaken(result.document.id, first, source.id));
        return;
      }
      this.#ids.set(result.document.id, source.id);
      // What an enrichment could not do is tried again by the next run.
      if (result.notices.some((notice) => notice.code === "FIELDS_MISSING")) parts.complete = false;
      this.#input.onDocument?.(result);
      const { id } = result.document;
      const notices = result.notices.length > 0 ? { notices: result.notices } : {};
      parts.documents.push({ id, units: result.units.length, chunks: result.chunks.length, ...notices });
      await this.#save(result.document, result.units, result.chunks, rebuild);
      return;
    }
    this.#partsOf.delete(source.id);
    const complete = parts.complete && (result.complete || parts.emptied);
    await this.#finishSource(source, parts.documents, complete, result, rebuild);
  }

  async #finishSource(
    source: Source,
    made: readonly DocumentEntry[],
    complete: boolean,
    end: { loader: string },
    rebuild: boolean,
  ): Promise<void> {
    this.#finished.add(source.id);
    const before = this.#input.previous.sources.get(source.id);
    const madeIds = new Set(made.map((document) => document.id));
    const others = before?.documents.filter((document) => !madeIds.has(document.id)) ?? [];
    const knownIds = new Set(before?.documents.map((document) => document.id));
    for (const document of made) this.#counts[knownIds.has(document.id) ? "changed" : "added"]++;
    // A failed part keeps its earlier documents: only a source that was gone through whole may lose some.
    const kept = complete ? [] : others;
    if (kept.length > 0 && rebuild) throw rebuildWouldLose(source.id, this.#failures);
    if (complete) for (const document of others) await this.#remove(document.id, source.id);
    const documents = [...made, ...kept];
    if (documents.length > 0) {
      const loader = end.loader === "" ? (before?.loader ?? "") : end.loader;
      this.#keep(source.id, { fingerprint: complete ? source.fingerprint : null, recipe: this.#input.recipe, loader, documents });
    }
    this.#done++;
    this.#input.host.emit({ type: "index:source", source: source.id, documents: made.length, complete, done: this.#done });
  }

  /** What was indexed before and not seen now: kept where nothing is known of it, otherwise removed. */
  async #keepOrRemove(rebuild: boolean): Promise<void> {
    for (const [id, entry] of this.#input.previous.sources) {
      if (this.#sources.has(id) || this.#finished.has(id)) continue;
      const unseen = this.#unknown.some((prefix) => id === prefix || id.startsWith(`${prefix}/`));
      const keep = this.#input.partial || unseen || this.#unknownLoaders.has(entry.loader);
      if (keep && rebuild) throw rebuildWouldLose(id, this.#failures);
      if (keep) this.#keep(id, entry);
      else for (const document of entry.documents) await this.#remove(document.id, id);
    }
  }

  #keep(id: string, entry: SourceEntry): void {
    this.#sources.set(id, entry);
    for (const document of entry.documents) this.#ids.set(document.id, id);
  }

  async #remove(id: string, source: string): Promise<void> {
    // A document that another source gives now (a record that moved, say) is replaced, not removed.
    if (this.#ids.has(id) && this.#ids.get(id) !== source) return;
    this.#counts.removed++;
    await this.#change({ document: { id, source }, items: null }, { document: { id, source }, items: null }, false);
  }

  async #save(document: Document, units: readonly Unit[], chunks: readonly Chunk[], rebuild: boolean): Promise<void> {
    await this.#change({ document, items: units }, { document, items: chunks }, rebuild);
  }

  async #change(units: Change<Unit>, chunks: Change<Chunk>, rebuild: boolean): Promise<void> {
    const { plugins, previous, host } = this.#input;
    // Savers begin with the first change: a run with nothing to do does not touch them.
    this.#saving ??= new Saving(plugins, rebuild ? [] : previous.artifacts, host);
    await this.#saving.push(units, chunks);
  }

  #fail(source: string, error: RightRagError): void {
    const before = this.#input.previous.sources.get(source);
    const kept = (before?.documents.length ?? 0) > 0 && error.code !== "DOCUMENT_EMPTY";
    this.#failures.push({ source, code: error.code, message: error.message, hint: error.hint, kept });
    this.#input.host.emit({ type: "index:failed", source, code: error.code, message: error.message });
  }

  #outcome(artifacts: readonly Artifact[]): IndexOutcome {
    const { previous, savers } = this.#input;
    const entries = [...this.#sources].sort(([a], [b]) => (a < b ? -1 : 1));
    const documents = entries.flatMap(([source, entry]) => entry.documents.map((document) => ({ source, ...document })));
    const notices = documents.flatMap(({ source, notices = [] }) => notices.map((notice) => ({ source, ...notice })));
    const total = {
      documents: documents.length,
      units: documents.reduce((sum, document) => sum + document.units, 0),
      chunks: documents.reduce((sum, document) => sum + document.chunks, 0),
    };
    const failures = [...this.#failures].sort((a, b) => (a.source < b.source ? -1 : 1));
    const state: State = { savers: artifacts.length > 0 ? savers : previous.savers, artifacts, sources: new Map(entries) };
    const changed = this.#saving !== undefined || !sameSources(previous.sources, state.sources);
    return { state, changed, report: { documents: this.#counts, total, failures, notices } };
  }
}

function sameSources(a: ReadonlyMap<string, SourceEntry>, b: ReadonlyMap<string, SourceEntry>): boolean {
  if (a.size !== b.size) return false;
  for (const [id, entry] of b) if (a.get(id) !== entry && JSON.stringify(a.get(id)) !== JSON.stringify(entry)) return false;
  return true;
}

function partialNeedsFull(): RightRagError {
  return new RightRagError(
    "PARTIAL_NEEDS_FULL",
    "Only some documents were asked for, but the savers, their settings or the index's format changed, so that all must be saved anew.",
    "Run right-rag index without paths.",
  );
}

function rebuildWouldLose(source: string, failures: readonly Failure[]): RightRagError {
  const why = failures.find((failure) => failure.source === source || source.startsWith(`${failure.source}/`));
  return new RightRagError(
    "REBUILD_WOULD_LOSE",
    `The index must be made anew, and "${source}", which is in it, cannot be read now${why === undefined ? "" : `: ${why.message}`}`,
    "Mend or remove that document and run right-rag index again; or run right-rag clean first to give the old index up. Nothing was changed.",
  );
}
