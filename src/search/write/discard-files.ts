import { existsSync, readdirSync, rmSync } from "node:fs";
import { join } from "node:path";
import { isRightRagError } from "../../errors.ts";
import { pointerOf, readPointer } from "../current.ts";
import { indexUnreadable } from "../search-errors.ts";
import { readManifest } from "../storage/manifest.ts";
import { isIndexFile } from "./file-names.ts";

/**
 * Removes the files of the index that no live generation names: old generations, and what a killed writer left. Live are `manifest`
 * and the one that the folder's own pointer names. Files that are not the index's are left alone.
 *
 * @throws SEARCH_INDEX_DAMAGED when the pointer or a live manifest cannot be read; nothing is then removed
 */
export async function discardFiles(dir: string, manifest: string | undefined): Promise<void> {
  const live = new Set<string>();
  for (const name of new Set([manifest, pointedAt(dir)])) {
    if (name === undefined) continue;
    live.add(name);
    for (const { file, deletes } of readManifest(dir, name).segments) {
      live.add(file);
      if (deletes !== undefined) live.add(deletes.file);
    }
  }
  if (!existsSync(dir)) return;
  for (const name of namesIn(dir)) if (isIndexFile(name) && !live.has(name)) rmSync(join(dir, name), { force: true });
}

function namesIn(dir: string): string[] {
  try {
    return readdirSync(dir);
  } catch (cause) {
    throw indexUnreadable(dir, cause);
  }
}

function pointedAt(dir: string): string | undefined {
  try {
    return readPointer(dir, pointerOf(dir)[0]).manifest;
  } catch (error) {
    // A pointer that is there and cannot be read may name something good: nothing is removed on its word.
    if (isRightRagError(error) && error.code === "SEARCH_INDEX_MISSING") return undefined;
    throw error;
  }
}
