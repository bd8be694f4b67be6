import type { RecordField, SourceRecord } from "./record.ts";

export interface CsvOptions {
  /** One character. @default the one that cuts the first lines into columns most evenly, among `,` `;` tab and `|` */
  readonly delimiter?: string;
  /** Whether the first row names the columns; or the names. @default by how the first row looks */
  readonly header?: boolean | readonly string[];
}

export interface CsvRecords {
  readonly records: readonly SourceRecord[];
  readonly columns: readonly string[];
  /** Lines above the header: a title, a date. */
  readonly above: readonly string[];
  /** The only row could be one that names columns. */
  readonly mayBeHeader: boolean;
  /** 1-based lines of rows that could not be read, and why. */
  readonly broken: readonly { readonly line: number; readonly reason: string }[];
  /** 1-based lines of rows with more or fewer cells than the header. */
  readonly ragged: readonly number[];
}

/** After so many broken rows the rest is not tried, and counted as lost line by line: it is no table. */
const MAX_BROKEN = 100;

/** Characters that are parsed at once, so that a row that cannot be read costs no second reading of the whole file. */
const WINDOW = 1 << 16;

/** Rows of comma-separated values, as RFC 4180 has them and as programs write them. A broken row costs itself and not its followers. */
export async function readCsv(source: string, { delimiter, header }: CsvOptions = {}): Promise<CsvRecords> {
  // A first line `sep=;` is how Excel is told of the delimiter.
  const told = /^sep=(.)(?:\r\n|\n|\r)/.exec(source);
  const cut = delimiter ?? told?.[1] ?? likelyDelimiter(source);
  const { rows: all, broken } = await readRows(source, told?.[0].length ?? 0, cut);
  const filled = all.filter(({ cells }) => filledIn(cells) > 0);
  const above = header === undefined ? linesAbove(filled) : 0;
  const rows = filled.slice(above);
  const [first] = rows;
  const looks = first !== undefined && looksLikeHeader(first.cells, rows.slice(1, 20));
  const hasHeader = header === undefined ? looks && rows.length > 1 : header === true;
  const named = typeof header === "object" ? header : hasHeader ? (first?.cells ?? []).map((cell) => cell.trim()) : [];
  const body = hasHeader ? rows.slice(1) : rows;
  const width = named.length > 0 ? named.length : usualWidth(body);
  const columns = Array.from({ length: width }, (_, i) => named[i] || `column ${i + 1}`);
  const records = body.map(({ cells, line }) => ({ line, fields: fieldsOf(cells, columns) })).filter(({ fields }) => fields.length > 0);
  return {
    records,
    columns,
    above: filled.slice(0, above).map(({ cells }) => cells.flatMap((cell) => cell.trim() || []).join(`${cut} `)),
    mayBeHeader: header === undefined && looks && rows.length === 1 && columns.length > 1,
    broken,
    ragged: body.filter(({ cells }) => cells.length !== width).map(({ line }) => line),
  };
}

const MAX_ABOVE = 10;

/** How many rows stand above the header: each has one cell filled, or fewer cells than rows have, and what is below them looks like a header. */
function linesAbove(rows: readonly Row[]): number {
  const width = usualWidth(rows);
  const count = rows.slice(0, MAX_ABOVE + 1).findIndex(({ cells }) => filledIn(cells) > 1 && cells.length >= width);
  const [header, ...below] = rows.slice(Math.max(count, 0), count + 20);
  return count > 0 && header !== undefined && below.length > 0 && looksLikeHeader(header.cells, below) ? count : 0;
}

function filledIn(cells: readonly string[]): number {
  return cells.filter((cell) => cell.trim() !== "").length;
}

interface Row {
  readonly cells: readonly string[];
  readonly line: number;
}

async function readRows(source: string, from: number, delimiter: string): Promise<Pick<CsvRecords, "broken"> & { readonly rows: Row[] }> {
  const { parse } = await import("csv-parse/sync");
  const rows: Row[] = [];
  const broken: { line: number; reason: string }[] = [];
  const options = { delimiter, relax_column_count: true, skip_empty_lines: true, record_delimiter: ["\r\n", "\n", "\r"] };
  let start = from;
  let line = 1 + lineEnds(source.slice(0, from));
  let size = WINDOW;
  while (start < source.length) {
    const end = startOfLine(source, start + size, 1);
    const before = rows.length;
    let reached = line;
    let offset = start;
    const skipEmptyLines = () => {
      for (; /[\r\n]/.test(source.charAt(offset)); reached++) offset = startOfLine(source, offset, 1);
    };
    try {
      parse(source.slice(start, end), {
        ...options,
        on_record: (cells: string[], { lines }) => {
          skipEmptyLines();
          rows.push({ cells, line: reached });
          // `lines` counts all lines that were read, those inside quotes and empty ones too.
          offset = startOfLine(source, offset, line + lines - reached);
          reached = line + lines;
          return null;
        },
      });
      line += lineEnds(source.slice(start, end));
      start = end;
      size = WINDOW;
    } catch (cause) {
      if (codeOf(cause) === "CSV_QUOTE_NOT_CLOSED" && end < source.length) {
        // The quotation may end behind the window.
        rows.length = before;
        size *= 4;
        continue;
      }
      skipEmptyLines();
      // Inches and the like: a quotation mark inside a cell that does not begin with one is a character as others are, and so are
      // those of a quotation that words follow. The row may have begun lines before; then such a quotation may as well be one
      // that was never closed.
      const failed = lineOf(cause);
      const next = startOfLine(source, start, failed);
      const isOneLine = startOfLine(source, offset, 1) === next;
      const isMark = codeOf(cause) === "INVALID_OPENING_QUOTE" || (codeOf(cause) === "CSV_INVALID_CLOSING_QUOTE" && isOneLine);
      const cells = isMark ? relaxed(source.slice(offset, next)) : undefined;
      if (cells === undefined) broken.push({ line: reached, reason: reasonOf(cause) });
      else rows.push({ cells, line: reached });
      start = cells === undefined ? startOfLine(source, offset, 1) : next;
      line = cells === undefined ? reached + 1 : line + failed;
      if (broken.length >= MAX_BROKEN) return { rows, broken: [...broken, ...notTried(source.slice(start), line)] };
    }
  }
  return { rows, broken };

  function relaxed(text: string): string[] | undefined {
    try {
      const found: string[][] = parse(text, { ...options, relax_quotes: true });
      return found.length === 1 ? found[0] : undefined;
    } catch {
      return undefined; // another cell of the line has a quotation that does not end in it
    }
  }
}

