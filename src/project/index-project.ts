import { join, relative, resolve, sep } from "node:path";
import { count } from "../count.ts";
import { isRightRagError, RightRagError } from "../errors.ts";
import { ignoreFilter } from "../ignore.ts";
import type { RunEvent, Usage } from "../model.ts";
import { discardOld, type Found, type IndexOutcome, type IndexReport, indexCorpus } from "../pipeline/index-corpus.ts";
import { usageOf } from "../pipeline/usage.ts";
import { belowThreshold, hasThresholds, type Threshold, thresholdsBroken } from "../proof/gate.ts";
import { proveDocument } from "../proof/prove-document.ts";
import { discardOldTables, emptyState, LOCK_FILE, readState, type State, setStateAside, writeState } from "../state.ts";
import { type DocumentFiles, findDocuments, readSource } from "./find-documents.ts";
import { takeLock } from "./lock.ts";
import { hostOf, indexingPlugins, tableFolder, type Workspace } from "./workspace.ts";

export interface IndexOptions {
  /** Only these files or folders: relative to the working folder, the documents folder or the project. */
  readonly paths?: readonly string[];
  /** Make everything anew. @default false */
  readonly force?: boolean;
  /** Say what would be done, and do nothing. @default false */
  readonly dryRun?: boolean;
  /** How long to wait for another index run to end; milliseconds. @default 0 */
  readonly waitMs?: number;
  readonly signal?: AbortSignal;
}

export interface IndexResult extends IndexReport {
  /** False when nothing had changed since the last index. */
  readonly changed: boolean;
  /** Files and folders left out by a rule; no loss. */
  readonly ignored: readonly string[];
  /** The name under which a damaged state was kept, when the index was made anew because of it. */
  readonly setAside?: string;
  readonly durationMs: number;
  /** What models were paid; absent where none was asked. */
  readonly usage?: Usage;
  /** What was lost: failed documents, and notices that count a loss. 0 is a whole index. */
  readonly losses: number;
}

/** Brings a project's index up to date: finds what changed, makes it, and switches to the new index at once. */
export async function indexProject(
  workspace: Workspace,
  options: IndexOptions,
  signal: AbortSignal,
  emit: (event: RunEvent) => void,
): Promise<IndexResult> {
  const began = performance.now();
  const { loaded, recipe, savers } = await indexingPlugins(workspace, signal);
  checkSpec(loaded.plugins);
  const calls: RunEvent[] = [];
  const host = hostOf(workspace, loaded, signal, (event) => {
    if (event.type === "model:call") calls.push(event);
    emit(event);
  });
  const unlock = await takeLock(join(workspace.root, LOCK_FILE), {
    waitMs: options.waitMs ?? 0,
    signal,
    onWait: (pid) => workspace.log("info", `Waiting for another index run (process ${pid}) to end.`),
  });
  try {
    const found = filesOf(workspace, options.paths);
    const { state: previous, corrupt, gone } = readPrevious(workspace);
    emit({ type: "index:start", files: found.files.length });
    const outcome = await run().catch(async (error: unknown) => {
      // What a damaged state named may still be good: nothing is removed until there is a new index.
      if (!corrupt) await discardQuietly(previous);
      throw error;
    });
    const { report, changed } = outcome;
    const setAside = corrupt && !gone ? setStateAside(workspace.root) : undefined;
    if (setAside !== undefined) workspace.log("warn", `The damaged state was kept as "${setAside}".`);
    if (changed) await writeState(workspace.root, tableFolder(workspace), outcome.state);
    await discard(outcome.state);
    if (report.documents.removed > 0 && report.total.documents === 0)
      workspace.log(
        "warn",
        `There is no document left in "${workspace.config.documents}": ${count(report.documents.removed, "document was", "documents were")} taken out of the index.`,
      );
    const durationMs = performance.now() - began;
    const usage = usageOf(calls);
    const losses = report.failures.length + report.notices.filter((notice) => notice.lost > 0).length;
    return {
      ...report,
      changed,
      ignored: found.ignored,
      durationMs,
      losses,
      ...(usage === undefined ? {} : { usage }),
      ...(setAside === undefined ? {} : { setAside }),
    };

    async function run(): Promise<IndexOutcome> {
      const { proof, tolerateUncovered } = workspace.config;
      const weights = { tolerateUncovered, ...proof };
      const broken: Threshold[] = [];
      const outcome = await indexCorpus({
        plugins: loaded.plugins,
        found: foundSources(found),
        previous,
        recipe,
        savers,
        partial: options.paths !== undefined && options.paths.length > 0,
        force: options.force ?? false,
        concurrency: workspace.config.concurrency,
        tolerateUncovered: workspace.config.tolerateUncovered,
        ...(hasThresholds(proof) ? { onDocument: (made) => broken.push(...thresholdsBroken(proveDocument(made, weights), proof)) } : {}),
        host,
      });
      checkWorthCommitting(outcome, previous, found, workspace);
      if (broken.length > 0) throw belowThreshold(broken.sort((a, b) => (a.source < b.source ? -1 : 1)));
      return outcome;
    }
  } finally {
    unlock();
  }

  async function discard(live: State): Promise<void> {
    await discardOld(loaded.plugins, live.artifacts, host);
    discardOldTables(workspace.root, tableFolder(workspace));
  }

  /** After a failure: what it was is the news, not that its leftovers could not be removed. The next run tries again. */
  async function discardQuietly(live: State): Promise<void> {
    await discard(live).catch((error: unknown) => workspace.log("debug", String(error)));
  }
}

