import type { Document, ParsedUnit, UnitParser } from "right-rag";
import { unitsFromOutline } from "right-rag/parsing";

/** A document whose loader saw its headings (HTML, say) -> a tree of sections, one for each heading. */
export default class OutlineParser implements UnitParser {
  readonly name = "outline";
  readonly order = 100;

  canHandle(document: Document): boolean {
    return (document.outline?.length ?? 0) > 0;
  }

  parse(document: Document): ParsedUnit[] {
    return unitsFromOutline(document, document.outline ?? []);
  }
}
