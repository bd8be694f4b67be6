import { expectText } from "./arguments.ts";
import { indexDamaged, indexMissing, optionInvalid } from "./search-errors.ts";
import { readManifest } from "./storage/manifest.ts";
import { closeSync, fsyncSync, join, openSync, readFileSync, renameSync, statSync, writeSync } from "./storage/node-modules.ts";

/** Names the generation that readers of an index folder see. */
const POINTER = "current.json";
/** A project's state, which names the generation that readers of the project see. */
const STATE = ".right-rag-state.json";

/** Where the current generation of an index is. */
export interface CurrentIndex {
  /** The folder with the index files. */
  readonly dir: string;
  /** File name of the manifest in it. */
  readonly manifest: string;
}

/**
 * Makes `manifest` the generation that `openIndex(dir)` finds, at once: a reader sees the old one or this one. Throws as `openIndex` does
 * when it is none of the folder.
 */
export async function setCurrent(dir: string, manifest: string): Promise<void> {
  expectText("dir", dir);
  expectText("manifest", manifest);
  if (!isName(manifest)) throw optionInvalid("manifest", manifest, "the file name that a commit gave");
  readManifest(dir, manifest);
  const path = join(dir, POINTER);
  const aside = `${path}.${process.pid.toString(16)}${Date.now().toString(16)}.tmp`;
  const fd = openSync(aside, "wx");
  writeSync(fd, `${JSON.stringify({ manifest })}\n`);
  fsyncSync(fd);
  closeSync(fd);
  renameSync(aside, path);
}

/** Whether it names a file in the folder, and none elsewhere. */
export function isName(manifest: string): boolean {
  return manifest !== "" && !/[\\/]/.test(manifest);
}

/** The file that says which generation is current: the index folder's pointer, or the project's state. */
export function pointerOf(dir: string): string {
  for (const name of [POINTER, STATE]) {
    const path = join(dir, name);
    try {
      if (fileStamp(path) !== "") return path;
    } catch (cause) {
      throw indexMissing(dir, cause);
    }
  }
  throw indexMissing(dir);
}

/** Reads a pointer. Throws SEARCH_INDEX_MISSING when it names no keyword index, SEARCH_INDEX_DAMAGED when it is no JSON. */
export function readPointer(dir: string, pointer: string): CurrentIndex {
  let content: unknown;
  try {
    content = JSON.parse(readFileSync(pointer, "utf8"));
  } catch (cause) {
    throw indexDamaged(pointer, "it is not JSON", cause);
  }
  if (pointer.endsWith(POINTER)) {
    const manifest = memberOf(content, "manifest");
    if (typeof manifest === "string" && isName(manifest)) return { dir, manifest };
    throw indexDamaged(pointer, "it names no manifest");
  }
  const artifacts = memberOf(content, "artifacts");
  for (const artifact of Array.isArray(artifacts) ? artifacts : []) {
    const capabilities = memberOf(artifact, "capabilities");
    const folder = memberOf(memberOf(artifact, "location"), "folder");
    const manifest = memberOf(memberOf(artifact, "location"), "manifest");
    if (
      Array.isArray(capabilities) &&
      capabilities.includes("keyword-search") &&
      typeof folder === "string" &&
      typeof manifest === "string"
    ) {
      return { dir: join(dir, folder), manifest };
    }
  }
  throw indexMissing(dir);
}

/** Changes whenever a file is replaced: a few microseconds to ask. */
export function fileStamp(path: string): string {
  const stat = statSync(path, { bigint: true, throwIfNoEntry: false });
  return stat === undefined ? "" : `${stat.ino}.${stat.mtimeNs}.${stat.size}`;
}

function memberOf(value: unknown, name: string): unknown {
  return typeof value === "object" && value !== null ? (value as { readonly [key: string]: unknown })[name] : undefined;
}
