import { readFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import { writeFileAtomic } from "../../atomic-file.ts";
import { writeFailed } from "../../errors.ts";
import type { ModelSchema } from "../../interfaces.ts";
import { makeFolder } from "../../make-folder.ts";
import type { Attributes } from "../../model.ts";

/**
 * What models were paid to say: `<output>/cache/indexer/`, one small file a reply, named by the hash of what was asked. A file is
 * written whole or not at all, and synced, so that a reply that was kept is never paid for again, whatever is killed when; and
 * nothing is ever rewritten, so that two runs cannot hurt each other.
 */
export class FieldCache {
  readonly #folder: string;

  constructor(output: string) {
    this.#folder = join(output, "cache", "indexer");
  }

  /** Undefined when it is not there, or is not what was asked for: cut or changed by hand. */
  async read(key: string, schema: ModelSchema<Attributes>): Promise<Attributes | undefined> {
    try {
      const { fields } = JSON.parse(await readFile(this.#path(key), "utf8")) as { readonly fields?: unknown };
      return schema.parse(fields);
    } catch {
      return undefined;
    }
  }

  /** @throws WRITE_FAILED */
  async write(key: string, model: string, fields: Attributes): Promise<void> {
    const path = this.#path(key);
    try {
      makeFolder(dirname(path));
    } catch (cause) {
      throw writeFailed(dirname(path), cause);
    }
    await writeFileAtomic(path, `${JSON.stringify({ format: "right-rag/fields@1", model, fields })}\n`);
  }

  #path(key: string): string {
    return join(this.#folder, key.slice(0, 2), `${key}.json`);
  }
}
