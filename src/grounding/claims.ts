import { readCitationMarks } from "../citation-marks.ts";
import type { Span } from "../model.ts";
import { sentences } from "../text/sentences.ts";
import { quotationsIn } from "./quotations.ts";

/**
 * What a check found: `supported` by its sources; `uncited`, supported by a source that it does not name; `unverified`, no verdict could
 * be had; `rejected`, not in its sources.
 */
export type ClaimStatus = "supported" | "uncited" | "unverified" | "rejected";

/** One statement of a draft: a sentence, a list item or a table row. */
export interface Statement {
  /** White space, and what says nothing, between the statement before and this one. */
  readonly gap: string;
  /** With its citation marks. */
  readonly text: string;
  /** Without them, nor its list marker. */
  readonly words: string;
  /** Sources that it names, or that the sentences around it do: numbers as the writer was shown them. Empty where none is named. */
  readonly sources: readonly number[];
}

/** A statement and what its check found. */
export interface Claim extends Statement {
  readonly status: ClaimStatus;
  /** Why it is not supported, as a complaint to the writer; "" for one that is. */
  readonly complaint: string;
}

/** A draft, read. `[k]` in its statements stands for `cites[k - 1]`, the number of a source. */
export interface ReadDraft {
  readonly statements: readonly Statement[];
  readonly cites: readonly number[];
  /** Citations of sources that are not there, as written. They are no longer in the text. */
  readonly unknown: readonly string[];
}

const LEADING_MARKS = /^(?:\s*\[\d{1,3}\])+[.,;:]?/;
const LIST_MARKER = /^\s*(?:[-*+•]|\d{1,3}[.)]|[a-z][.)])\s+|^\s*#{1,6}\s+/;

/**
 * Reads a draft over `count` numbered sources as at most `most` statements. A sentence without a mark rests on the next one in its
 * paragraph that has marks, or else the one before: many writers cite once, at the end.
 */
export function readDraft(text: string, count: number, most: number): ReadDraft {
  const { text: read, cites, unknown } = readCitationMarks(text, count);
  const raw = joined(statementSpans(read), read, most).map((span, i, spans) => {
    const own = read.slice(span.start, span.end);
    const numbers = readCitationMarks(own, cites.length).cites.flatMap((number) => cites[number - 1] ?? []);
    const words = readCitationMarks(own, 0).text.replace(LIST_MARKER, "").trim();
    return { gap: read.slice(spans[i - 1]?.end ?? 0, span.start), text: own, words, sources: numbers };
  });
  return { statements: raw.map((statement, i) => ({ ...statement, sources: inherited(raw, i) })), cites, unknown };
}

function statementSpans(text: string): Span[] {
  const quoted = quotationsIn(text);
  const spans: { start: number; end: number }[] = [];
  for (const { start, end } of sentences(text)) {
    const before = spans.at(-1);
    const marks =
      before !== undefined && !/\n\s*\n/.test(text.slice(before.end, start)) ? LEADING_MARKS.exec(text.slice(start, end)) : null;
    if (before !== undefined && marks !== null) before.end = start + marks[0].length; // "The fee is 5. [1] It …"
    const from = marks === null ? start : start + marks[0].length + leadingSpace(text.slice(start + marks[0].length, end));
    if (from >= end || !/[\p{L}\p{N}]/u.test(text.slice(from, end))) continue;
    // A quotation of several sentences is one statement.
    if (before !== undefined && quoted.some((span) => span.start < before.end && span.end >= from)) before.end = end;
    else spans.push({ start: from, end });
  }
  return spans;
}

/** No more than `most`: what is left over is one statement with the last. */
function joined(spans: readonly Span[], text: string, most: number): Span[] {
  const last = spans[most - 1];
  if (spans.length <= most || last === undefined) return [...spans];
  return [...spans.slice(0, most - 1), { start: last.start, end: spans.at(-1)?.end ?? text.length }];
}

function inherited(statements: readonly Statement[], i: number): readonly number[] {
  const own = statements[i];
  if (own === undefined || own.sources.length > 0) return own?.sources ?? [];
  for (let k = i + 1; k < statements.length; k++) {
    const next = statements[k];
    // "Parking is free:" leads into the list below it.
    const follows = next !== undefined && (!isParagraphEnd(next.gap) || /[:：]\s*$/.test(statements[k - 1]?.text ?? ""));
    if (!follows) break;
    if (next.sources.length > 0) return next.sources;
  }
  for (let k = i; k > 0 && !isParagraphEnd(statements[k]?.gap ?? ""); k--) {
    const before = statements[k - 1];
    if (before !== undefined && before.sources.length > 0) return before.sources;
  }
  return [];
}

function isParagraphEnd(gap: string): boolean {
  return /\n\s*\n/.test(gap);
}

function leadingSpace(text: string): number {
  return text.length - text.trimStart().length;
}
