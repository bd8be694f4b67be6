import { statSync } from "node:fs";

/** Bytes of files whose content is kept. In memory it takes a few times as much. */
const MOST_BYTES = 16 << 20;

interface Kept {
  readonly stamp: string;
  readonly bytes: number;
  readonly content: unknown;
}

/** The content of files that were read lately, so that a server does not parse the same documents for every question. */
export class RecentFiles {
  readonly #kept = new Map<string, Kept>();
  #bytes = 0;

  /**
   * The content of a file, from memory where the file is as it was then.
   *
   * @param load - reads the file; what it gives is frozen, as several callers come to have it
   */
  read(path: string, load: () => unknown): unknown {
    // Looked at before it is read: what changes in between is read again the next time.
    const stat = statSync(path, { bigint: true, throwIfNoEntry: false });
    if (stat === undefined) return load();
    const stamp = `${stat.ino}.${stat.mtimeNs}.${stat.size}`;
    const kept = this.#kept.get(path);
    if (kept !== undefined) this.#forget(path, kept);
    const content = kept?.stamp === stamp ? kept.content : freeze(load());
    this.#keep(path, { stamp, bytes: Number(stat.size), content });
    return content;
  }

  #keep(path: string, kept: Kept): void {
    if (kept.bytes > MOST_BYTES) return;
    this.#kept.set(path, kept);
    this.#bytes += kept.bytes;
    for (const [oldest, { bytes }] of this.#kept) {
      if (this.#bytes <= MOST_BYTES) return;
      this.#kept.delete(oldest);
      this.#bytes -= bytes;
    }
  }

  #forget(path: string, { bytes }: Kept): void {
    this.#kept.delete(path);
    this.#bytes -= bytes;
  }
}

function freeze(value: unknown): unknown {
  if (typeof value !== "object" || value === null) return value;
  for (const member of Object.values(value)) freeze(member);
  return Object.freeze(value);
}
