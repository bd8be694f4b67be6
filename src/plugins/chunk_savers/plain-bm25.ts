import { evidenceOf } from "../../citations.ts";
import { matchesFilter } from "../../filters.ts";
import type { SearchHits } from "../../interfaces.ts";
import type { Chunk, Document, Query } from "../../model.ts";

/** Robertson & Zaragoza, "The Probabilistic Relevance Framework: BM25 and Beyond" (2009), with Lucene's `1 +` in the logarithm. */
const K1 = 1.2;
const B = 0.75;
const WORDS = new Intl.Segmenter(undefined, { granularity: "word" });

interface Entry {
  readonly chunk: Chunk;
  readonly document: Omit<Document, "text">;
  readonly frequencies: ReadonlyMap<string, number>;
  readonly length: number;
}

/** Keyword search over chunks held in memory: no files of its own, so it reads and counts everything once when it is made. */
export class PlainBm25 {
  readonly #entries: Entry[] = [];
  readonly #documentFrequency = new Map<string, number>();
  readonly #averageLength: number;

  constructor(files: readonly { readonly document: Omit<Document, "text">; readonly chunks: readonly Chunk[] }[]) {
    for (const { document, chunks } of files) for (const chunk of chunks) this.#add(chunk, document);
    this.#averageLength = this.#entries.reduce((sum, entry) => sum + entry.length, 0) / Math.max(1, this.#entries.length);
  }

  search(query: Query): SearchHits {
    const searched = [...new Set(words(query.text))];
    const scored: { entry: Entry; score: number }[] = [];
    for (const entry of this.#entries) {
      const score = this.#score(entry, searched);
      if (score > 0 && isWanted(entry, query)) scored.push({ entry, score });
    }
    scored.sort((a, b) => b.score - a.score || (a.entry.chunk.id < b.entry.chunk.id ? -1 : 1));
    const best = scored.slice(0, query.topK ?? 10);
    return { evidence: best.map(({ entry, score }) => evidenceOf(entry.chunk, entry.document, score)), searched };
  }

  #add(chunk: Chunk, document: Omit<Document, "text">): void {
    const frequencies = new Map<string, number>();
    const all = words([...chunk.path, chunk.context ?? "", chunk.fulltext].join("\n"));
    for (const word of all) frequencies.set(word, (frequencies.get(word) ?? 0) + 1);
    for (const word of frequencies.keys()) this.#documentFrequency.set(word, (this.#documentFrequency.get(word) ?? 0) + 1);
    this.#entries.push({ chunk, document, frequencies, length: all.length });
  }

  #score(entry: Entry, searched: readonly string[]): number {
    let score = 0;
    for (const word of searched) {
      const tf = entry.frequencies.get(word);
      if (tf === undefined) continue;
      const df = this.#documentFrequency.get(word) ?? 0;
      const idf = Math.log(1 + (this.#entries.length - df + 0.5) / (df + 0.5));
      score += (idf * tf * (K1 + 1)) / (tf + K1 * (1 - B + (B * entry.length) / this.#averageLength));
    }
    return score;
  }
}

function isWanted({ chunk, document }: Entry, query: Query): boolean {
  const facts = { ...chunk.attributes, documentId: document.id, source: document.source };
  const readable = document.access === undefined || document.access.some((name) => query.principals?.includes(name));
  const inScope = query.documents === undefined || query.documents.some((name) => name === document.id || name === document.source);
  return readable && inScope && (query.filters ?? []).every((filter) => matchesFilter(facts, chunk.path, filter));
}

/** Words folded for matching: compatibility forms, case and accents. */
function words(text: string): string[] {
  const found: string[] = [];
  for (const { segment, isWordLike } of WORDS.segment(text)) {
    if (isWordLike === true) found.push(segment.normalize("NFKD").replace(/\p{M}/gu, "").toLowerCase());
  }
  return found;
}
