import type { DocumentLoader, Source } from "../../interfaces.ts";
import type { Attributes, Document, Notice } from "../../model.ts";
import { decode } from "../../text/decode.ts";
import { documentId } from "../../units.ts";
import { languageTag } from "./language-tag.ts";
import { checkExtensions, hasExtension } from "./source-extension.ts";

export interface MarkdownLoaderOptions {
  /** @default [".md", ".markdown", ".mdown"] */
  readonly extensions?: readonly string[];
}

/**
 * Markdown as it is written; units are the unit parser's business. A YAML front matter becomes `metadata`, `title` and
 * `language`, and is declared an omission, so that its lines are no part of any unit.
 */
export class MarkdownLoader implements DocumentLoader {
  readonly name = "markdown";
  readonly #extensions: readonly string[];

  constructor({ extensions = [".md", ".markdown", ".mdown"] }: MarkdownLoaderOptions = {}) {
    this.#extensions = checkExtensions(this.name, extensions);
  }

  canHandle(source: Source): boolean {
    return hasExtension(source, this.#extensions);
  }

  /** @throws DOCUMENT_BINARY, DOCUMENT_EMPTY */
  async load(source: Source): Promise<Document[]> {
    const { text, notices } = await decode(await source.bytes(), source.id);
    const document = { id: documentId(source.id), source: source.id, text, mediaType: "text/markdown", notices };
    const block = frontMatterOf(text);
    if (block === undefined) return [document];
    const metadata = await parseMapping(block.yaml);
    if (metadata === undefined) return [{ ...document, notices: [...notices, notFrontMatter] }];
    const written = metadata.title ?? metadata.Title;
    const title = typeof written === "string" ? written.trim() : "";
    const language = languageTag(metadata.language ?? metadata.Language ?? metadata.lang);
    return [
      {
        ...document,
        ...(title === "" ? {} : { title }),
        ...(language === undefined ? {} : { language }),
        metadata,
        omissions: [{ omitted: { start: 0, end: block.end }, reason: "front matter" }],
      },
    ];
  }
}

const notFrontMatter: Notice = {
  code: "FRONT_MATTER_UNREAD",
  message: "The block between the --- lines at the start is no YAML mapping, so it was taken for ordinary text.",
  lost: 0,
};

/** In characters. Past it, two rules far apart in a text are not taken for a block, nor the text between them given to YAML. */
const MAX_FRONT_MATTER = 1 << 18;

/** The block between a first line `---` and a line `---` or `...`. `end` is behind the closing line, its line end included. */
function frontMatterOf(text: string): { yaml: string; end: number } | undefined {
  const line = /^.*$(?:\r\n|\r|\n)?/my;
  const next = () => {
    const start = line.lastIndex;
    const content = start < text.length ? line.exec(text)?.[0] : undefined;
    return content === undefined ? undefined : { start, mark: content.trimEnd() };
  };
  const opening = next();
  if (opening?.mark !== "---") return undefined;
  const start = line.lastIndex;
  for (let found = next(); found !== undefined && found.start < MAX_FRONT_MATTER; found = next()) {
    if (found.mark === "---" || found.mark === "...") return { yaml: text.slice(start, found.start), end: line.lastIndex };
  }
  return undefined;
}

/** The mapping as plain JSON, with dates as ISO strings; an empty block is an empty mapping. Undefined when it is anything else. */
async function parseMapping(yaml: string): Promise<Attributes | undefined> {
  const { parse } = await import("yaml");
  try {
    // YAML 1.2 has no dates of its own; with the tag, `2024-1-5` and `2024-01-05 10:00` come out alike and can be compared.
    const lines = yaml.replaceAll(/\r\n?/g, "\n");
    const value: unknown = parse(lines, { customTags: ["timestamp"], intAsBigInt: true, uniqueKeys: false, logLevel: "error" });
    if (value === null) return {};
    if (typeof value !== "object" || Array.isArray(value) || value instanceof Date) return undefined;
    return JSON.parse(JSON.stringify(value, jsonValue)) as Attributes; // cast: JSON.parse of an object gives Json
  } catch {
    return undefined; // no YAML, or aliases that run in a circle or multiply without end
  }
}

/**
 * A date without a time of day came in as midnight, UTC; `this` holds the Date that JSON.stringify has already made a string.
 * An integer too long for a number, an account's or a case's, keeps its digits as a string.
 */
function jsonValue(this: { readonly [key: string]: unknown }, key: string, value: unknown): unknown {
  if (typeof value === "bigint") return Number.isSafeInteger(Number(value)) ? Number(value) : value.toString();
  return this[key] instanceof Date && typeof value === "string" ? value.replace("T00:00:00.000Z", "") : value;
}
