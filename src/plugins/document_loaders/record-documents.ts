import * as z from "zod";
import { optionInvalid } from "../../errors.ts";
import type { Source } from "../../interfaces.ts";
import type { Attributes, Document, Notice } from "../../model.ts";
import { documentEmpty } from "../../text/decode.ts";
import type { RecordRoles, SourceRecord } from "../../text/records/record.ts";
import { joinRecords, writeRecords } from "../../text/records/record-text.ts";
import { documentId } from "../../units.ts";
import { languageTag } from "./language-tag.ts";

/** What a row or record becomes, for every loader of such. */
export interface RecordOptions {
  readonly title?: string | readonly string[];
  readonly text?: string | readonly string[];
  readonly id?: string;
  readonly metadata?: readonly string[];
  readonly omit?: readonly string[];
  /** "section": the file is one document, each record a unit of it. "document": each record is a document by itself. @default "section" */
  readonly each?: "section" | "document";
}

const names = z.union([z.string(), z.array(z.string())]);

export const recordSettings = {
  title: names.optional(),
  text: names.optional(),
  id: z.string().optional(),
  metadata: z.array(z.string()).optional(),
  omit: z.array(z.string()).optional(),
  each: z.enum(["section", "document"]).optional(),
};

/** Options with the project's settings laid over them. @throws OPTION_INVALID - naming the key */
export function readOptions<T>(loader: string, schema: z.ZodType<T>, options: T, settings: Attributes | undefined): T {
  const given = { ...options, ...settings };
  const read = schema.safeParse(given);
  if (read.success) return read.data;
  const [issue] = read.error.issues;
  const key = issue?.path.join(".") || (issue?.code === "unrecognized_keys" ? issue.keys.join(", ") : "");
  throw optionInvalid(`plugins.${loader}.${key}`, Reflect.get(given, key), `something else: ${issue?.message}`);
}

export interface RecordFile {
  readonly source: Source;
  readonly records: readonly SourceRecord[];
  readonly mediaType: string;
  readonly notices: readonly Notice[];
  /** Of the document where the file is one. */
  readonly facts: Pick<Document, "title" | "language" | "url" | "metadata">;
  /** Lines that stand above the records; of several documents they are metadata. */
  readonly above?: readonly string[];
}

/** @throws DOCUMENT_EMPTY - where no record holds text */
export function recordDocuments(
  { source, records, mediaType, notices, facts, above = [] }: RecordFile,
  options: RecordOptions,
): Document[] {
  const { records: written, leftOut } = writeRecords(records, rolesOf(options));
  if (written.length === 0) throw documentEmpty(source.id);
  const common = { source: source.id, mediaType };
  if (options.each !== "document") {
    const { metadata, ...rest } = facts;
    const omitted = leftOut === 0 ? {} : { leftOutCharacters: leftOut };
    const language = facts.language ?? sharedLanguage(written.map(({ attributes }) => attributes));
    return [
      {
        id: documentId(source.id),
        ...common,
        ...joinRecords(written, above.join("\n")),
        ...(above[0] === undefined ? {} : { title: above[0] }),
        ...rest,
        ...(language === undefined ? {} : { language }),
        notices,
        metadata: { ...metadata, records: written.length, ...omitted },
      },
    ];
  }
  const seen = new Map<string, number>();
  return written.map(({ title, text, headingLength, attributes, id }, i) => {
    // Records of one id are told apart by which of them it is; those without by their place.
    const count = seen.get(id ?? "") ?? 0;
    if (id !== undefined) seen.set(id, count + 1);
    const language = languageTag(attributes.language ?? attributes.lang);
    const { url } = attributes;
    return {
      id: documentId(source.id, id === undefined ? i : count === 0 ? id : [id, count]),
      ...common,
      title,
      text,
      outline: [{ level: 1, title, at: { start: 0, end: headingLength }, attributes }],
      ...(language === undefined ? {} : { language }),
      ...(typeof url === "string" ? { url } : {}),
      metadata: { ...attributes, record: i + 1, ...(above.length === 0 ? {} : { above }) },
      notices: i === 0 ? notices : [],
    };
  });
}

function rolesOf({ title, text, id, metadata, omit }: RecordOptions): RecordRoles {
  const list = (value: string | readonly string[]) => (typeof value === "string" ? [value] : value);
  return {
    ...(title === undefined ? {} : { title: list(title) }),
    ...(text === undefined ? {} : { text: list(text) }),
    ...(id === undefined ? {} : { id }),
    ...(metadata === undefined ? {} : { metadata }),
    ...(omit === undefined ? {} : { omit }),
  };
}

/** The language that all records name. */
function sharedLanguage(attributes: readonly Attributes[]): string | undefined {
  const all = new Set(attributes.map(({ language, lang }) => language ?? lang));
  return all.size === 1 ? languageTag([...all][0]) : undefined;
}

/** Lines that could not be read, the first few by number. */
export function brokenRecords(broken: readonly { readonly line: number; readonly reason: string }[]): Notice[] {
  if (broken.length === 0) return [];
  const shown = broken.slice(0, 5).map(({ line, reason }) => `line ${line} (${reason})`);
  const more = broken.length > shown.length ? ` and ${broken.length - shown.length} more` : "";
  return [
    {
      code: "RECORD_UNREADABLE",
      message: `Records could not be read: ${shown.join(", ")}${more}. The others are kept.`,
      lost: broken.length,
    },
  ];
}
