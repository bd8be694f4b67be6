import { closeSync, mkdirSync, openSync, writeSync } from "node:fs";
import { join } from "node:path";
import { seededRandom, shuffle } from "./random.ts";
import { cutChunks, listTextFiles, readPlainText } from "./text-files.ts";
import { WordVariation } from "./vary-words.ts";

const CHUNK_CHARACTERS = 1010;
/** Each append adds so many chunks, and every round appends others. */
export const APPEND_CHUNKS = 1000;

export interface BenchChunk {
  readonly id: string;
  readonly documentId: string;
  readonly text: string;
}

export interface Corpus {
  readonly file: string;
  readonly appendFiles: readonly string[];
  readonly chunks: number;
  readonly textBytes: number;
  readonly filesRead: number;
  readonly filesSkipped: number;
  /** How many times the folder was read; 1 when it was large enough. */
  readonly copies: number;
}

/** Writes the corpus, then one file of new chunks per append round, streaming; `visit` sees every chunk of the corpus as it passes. */
export function writeCorpus(
  options: { textDir: string; workDir: string; chunks: number; seed: number; appendRounds: number },
  visit: (chunk: BenchChunk) => void,
): Corpus {
  const { textDir, workDir, chunks, seed, appendRounds } = options;
  mkdirSync(workDir, { recursive: true });
  const stats = { filesRead: 0, filesSkipped: 0, copies: 0 };
  const source = chunkSource(textDir, seed, stats);
  const file = join(workDir, "corpus.jsonl");
  const textBytes = writeLines(file, source, chunks, visit);
  const appendFiles: string[] = [];
  for (let round = 0; round < appendRounds; round += 1) {
    const appendFile = join(workDir, `append-${round}.jsonl`);
    writeLines(appendFile, source, APPEND_CHUNKS, () => {}, `append${round}-`);
    appendFiles.push(appendFile);
  }
  return { file, appendFiles, chunks, textBytes, ...stats };
}

function writeLines(file: string, source: Iterator<BenchChunk>, count: number, visit: (chunk: BenchChunk) => void, prefix = ""): number {
  const output = openSync(file, "w");
  let bytes = 0;
  let pending = "";
  for (let i = 0; i < count; i += 1) {
    const { value, done } = source.next();
    if (done) {
      throw new Error("The text folder holds no usable .md, .txt, .html or .xml file.");
    }
    visit(value);
    bytes += Buffer.byteLength(value.text);
    // The prefix keeps an append from replacing the document whose first chunks are in the corpus.
    pending += `${JSON.stringify({ ...value, documentId: prefix + value.documentId })}\n`;
    if (pending.length > 1 << 20) {
      writeSync(output, pending);
      pending = "";
    }
  }
  writeSync(output, pending);
  closeSync(output);
  return bytes;
}

/** Endless chunks: the folder as it is, then again and again with words changed. */
function* chunkSource(
  textDir: string,
  seed: number,
  stats: { filesRead: number; filesSkipped: number; copies: number },
): Generator<BenchChunk, undefined> {
  const random = seededRandom(seed);
  const files = shuffle(listTextFiles(textDir), random);
  const variation = new WordVariation();
  let produced = 0;
  for (let copy = 0; ; copy += 1) {
    stats.copies = copy + 1;
    for (const [fileNumber, path] of files.entries()) {
      const text = readPlainText(path);
      if (text === undefined) {
        stats.filesSkipped += copy === 0 ? 1 : 0;
        continue;
      }
      stats.filesRead += copy === 0 ? 1 : 0;
      for (const piece of cutChunks(text, CHUNK_CHARACTERS)) {
        if (copy === 0) {
          variation.count(piece, fileNumber);
        }
        produced += 1;
        yield {
          id: `c${produced}`,
          documentId: `f${fileNumber}-${copy}`,
          text: copy === 0 ? piece : variation.vary(piece, fileNumber, copy, random),
        };
      }
    }
    if (produced === 0) {
      return undefined;
    }
    if (copy === 0) {
      variation.finish();
    }
  }
}
