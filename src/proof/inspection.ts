import type { Chunk, Document, Page, Span, Unit } from "../model.ts";
import { countInk } from "../text/whitespace.ts";
import type { Finding } from "./findings.ts";
import { type DocumentProof, type Parsed, type ProofOptions, proveDocument } from "./prove-document.ts";
import { siblingsOf } from "./tree.ts";

/** A document with its units as a tree, each with the chunks that were cut from it and what was found of it. */
export interface Inspection {
  readonly source: string;
  readonly documentId: string;
  readonly title?: string;
  readonly mediaType: string;
  readonly language?: string;
  readonly characters: number;
  readonly pages: number;
  readonly omissions: readonly (Span & { readonly reason: string })[];
  readonly notices: readonly { readonly code: string; readonly message: string }[];
  readonly proof: DocumentProof;
  readonly units: readonly InspectedUnit[];
}

export interface InspectedUnit {
  readonly topic: string;
  readonly span?: Span;
  /** Of its text, white space left out. */
  readonly characters: number;
  /** First and last page that it stands on, as printed on them; absent without pages. */
  readonly pages?: readonly [first: string, last: string];
  readonly attributes?: Unit["attributes"];
  readonly chunks: readonly { readonly span?: Span; readonly characters: number; readonly parser: string; readonly context?: string }[];
  /** Codes of findings that begin in it and in no unit below it. */
  readonly findings: readonly Finding[];
  readonly subunits: readonly InspectedUnit[];
}

/** What `right-rag inspect` shows of a document. */
export function inspectDocument(parsed: Parsed, options: ProofOptions = {}): Inspection {
  const { document, units, chunks } = parsed;
  const proof = proveDocument(parsed, options);
  const siblings = siblingsOf(units);
  const cut = new Map<string, Chunk[]>();
  for (const chunk of chunks) cut.set(chunk.unitId, [...(cut.get(chunk.unitId) ?? []), chunk]);
  const found = findingsByUnit(units, proof.findings);
  const inspected = (unit: Unit): InspectedUnit => {
    const pages = unit.source === undefined ? undefined : pagesOf(document.pages, unit.source);
    return {
      topic: unit.topic,
      ...(unit.source === undefined ? {} : { span: unit.source }),
      characters: countInk(unit.fulltext, 0, unit.fulltext.length),
      ...(pages === undefined ? {} : { pages }),
      ...(unit.attributes === undefined ? {} : { attributes: unit.attributes }),
      chunks: (cut.get(unit.id) ?? []).map(({ source, fulltext, parser, context }) => ({
        ...(source === undefined ? {} : { span: source }),
        characters: fulltext.length,
        parser,
        ...(context === undefined ? {} : { context }),
      })),
      findings: found.get(unit.id) ?? [],
      subunits: (siblings.get(unit.id) ?? []).map(inspected),
    };
  };
  return {
    source: document.source,
    documentId: document.id,
    ...(document.title === undefined ? {} : { title: document.title }),
    mediaType: document.mediaType,
    ...(document.language === undefined ? {} : { language: document.language }),
    characters: document.text.length,
    pages: document.pages?.length ?? 0,
    omissions: (document.omissions ?? []).map(({ omitted, reason }) => ({ ...omitted, reason })),
    notices: (document.notices ?? []).map(({ code, message }) => ({ code, message })),
    proof,
    units: (siblings.get(undefined) ?? []).map(inspected),
  };
}

/** Findings by the id of the innermost unit that they begin in. Both come rising, so that one walk with a stack will do. */
function findingsByUnit(units: readonly Unit[], findings: readonly Finding[]): Map<string, Finding[]> {
  const placed = units.flatMap((unit) => (unit.source === undefined ? [] : [{ id: unit.id, ...unit.source }]));
  placed.sort((a, b) => a.start - b.start || b.end - a.end);
  const found = new Map<string, Finding[]>();
  const open: (typeof placed)[number][] = [];
  let next = 0;
  for (const finding of findings) {
    if (finding.start === finding.end) continue;
    for (let unit = placed[next]; unit !== undefined && unit.start <= finding.start; unit = placed[++next]) {
      while ((open.at(-1)?.end ?? Number.POSITIVE_INFINITY) <= unit.start) open.pop();
      open.push(unit);
    }
    while ((open.at(-1)?.end ?? Number.POSITIVE_INFINITY) <= finding.start) open.pop();
    const unit = open.at(-1);
    if (unit !== undefined) found.set(unit.id, [...(found.get(unit.id) ?? []), finding]);
  }
  return found;
}

function pagesOf(pages: readonly Page[] | undefined, { start, end }: Span): [string, string] | undefined {
  const on = pages?.filter((page) => page.start < end && page.end > start) ?? [];
  const [first] = on;
  const last = on.at(-1);
  return first === undefined || last === undefined ? undefined : [pageLabel(first), pageLabel(last)];
}

function pageLabel({ number, label }: Page): string {
  return label ?? String(number);
}

/** The text of a document, for those who show it beside its inspection. */
export type Inspected = { readonly document: Document; readonly inspection: Inspection };
