import { checkList, checkNumber, checkObject, checkText } from "./arguments.ts";
import { RightRagError } from "./errors.ts";
import { contentHash } from "./hash.ts";
import type { Answer, Chunk, Citation, Cite, Document, DraftAnswer, Evidence, Page, Retrieval, Span } from "./model.ts";

/**
 * The answer that a draft becomes once every cite is resolved and every quotation is compared with its evidence.
 *
 * A quotation that does not stand in its evidence is never shown as if it did: its citation falls back to the whole
 * evidence, the label says so, and the answer is not grounded. What cites nothing is not grounded either, an abstention
 * among it: it rests on nothing, and `abstained` says why that is no fault. `trace` is left empty for the caller.
 *
 * @throws CITE_INVALID - a cite points at evidence that is not there, or the draft has no text, evidence or cites
 */
export function resolveAnswer(question: string, draft: DraftAnswer, retrieval: Pick<Retrieval, "searched">): Answer {
  checkDraft(draft);
  const resolved = draft.cites.map((cite, i) => resolveCite(cite, i + 1, draft.evidence));
  const abstained = draft.abstained ?? false;
  return {
    question,
    text: draft.text,
    citations: resolved.map(({ citation }) => citation),
    evidence: draft.evidence,
    ...(draft.confidence === undefined ? {} : { confidence: draft.confidence }),
    grounded: !abstained && resolved.length > 0 && draft.grounded !== false && resolved.every(({ found }) => found),
    abstained,
    searched: draft.searched ?? retrieval.searched,
    ...(draft.counts === undefined ? {} : { counts: draft.counts }),
    trace: [],
  };
}

/** A chunk as evidence. `page` is the one on which the chunk begins. Without the document's text it is known without its hash. */
export function evidenceOf(
  chunk: Chunk,
  document: Pick<Document, "source" | "pages"> & Partial<Pick<Document, "text">>,
  score: number,
): Evidence {
  checkObject("evidenceOf", chunk, "chunk", ["fulltext"]);
  checkObject("evidenceOf", document, "document", ["source"]);
  checkNumber("evidenceOf", score, "score");
  const { text } = document;
  const page = chunk.source === undefined ? undefined : pageAt(document.pages ?? [], chunk.source.start);
  return {
    text: chunk.fulltext,
    score,
    documentId: chunk.documentId,
    source: document.source,
    unitId: chunk.unitId,
    chunkId: chunk.id,
    path: chunk.path,
    citation: citationText(document.source, chunk.path),
    ...(chunk.source === undefined ? {} : { span: chunk.source }),
    ...(chunk.context === undefined ? {} : { context: chunk.context }),
    ...(page === undefined ? {} : { page }),
    ...(text === undefined ? {} : { documentHash: hashOnce(document, text) }),
    attributes: chunk.attributes ?? {},
  };
}

/** Source and section path on one line, as printed: `handbook.md › Leave › Sick leave`. */
export function citationText(source: string, path: readonly string[]): string {
  checkText("citationText", source, "source");
  checkList("citationText", path, "path");
  return [source, ...path]
    .map(oneLine)
    .filter((part) => part !== "")
    .join(" › ");
}

/** True when the citation's span of this text reads back its quote, to the character. Without a span nothing can be shown: false. */
export function citationHolds(citation: Pick<Citation, "quote" | "span">, documentText: string): boolean {
  const { quote, span } = citation;
  if (span === undefined || quote === "" || span.start < 0 || span.end - span.start !== quote.length) return false;
  return documentText.slice(span.start, span.end) === quote;
}

function checkDraft(draft: DraftAnswer): void {
  const whole = typeof draft?.text === "string" && Array.isArray(draft.evidence) && Array.isArray(draft.cites);
  if (whole) return;
  throw new RightRagError(
    "CITE_INVALID",
    "The answer that was given is not whole: it needs a text, its evidence and its cites.",
    "Return { text, evidence, cites } from the answer generator; evidence and cites are arrays, and may be empty.",
  );
}

function resolveCite(cite: Cite, number: number, evidence: readonly Evidence[]): { citation: Citation; found: boolean } {
  const rest = evidence[cite.evidence - 1];
  if (rest === undefined) {
    throw new RightRagError(
      "CITE_INVALID",
      `Citation [${number}] points at evidence ${cite.evidence}, but the answer has ${evidence.length} (numbered from 1).`,
      "Let each cite name the place of its evidence in the answer's own evidence list, counted from 1.",
    );
  }
  // A blank quote would "stand" anywhere and prove nothing, so it counts as none.
  const quoted = cite.quote !== undefined && cite.quote.trim() !== "" ? cite.quote : undefined;
  const at = quoted === undefined ? 0 : place(rest.text, quoted, cite.offset);
  const found = at !== -1;
  const quote = quoted !== undefined && found ? quoted : rest.text;
  const span = spanOf(rest, found ? at : 0, quote.length);
  const citation = {
    number,
    source: rest.source,
    documentId: rest.documentId,
    unitId: rest.unitId,
    path: rest.path,
    label: labelOf(rest, span, found),
    quote,
    ...(span === undefined ? {} : { span }),
    ...(rest.page === undefined ? {} : { page: rest.page }),
    ...(rest.documentHash === undefined ? {} : { documentHash: rest.documentHash }),
  };
  return { citation, found };
}

/** A document has many chunks, and each asks for its hash: taken anew each time, indexing would be quadratic. */
const hashes = new WeakMap<object, string>();

function hashOnce(document: object, text: string): string {
  const known = hashes.get(document);
  if (known !== undefined) return known;
  const hash = contentHash(text);
  hashes.set(document, hash);
  return hash;
}

function place(text: string, quote: string, offset: number | undefined): number {
  if (offset === undefined) return text.indexOf(quote);
  return offset >= 0 && text.startsWith(quote, offset) ? offset : -1;
}

/** Evidence whose span does not measure up to its text cannot place a quote: better no span than a wrong one. */
function spanOf(evidence: Evidence, at: number, length: number): Span | undefined {
  const { span, text } = evidence;
  if (span === undefined || span.end - span.start !== text.length) return undefined;
  return { start: span.start + at, end: span.start + at + length };
}

function labelOf(evidence: Evidence, span: Span | undefined, found: boolean): string {
  const places: string[] = [];
  if (evidence.page !== undefined) places.push(`page ${evidence.page}`);
  if (span !== undefined) places.push(`characters ${span.start}–${span.end}`);
  if (!found) places.push("the quotation was not found there");
  const where = citationText(evidence.source, evidence.path);
  return places.length === 0 ? where : `${where} (${places.join(", ")})`;
}

function pageAt(pages: readonly Page[], offset: number): number | undefined {
  return pages.find((page) => offset >= page.start && offset < page.end)?.number;
}

/** Topics come from documents: line breaks and control characters (a terminal would obey them) become spaces. */
function oneLine(text: string): string {
  return text.replace(/[\p{Cc}\s]+/gu, " ").trim();
}
