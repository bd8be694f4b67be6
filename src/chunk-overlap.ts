import type { Chunk, Document, Span } from "./model.ts";
import { countInk } from "./text/whitespace.ts";

/** Text that stands in more than one chunk. Counts are of characters that are no white space. */
export interface ChunkOverlap {
  /** In chunks of several parsers, or of several units: it is found twice. */
  readonly twice: Overlap;
  /** In several chunks that one parser cut from one unit, usually on purpose. */
  readonly within: Overlap;
  /** In at least one chunk. */
  readonly total: number;
}

export interface Overlap {
  readonly characters: number;
  readonly first?: Span;
  /** Names of the chunk parsers, sorted. */
  readonly parsers: readonly string[];
}

/**
 * Where chunks overlap. Chunks without a place count for nothing. Linear, but for sorting: of many chunks over one place, the
 * last few are compared.
 */
export function chunkOverlap(document: Pick<Document, "text">, chunks: readonly Chunk[]): ChunkOverlap {
  const { text } = document;
  const placed = chunks.flatMap(({ source, parser, unitId }) => (source === undefined ? [] : [{ ...source, parser, unitId }]));
  placed.sort((a, b) => a.start - b.start || a.end - b.end);
  const twice = new Counter(text);
  const within = new Counter(text);
  let open: (typeof placed)[number][] = [];
  let reached = 0;
  let total = 0;
  for (const chunk of placed) {
    if (chunk.end > reached) total += countInk(text, Math.max(reached, chunk.start), chunk.end);
    reached = Math.max(reached, chunk.end);
    open = open.filter(({ end }) => end > chunk.start).slice(-COMPARED);
    for (const other of open) {
      const shared = { start: chunk.start, end: Math.min(chunk.end, other.end) };
      const counter = other.parser === chunk.parser && other.unitId === chunk.unitId ? within : twice;
      counter.add(shared, other.parser, chunk.parser);
    }
    open.push(chunk);
  }
  return { twice: twice.overlap(), within: within.overlap(), total };
}

/** Chunks over one place that a further one is compared with. */
const COMPARED = 16;

/** Counts each place once, however many chunks share it. Places come in rising by `start`. */
class Counter {
  readonly #text: string;
  readonly #parsers = new Set<string>();
  #reached = 0;
  #characters = 0;
  #first: Span | undefined;

  constructor(text: string) {
    this.#text = text;
  }

  add(span: Span, ...parsers: readonly string[]): void {
    const start = Math.max(this.#reached, span.start);
    const ink = start < span.end ? countInk(this.#text, start, span.end) : 0;
    this.#reached = Math.max(this.#reached, span.end);
    if (ink === 0) return;
    this.#characters += ink;
    this.#first ??= { start, end: span.end };
    for (const parser of parsers) this.#parsers.add(parser);
  }

  overlap(): Overlap {
    const first = this.#first === undefined ? {} : { first: this.#first };
    return { characters: this.#characters, ...first, parsers: [...this.#parsers].sort() };
  }
}
