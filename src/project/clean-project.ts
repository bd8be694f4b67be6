import { existsSync } from "node:fs";
import { rm, rmdir } from "node:fs/promises";
import { join } from "node:path";
import { discardOld } from "../pipeline/index-corpus.ts";
import { discardOldTables, LOCK_FILE, STATE_FILE, statesSetAside } from "../state.ts";
import { takeLock } from "./lock.ts";
import { hostOf, pluginsOf, SAVER_POINTS, tableFolder, type Workspace } from "./workspace.ts";

export interface Cleaned {
  /** Whether there was an index. */
  readonly index: boolean;
  /** Damaged states that earlier runs had set aside, by their names in the project's folder. */
  readonly setAside: readonly string[];
}

/** Removes what index made: the savers' data, the tables, the state and those set aside. Reports and the user's files stay. */
export async function cleanProject(workspace: Workspace, signal: AbortSignal): Promise<Cleaned> {
  const loaded = await pluginsOf(workspace, SAVER_POINTS);
  const unlock = await takeLock(join(workspace.root, LOCK_FILE), { waitMs: 0, signal });
  try {
    // The state goes first: what is left after a crash is then no index, and not half of one.
    const index = existsSync(join(workspace.root, STATE_FILE));
    const setAside = statesSetAside(workspace.root);
    for (const name of [STATE_FILE, ...setAside]) await rm(join(workspace.root, name), { force: true });
    await discardOld(
      loaded.plugins,
      [],
      hostOf(workspace, loaded, signal, () => {}),
    );
    discardOldTables(workspace.root, tableFolder(workspace));
    await rmdir(join(workspace.root, tableFolder(workspace))).catch(() => {}); // not empty, or never made
    return { index, setAside };
  } finally {
    unlock();
  }
}
