import assert from "node:assert/strict";
import { matchesFilter } from "../filters.ts";
import type { Attributes, Document, Evidence, Query } from "../model.ts";
import { assertJson } from "./json.ts";

/** What holds for evidence wherever it comes from: whole, JSON, finite scores that fall, no piece twice. */
export function assertEvidence(evidence: readonly Evidence[], topK: number): void {
  assert.ok(Array.isArray(evidence), "evidence is not an array");
  assert.ok(evidence.length <= topK, `${evidence.length} pieces of evidence came for a topK of ${topK}`);
  let last = Number.POSITIVE_INFINITY;
  const seen = new Set<string>();
  for (const [i, piece] of evidence.entries()) {
    const what = `evidence ${i + 1}`;
    assertJson(piece, what);
    for (const member of ["text", "documentId", "source", "unitId", "citation"] as const) {
      assert.ok(typeof piece[member] === "string" && piece[member].trim() !== "", `${what} has no ${member}`);
    }
    assert.ok(Number.isFinite(piece.score), `${what} has a score of ${piece.score}`);
    assert.ok(piece.score <= last, `${what} scores ${piece.score}, more than the ${last} before it`);
    last = piece.score;
    const key = JSON.stringify([piece.documentId, piece.unitId, piece.chunkId ?? null, piece.span ?? null]);
    assert.ok(!seen.has(key), `${what} came before`);
    seen.add(key);
  }
}

/** A piece with a span must stand there, to the character. */
export function assertReadsBack(piece: Evidence, document: Document | undefined): void {
  assert.ok(document !== undefined, `the document of "${piece.citation}" cannot be read`);
  assert.equal(piece.source, document.source, `source of "${piece.citation}"`);
  if (piece.span === undefined) return;
  assert.equal(
    document.text.slice(piece.span.start, piece.span.end),
    piece.text,
    `the span of "${piece.citation}" does not read back its text`,
  );
}

/** What a query's conditions are held against. */
export interface Filtered {
  readonly documentId: string;
  readonly source: string;
  readonly path: readonly string[];
  readonly attributes?: Attributes;
}

/** Whether a query's `documents` and `filters` all let a piece through. */
export function passes({ documents, filters = [] }: Pick<Query, "documents" | "filters">, piece: Filtered): boolean {
  const { documentId, source, path, attributes } = piece;
  if (documents !== undefined && !documents.includes(source) && !documents.includes(documentId)) return false;
  return filters.every((filter) => matchesFilter({ ...attributes, documentId, source }, path, filter));
}
