import { findingCodes } from "../finding-codes.ts";
import type { Chunk, Document, Notice, Unit } from "../model.ts";
import { changedTextFindings } from "./changed-text.ts";
import { type Covered, coverageFindings } from "./coverage.ts";
import { exceptionFindings } from "./exceptions-apart.ts";
import type { Finding, Found } from "./findings.ts";
import { numberingFindings } from "./numbering.ts";
import { referenceFindings } from "./references.ts";
import { type ChunkSizes, chunkFindings, sizesOf, unitSizeFindings } from "./sizes.ts";
import { siblingsOf, treeFindings } from "./tree.ts";

/** What is weighed otherwise than `findingCodes` says. */
export interface ProofOptions {
  /** Share of a document's text, 0 to 1, that may be in no unit before that is a fault. @default 0 */
  readonly tolerateUncovered?: number;
  /** Codes of hints that count as faults. */
  readonly faults?: readonly string[];
  /** Codes that are not looked for. */
  readonly ignore?: readonly string[];
}

/** What was seen of one document. Counts of characters leave white space out. */
export interface DocumentProof {
  readonly source: string;
  readonly documentId?: string;
  readonly units: number;
  readonly chunks: number;
  /** Share of the text, 0 to 1, that is in units or declared omissions. */
  readonly coverage: number;
  /** Share of the text, 0 to 1, that is in chunks, or need not be. */
  readonly chunkCoverage: number;
  readonly characters: Covered;
  /** Absent without chunks. */
  readonly chunkSizes?: ChunkSizes;
  readonly faults: number;
  readonly hints: number;
  /** Rising by `start`. */
  readonly findings: readonly Finding[];
}

/** What the parsers made of one document, as the pipeline gives it: omissions of the unit parser are in the document. */
export interface Parsed {
  readonly document: Document;
  readonly units: readonly Unit[];
  readonly chunks: readonly Chunk[];
  /** What was told of the document while it was parsed. */
  readonly notices?: readonly Notice[];
}

/** Looks at everything that can be told of a document's units and chunks without knowing its domain. Linear, but for sorting. */
export function proveDocument({ document, units, chunks, notices = [] }: Parsed, options: ProofOptions = {}): DocumentProof {
  const siblings = siblingsOf(units);
  const { covered, found } = coverageFindings(document, units, chunks);
  const all = [
    ...found,
    ...treeFindings(document, siblings),
    ...changedTextFindings(document, units, chunks),
    ...numberingFindings(siblings),
    ...referenceFindings(document, units),
    ...exceptionFindings(document, units, chunks),
    ...unitSizeFindings(document, units, siblings),
    ...chunkFindings(document, chunks),
  ];
  const tolerated = covered.outsideUnits <= covered.characters * (options.tolerateUncovered ?? 0);
  // A chunk parser that leaves small chunks out by its settings has counted them.
  const counted = notices.some(({ code }) => code === "TEXT_DISCARDED");
  const findings = weighed(document.text, all, options, [...(tolerated ? ["UNIT_GAP"] : []), ...(counted ? ["CHUNK_GAP"] : [])]);
  const faults = findings.filter(({ fault }) => fault).length;
  const chunkSizes = sizesOf(chunks.map(({ fulltext }) => fulltext.length));
  return {
    source: document.source,
    documentId: document.id,
    units: units.length,
    chunks: chunks.length,
    coverage: share(covered.characters, covered.outsideUnits),
    chunkCoverage: share(covered.characters, covered.outsideChunks),
    characters: covered,
    ...(chunkSizes === undefined ? {} : { chunkSizes }),
    faults,
    hints: findings.length - faults,
    findings,
  };
}

/** 1 for a text without characters: nothing is missing of it. */
export function share(all: number, outside: number): number {
  return all === 0 ? 1 : (all - outside) / all;
}

function weighed(text: string, found: readonly Found[], { faults = [], ignore = [] }: ProofOptions, told: readonly string[]): Finding[] {
  const rising = found.filter(({ code }) => !ignore.includes(code)).sort((a, b) => a.start - b.start || a.end - b.end);
  let line = 1;
  let at = 0;
  return rising.map(({ code, start, end, message }) => {
    for (let next = text.indexOf("\n", at); next !== -1 && next < start; next = text.indexOf("\n", at)) {
      line++;
      at = next + 1;
    }
    const fault = faults.includes(code) || (findingCodes[code] === "fault" && !told.includes(code));
    return { code, start, end, message, fault, line };
  });
}
