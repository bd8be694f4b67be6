import { rm, rmdir } from "node:fs/promises";
import { join } from "node:path";
import { discardOld } from "../pipeline/index-corpus.ts";
import { discardOldTables, LOCK_FILE, STATE_FILE } from "../state.ts";
import { takeLock } from "./lock.ts";
import { hostOf, pluginsOf, SAVER_POINTS, tableFolder, type Workspace } from "./workspace.ts";

/** Removes what index made: the savers' data, the tables and the state. Reports and the user's files stay. */
export async function cleanProject(workspace: Workspace, signal: AbortSignal): Promise<void> {
  const loaded = await pluginsOf(workspace, SAVER_POINTS);
  const unlock = await takeLock(join(workspace.root, LOCK_FILE), { waitMs: 0, signal });
  try {
    // The state goes first: what is left after a crash is then no index, and not half of one.
    await rm(join(workspace.root, STATE_FILE), { force: true });
    await discardOld(
      loaded.plugins,
      [],
      hostOf(workspace, loaded, signal, () => {}),
    );
    discardOldTables(workspace.root, tableFolder(workspace));
    await rmdir(join(workspace.root, tableFolder(workspace))).catch(() => {}); // not empty, or never made
  } finally {
    unlock();
  }
}
