import type { Document, ParsedUnit, UnitParser } from "right-rag";

const HEADING = /^Section (\d+[A-Z]?)\. (.+)$/gm;

/**
 * Numbered sections of a plain text: "Section 1. Title". A section runs to the next heading, so its provisos stay with it;
 * what stands before the first is the preamble.
 *
 * Of plain texts only those with two such headings are taken, and `order` lets the project's own parsers (0) choose first and
 * the catch-alls (100) last: no other parser loses a document to this one. Take `order` away to be asked with the first.
 */
export default class ExampleUnitParser implements UnitParser {
  readonly name = "example";
  readonly order = 50;

  canHandle(document: Document): boolean {
    return document.mediaType === "text/plain" && headingsOf(document).length >= 2;
  }

  *parse(document: Document): Generator<ParsedUnit> {
    const headings = headingsOf(document);
    const end = document.text.length;
    yield* unit(document, 0, headings[0]?.index ?? end, "Preamble", { unitType: "preamble" });
    for (const [i, heading] of headings.entries()) {
      const [, number = "", title = ""] = heading;
      const attributes = { unitType: "numbered section", citation: `s. ${number}` };
      yield* unit(document, heading.index, headings[i + 1]?.index ?? end, title.trim(), attributes);
    }
  }
}

function headingsOf(document: Document): RegExpExecArray[] {
  return [...document.text.matchAll(HEADING)];
}

/** A unit whose text is cut by its own span, so the two always agree; none where there are only spaces. */
function* unit(
  document: Document,
  start: number,
  end: number,
  topic: string,
  attributes: { readonly [name: string]: string },
): Generator<ParsedUnit> {
  const fulltext = document.text.slice(start, end);
  if (fulltext.trim() !== "") yield { topic, fulltext, source: { start, end }, attributes };
}
