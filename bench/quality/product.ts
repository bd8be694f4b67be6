import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Change } from "../../src/interfaces.ts";
import type { Chunk, DraftAnswer } from "../../src/model.ts";
import { ExtractiveAnswerGenerator } from "../../src/plugins/answer_generators/extractive.ts";
import { KeywordIndexSaver } from "../../src/plugins/chunk_savers/keyword-index.ts";
import { KeywordRetriever } from "../../src/plugins/retrievers/keyword.ts";
import { artifactsOf } from "../../src/testing/artifacts.ts";
import { testRun } from "../../src/testing/run.ts";
import { buildChunks, buildUnits } from "../../src/units.ts";
import type { SetDocument } from "./uniform-set.ts";

export interface Retrieval {
  /** Ids of documents, best first. */
  readonly rank: (query: string, topK: number) => Promise<readonly string[]>;
  /** What the extractive answer generator makes of the best ten. */
  readonly answer: (query: string) => Promise<DraftAnswer>;
  readonly close: () => Promise<void>;
}

/** A unit needs a topic; this one has no words. */
const UNTITLED = "—";

/**
 * What is measured: the product's own keyword index and keyword retriever with default settings, one document a unit and a chunk, its
 * title the topic.
 */
export async function indexDocuments(documents: AsyncIterable<SetDocument> | Iterable<SetDocument>): Promise<Retrieval> {
  const root = mkdtempSync(join(tmpdir(), "bench-quality-"));
  const run = testRun({ root, output: join(root, "output") });
  const saver = new KeywordIndexSaver();
  const handles = await saver.open(await saver.save(changes(documents), undefined, run), run);
  const artifacts = artifactsOf(handles);
  const retriever = new KeywordRetriever();
  const generator = new ExtractiveAnswerGenerator();
  return {
    answer: async (text) => generator.answer({ text }, await retriever.retrieve({ text }, artifacts, run), { artifacts }),
    rank: async (text, topK) => (await retriever.retrieve({ text, topK }, artifacts, run)).evidence.map((piece) => piece.documentId),
    close: async () => {
      await handles.close?.();
      rmSync(root, { recursive: true, force: true });
    },
  };
}

async function* changes(documents: AsyncIterable<SetDocument> | Iterable<SetDocument>): AsyncGenerator<Change<Chunk>> {
  for await (const { id, title, text } of documents) {
    const document = { id, source: `${id}.txt`, text, mediaType: "text/plain" };
    const whole = { topic: title.trim() === "" ? UNTITLED : title, fulltext: text, source: { start: 0, end: text.length } };
    const items = buildUnits(document, [whole], "one-unit").flatMap((unit) => buildChunks(document, unit, [whole], "one-chunk"));
    yield { document, items };
  }
}
