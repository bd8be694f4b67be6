import type { FindingCode } from "../finding-codes.ts";
import type { Span } from "../model.ts";

/** Something found in one document. `start` and `end` are a span of its text; both are 0 where there is no place. */
export interface Finding extends Span {
  /** A `FindingCode`; for a document that failed, the code of the error. */
  readonly code: string;
  readonly message: string;
  readonly fault: boolean;
  /** 1-based line of `start`. */
  readonly line: number;
}

/** A finding as the checks make it; the proof says what it weighs and on which line it is. */
export type Found = Span & { readonly code: FindingCode; readonly message: string };

/** A text for a message: one line, quoted, cut with `…`. */
export function excerptOf(text: string, span: Span, width = 60): string {
  const line = text
    .slice(span.start, Math.min(span.end, span.start + width * 4))
    .replace(/\s+/g, " ")
    .trim();
  return JSON.stringify(line.length > width ? `${cut(line, width)}…` : line);
}

/** Never half of a pair of surrogates. */
function cut(line: string, width: number): string {
  return line.slice(0, width).replace(/[\uD800-\uDBFF]$/, "");
}
