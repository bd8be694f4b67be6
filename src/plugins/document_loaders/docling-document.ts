import type { Source } from "../../interfaces.ts";
import type { Attributes, Document, Notice } from "../../model.ts";
import { documentEmpty } from "../../text/decode.ts";
import { type DoclingItem, isItem, textAt } from "../../text/docling/docling-item.ts";
import { doclingToText } from "../../text/docling/docling-text.ts";
import { documentId } from "../../units.ts";

/** What Docling made of a file, as one document. @throws DOCUMENT_EMPTY */
export function doclingDocument(source: Source, made: DoclingItem, notices: readonly Notice[]): Document[] {
  const { broken, ...read } = doclingToText(made);
  if (read.text.trim() === "") throw documentEmpty(source.id);
  return [
    {
      id: documentId(source.id),
      source: source.id,
      mediaType: "application/json",
      ...read,
      notices: [...notices, ...brokenReferences(broken)],
      metadata: factsOf(made),
    },
  ];
}

function brokenReferences(count: number): Notice[] {
  if (count === 0) return [];
  const message = `${count} ${count === 1 ? "reference names an item" : "references name items"} that the file does not hold.`;
  return [{ code: "REFERENCE_BROKEN", message, lost: count }];
}

function factsOf(made: DoclingItem): Attributes {
  const origin = isItem(made.origin) ? made.origin : {};
  const facts = {
    madeBy: "Docling",
    schemaVersion: textAt(made, "version"),
    file: textAt(origin, "filename"),
    fileType: textAt(origin, "mimetype"),
  };
  return Object.fromEntries(Object.entries(facts).filter(([, value]) => value !== ""));
}
