import { checkObject } from "../../arguments.ts";
import { optionInvalid } from "../../errors.ts";
import type { ChunkParser, Run, UnitSurroundings } from "../../interfaces.ts";
import type { Attributes, ParsedChunk, Unit } from "../../model.ts";
import { discardedEvent, unitChunks } from "../../parsing/unit-chunks.ts";

/** Each can also be set in the config, as `plugins.recursive.<name>`, which wins. */
export interface RecursiveOptions {
  /** Largest chunk, in UTF-16 code units, overlap included. @default 800 */
  readonly chunk_size?: number;
  /** What a chunk may repeat of the one before it, in UTF-16 code units. @default 100 */
  readonly chunk_overlap?: number;
  /** Below it a chunk is small, in UTF-16 code units. @default 0: none is */
  readonly chunk_size_threshold?: number;
  /** Whether small neighbours are joined to a chunk of their parent, or left out and counted. @default "append" */
  readonly chunk_size_strategy?: "append" | "discard";
  /** What is smaller in the end is left out and counted, in UTF-16 code units. @default 0 */
  readonly document_size_threshold?: number;
}

const DEFAULTS = {
  chunk_size: 800,
  chunk_overlap: 100,
  chunk_size_threshold: 0,
  chunk_size_strategy: "append",
  document_size_threshold: 0,
} as const;

/**
 * For text without better structure: a unit is cut between paragraphs where they fit, else lines, else sentences, else words, with an overlap.
 * Never inside a word or a table's row, and never between a rule and its exception, which may make a chunk larger. Option names are those
 * of common text splitters.
 */
export class RecursiveChunkParser implements ChunkParser {
  readonly name = "recursive";
  readonly #options: RecursiveOptions;

  constructor(options: RecursiveOptions = {}) {
    checkObject("new RecursiveChunkParser", options, "options");
    this.#options = options;
  }

  /** @throws OPTION_INVALID */
  parse(unit: Unit, around: UnitSurroundings, run: Run): readonly ParsedChunk[] {
    const size = this.#number("chunk_size", run.settings);
    const overlap = this.#number("chunk_overlap", run.settings);
    if (overlap >= size) throw optionInvalid("chunk_overlap", overlap, `less than chunk_size, ${size}`);
    const strategy = run.settings.chunk_size_strategy ?? this.#options.chunk_size_strategy ?? DEFAULTS.chunk_size_strategy;
    if (strategy !== "append" && strategy !== "discard") throw optionInvalid("chunk_size_strategy", strategy, '"append" or "discard"');
    const { chunks, discarded } = unitChunks(unit, around, {
      maxCharacters: size - overlap,
      overlap,
      chunkSizeThreshold: this.#number("chunk_size_threshold", run.settings),
      chunkSizeStrategy: strategy,
      documentSizeThreshold: this.#number("document_size_threshold", run.settings),
    });
    if (discarded.length > 0) run.emit(discardedEvent(discarded));
    return chunks;
  }

  #number(name: "chunk_size" | "chunk_overlap" | "chunk_size_threshold" | "document_size_threshold", settings: Attributes): number {
    const value = settings[name] ?? this.#options[name] ?? DEFAULTS[name];
    const least = name === "chunk_size" ? 1 : 0;
    if (typeof value !== "number" || !Number.isInteger(value) || value < least)
      throw optionInvalid(name, value, `a whole number, ${least} or more`);
    return value;
  }
}
