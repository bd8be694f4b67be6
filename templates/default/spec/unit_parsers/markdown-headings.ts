import type { Document, ParsedUnit, UnitParser } from "right-rag";
import { markdownOutline, unitsFromOutline } from "right-rag/parsing";

/**
 * Markdown -> a tree of sections, one for each heading. A section runs to the next heading of the same or a higher level, so what
 * qualifies a rule stays with it; what stands before the first heading is the preamble. Change this file to fit your documents:
 * give sections attributes of your own (`unitsFromOutline(document, outline, { attributes })`), or leave out headings.
 */
export default class MarkdownHeadingParser implements UnitParser {
  readonly name = "markdown-headings";
  /** Asked late: a parser of your own, with no order, goes first. */
  readonly order = 100;

  canHandle(document: Document): boolean {
    return document.mediaType === "text/markdown";
  }

  parse(document: Document): ParsedUnit[] {
    return unitsFromOutline(document, markdownOutline(document.text, frontMatterEnd(document)));
  }
}

/** The loader declares front matter as an omission at the very start; its lines must not be read as headings. */
function frontMatterEnd(document: Document): number {
  return document.omissions?.find(({ omitted }) => omitted.start === 0)?.omitted.end ?? 0;
}
