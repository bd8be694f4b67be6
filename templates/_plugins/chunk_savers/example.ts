import { mkdir, open, readdir, readFile, rename, rm, rmdir, stat } from "node:fs/promises";
import { join } from "node:path";
import type { Artifact, Change, Chunk, ChunkSaver, Handles, PluginContext, Run } from "right-rag";
import { contentHash, RightRagError } from "right-rag";

/** One line of the file. */
interface Entry {
  readonly documentId: string;
  readonly chunks: readonly Chunk[];
}

/** What `save` leaves in `Artifact.location`. */
interface Place {
  readonly file: string;
  readonly bytes: number;
}

const OWN_FILE = /^chunks-[0-9a-f]{32}\.jsonl(\.part)?$/;

/**
 * Chunks as JSON Lines, a line a document, in one file of a folder below `output` that has this plugin's name. Each save writes
 * a new file, named by its content, beside the one that readers still use; `discard` removes the old one when the index has
 * switched.
 *
 * A save holds the whole corpus in memory, which is fine for some thousand documents. Where several savers offer a
 * capability, readers get the first one's: with `order` 50 that is the one the project had, until you take `order` away.
 */
export default class ExampleChunkSaver implements ChunkSaver {
  readonly name = "example";
  readonly order = 50;
  readonly offers = ["read-chunks"] as const;

  async save(changes: AsyncIterable<Change<Chunk>>, previous: Artifact | undefined, run: Run): Promise<Artifact> {
    const before = previous === undefined ? [] : await this.#read(previous, run);
    const entries = new Map(before.map((entry) => [entry.documentId, entry]));
    for await (const change of changes) {
      if (change.items === null) entries.delete(change.document.id);
      else entries.set(change.document.id, { documentId: change.document.id, chunks: change.items });
    }
    // Sorted: the same documents give the same bytes, whatever happened before.
    const sorted = [...entries.values()].sort((a, b) => (a.documentId < b.documentId ? -1 : 1));
    const text = sorted.map((entry) => `${JSON.stringify(entry)}\n`).join("");
    const fingerprint = contentHash(text);
    const file = `chunks-${fingerprint}.jsonl`;
    await writeDurably(this.#folder(run), file, text);
    return {
      kind: "chunks",
      saver: this.name,
      location: { file, bytes: Buffer.byteLength(text) },
      capabilities: this.offers,
      counts: { documents: sorted.length, items: sorted.reduce((sum, { chunks }) => sum + chunks.length, 0) },
      fingerprint,
    };
  }

  open(artifact: Artifact, context: PluginContext): Handles {
    // Read when first asked for, and once: most queries need only a few of the capabilities that are open.
    let loading: Promise<Map<string, Chunk>> | undefined;
    const load = async () => {
      const entries = await this.#read(artifact, context);
      return new Map(entries.flatMap(({ chunks }) => chunks).map((chunk) => [chunk.id, chunk]));
    };
    return {
      "read-chunks": {
        readChunks: async (ids) => {
          loading ??= load();
          const chunks = await loading;
          return ids.flatMap((id) => chunks.get(id) ?? []);
        },
      },
    };
  }

  /** All is in one file: when that is gone or cut, nothing can be kept, and throwing has everything indexed anew. */
  async damaged(artifact: Artifact, run: Run): Promise<string[]> {
    const { file, bytes } = placeOf(artifact);
    const { size } = await stat(join(this.#folder(run), file));
    if (size !== bytes) throw damagedFile(file);
    return [];
  }

  async discard(live: Artifact | undefined, run: Run): Promise<void> {
    const folder = this.#folder(run);
    const keep = live === undefined ? undefined : placeOf(live).file;
    const names = await readdir(folder).catch(() => []); // never made
    for (const name of names) if (OWN_FILE.test(name) && name !== keep) await rm(join(folder, name), { force: true });
    if (live === undefined) await rmdir(folder).catch(() => {}); // not there, or somebody else's files are in it
  }

  #folder(context: PluginContext): string {
    return join(context.output, this.name);
  }

  async #read(artifact: Artifact, context: PluginContext): Promise<Entry[]> {
    const { file } = placeOf(artifact);
    const text = await readFile(join(this.#folder(context), file), "utf8").catch((cause: unknown) => {
      throw damagedFile(file, cause);
    });
    if (contentHash(text) !== artifact.fingerprint) throw damagedFile(file);
    const lines = text.split("\n").slice(0, -1);
    return lines.map((line): Entry => JSON.parse(line)); // our own bytes, by their hash
  }
}

function placeOf(artifact: Artifact): Place {
  return artifact.location as unknown as Place; // written by save(), and given back as it was
}

/** Whoever reads meanwhile, and whatever is killed when: under its own name the file is whole, and on the disk. */
async function writeDurably(folder: string, file: string, text: string): Promise<void> {
  await mkdir(folder, { recursive: true });
  const part = join(folder, `${file}.part`);
  const handle = await open(part, "w");
  try {
    await handle.writeFile(text);
    await handle.sync();
  } finally {
    await handle.close();
  }
  await rename(part, join(folder, file));
  if (process.platform === "win32") return; // where a folder cannot be opened, and need not be
  const listing = await open(folder, "r");
  await listing.sync().finally(() => listing.close());
}

function damagedFile(file: string, cause?: unknown): RightRagError {
  const message = `"${file}" is not as the index left it.`;
  return new RightRagError("ARTIFACT_DAMAGED", message, "Run right-rag index, which makes it anew.", { cause });
}
