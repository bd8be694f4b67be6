import { writeFailed } from "../errors.ts";
import { expectFolder, expectText } from "./arguments.ts";
import { indexDamaged, indexMissing, indexUnreadable, optionInvalid } from "./search-errors.ts";
import { SegmentReader } from "./segment/segment-reader.ts";
import { readManifest } from "./storage/manifest.ts";
import {
  closeSync,
  fsyncSync,
  openSync,
  pathIn,
  readFileSync,
  renameSync,
  resolve,
  rmSync,
  statSync,
  writeSync,
} from "./storage/node-modules.ts";

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
  expectFolder("dir", dir);
  expectName("manifest", manifest);
  const folder = resolve(dir);
  for (const info of readManifest(folder, manifest).segments) new SegmentReader(folder, info).close();
  const path = pathIn(folder, POINTER);
  const aside = `${path}.${process.pid.toString(16)}${Math.random().toString(16).slice(2)}.tmp`;
  try {
    const fd = openSync(aside, "wx");
    try {
      writeSync(fd, `${JSON.stringify({ manifest })}\n`);
      fsyncSync(fd);
    } finally {
      closeSync(fd);
    }
    renameSync(aside, path);
  } catch (error) {
    rmSync(aside, { force: true });
    throw writeFailed(path, error);
  }
}

/** Throws SEARCH_OPTION_INVALID for what is not the name of a generation: one of a file in the folder, and none elsewhere. */
export function expectName(option: string, manifest: unknown): void {
  expectText(option, manifest);
  if (!isName(manifest as string)) throw optionInvalid(option, manifest, "the file name that a commit gave");
}

function isName(manifest: string): boolean {
  return manifest !== "" && !/[\\/]/.test(manifest);
}

/** The file that says which generation is current, the index folder's pointer or the project's state, and its `stampOf`. */
export function pointerOf(dir: string): readonly [path: string, stamp: string] {
  for (const name of [POINTER, STATE]) {
    const path = pathIn(dir, name);
    const stamp = stampOf(path);
    if (stamp !== undefined) return [path, stamp];
  }
  throw indexMissing(dir);
}

/**
 * Changes whenever a pointer names another generation; `undefined` when there is no pointer. It takes a few microseconds: of the index
 * folder's, which is a line, it is the text, and a project's state, which may be long, is only looked at.
 */
export function stampOf(pointer: string): string | undefined {
  try {
    if (pointer.endsWith(POINTER)) return readFileSync(pointer, "utf8");
    const { ino, mtimeNs, size } = statSync(pointer, { bigint: true });
    return `${ino}.${mtimeNs}.${size}`;
  } catch (cause) {
    const error = indexUnreadable(pointer, cause);
    if (error.code === "SEARCH_INDEX_MISSING") return undefined;
    throw error;
  }
}

/**
 * Reads a pointer. Throws SEARCH_INDEX_MISSING when it is not there or names no keyword index, SEARCH_INDEX_DAMAGED when it is no JSON.
 *
 * @param stamp - its `stampOf`
 */
export function readPointer(dir: string, pointer: string, stamp = stampOf(pointer)): CurrentIndex {
  if (stamp === undefined) throw indexMissing(dir);
  let content: unknown;
  try {
    content = JSON.parse(pointer.endsWith(POINTER) ? stamp : readFileSync(pointer, "utf8"));
  } catch (cause) {
    throw indexDamaged(pointer, "it is not JSON", cause);
  }
  if (pointer.endsWith(POINTER)) {
    const manifest = memberOf(content, "manifest");
    if (typeof manifest === "string" && isName(manifest)) return { dir, manifest };
    throw indexDamaged(pointer, "it names no manifest");
  }
  return namedInState(dir, content);
}

/** @param state - of a project, as it was read */
function namedInState(dir: string, state: unknown): CurrentIndex {
  const artifacts = memberOf(state, "artifacts");
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
      return { dir: pathIn(dir, folder), manifest };
    }
  }
  throw indexMissing(dir);
}

function memberOf(value: unknown, name: string): unknown {
  return typeof value === "object" && value !== null ? (value as { readonly [key: string]: unknown })[name] : undefined;
}
