import { chunkOverlap } from "../chunk-overlap.ts";
import { count } from "../count.ts";
import { aborted, isRightRagError, noDocumentLoader, noUnitParser, RightRagError } from "../errors.ts";
import { frozenJson } from "../frozen-json.ts";
import type { ChunkParser, DocumentLoader, Plugins, Source, UnitParser } from "../interfaces.ts";
import type { Chunk, Document, Notice, Omission, ParsedUnit, RunEvent, Span, Unit } from "../model.ts";
import { buildChunks, buildUnits, coverage, enrichedChunks } from "../units.ts";
import { hintForFormat } from "../unread-formats.ts";
import { callPlugin, collect, eachOf, type Host, runFor } from "./host.ts";

/** One thing that came of a source: a document ready to save, a document or source that failed, or its end. */
export type Processed =
  | {
      readonly type: "document";
      readonly document: Document;
      readonly units: readonly Unit[];
      readonly chunks: readonly Chunk[];
      readonly notices: readonly Notice[];
    }
  | { readonly type: "failed"; readonly error: RightRagError; readonly documentId?: string }
  | { readonly type: "end"; readonly loader: string; readonly complete: boolean };

export interface ProcessOptions {
  readonly plugins: Pick<Plugins, "documentLoaders" | "unitParsers" | "chunkParsers">;
  readonly host: Host;
  /** Share of a document's text, 0 to 1, that may be in no unit without being counted as lost. */
  readonly tolerateUncovered: number;
  /** Whether chunk parsers enrich, which may cost money. @default true */
  readonly enrich?: boolean;
}

/**
 * Load → parse units → check → parse chunks, for one source. Each document fails or succeeds as a whole; only an abort is
 * thrown.
 */
export async function* processSource(source: Source, options: ProcessOptions): AsyncGenerator<Processed> {
  const { host, plugins } = options;
  let loader = "";
  try {
    const chosen = await firstLoader(source, plugins.documentLoaders, host);
    loader = chosen.name;
    const documents = eachOf(host, chosen, "Loading", source.id, () => chosen.load(source, runFor(host, chosen)));
    let given = 0;
    for await (const document of documents) {
      given++;
      yield await processDocument(checkDocument(document, source, chosen), options);
    }
    if (given === 0) throw noDocument(source, chosen);
    yield { type: "end", loader, complete: true };
  } catch (cause) {
    yield { type: "failed", error: asError(cause, host) };
    yield { type: "end", loader, complete: false };
  }
}

async function processDocument(document: Document, options: ProcessOptions): Promise<Processed> {
  const { host, plugins } = options;
  try {
    const parser = await firstParser(document, plugins.unitParsers, host);
    const parsed: ParsedUnit[] = [];
    const omissions: Omission[] = [...(document.omissions ?? [])];
    for await (const item of eachOf(host, parser, "Unit parsing", document.source, () => parser.parse(document, runFor(host, parser)))) {
      if (isOmission(item)) omissions.push(item);
      else parsed.push(item);
    }
    checkOmissions(document, omissions, parser.name);
    if (parsed.length === 0 && omissions.length > 0 && coverage(document, [], omissions).uncovered === 0)
      throw allOmitted(document, omissions);
    const units = buildUnits(document, parsed, parser.name);
    const uncovered = uncoveredNotice(document, units, omissions, options.tolerateUncovered);
    // Chunk parsers see what the unit parser left out: it belongs in no chunk.
    const parsedDocument: Document = { ...document, ...(omissions.length > 0 ? { omissions } : {}) };
    const discarded = { chunks: 0, characters: 0 };
    const parsedChunks = await parseChunks(parsedDocument, units, plugins.chunkParsers, countingDiscarded(host, discarded));
    const { chunks, missing } =
      options.enrich === false
        ? { chunks: parsedChunks, missing: [] }
        : await enrichChunks(parsedDocument, parsedChunks, plugins.chunkParsers, host);
    const twice = twiceNotice(document, chunks);
    const own = [uncovered, twice, discardedNotice(discarded)].filter((notice) => notice !== undefined);
    const notices = [...(document.notices ?? []), ...own, ...missing];
    return { type: "document", document: parsedDocument, units, chunks, notices };
  } catch (cause) {
    return { type: "failed", error: asError(cause, host), documentId: document.id };
  }
}