async function* foundSources(found: DocumentFiles): AsyncGenerator<Found> {
  for (const { id, error } of found.unreadable) yield { type: "unreadable", id, error };
  for (const file of found.files) {
    try {
      yield { type: "source", source: await readSource(file) };
    } catch (error) {
      if (!isRightRagError(error)) throw error;
      yield { type: "unreadable", id: file.id, error };
    }
  }
}

/** The files that a run is about. @throws PATH_NOT_FOUND, DOCUMENTS_FOLDER_MISSING */
export function filesOf({ root, config }: Workspace, paths: readonly string[] = []): DocumentFiles {
  const folder = config.documents;
  const found = findDocuments(folder, ignoreFilter(config.ignore));
  if (paths.length === 0) return found;
  const wanted = paths.map((path) => wantedId(path, root, folder, found));
  const isWanted = (id: string) => wanted.some((prefix) => prefix === "" || id === prefix || id.startsWith(`${prefix}/`));
  return {
    files: found.files.filter((file) => isWanted(file.id)),
    ignored: found.ignored,
    unreadable: found.unreadable.filter((entry) => isWanted(entry.id)),
  };
}

/** A path as its user wrote it, as the id of a file or folder below the documents folder. */
function wantedId(path: string, root: string, folder: string, found: DocumentFiles): string {
  for (const base of [process.cwd(), folder, root]) {
    const below = relative(folder, resolve(base, path));
    if (below === "") return "";
    const id = below.split(sep).join("/");
    const known =
      found.files.some((file) => file.id === id || file.id.startsWith(`${id}/`)) || found.unreadable.some((entry) => entry.id === id);
    if (known) return id;
  }
  throw new RightRagError(
    "PATH_NOT_FOUND",
    `"${path}" is no document of this project (looked in "${folder}").`,
    "Give a file or folder below the documents folder. A document that was removed is taken out by right-rag index without paths.",
  );
}

interface Previous {
  readonly state: State;
  readonly corrupt: boolean;
  /** What the state names was removed, output folder and all: there is nothing to set aside. */
  readonly gone: boolean;
}

function readPrevious(workspace: Workspace): Previous {
  try {
    return { state: readState(workspace.root) ?? emptyState, corrupt: false, gone: false };
  } catch (error) {
    if (!isRightRagError(error) || error.code !== "STATE_CORRUPT") throw error;
    const gone = error.cause instanceof Error && "code" in error.cause && error.cause.code === "ENOENT";
    workspace.log(
      "warn",
      gone ? "The index was removed by hand; everything is indexed anew." : `${error.message} Everything is indexed anew.`,
    );
    return { state: emptyState, corrupt: true, gone };
  }
}

function checkSpec(plugins: { [point: string]: readonly unknown[] } | object): void {
  const counts = plugins as { readonly [point: string]: readonly unknown[] };
  const needed = { documentLoaders: "document_loaders", unitParsers: "unit_parsers", chunkParsers: "chunk_parsers" };
  for (const [key, folder] of Object.entries(needed)) {
    if ((counts[key] ?? []).length > 0) continue;
    throw new RightRagError(
      "NO_PLUGIN",
      `Your project has no plugin in spec/${folder}/, so nothing can be indexed.`,
      `Add one, for example with right-rag add ${folder} <name>.`,
    );
  }
  if ((counts.unitSavers ?? []).length + (counts.chunkSavers ?? []).length > 0) return;
  throw new RightRagError(
    "NO_PLUGIN",
    "Your project has no saver, so an index would be kept nowhere.",
    "Add one to spec/unit_savers/ and one to spec/chunk_savers/.",
  );
}

/** A first index with nothing in it is no index. Later, a corpus that became empty is a change like any other. */
function checkWorthCommitting(outcome: IndexOutcome, previous: State, found: DocumentFiles, { config }: Workspace): void {
  if (previous.artifacts.length > 0 || outcome.report.total.documents > 0) return;
  const { failures } = outcome.report;
  if (failures.length > 0) {
    const list = failures.map((failure) => failure.message).join("\n  ");
    throw new RightRagError("NOTHING_INDEXED", `No document could be indexed, and nothing was saved:\n  ${list}`, failures[0]?.hint ?? "");
  }
  const ignored = found.ignored.length > 0 ? ` (${found.ignored.length} ignored)` : "";
  throw new RightRagError(
    "NO_DOCUMENTS",
    `There is nothing to index in "${config.documents}"${ignored}.`,
    "Put documents there, then run right-rag index again.",
  );
}
