import type { Capabilities, Change, ChunkSaver, Handles, PluginContext, Run } from "../../interfaces.ts";
import type { Artifact, Chunk, Document } from "../../model.ts";
import { damagedJson, discardJson, JsonReader, objectParts, saveJson } from "../json-store.ts";

const STORE = { kind: "chunks", folder: "chunks" } as const;

interface ChunkFile {
  readonly format: "right-rag/chunks@1";
  /** Without its text, which stands with the units. */
  readonly document: Omit<Document, "text">;
  readonly chunks: readonly Chunk[];
}

/** Chunks as JSON in `output/chunks`, one file a document. */
export class JsonChunkSaver implements ChunkSaver {
  readonly name = "json";
  readonly offers: readonly (keyof Capabilities)[] = ["read-chunks"];

  async save(changes: AsyncIterable<Change<Chunk>>, previous: Artifact | undefined, run: Run): Promise<Artifact> {
    const saved = await saveJson(STORE, changes, previous, run, function* ({ text: _, ...document }, chunks) {
      yield '{"format": "right-rag/chunks@1",\n"document": ';
      yield* objectParts(document);
      yield ',\n"chunks": [\n';
      for (const [i, chunk] of chunks.entries()) {
        yield* objectParts(chunk);
        yield i < chunks.length - 1 ? ",\n" : "\n";
      }
      yield "]}\n";
    });
    return { kind: "chunks", saver: this.name, capabilities: this.offers, ...saved };
  }

  open(artifact: Artifact, context: PluginContext): Handles {
    const reader = new JsonReader(artifact, context);
    const read = (documentId: string) => reader.read(documentId) as ChunkFile | undefined; // our own bytes, by their hash
    return { "read-chunks": { readChunks: (ids) => reader.readById(ids, (documentId) => read(documentId)?.chunks ?? []) } };
  }

  damaged(artifact: Artifact, run: Run): string[] {
    return damagedJson(artifact, run);
  }

  discard(live: Artifact | undefined, run: Run): void {
    discardJson(STORE, live, run);
  }
}
