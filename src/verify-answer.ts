import { z } from "zod";
import { citationHolds } from "./citations.ts";
import { messageOf, RightRagError } from "./errors.ts";
import { contentHash } from "./hash.ts";
import type { Answer, Citation, Evidence, Span } from "./model.ts";

/**
 * - `good` — the quotation stands where the citation says, and the passage around it is as it was
 * - `moved` — both stand in the document, but elsewhere: at other characters, on another page, on other lines
 * - `changed` — the quotation, or the passage that it was taken from, is no longer in the document
 * - `gone` — the document is no longer there, or cannot be read
 */
export type CitationStatus = "good" | "moved" | "changed" | "gone";

/** What became of one citation. */
export interface CitationFinding {
  readonly number: number;
  readonly label: string;
  readonly source: string;
  readonly quote: string;
  readonly status: CitationStatus;
  /** A whole sentence. */
  readonly message: string;
  /** Where the quotation stands now; absent where it does not. */
  readonly span?: Span;
  /** Whether anything in the document changed since the answer was given; absent where the answer does not say what it was. */
  readonly documentChanged?: boolean;
}

export interface Verification {
  /** True when every citation is `good`. */
  readonly good: boolean;
  readonly findings: readonly CitationFinding[];
}

/** What of an answer is verified. `evidence` is the passages that its quotations were taken from. */
export type VerifiableAnswer = Pick<Answer, "citations"> & Partial<Pick<Answer, "evidence">>;

/** The text of a document as it is now, or why it cannot be had. */
export type CurrentText = { readonly text: string; readonly placeOf?: (span: Span) => CurrentPlace } | { readonly missing: string };

/** Where a span stands in the document as it is now. */
export type CurrentPlace = Pick<Citation, "page" | "places">;

/** Compares an answer's citations with the documents as they are now. */
export function verifyAnswer(answer: VerifiableAnswer, current: (citation: Citation) => CurrentText): Verification {
  const findings = answer.citations.map((citation) => verifyCitation(citation, answer.evidence ?? [], current(citation)));
  return { good: findings.every(({ status }) => status === "good"), findings };
}

function verifyCitation(citation: Citation, evidence: readonly Evidence[], current: CurrentText): CitationFinding {
  const { number, label, source, quote, documentHash } = citation;
  const known = { number, label, source, quote };
  if ("missing" in current) return { ...known, status: "gone", message: current.missing };
  const { text } = current;
  const changed = documentHash === undefined ? undefined : contentHash(text) !== documentHash;
  const facts = { ...known, ...(changed === undefined ? {} : { documentChanged: changed }) };
  const span = placeNow(citation, text);
  if (span === undefined) return { ...facts, status: "changed", message: whatStandsThere(citation, text) };
  const isPassageWhole = evidence.filter((piece) => isTakenFrom(citation, piece)).every((piece) => text.includes(piece.text));
  if (!isPassageWhole) {
    return {
      ...facts,
      span,
      status: "changed",
      message: "The quotation still stands, but the passage that it was taken from has changed.",
    };
  }
  const elsewhere = current.placeOf === undefined ? undefined : placeChange(citation, current.placeOf(span));
  if (elsewhere !== undefined) return { ...facts, span, status: "moved", message: elsewhere };
  const isInPlace = citation.span === undefined || span.start === citation.span.start;
  if (!isInPlace) return { ...facts, span, status: "moved", message: `It now stands at characters ${span.start}–${span.end}.` };
  return {
    ...facts,
    span,
    status: "good",
    message: changed === true ? "It stands; other parts of the document have changed." : "It stands.",
  };
}

/** What is no longer so of the page and the lines that the citation names; undefined where nothing is. */
function placeChange({ page, places }: Citation, now: CurrentPlace): string | undefined {
  if (page !== undefined && now.page !== page) {
    return now.page === undefined ? `It is no longer on page ${page}.` : `It now stands on page ${now.page}.`;
  }
  const isSame = places === undefined || JSON.stringify(places) === JSON.stringify(now.places ?? []);
  return isSame ? undefined : "It now stands on other lines of its page, or at another element.";
}

/** The citation's own span, where it still holds; else the place of the same words that is nearest to it. */
function placeNow(citation: Citation, text: string): Span | undefined {
  const { quote, span } = citation;
  if (quote === "") return undefined;
  if (span !== undefined && citationHolds(citation, text)) return span;
  const wanted = span?.start ?? 0;
  const after = text.indexOf(quote, wanted);
  const before = text.lastIndexOf(quote, wanted);
  const places = [before, after].filter((at) => at !== -1).sort((a, b) => Math.abs(a - wanted) - Math.abs(b - wanted));
  const [start] = places;
  return start === undefined ? undefined : { start, end: start + quote.length };
}

function isTakenFrom({ documentId, unitId, quote }: Citation, piece: Evidence): boolean {
  return piece.documentId === documentId && piece.unitId === unitId && piece.text.includes(quote);
}

/** Where the words part: enough of both sides to see the change. */
function whatStandsThere({ quote, span }: Citation, text: string): string {
  const now = span === undefined ? "" : text.slice(span.start, span.end);
  let same = 0;
  while (same < now.length && now.charCodeAt(same) === quote.charCodeAt(same)) same++;
  if (same === 0) return "The quotation is no longer in the document.";
  const from = Math.max(0, same - 20);
  const part = (words: string) => JSON.stringify(words.slice(from, same + 20));
  return `The quotation is no longer in the document: it had ${part(quote)} where ${part(now)} stands now.`;
}

const span = z.object({ start: z.int().min(0), end: z.int().min(0) });
const citation = z.object({
  number: z.int(),
  source: z.string(),
  documentId: z.string(),
  unitId: z.string(),
  path: z.array(z.string()),
  label: z.string(),
  quote: z.string(),
  span: span.optional(),
  page: z.number().optional(),
  places: z
    .array(
      z.object({
        page: z.int().optional(),
        boxes: z.array(z.tuple([z.number(), z.number(), z.number(), z.number()])).optional(),
        anchor: z.string().optional(),
      }),
    )
    .optional(),
  documentHash: z.string().optional(),
});
const passage = z.looseObject({ documentId: z.string(), unitId: z.string(), text: z.string() });
const answerSchema = z.object({ citations: z.array(citation), evidence: z.array(passage).optional() });

/**
 * Reads an answer as `right-rag query --json` prints it.
 *
 * @param path - for the message
 * @throws ANSWER_INVALID - it is none, or cites nothing
 */
export function parseAnswer(text: string, path: string): VerifiableAnswer {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch (cause) {
    throw answerInvalid(`"${path}" is no JSON: ${messageOf(cause)}.`, cause);
  }
  checkAnswer(value, `"${path}"`);
  if (value.citations.length === 0) throw answerInvalid(`The answer in "${path}" cites nothing, so there is nothing to verify.`);
  return value;
}

/** What `verify` reads of an answer is there. @param name - as errors should call it @throws ANSWER_INVALID */
export function checkAnswer(value: unknown, name = "What was given to verify()"): asserts value is VerifiableAnswer {
  const read = answerSchema.safeParse(value);
  if (read.success) return;
  const [issue] = read.error.issues;
  throw answerInvalid(`${name} is no answer: ${issue?.path.join(".") || "the whole"}: ${issue?.message}.`);
}

function answerInvalid(message: string, cause?: unknown): RightRagError {
  return new RightRagError("ANSWER_INVALID", message, 'Save an answer with right-rag query "…" --json > answer.json.', { cause });
}
