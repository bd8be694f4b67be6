import type { Chunk, Document, ParsedChunk, ParsedUnit, Unit } from "../../src/model.ts";
import { type DocumentProof, type ProofOptions, proveDocument } from "../../src/proof/prove-document.ts";
import { buildChunks, buildUnits } from "../../src/units.ts";

export function textDocument(text: string, more: Partial<Document> = {}): Document {
  return { id: "doc", source: "doc.txt", mediaType: "text/plain", text, ...more };
}

/** A unit of the lines of a document, 1-based and inclusive; its topic is its first line. */
export function linesUnit(document: Document, first: number, last: number, subunits: readonly ParsedUnit[] = []): ParsedUnit {
  const source = lineSpan(document.text, first, last);
  const fulltext = document.text.slice(source.start, source.end);
  return { topic: fulltext.split("\n", 1)[0] ?? "", fulltext, source, ...(subunits.length === 0 ? {} : { subunits }) };
}

export function lineSpan(text: string, first: number, last: number): { start: number; end: number } {
  const lines = text.split("\n");
  const start = lines.slice(0, first - 1).reduce((sum, line) => sum + line.length + 1, 0);
  return { start, end: start + lines.slice(first - 1, last).join("\n").length };
}

/** Proves units, with a chunk for each leaf unless others are given. */
export function prove(
  document: Document,
  parsed: readonly ParsedUnit[],
  cut: (unit: Unit, isLeaf: boolean) => readonly (ParsedChunk & { readonly parser?: string })[] = wholeLeaves,
  options: ProofOptions = {},
): DocumentProof {
  const units = buildUnits(document, parsed, "test");
  const parents = new Set(units.map(({ parentId }) => parentId));
  const chunks: Chunk[] = units.flatMap((unit) =>
    cut(unit, !parents.has(unit.id)).flatMap(({ parser = "test", ...chunk }) => buildChunks(document, unit, [chunk], parser)),
  );
  return proveDocument({ document, units, chunks }, options);
}

export function wholeLeaves({ topic, fulltext, source }: Unit, isLeaf: boolean): ParsedChunk[] {
  return isLeaf ? [{ topic, fulltext, ...(source === undefined ? {} : { source }) }] : [];
}

/** `CODE@line`, in order. */
export function codes({ findings }: DocumentProof): string[] {
  return findings.map(({ code, line }) => `${code}@${line}`);
}
