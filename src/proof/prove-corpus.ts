import type { RightRagError } from "../errors.ts";
import { type DocumentProof, share } from "./prove-document.ts";
import { type ChunkSizes, sizesOf } from "./sizes.ts";

/** What was seen of all documents. */
export interface Proof {
  /** Share of the text of all documents, 0 to 1, that is in units or declared omissions. */
  readonly coverage: number;
  /** Share of the text, 0 to 1, that is in chunks, or need not be. */
  readonly chunkCoverage: number;
  /** Characters of chunks; absent without chunks. */
  readonly chunkSizes?: ChunkSizes;
  readonly faults: number;
  readonly hints: number;
  /** In the order of the sources. */
  readonly documents: readonly DocumentProof[];
}

/** Adds proofs of documents up. Of a document only its counts and findings are kept. */
export class ProofSum {
  readonly #documents: DocumentProof[] = [];
  readonly #lengths: number[] = [];

  /** @param lengths - characters of each chunk */
  add(document: DocumentProof, lengths: readonly number[]): void {
    this.#documents.push(document);
    for (const length of lengths) this.#lengths.push(length);
  }

  proof(): Proof {
    const sum = (of: (document: DocumentProof) => number) => this.#documents.reduce((total, document) => total + of(document), 0);
    const characters = sum((document) => document.characters.characters);
    const chunkSizes = sizesOf(this.#lengths);
    return {
      coverage: share(
        characters,
        sum((document) => document.characters.outsideUnits),
      ),
      chunkCoverage: share(
        characters,
        sum((document) => document.characters.outsideChunks),
      ),
      ...(chunkSizes === undefined ? {} : { chunkSizes }),
      faults: sum((document) => document.faults),
      hints: sum((document) => document.hints),
      documents: this.#documents,
    };
  }
}

/** A document, or a whole source, that could not be parsed: nothing of it is covered, and how much it is cannot be told. */
export function failedProof(source: string, error: Pick<RightRagError, "code" | "message">, documentId?: string): DocumentProof {
  return {
    source,
    ...(documentId === undefined ? {} : { documentId }),
    units: 0,
    chunks: 0,
    coverage: 0,
    chunkCoverage: 0,
    characters: { characters: 0, outsideUnits: 0, outsideChunks: 0 },
    faults: 1,
    hints: 0,
    findings: [{ code: error.code, start: 0, end: 0, line: 1, fault: true, message: error.message }],
  };
}