async function parseChunks(
  document: Document,
  units: readonly Unit[],
  parsers: readonly ChunkParser[],
  host: Host,
): Promise<readonly Chunk[]> {
  const byId = new Map(units.map((unit) => [unit.id, unit]));
  const children = new Map<string, Unit[]>();
  for (const unit of units) {
    if (unit.parentId === undefined) continue;
    const siblings = children.get(unit.parentId);
    if (siblings === undefined) children.set(unit.parentId, [unit]);
    else siblings.push(unit);
  }
  const parsed: Chunk[] = [];
  for (const unit of units) {
    const parent = unit.parentId === undefined ? undefined : byId.get(unit.parentId);
    const around = { document, units, children: children.get(unit.id) ?? [], ...(parent === undefined ? {} : { parent }) };
    for (const chunk of await parseUnit(document, unit, around, parsers, host)) parsed.push(chunk);
  }
  return parsed;
}

interface Enriched {
  readonly chunks: readonly Chunk[];
  /** What the enrichments could not do, as they told by events. */
  readonly missing: readonly Notice[];
}

async function enrichChunks(document: Document, parsed: readonly Chunk[], parsers: readonly ChunkParser[], given: Host): Promise<Enriched> {
  let chunks = parsed;
  const missing: Notice[] = [];
  const host: Host = {
    ...given,
    emit: (event) => {
      if (event.type === INCOMPLETE) missing.push(missingFields(event));
      given.emit(event);
    },
  };
  for (const parser of parsers) {
    const enrich = parser.enrich?.bind(parser);
    if (enrich === undefined) continue;
    const before = chunks;
    const after = await callPlugin(host, parser, "Enriching", document.source, () => enrich(document, before, runFor(host, parser)));
    chunks = enrichedChunks(before, after, parser.name, document);
  }
  return { chunks, missing };
}

/** The event by which an enrichment says that it could not do all: its document is done again by the next run. */
const INCOMPLETE = "index:incomplete";

/** The event by which a chunk parser says what it left out for being small. */
const DISCARDED = "index:discarded";

function countingDiscarded(host: Host, discarded: { chunks: number; characters: number }): Host {
  return {
    ...host,
    emit: (event) => {
      if (event.type === DISCARDED) {
        discarded.chunks += Number(event.chunks ?? 0);
        discarded.characters += Number(event.characters ?? 0);
      }
      host.emit(event);
    },
  };
}

function discardedNotice({ chunks, characters }: { chunks: number; characters: number }): Notice | undefined {
  if (chunks === 0) return undefined;
  const what = `${count(chunks, "chunk")} of ${count(characters, "character")} in all`;
  return { code: "TEXT_DISCARDED", message: `Left out, since the chunk parser's threshold says so: ${what}.`, lost: 0 };
}

function missingFields(event: RunEvent): Notice {
  return {
    code: "FIELDS_MISSING",
    message: String(event.message ?? "Fields are missing."),
    lost: typeof event.lost === "number" ? event.lost : 1,
  };
}

async function parseUnit(
  document: Document,
  unit: Unit,
  around: Parameters<NonNullable<ChunkParser["parse"]>>[1],
  parsers: readonly ChunkParser[],
  host: Host,
): Promise<Chunk[]> {
  const chunks: Chunk[] = [];
  for (const parser of parsers) {
    const parse = parser.parse?.bind(parser);
    if (parse === undefined) continue;
    const accepts = await callPlugin(host, parser, "canHandle()", document.source, () => parser.canHandle?.(unit) ?? true);
    if (!accepts) continue;
    const parsed = await collect(host, parser, "Chunk parsing", document.source, () => parse(unit, around, runFor(host, parser)));
    chunks.push(...buildChunks(document, unit, parsed, parser.name));
  }
  return chunks;
}

async function firstLoader(source: Source, loaders: readonly DocumentLoader[], host: Host): Promise<DocumentLoader> {
  for (const loader of loaders) {
    if (await callPlugin(host, loader, "canHandle()", source.id, () => loader.canHandle(source))) return loader;
  }
  const asked = loaders.map((loader) => loader.name);
  throw noDocumentLoader(source.id, asked, hintForFormat(source.id));
}

async function firstParser(document: Document, parsers: readonly UnitParser[], host: Host): Promise<UnitParser> {
  for (const parser of parsers) {
    if (await callPlugin(host, parser, "canHandle()", document.source, () => parser.canHandle(document))) return parser;
  }
  throw noUnitParser(
    document.source,
    parsers.map((parser) => parser.name),
  );
}

