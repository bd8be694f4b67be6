import { emptyState, readState } from "../state.ts";
import { readSource } from "./find-documents.ts";
import { filesOf, type IndexOptions } from "./index-project.ts";
import { indexingPlugins, type Workspace } from "./workspace.ts";

export interface DryRun {
  readonly added: readonly string[];
  readonly changed: readonly string[];
  readonly removed: readonly string[];
  readonly unchanged: number;
  readonly unreadable: readonly string[];
}

/** What an index run would do. Reads every file, writes nothing and takes no lock. */
export async function dryRun(workspace: Workspace, options: IndexOptions): Promise<DryRun> {
  const { loaded, recipe, savers } = await indexingPlugins(workspace);
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
    if (source === undefined) unreadable.push(file.id);
    else if (before === undefined) added.push(file.id);
    else if (all || before.fingerprint !== source.fingerprint || before.recipe !== recipe) changed.push(file.id);
    else unchanged++;
  }
  const discovering = new Set(
    loaded.plugins.documentLoaders.filter((loader) => loader.discover !== undefined).map((loader) => loader.name),
  );
  const seen = new Set([...found.files.map((file) => file.id), ...unreadable]);
  const partial = options.paths !== undefined && options.paths.length > 0;
  const gone = [...previous.sources].filter(([id, entry]) => !seen.has(id) && !discovering.has(entry.loader)).map(([id]) => id);
  return { added, changed, removed: partial ? [] : gone, unchanged, unreadable };
}
