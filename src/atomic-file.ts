import { open, rename, rm } from "node:fs/promises";
import { basename, dirname, join } from "node:path";
import { writeFailed } from "./errors.ts";

/** Marks a file that is still being written; one that a crash left behind is removed by the next run. */
export const TEMPORARY_SUFFIX = ".rrtmp";

let serial = 0;

/**
 * Writes a file so that a reader sees the old content or the new, whatever is killed when: aside, fsync, rename, fsync of
 * the folder. The folder must exist. A caller who writes many files may leave `syncFolder` out and call it once.
 *
 * @throws WRITE_FAILED with the path and the system's code (ENOSPC, EFBIG, EROFS, ...); nothing half-written stays
 */
export async function writeFileAtomic(
  path: string,
  data: string | Uint8Array | Iterable<string>,
  options: { readonly syncFolder?: boolean } = {},
): Promise<void> {
  const folder = dirname(path);
  const aside = join(folder, `.${basename(path).slice(0, 80)}.${process.pid}.${++serial}${TEMPORARY_SUFFIX}`);
  try {
    const file = await open(aside, "w");
    try {
      if (typeof data === "string" || data instanceof Uint8Array) await file.writeFile(data);
      else for (const part of data) await file.appendFile(part);
      await file.sync();
    } finally {
      await file.close();
    }
    await rename(aside, path);
    if (options.syncFolder !== false) await syncFolder(folder);
  } catch (cause) {
    await rm(aside, { force: true }).catch(() => {});
    throw writeFailed(path, cause);
  }
}

/** Makes renames in a folder durable. Windows cannot open folders, and needs no such call. */
export async function syncFolder(folder: string): Promise<void> {
  if (process.platform === "win32") return;
  const handle = await open(folder, "r");
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
}
