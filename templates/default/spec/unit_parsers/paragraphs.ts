import type { Document, ParsedUnit, Span, UnitParser } from "right-rag";
import { beginsException, documentTopic, paragraphs, trimSpan } from "right-rag/parsing";

/**
 * Text without headings -> one unit for each paragraph, below one for the document. Paragraphs that make sense only together are
 * one unit: a heading or an introduction with what follows it, an exception with the rule before it. It accepts every document,
 * and is asked last: by its order, and by its file name among those of the same order.
 */
export default class ParagraphParser implements UnitParser {
  readonly name = "paragraphs";
  readonly order = 100;

  canHandle(_document: Document): boolean {
    return true;
  }

  parse(document: Document): ParsedUnit[] {
    const { text } = document;
    const whole = trimSpan(text, { start: omittedAtStart(document), end: text.length });
    if (whole === undefined) return [];
    const parts = together(text, paragraphs(text, whole)).map((span) => ({
      topic: firstWords(text, span),
      fulltext: text.slice(span.start, span.end),
      source: span,
      attributes: { unitType: "paragraph" },
    }));
    const root = { topic: documentTopic(document), fulltext: text.slice(whole.start, whole.end), source: whole };
    return [{ ...root, attributes: { unitType: "document" }, ...(parts.length > 1 ? { subunits: parts } : {}) }];
  }
}

function omittedAtStart(document: Document): number {
  return document.omissions?.find(({ omitted }) => omitted.start === 0)?.omitted.end ?? 0;
}

function together(text: string, spans: readonly Span[]): Span[] {
  const joined: Span[] = [];
  let last = "";
  for (const span of spans) {
    const before = joined.at(-1);
    if (before !== undefined && (leadsOn(last) || beginsException(text, span.start)))
      joined[joined.length - 1] = { start: before.start, end: span.end };
    else joined.push(span);
    last = text.slice(span.start, span.end);
  }
  return joined;
}

/** A heading (one short line without a full stop) or an introduction ("The following apply:"). */
function leadsOn(paragraph: string): boolean {
  if (/[:：]$/.test(paragraph)) return true;
  return paragraph.length <= 80 && !/[\r\n|]/.test(paragraph) && !/[.;!?,。！？」”"]$/.test(paragraph);
}

function firstWords(text: string, span: Span): string {
  const line = (text.slice(span.start, Math.min(span.end, span.start + 200)).split(/[\r\n]/, 1)[0] ?? "").trim();
  if (line.length <= 60) return line;
  const cut = line.slice(0, 60).replace(/[\uD800-\uDBFF]$/, "");
  return `${cut.includes(" ") ? cut.slice(0, cut.lastIndexOf(" ")) : cut}…`;
}
