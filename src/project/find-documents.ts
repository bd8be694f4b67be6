import { type Dirent, readdirSync, readFileSync, realpathSync, statSync } from "node:fs";
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { RightRagError } from "../errors.ts";
import { contentHash } from "../hash.ts";
import type { Source } from "../interfaces.ts";

/** A file below the documents folder: seen, but not yet read. */
export interface DocumentFile {
  /** Path relative to the documents folder, exactly as the system spells it, with `/`. */
  readonly id: string;
  readonly path: string;
}

export interface DocumentFiles {
  /** Rising by id. */
  readonly files: readonly DocumentFile[];
  /** Left out by a rule: hidden, or matched by an ignore pattern. No loss. Folders end with `/`. */
  readonly ignored: readonly string[];
  /** Folders and entries that could not be looked into. */
  readonly unreadable: readonly { readonly id: string; readonly error: RightRagError }[];
}

/** From this size on the bytes of a file are not kept beside its text; in bytes. */
const LARGE_FILE = 1 << 24;
/** Below this size a synchronous read is faster than a trip through the thread pool; in bytes. */
const SMALL_FILE = 1 << 20;

/**
 * Lists the files of a folder. Links are followed; a folder that was already seen on the way down is not entered again.
 * Names are taken as they are: composed and decomposed twins are two files.
 *
 * @param isIgnored - asked with a path relative to the folder; folders end with `/`, and are then not entered
 * @throws DOCUMENTS_FOLDER_MISSING when the folder itself is not there or cannot be read
 */
export function findDocuments(folder: string, isIgnored: (path: string) => boolean): DocumentFiles {
  const files: DocumentFile[] = [];
  const ignored: string[] = [];
  const unreadable: { id: string; error: RightRagError }[] = [];
  let top: Dirent[];
  try {
    top = readdirSync(folder, { withFileTypes: true });
  } catch (cause) {
    throw folderMissing(folder, cause);
  }
  visit(top, folder, "", [realpathSync(folder)]);
  files.sort((a, b) => (a.id < b.id ? -1 : 1));
  return { files, ignored: ignored.sort(), unreadable };

  function visit(entries: readonly Dirent[], at: string, prefix: string, above: readonly string[]): void {
    for (const entry of entries) {
      const id = prefix + entry.name;
      const path = join(at, entry.name);
      try {
        const kind = kindOf(entry, path);
        if (isIgnored(kind === "folder" ? `${id}/` : id)) ignored.push(kind === "folder" ? `${id}/` : id);
        else if (kind === "file") files.push({ id, path });
        else if (kind === "folder") enter(id, path, above);
        else unreadable.push({ id, error: unreadableSource(id, new Error("it is neither a file nor a folder")) });
      } catch (cause) {
        unreadable.push({ id, error: unreadableSource(id, cause) });
      }
    }
  }

  function enter(id: string, path: string, above: readonly string[]): void {
    const real = realpathSync(path);
    if (above.includes(real)) return;
    visit(readdirSync(path, { withFileTypes: true }), path, `${id}/`, [...above, real]);
  }
}

/**
 * Reads and hashes a file. The bytes stay with the source, so that what is indexed is what was hashed even when the file
 * changes meanwhile; they go when the source does, those of a large file as soon as its loader has done with them.
 *
 * @param large - size from which the bytes are not kept, in bytes
 * @throws SOURCE_UNREADABLE naming the file and the system's reason
 */
export async function readSource({ id, path }: DocumentFile, large = LARGE_FILE): Promise<Source> {
  try {
    const bytes = statSync(path).size < SMALL_FILE ? readFileSync(path) : await readFile(path);
    const fingerprint = contentHash(bytes);
    return { id, fingerprint, bytes: bytes.length < large ? async () => bytes : loanOf(bytes, id, path, fingerprint) };
  } catch (cause) {
    throw unreadableSource(id, cause);
  }
}

/** The bytes for whoever asks first; for who asks again, the same while they are in memory, then those of the file if it did not change. */
function loanOf(read: Uint8Array, id: string, path: string, fingerprint: string): Source["bytes"] {
  let bytes: Uint8Array | undefined = read;
  const lent = new WeakRef(read);
  return async () => {
    const known = bytes ?? lent.deref();
    bytes = undefined;
    if (known !== undefined) return known;
    const again = await readFile(path);
    if (contentHash(again) !== fingerprint) throw unreadableSource(id, "it changed while it was read");
    return again;
  };
}

function kindOf(entry: Dirent, path: string): "file" | "folder" | "other" {
  const kind = entry.isSymbolicLink() ? statSync(path) : entry;
  if (kind.isFile()) return "file";
  return kind.isDirectory() ? "folder" : "other";
}

function unreadableSource(id: string, cause: unknown): RightRagError {
  const reason = cause instanceof Error ? cause.message : String(cause);
  return new RightRagError(
    "SOURCE_UNREADABLE",
    `Cannot read "${id}": ${reason}.`,
    "Give read access, or name it in the config's ignore list. What was indexed of it before stays.",
    { cause },
  );
}

function folderMissing(folder: string, cause: unknown): RightRagError {
  const reason = cause instanceof Error ? cause.message : String(cause);
  return new RightRagError(
    "DOCUMENTS_FOLDER_MISSING",
    `Cannot read the documents folder "${folder}": ${reason}.`,
    "Make the folder, or set `documents` in the config. The index was not touched.",
    { cause },
  );
}
