import type { ModelCost, Plugins, Source } from "../interfaces.ts";
import { costOf } from "../llm/usage.ts";
import type { RunEvent } from "../model.ts";
import { type Host, runFor } from "../pipeline/host.ts";
import { processSource } from "../pipeline/process-source.ts";
import { emptyState, readState } from "../state.ts";
import { readSource } from "./find-documents.ts";
import { filesOf, type IndexOptions } from "./index-project.ts";
import { hostOf, indexingPlugins, type Workspace } from "./workspace.ts";

export interface DryRun {
  readonly added: readonly string[];
  readonly changed: readonly string[];
  readonly removed: readonly string[];
  readonly unchanged: number;
  readonly unreadable: readonly string[];
  /** What models would be paid for; absent where none would be asked. */
  readonly cost?: ModelCost;
  /** What that comes to by the settings' prices; null where the model has none. Absent with `cost`. */
  readonly price?: number | null;
}

/** What an index run would do. Reads every file, writes nothing and takes no lock. */
export async function dryRun(
  workspace: Workspace,
  options: IndexOptions,
  signal: AbortSignal,
  emit: (event: RunEvent) => void,
): Promise<DryRun> {
  const { loaded, recipe, savers } = await indexingPlugins(workspace, signal);
  const host = hostOf(workspace, loaded, signal, emit);
  let cost: ModelCost | undefined;
  const found = filesOf(workspace, options.paths);
  const previous = readState(workspace.root) ?? emptyState;
  const all = options.force === true || previous.savers !== savers;
  const added: string[] = [];
  const changed: string[] = [];
  const unreadable = found.unreadable.map(({ id }) => id);
  let unchanged = 0;
  for (const file of found.files) {
    const before = previous.sources.get(file.id);
    const source = await readSource(file).catch(() => undefined);
    if (source === undefined) {
      unreadable.push(file.id);
    } else if (!all && before?.fingerprint === source.fingerprint && before.recipe === recipe) {
      unchanged++;
    } else {
      (before === undefined ? added : changed).push(file.id);
      cost = addCost(cost, await askedFor(source, workspace, loaded.plugins, host));
    }
  }
  const discovering = new Set(
    loaded.plugins.documentLoaders.filter((loader) => loader.discover !== undefined).map((loader) => loader.name),
  );
  const seen = new Set([...found.files.map((file) => file.id), ...unreadable]);
  const partial = options.paths !== undefined && options.paths.length > 0;
  const gone = [...previous.sources].filter(([id, entry]) => !seen.has(id) && !discovering.has(entry.loader)).map(([id]) => id);
  const priced = cost === undefined ? {} : { cost, price: priceOf(cost, workspace, host) };
  return { added, changed, removed: partial ? [] : gone, unchanged, unreadable, ...priced };
}

function priceOf({ calls, inputTokens, outputTokens }: ModelCost, { config }: Workspace, host: Host): number | null {
  if (calls === 0) return 0;
  return costOf(host.model("indexer")?.name ?? "", { input: inputTokens, output: outputTokens }, config.models?.prices);
}

/** What the enrichments of one source would pay models for; undefined where none of them asks a model. */
async function askedFor(source: Source, { config }: Workspace, plugins: Plugins, host: Host): Promise<ModelCost | undefined> {
  const asking = plugins.chunkParsers.filter((parser) => parser.estimate !== undefined);
  if (asking.length === 0 || host.model("indexer") === undefined) return undefined;
  let cost: ModelCost | undefined;
  for await (const result of processSource(source, { plugins, host, tolerateUncovered: config.tolerateUncovered, enrich: false })) {
    if (result.type !== "document") continue;
    for (const parser of asking) cost = addCost(cost, await parser.estimate?.(result.document, result.chunks, runFor(host, parser)));
  }
  return cost;
}

function addCost(a: ModelCost | undefined, b: ModelCost | undefined): ModelCost | undefined {
  if (a === undefined || b === undefined) return a ?? b;
  return {
    calls: a.calls + b.calls,
    cached: a.cached + b.cached,
    inputTokens: a.inputTokens + b.inputTokens,
    outputTokens: a.outputTokens + b.outputTokens,
  };
}
