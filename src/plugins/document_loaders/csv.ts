import * as z from "zod";
import { checkObject } from "../../arguments.ts";
import { count } from "../../count.ts";
import { documentDamaged } from "../../errors.ts";
import type { DocumentLoader, PluginContext, Run, Source } from "../../interfaces.ts";
import type { Document, Notice } from "../../model.ts";
import { decode } from "../../text/decode.ts";
import { brokenRecords, type RecordOptions, readOptions, recordDocuments, recordSettings } from "./record-documents.ts";
import { checkExtensions, hasExtension } from "./source-extension.ts";

export interface CsvLoaderOptions extends RecordOptions {
  /** @default [".csv", ".tsv"] */
  readonly extensions?: readonly string[];
  /** One character. @default found in the file: `,` `;` tab or `|` */
  readonly delimiter?: string;
  /** Whether the first row names the columns; or their names. @default by how the first row looks */
  readonly header?: boolean | readonly string[];
}

const settings: z.ZodType<Omit<CsvLoaderOptions, "extensions">> = z.strictObject({
  ...recordSettings,
  delimiter: z.string().length(1).optional(),
  header: z.union([z.boolean(), z.array(z.string()).min(1)]).optional(),
}) as z.ZodType<Omit<CsvLoaderOptions, "extensions">>; // zod's optional keys may be undefined, ours are then absent

/**
 * A table of comma-separated values, each row a section: its title, then `column: value` for every cell that is not empty, then
 * the cells that are text. Settings `plugins.csv` are laid over the options. Rows that cannot be read are named and counted, the
 * others kept; rows with too many or too few cells are named. Lines above the header (a title) begin the text, and the first is the
 * document's title.
 */
export class CsvLoader implements DocumentLoader {
  readonly name = "csv";
  readonly #extensions: readonly string[];
  readonly #options: Omit<CsvLoaderOptions, "extensions">;

  /** @throws OPTION_INVALID */
  constructor(given: CsvLoaderOptions | PluginContext = {}) {
    checkObject("new CsvLoader", given, "options");
    const { extensions = [".csv", ".tsv"], ...options }: CsvLoaderOptions = "root" in given ? {} : given;
    this.#extensions = checkExtensions(this.name, extensions);
    this.#options = readOptions(this.name, settings, options, undefined);
  }

  canHandle(source: Source): boolean {
    return hasExtension(source, this.#extensions);
  }

  /** @throws DOCUMENT_BINARY, DOCUMENT_EMPTY, DOCUMENT_DAMAGED - where no row at all can be read */
  async load(source: Source, run?: Pick<Run, "settings">): Promise<Document[]> {
    const options = readOptions(this.name, settings, this.#options, run?.settings);
    const { text, notices } = await decode(await source.bytes(), source.id);
    const tabs = options.delimiter === undefined && hasExtension(source, [".tsv"]) ? { delimiter: "\t" } : {};
    const { readCsv } = await import("../../text/records/csv-records.ts");
    const { records, broken, ragged, columns, above, mayBeHeader } = await readCsv(text, { ...options, ...tabs });
    const [first] = broken;
    if (records.length === 0 && first !== undefined)
      throw documentDamaged(source.id, `has no row that can be read: line ${first.line}, ${first.reason}`);
    const mediaType = "text/csv";
    const all = [...notices, ...brokenRecords(broken), ...raggedRows(ragged, columns.length), ...(mayBeHeader ? [ONE_ROW] : [])];
    return recordDocuments({ source, records, mediaType, notices: all, facts: { metadata: { columns } }, above }, options);
  }
}

const ONE_ROW: Notice = {
  code: "TABLE_WITHOUT_ROWS",
  message: "The table has one row, which was read as values. If it names columns, the table has no rows.",
  lost: 0,
};

function raggedRows(lines: readonly number[], width: number): Notice[] {
  if (lines.length === 0) return [];
  const shown = lines.slice(0, 5).join(", ");
  const more = lines.length > 5 ? ` and ${lines.length - 5} more` : "";
  const message = `Rows have more or fewer than ${count(width, "cell")}: lines ${shown}${more}. Every cell is kept, but may stand in the wrong column.`;
  return [{ code: "ROWS_RAGGED", message, lost: 0 }];
}