function noDocument(source: Source, loader: DocumentLoader): RightRagError {
  return new RightRagError(
    "NO_DOCUMENT",
    `Loader "${loader.name}" accepted "${source.id}" and gave no document.`,
    "Give at least one document, or let canHandle() return false; what is to be left out belongs in the config's ignore list.",
  );
}

function checkDocument(document: Document, source: Source, loader: DocumentLoader): Document {
  const whole =
    typeof document === "object" &&
    document !== null &&
    typeof document.id === "string" &&
    document.id !== "" &&
    typeof document.text === "string" &&
    typeof document.mediaType === "string";
  if (!whole || document.source !== source.id) {
    throw new RightRagError(
      "DOCUMENT_INVALID",
      `Loader "${loader.name}" gave a document of "${source.id}" without id, text, mediaType, or with another source.`,
      "Return { id: documentId(source.id), source: source.id, text, mediaType }.",
    );
  }
  const fault = (key: string, what: string) =>
    new RightRagError(
      "DOCUMENT_INVALID",
      `Loader "${loader.name}", "${source.id}": the document has a value that JSON cannot hold: ${key} ${what}.`,
      "Metadata is texts, finite numbers, truth values, null, and lists and plain objects of these.",
    );
  // Copied and frozen: a plugin that changes a document it was shown would change it for all.
  const { text, ...rest } = document;
  const facts = frozenJson(rest, "document", fault) as unknown as Omit<Document, "text">; // the same members, copied
  return Object.freeze({ ...facts, text });
}

/** A file of front matter alone, say: read well, and with nothing to say. */
function allOmitted({ source }: Document, omissions: readonly Omission[]): RightRagError {
  const reasons = [...new Set(omissions.map(({ reason }) => reason))].join(", ");
  return new RightRagError(
    "DOCUMENT_EMPTY",
    `"${source}" holds nothing but what is left out on purpose: ${reasons}.`,
    "Put text into it, or name it in the config's ignore list.",
  );
}

function checkOmissions(document: Document, omissions: readonly Omission[], parser: string): void {
  for (const { omitted, reason } of omissions) {
    if (isSpanOf(omitted, document.text) && typeof reason === "string") continue;
    throw new RightRagError(
      "UNIT_INVALID",
      `Unit parser "${parser}", "${document.source}": an omission (${JSON.stringify(omitted)}) is no span of the text, or has no reason.`,
      "Yield { omitted: { start, end }, reason } with offsets of document.text.",
    );
  }
}

function uncoveredNotice(
  document: Document,
  units: readonly Unit[],
  omissions: readonly Omission[],
  tolerated: number,
): Notice | undefined {
  const { total, uncovered, gaps } = coverage(document, units, omissions);
  const [first] = gaps;
  if (first === undefined) return undefined;
  const text = document.text.slice(first.start, first.end).trim();
  const excerpt = JSON.stringify(text.length > 60 ? `${text.slice(0, 60)}…` : text);
  return {
    code: "UNCOVERED_TEXT",
    message: `${uncovered} of ${count(total, "character")}, in ${count(gaps.length, "place")}, ${uncovered === 1 ? "is" : "are"} in no unit; the first: ${excerpt}`,
    lost: uncovered > total * tolerated ? uncovered : 0,
  };
}

/** Told where most of a document is cut twice: two catch-alls, or a parser that cuts a unit and its children. Counts are left to the proof. */
function twiceNotice(document: Document, chunks: readonly Chunk[]): Notice | undefined {
  const { twice, total } = chunkOverlap(document, chunks);
  if (twice.characters * 2 < total || total === 0) return undefined;
  const names = twice.parsers.map((name) => `"${name}"`).join(" and ");
  return {
    code: "CHUNKS_CUT_TWICE",
    message:
      twice.parsers.length > 1
        ? `The chunk parsers ${names} cut the same text, so that all of it is found twice.`
        : `The chunk parser ${names} cuts units and the units inside them, so that most text is found twice.`,
    lost: 0,
  };
}

function isOmission(item: ParsedUnit | Omission): item is Omission {
  return typeof item === "object" && item !== null && "omitted" in item;
}

function isSpanOf(span: Span | undefined, text: string): boolean {
  return (
    span !== undefined &&
    Number.isInteger(span.start) &&
    Number.isInteger(span.end) &&
    span.start >= 0 &&
    span.end <= text.length &&
    span.start <= span.end
  );
}

function asError(cause: unknown, host: Host): RightRagError {
  if (host.signal.aborted) throw aborted("Indexing");
  if (isRightRagError(cause)) return cause;
  throw cause; // a fault of ours: everything a plugin throws was wrapped
}
