import { readdirSync, readFileSync, renameSync, rmSync } from "node:fs";
import { join } from "node:path";
import { TEMPORARY_SUFFIX, writeFileAtomic } from "./atomic-file.ts";
import { RightRagError } from "./errors.ts";
import { contentHash } from "./hash.ts";
import { makeFolder } from "./make-folder.ts";
import type { Artifact, Notice } from "./model.ts";

export const STATE_FILE = ".right-rag-state.json";
export const LOCK_FILE = ".right-rag-state.lock";
/** Of the state file and of what stands beside the savers' data. A newer one is refused, never rewritten. */
export const STATE_VERSION = 1;

/** What is known of one document in the index. */
export interface DocumentEntry {
  readonly id: string;
  readonly units: number;
  readonly chunks: number;
  readonly notices?: readonly Notice[];
}

/** What is known of one source in the index. */
export interface SourceEntry {
  /** Of the bytes that the documents were made from; null when a part failed, so that the next run tries again. */
  readonly fingerprint: string | null;
  /** Fingerprint of the plugins and settings that made the documents. */
  readonly recipe: string;
  /** `name` of the loader. */
  readonly loader: string;
  readonly documents: readonly DocumentEntry[];
}

/** A complete index, as a value. */
export interface State {
  /** Fingerprint of the savers that hold the artifacts. */
  readonly savers: string;
  readonly artifacts: readonly Artifact[];
  readonly sources: ReadonlyMap<string, SourceEntry>;
}

export const emptyState: State = { savers: "", artifacts: [], sources: new Map() };

/**
 * The state file is small and is the one switch: it names the artifacts and the table of sources, which is written beside
 * them under a name made of its content.
 */
interface StateFile {
  readonly version: number;
  readonly savers: string;
  readonly artifacts: readonly Artifact[];
  readonly sources: { readonly file: string; readonly hash: string };
}

/**
 * Reads the last complete index.
 *
 * @returns undefined where nothing was ever indexed
 * @throws STATE_CORRUPT when it cannot be read whole, STATE_NEWER when a newer right-rag wrote it
 */
export function readState(root: string): State | undefined {
  const file = readStateFile(root);
  if (file === undefined) return undefined;
  const table = parseTable(root, file);
  return { savers: file.savers, artifacts: file.artifacts, sources: new Map(table) };
}

/** Only the artifacts, for a query: the table of sources is not read. Errors as `readState`. */
export function readArtifacts(root: string): readonly Artifact[] | undefined {
  return readStateFile(root)?.artifacts;
}

/**
 * Switches to a new index: the table of sources first, then the state file, each whole or not at all.
 *
 * @param folder - for the table, relative to the root, with `/`
 * @throws WRITE_FAILED; the old index is then still the live one
 */
export async function writeState(root: string, folder: string, state: State): Promise<void> {
  const table = tableText(state.sources);
  const hash = contentHash(table);
  const file = `${folder}/${tableName(hash)}`;
  makeFolder(join(root, folder));
  await writeFileAtomic(join(root, file), table);
  const content: StateFile = { version: STATE_VERSION, savers: state.savers, artifacts: state.artifacts, sources: { file, hash } };
  await writeFileAtomic(join(root, STATE_FILE), `${JSON.stringify(content, null, 2)}\n`);
}

/** Removes tables that the live state does not name, and what a crash left of writing either file. */
export function discardOldTables(root: string, folder: string): void {
  const live = readStateFile(root)?.sources.file;
  for (const name of listFolder(join(root, folder))) {
    const old = /^sources-[0-9a-f]+\.json$/.test(name) && `${folder}/${name}` !== live;
    if (old || (name.endsWith(TEMPORARY_SUFFIX) && name.includes("sources-"))) rmSync(join(root, folder, name), { force: true });
  }
  for (const name of listFolder(root)) {
    if (name.startsWith(`.${STATE_FILE}`) && name.endsWith(TEMPORARY_SUFFIX)) rmSync(join(root, name), { force: true });
  }
}

/** Moves a state that cannot be read out of the way, keeping it. @returns its new name */
export function setStateAside(root: string): string {
  const taken = new Set(statesSetAside(root));
  let n = 1;
  while (taken.has(`${STATE_FILE}.broken-${n}`)) n++;
  const name = `${STATE_FILE}.broken-${n}`;
  renameSync(join(root, STATE_FILE), join(root, name));
  return name;
}

/** Names of the damaged states that were set aside. */
export function statesSetAside(root: string): readonly string[] {
  const ending = /^\.broken-\d{1,9}$/;
  return listFolder(root).filter((name) => name.startsWith(STATE_FILE) && ending.test(name.slice(STATE_FILE.length)));
}

function readStateFile(root: string): StateFile | undefined {
  let text: string;
  try {
    text = readFileSync(join(root, STATE_FILE), "utf8");
  } catch (cause) {
    if (cause instanceof Error && "code" in cause && cause.code === "ENOENT") return undefined;
    throw corrupt(STATE_FILE, "it cannot be read", cause);
  }
  const value = parseJson(text, STATE_FILE);
  if (!isRecord(value) || typeof value.version !== "number") throw corrupt(STATE_FILE, "it is not a state of right-rag");
  if (value.version > STATE_VERSION) throw newer(value.version);
  const { sources } = value;
  const whole =
    typeof value.savers === "string" &&
    Array.isArray(value.artifacts) &&
    isRecord(sources) &&
    typeof sources.file === "string" &&
    typeof sources.hash === "string";
  if (!whole) throw corrupt(STATE_FILE, "parts of it are missing");
  return value as unknown as StateFile; // the members were checked just above
}

function parseTable(root: string, state: StateFile): [string, SourceEntry][] {
  const { file, hash } = state.sources;
  let text: string;
  try {
    text = readFileSync(join(root, file), "utf8");
  } catch (cause) {
    throw corrupt(file, "it cannot be read", cause);
  }
  if (contentHash(text) !== hash) throw corrupt(file, "it was changed or cut");
  return Object.entries(parseJson(text, file) as Record<string, SourceEntry>); // our own bytes, by their hash
}

/** One source a line, so that a difference between two tables can be read. */
function tableText(sources: ReadonlyMap<string, SourceEntry>): string {
  const lines = [...sources].sort(([a], [b]) => (a < b ? -1 : 1)).map(([id, entry]) => `${JSON.stringify(id)}: ${JSON.stringify(entry)}`);
  return lines.length === 0 ? "{}\n" : `{\n${lines.join(",\n")}\n}\n`;
}

function tableName(hash: string): string {
  return `sources-${hash.slice(0, 16)}.json`;
}

function listFolder(folder: string): string[] {
  try {
    return readdirSync(folder);
  } catch {
    return []; // not made yet
  }
}

function parseJson(text: string, file: string): unknown {
  try {
    return JSON.parse(text);
  } catch (cause) {
    throw corrupt(file, "it is not whole JSON", cause);
  }
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

function corrupt(file: string, reason: string, cause?: unknown): RightRagError {
  return new RightRagError(
    "STATE_CORRUPT",
    `The index's state is damaged: "${file}": ${reason}.`,
    "Run right-rag index: it sets the damaged state aside and makes the index anew.",
    { cause },
  );
}

function newer(version: number): RightRagError {
  return new RightRagError(
    "STATE_NEWER",
    `The index was written by a newer right-rag (state version ${version}; this one reads up to ${STATE_VERSION}).`,
    `Use the newer right-rag, or remove "${STATE_FILE}" and run right-rag index to make the index anew.`,
  );
}
