import * as z from "zod";
import { checkObject } from "../../arguments.ts";
import { documentDamaged, documentTooLarge, type RightRagError } from "../../errors.ts";
import type { DocumentLoader, PluginContext, Run, Source } from "../../interfaces.ts";
import type { Document, Notice } from "../../model.ts";
import { decode } from "../../text/decode.ts";
import { isDocling } from "../../text/docling/docling-item.ts";
import { type JsonRecords, MAX_DEPTH, readJson, readJsonLines, recordsOf } from "../../text/records/json-records.ts";
import { mendSurrogates } from "../../text/records/lone-surrogates.ts";
import type { RecordField } from "../../text/records/record.ts";
import type { RepeatedKey } from "../../text/records/repeated-keys.ts";
import { languageTag } from "./language-tag.ts";
import { brokenRecords, type RecordFile, type RecordOptions, readOptions, recordDocuments, recordSettings } from "./record-documents.ts";
import { checkExtensions, hasExtension } from "./source-extension.ts";

export interface JsonLoaderOptions extends RecordOptions {
  /** @default [".json", ".jsonl", ".ndjson"] */
  readonly extensions?: readonly string[];
  /**
   * Where the records are in an object: `provisions`, `data.items`; a list, or an object each of whose members is one.
   * @default its longest list of objects; without any, its largest object whose members are objects with a key in common
   */
  readonly records?: string;
}

const settings: z.ZodType<Omit<JsonLoaderOptions, "extensions">> = z.strictObject({
  ...recordSettings,
  records: z.string().min(1).optional(),
}) as z.ZodType<Omit<JsonLoaderOptions, "extensions">>; // zod's optional keys may be undefined, ours are then absent

/**
 * JSON Lines and JSON: each record, of a list, of the longest list in an object, or of an object whose members are alike, is a section, with its title, then
 * `field: value` for each value, then its text. What stands around the list becomes the document's title, language, url and
 * metadata. What Docling made of a file is read as the document that it is, with pages, places and furniture. Settings `plugins.json-records` are laid over the options. Lines that cannot be read are named and counted, the others kept.
 */
export class JsonLoader implements DocumentLoader {
  readonly name = "json-records";
  readonly #extensions: readonly string[];
  readonly #options: Omit<JsonLoaderOptions, "extensions">;

  /** @throws OPTION_INVALID */
  constructor(given: JsonLoaderOptions | PluginContext = {}) {
    checkObject("new JsonLoader", given, "options");
    const { extensions = [".json", ".jsonl", ".ndjson"], ...options }: JsonLoaderOptions = "root" in given ? {} : given;
    this.#extensions = checkExtensions(this.name, extensions);
    this.#options = readOptions(this.name, settings, options, undefined);
  }

  canHandle(source: Source): boolean {
    return hasExtension(source, this.#extensions);
  }

  /** @throws DOCUMENT_BINARY, DOCUMENT_EMPTY, DOCUMENT_DAMAGED - with line and column where a file is no JSON; DOCUMENT_TOO_LARGE - nested too deep */
  async load(source: Source, run?: Pick<Run, "settings">): Promise<Document[]> {
    const options = readOptions(this.name, settings, this.#options, run?.settings);
    const decoded = await decode(await source.bytes(), source.id);
    const { text, lost } = mendSurrogates(decoded.text);
    const notices = [...decoded.notices, ...halfPairs(lost)];
    const isLines = hasExtension(source, [".jsonl", ".ndjson"]);
    const whole = isLines ? undefined : readJson(text);
    if (whole !== undefined && "depth" in whole) throw tooDeep(source, whole.depth);
    if (whole !== undefined && "value" in whole && isDocling(whole.plain)) {
      const { doclingDocument } = await import("./docling-document.ts");
      return doclingDocument(source, whole.plain, notices);
    }
    const read =
      whole !== undefined && "value" in whole
        ? { ...recordsOf(whole.value, options.records), broken: repeatedKeys(whole.repeated) }
        : linesOf(text, source);
    const file = {
      source,
      mediaType: "application/json",
      records: read.records,
      notices: [...notices, ...read.broken],
      facts: factsOf(read.around),
    };
    return recordDocuments(file, options);
  }
}

type Read = JsonRecords & { readonly broken: readonly Notice[] };

function linesOf(text: string, source: Source): Read {
  const { records, broken, repeated } = readJsonLines(text);
  // A broken file of another layout has a line or two that happen to be JSON, a bracket's or a number's.
  if (records.length > 0 && (broken.length <= records.length || hasExtension(source, [".jsonl", ".ndjson"]))) {
    return { records, around: [], broken: [...brokenRecords(broken), ...repeatedKeys(repeated)] };
  }
  const whole = readJson(text);
  if ("depth" in whole) throw tooDeep(source, whole.depth);
  const { line, column, reason } = "mistake" in whole ? whole.mistake : { line: 1, column: 1, reason: "it holds no record" };
  throw documentDamaged(source.id, `is no JSON at line ${line}, column ${column}: ${reason}`);
}

function tooDeep(source: Source, depth: number): RightRagError {
  return documentTooLarge(source.id, `is nested ${depth} levels deep, and no more than ${MAX_DEPTH} are read`);
}

function halfPairs(lost: number): Notice[] {
  if (lost === 0) return [];
  const what = lost === 1 ? "1 escape is" : `${lost} escapes are`;
  return [{ code: "TEXT_MALFORMED", message: `${what} half of a surrogate pair, which is no letter: U+FFFD in the text.`, lost }];
}

function repeatedKeys(repeated: readonly RepeatedKey[]): Notice[] {
  if (repeated.length === 0) return [];
  const shown = repeated.slice(0, 5).map(({ key, line }) => `"${key}" (line ${line})`);
  const more = repeated.length > shown.length ? ` and ${repeated.length - shown.length} more` : "";
  const message = `Keys stand more than once in one object: ${shown.join(", ")}${more}. Every value is kept, in the order of the file.`;
  return [{ code: "KEYS_REPEATED", message, lost: 0 }];
}

function factsOf(around: readonly RecordField[]): RecordFile["facts"] {
  const find = (pattern: RegExp) => around.find(({ name }) => pattern.test(name))?.value.trim();
  const title = find(/^title$/i) ?? find(/^name$/i) ?? find(/^title_|_title$/i);
  const language = languageTag(find(/^lang(?:uage)?$/i));
  const url = find(/^ur[li]$/i);
  const metadata: { [name: string]: string } = {};
  for (const { name, value } of around) metadata[name] = metadata[name] === undefined ? value : `${metadata[name]}, ${value}`;
  return {
    ...(title === undefined ? {} : { title }),
    ...(language === undefined ? {} : { language }),
    ...(url === undefined ? {} : { url }),
    metadata,
  };
}
