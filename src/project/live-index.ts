import { statSync } from "node:fs";
import { join } from "node:path";
import { isRightRagError, RightRagError } from "../errors.ts";
import { type OpenArtifacts, openArtifacts } from "../pipeline/artifacts.ts";
import type { Host } from "../pipeline/host.ts";
import type { LoadedPlugins } from "../registry.ts";
import { readArtifacts, STATE_FILE } from "../state.ts";

interface Generation {
  readonly artifacts: OpenArtifacts;
  /** Of the state file it was opened from. */
  readonly stamp: string;
  users: number;
  retired: boolean;
}

/**
 * The open artifacts of the last complete index. A new index is picked up by the next use; the old one is closed when its
 * last user is done.
 */
export class LiveIndex {
  readonly #root: string;
  #current: Generation | undefined;

  constructor(root: string) {
    this.#root = root;
  }

  /**
   * Opens what is needed and lends it. Work that finds a file gone or changed because an index run switched meanwhile is
   * done once more, on the new index.
   *
   * @throws INDEX_MISSING, STATE_CORRUPT, STATE_NEWER, and what `work` throws
   */
  async use<T>(loaded: LoadedPlugins, host: Host, work: (artifacts: OpenArtifacts) => Promise<T>): Promise<T> {
    for (let tries = 0; ; tries++) {
      const stamp = stampOf(this.#root);
      try {
        return await this.#lend(await this.#open(stamp, loaded, host), work);
      } catch (error) {
        const moved = isRightRagError(error) && /_DAMAGED$|^STATE_CORRUPT$/.test(error.code) && stampOf(this.#root) !== stamp;
        if (!moved || tries === 5) throw error;
      }
    }
  }

  async close(): Promise<void> {
    await this.#retire();
  }

  async #open(stamp: string, loaded: LoadedPlugins, host: Host): Promise<Generation> {
    if (this.#current?.stamp === stamp) return this.#current;
    const artifacts = readArtifacts(this.#root);
    if (artifacts === undefined) throw indexMissing();
    const opened = await openArtifacts(artifacts, loaded.plugins, host);
    await this.#retire();
    this.#current = { artifacts: opened, stamp, users: 0, retired: false };
    return this.#current;
  }

  async #lend<T>(generation: Generation, work: (artifacts: OpenArtifacts) => Promise<T>): Promise<T> {
    generation.users++;
    try {
      return await work(generation.artifacts);
    } finally {
      generation.users--;
      if (generation.retired && generation.users === 0) await generation.artifacts.close();
    }
  }

  async #retire(): Promise<void> {
    const old = this.#current;
    this.#current = undefined;
    if (old === undefined) return;
    old.retired = true;
    if (old.users === 0) await old.artifacts.close();
  }
}

/** The state is replaced whole, so another inode, time or size is another index. */
function stampOf(root: string): string {
  const stat = statSync(join(root, STATE_FILE), { bigint: true, throwIfNoEntry: false });
  return stat === undefined ? "" : `${stat.ino} ${stat.mtimeNs} ${stat.size}`;
}

function indexMissing(): RightRagError {
  return new RightRagError("INDEX_MISSING", "This project has no index yet.", "Run right-rag index first.");
}