function notTried(rest: string, first: number): { line: number; reason: string }[] {
  const reason = "not tried, since so many lines before it are no rows";
  return rest.split(/\r\n|\n|\r/).flatMap((text, i) => (text.trim() === "" ? [] : [{ line: first + i, reason }]));
}

function codeOf(cause: unknown): string {
  return cause instanceof Error && "code" in cause ? String(cause.code) : "";
}

/** 1-based, in what was parsed. */
function lineOf(cause: unknown): number {
  return cause instanceof Error && "lines" in cause ? Number(cause.lines) : 1;
}

function reasonOf(cause: unknown): string {
  const code = codeOf(cause);
  if (code === "CSV_QUOTE_NOT_CLOSED") return "a quotation mark is never closed";
  if (code === "CSV_INVALID_CLOSING_QUOTE") return "text stands behind a closing quotation mark";
  if (code === "INVALID_OPENING_QUOTE") return "a quotation mark stands inside an unquoted cell";
  throw cause;
}

/** Where the line begins that is `count` lines after `from`. */
function startOfLine(source: string, from: number, count: number): number {
  const ends = /\r\n|\n|\r/g;
  ends.lastIndex = from;
  for (let left = count; left > 0; left--) if (ends.exec(source) === null) return source.length;
  return ends.lastIndex;
}

function lineEnds(text: string): number {
  return text.match(/\r\n|\n|\r/g)?.length ?? 0;
}

function fieldsOf(cells: readonly string[], columns: readonly string[]): RecordField[] {
  return cells.flatMap((value, i) => (value.trim() === "" ? [] : [{ name: columns[i] ?? `column ${i + 1}`, value }]));
}

/**
 * Names are told from values by being short, all different, and no numbers. The first column of an exported table often has none,
 * and neither has what stands behind a delimiter at the end of every line. Two may be alike where numbers stand below a name.
 */
function looksLikeHeader(cells: readonly string[], below: readonly Row[]): boolean {
  const trimmed = cells.map((cell) => cell.trim());
  const names = trimmed.slice(0, trimmed.findLastIndex((name) => name !== "") + 1);
  if (names.length * 2 <= cells.length) return false;
  const isName = (name: string, i: number) => (name === "" && i === 0) || (name.length > 0 && name.length <= 60 && !NUMBER.test(name));
  if (!names.every(isName) || names.some((name) => name.includes("\n"))) return false;
  const isOverNumbers = (_: string, i: number) => below.every((row) => NUMBER.test(row.cells[i]?.trim() ?? ""));
  return new Set(names).size === names.length || (below.length > 0 && names.some(isOverNumbers));
}

const NUMBER = /^[-+]?[\d.,\s]+%?$/;

function usualWidth(rows: readonly Row[]): number {
  const counts = new Map<number, number>();
  for (const { cells } of rows) counts.set(cells.length, (counts.get(cells.length) ?? 0) + 1);
  return [...counts].sort(([a, m], [b, n]) => n - m || b - a)[0]?.[0] ?? 0;
}

const SAMPLE = 1 << 16;
const DELIMITERS = [",", ";", "\t", "|"] as const;

/** Counted outside quotes over the first lines: the delimiter that stands equally often in most of them. */
function likelyDelimiter(source: string): string {
  const counts = DELIMITERS.map(() => new Map<number, number>());
  const line = DELIMITERS.map(() => 0);
  let isQuoted = false;
  const sample = source.slice(0, SAMPLE);
  for (const char of `${sample}\n`) {
    if (char === '"') isQuoted = !isQuoted;
    else if (isQuoted) continue;
    else if (char === "\n" || char === "\r") {
      for (const [i, count] of line.entries()) {
        if (count > 0) counts[i]?.set(count, (counts[i]?.get(count) ?? 0) + 1);
        line[i] = 0;
      }
    } else {
      const i = DELIMITERS.indexOf(char as (typeof DELIMITERS)[number]); // -1 for any other
      if (i !== -1) line[i] = (line[i] ?? 0) + 1;
    }
  }
  const evenness = counts.map((found) => Math.max(0, ...found.values()));
  const best = evenness.indexOf(Math.max(...evenness));
  return DELIMITERS[best] ?? ",";
}
