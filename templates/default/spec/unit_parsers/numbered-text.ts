import type { Document, Omission, ParsedUnit, UnitParser } from "right-rag";
import { numberedUnits, textOutline } from "right-rag/parsing";

/**
 * Plain text with headings -> a tree of sections: headings that are numbered ("Article 1", "§ 1", "1.1", "มาตรา ๑") or underlined. A table of
 * contents is left out. For one kind of document, name its levels instead: `numberedOutline(document.text, ["Part I", "Section 1.", "(a)"])`.
 */
export default class NumberedTextParser implements UnitParser {
  readonly name = "numbered-text";
  readonly order = 100;

  canHandle(document: Document): boolean {
    return document.mediaType === "text/plain" && textOutline(document.text).headings.length > 0;
  }

  parse(document: Document): (ParsedUnit | Omission)[] {
    return numberedUnits(document, textOutline(document.text));
  }
}
