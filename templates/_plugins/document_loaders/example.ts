import { type Document, type DocumentLoader, documentId, RightRagError, type Source } from "right-rag";

/** `Title: Leave policy`: a name, and the rest of the line. */
const FIELD = /^([A-Za-z][\w-]*):[ \t]*(.*)$/;

/**
 * Notes: lines of `Name: value`, an empty line, and the text. `Title` and `Version` become facts of the document, the other
 * fields its metadata. A file without such lines is text from its first line on.
 *
 * Only files that end in .note are taken, so no other loader of the project loses a file to this one. Change the ending to
 * yours; where another loader takes it too, the one with the lower `order` is asked first, then the first by path.
 */
export default class ExampleDocumentLoader implements DocumentLoader {
  readonly name = "example";

  canHandle(source: Source): boolean {
    return source.id.toLowerCase().endsWith(".note");
  }

  async load(source: Source): Promise<Document[]> {
    // Fatal: a file in another encoding is an error that names it, and no text with holes. A byte order mark is taken off.
    const content = new TextDecoder("utf-8", { fatal: true }).decode(await source.bytes());
    const { fields, text } = headAndText(content);
    if (text.trim() === "") {
      throw new RightRagError("DOCUMENT_EMPTY", `"${source.id}" has no text.`, "Write some after the first empty line.");
    }
    const { title, version, ...metadata } = fields;
    return [
      {
        id: documentId(source.id),
        source: source.id,
        text,
        // Unit parsers choose by it: this one sends the text to those for plain text.
        mediaType: "text/plain",
        ...(title === undefined ? {} : { title }),
        ...(version === undefined ? {} : { version }),
        metadata,
      },
    ];
  }
}

interface Note {
  /** By name, in lower case. */
  readonly fields: { readonly [name: string]: string };
  readonly text: string;
}

function headAndText(content: string): Note {
  const gap = /\r?\n[ \t]*\r?\n/.exec(content);
  if (gap === null) return { fields: {}, text: content };
  const fields: [string, string][] = [];
  for (const line of content.slice(0, gap.index).split(/\r?\n/)) {
    const [, name, value] = FIELD.exec(line) ?? [];
    // Prose, and so no head at all: better a field too few than a line of text too few.
    if (name === undefined || value === undefined) return { fields: {}, text: content };
    fields.push([name.toLowerCase(), value.trim()]);
  }
  return { fields: Object.fromEntries(fields), text: content.slice(gap.index + gap[0].length) };
}
