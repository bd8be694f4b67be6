import type { Source } from "../../interfaces.ts";
import type { Attributes, Document, Notice } from "../../model.ts";
import { documentEmpty } from "../../text/decode.ts";
import { type DoclingItem, isItem, itemsAt, textAt } from "../../text/docling/docling-item.ts";
import { doclingToText } from "../../text/docling/docling-text.ts";
import { documentId } from "../../units.ts";

/** What Docling made of a file, as one document. @throws DOCUMENT_EMPTY */
export function doclingDocument(source: Source, made: DoclingItem, notices: readonly Notice[]): Document[] {
  const { broken, unknown, ...read } = doclingToText(made);
  if (read.text.trim() === "") throw documentEmpty(source.id);
  return [
    {
      id: documentId(source.id),
      source: source.id,
      mediaType: "application/json",
      ...read,
      notices: [...notices, ...brokenReferences(broken), ...newerForm(made), ...unknownItems(unknown)],
      metadata: factsOf(made),
    },
  ];
}

function brokenReferences(count: number): Notice[] {
  if (count === 0) return [];
  const message = `${count} ${count === 1 ? "reference names an item" : "references name items"} that the file does not hold.`;
  return [{ code: "REFERENCE_BROKEN", message, lost: count }];
}

/** The form's first number changes when older programs can no longer read it. */
const FORM = 1;

function newerForm(made: DoclingItem): Notice[] {
  const version = textAt(made, "version");
  if (!(Number.parseInt(version, 10) > FORM)) return [];
  const message = `The file is of form ${version.slice(0, 20)}, and this version reads ${FORM}.x: look whether its text came out whole.`;
  return [{ code: "ITEMS_UNKNOWN", message, lost: 0 }];
}

function unknownItems(labels: readonly string[]): Notice[] {
  if (labels.length === 0) return [];
  const shown = [...new Set(labels)].slice(0, 5).map((label) => `"${label.slice(0, 40)}"`);
  const message = `${labels.length} ${labels.length === 1 ? "item is" : "items are"} of an unknown kind without any text: ${shown.join(", ")}.`;
  return [{ code: "ITEMS_UNKNOWN", message, lost: labels.length }];
}

function factsOf(made: DoclingItem): Attributes {
  const origin = isItem(made.origin) ? made.origin : {};
  const facts = {
    madeBy: "Docling",
    schemaVersion: textAt(made, "version"),
    file: textAt(origin, "filename"),
    fileType: textAt(origin, "mimetype"),
  };
  const pictures = itemsAt(made, "pictures").length;
  const known = Object.fromEntries(Object.entries(facts).filter(([, value]) => value !== ""));
  return pictures === 0 ? known : { ...known, pictures };
}
