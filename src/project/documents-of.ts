import { isRightRagError } from "../errors.ts";
import type { Source } from "../interfaces.ts";
import { collect, type Host, runFor } from "../pipeline/host.ts";
import { type Processed, processSource } from "../pipeline/process-source.ts";
import type { LoadedPlugins } from "../registry.ts";
import { type DocumentFiles, readSource } from "./find-documents.ts";
import { filesOf } from "./index-project.ts";
import type { Workspace } from "./workspace.ts";

/** What loaders and parsers make of one source at a time, in memory. No index is needed or touched, and no model is paid. */
export async function* parsedSources(
  workspace: Workspace,
  loaded: LoadedPlugins,
  host: Host,
  paths: readonly string[],
): AsyncGenerator<{ readonly source: string; readonly result: Exclude<Processed, { type: "end" }> }> {
  const found = filesOf(workspace, paths);
  for (const { id, error } of found.unreadable) yield { source: id, result: { type: "failed", error } };
  for await (const { id, source, error } of sources(found, loaded, host, paths.length === 0)) {
    if (host.signal.aborted) return;
    if (source === undefined) {
      yield { source: id, result: { type: "failed", error } };
      continue;
    }
    const options = { plugins: loaded.plugins, host, tolerateUncovered: workspace.config.tolerateUncovered, enrich: false };
    for await (const result of processSource(source, options)) if (result.type !== "end") yield { source: id, result };
  }
}

type Sourced =
  | { readonly id: string; readonly source: Source; readonly error?: never }
  | { readonly id: string; readonly source?: never; readonly error: Extract<Processed, { type: "failed" }>["error"] };

/** Files, and then what loaders name that is no file. */
async function* sources(found: DocumentFiles, { plugins }: LoadedPlugins, host: Host, all: boolean): AsyncGenerator<Sourced> {
  for (const file of found.files) yield await attempt(file.id, () => readSource(file));
  if (!all) return;
  for (const loader of plugins.documentLoaders) {
    const discover = loader.discover?.bind(loader);
    if (discover === undefined) continue;
    try {
      const named = await collect(host, loader, "discover()", undefined, () => discover(runFor(host, loader)));
      for (const source of named) yield { id: source.id, source };
    } catch (error) {
      if (!isRightRagError(error) || error.code === "ABORTED") throw error;
      yield { id: `discover() of ${loader.name}`, error };
    }
  }
}

async function attempt(id: string, read: () => Promise<Source>): Promise<Sourced> {
  try {
    return { id, source: await read() };
  } catch (error) {
    if (!isRightRagError(error)) throw error;
    return { id, error };
  }
}
