import { readdirSync, rmSync } from "node:fs";
import { join } from "node:path";
import { pointerOf, readPointer } from "../current.ts";
import { readManifest } from "../storage/manifest.ts";
import { isIndexFile } from "./file-names.ts";

/**
 * Removes the files of the index that no live generation names: old generations, and what a killed writer left. Live are `manifest`
 * and the one that the folder's own pointer names. Files that are not the index's are left alone.
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
  for (const name of readdirSync(dir)) if (isIndexFile(name) && !live.has(name)) rmSync(join(dir, name), { force: true });
}

function pointedAt(dir: string): string | undefined {
  try {
    return readPointer(dir, pointerOf(dir)).manifest;
  } catch {
    return undefined;
  }
}
