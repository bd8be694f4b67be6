/** The data that flows through the pipeline: plain, readonly, JSON in and out. No methods, no classes. */

/** Anything that survives `JSON.parse(JSON.stringify(value))` unchanged. */
export type Json = string | number | boolean | null | readonly Json[] | { readonly [key: string]: Json };

/** Named facts. Of a unit or chunk they are searched and filtered; as `metadata` they are only kept. */
export type Attributes = { readonly [key: string]: Json };

/** A range of `Document.text`: half-open, `0 <= start < end <= text.length`, counted in UTF-16 code units. */
export interface Span {
  readonly start: number;
  readonly end: number;
}

/** One page of a paged source, as a span of the text. `number` is 1-based; `label` is what is printed on the page ("iv"). */
export interface Page extends Span {
  readonly number: number;
  readonly label?: string;
}

/**
 * Where a stretch of the text stands in its source: a rectangle on a page, or an element that an address can name. What a
 * citation needs so that a reader's own viewer can show it.
 */
export interface SourcePlace extends Span {
  /** 1-based. */
  readonly page?: number;
  /** Left, top, right, bottom: points (1/72 inch) from the top left corner of the page as it is shown. */
  readonly box?: readonly [left: number, top: number, right: number, bottom: number];
  /** The element's id: what an address names after `#`. */
  readonly anchor?: string;
}

/** Text that is in no unit on purpose, and why: a running header, a page number, navigation. */
export interface Omission {
  readonly omitted: Span;
  readonly reason: string;
}

/** A heading that a loader saw in the source's own structure. `level` is 1 (outermost) or more; `at` is the heading's own text. */
export interface OutlineEntry {
  readonly level: number;
  readonly title: string;
  readonly at: Span;
  /** What is known of the section below it: of a row, the columns that are no text. Its unit has them too. */
  readonly attributes?: Attributes;
}

/**
 * Something about a document that its reader should know, kept in the state and reported by every run.
 * `lost` counts what could not be used (characters, pages, records); 0 makes it a warning, more a loss (exit status 2).
 */
export interface Notice {
  readonly code: string;
  readonly message: string;
  readonly lost: number;
}

/** One loaded source. Loaders normalise the text once, here; every span of every unit and chunk counts in it. */
export interface Document {
  /** Unique in the project and the same on every machine; `documentId(source, part)` makes one. */
  readonly id: string;
  /** The `Source.id` it came from: a path below the documents folder with `/`, or a URL. Citations print it. */
  readonly source: string;
  readonly text: string;
  /** For example `text/markdown`. Unit parsers choose by it. */
  readonly mediaType: string;
  readonly title?: string;
  readonly pages?: readonly Page[];
  /** Rising by `start`, none overlapping the next: the lines of a PDF, the elements with an id of a web page. */
  readonly places?: readonly SourcePlace[];
  /** Rising by `at.start`. */
  readonly outline?: readonly OutlineEntry[];
  readonly omissions?: readonly Omission[];
  readonly notices?: readonly Notice[];
  readonly metadata?: Attributes;
  /** What stays the same across versions and translations. */
  readonly work?: string;
  readonly version?: string;
  /** BCP 47, for example `de` or `pt-BR`. */
  readonly language?: string;
  readonly url?: string;
  /** Dates are ISO 8601. */
  readonly published?: string;
  readonly inForceFrom?: string;
  readonly inForceTo?: string;
  /** Who may read it; absent: everybody. */
  readonly access?: readonly string[];
}

/** What a unit parser saw. A tree; the library gives ids and places. */
export interface ParsedUnit {
  /** The heading or name, without markup. */
  readonly topic: string;
  /** Faithful text. With `source`, exactly `document.text.slice(source.start, source.end)`. */
  readonly fulltext: string;
  readonly source?: Span;
  readonly attributes?: Attributes;
  readonly metadata?: Attributes;
  readonly subunits?: readonly ParsedUnit[];
}

/** A ParsedUnit that the library has given an id, a parent and a place. */
export interface Unit extends Omit<ParsedUnit, "subunits"> {
  readonly id: string;
  readonly documentId: string;
  /** Absent for a unit at the top. */
  readonly parentId?: string;
  /** Topics from the top down to this unit's own. */
  readonly path: readonly string[];
  /** Place in the document, 0-based, parents before their children. */
  readonly position: number;
}

/** What a chunk parser cut. `context` (a table's head row, say) is searched and shown, but is no part of `fulltext` or `source`. */
export interface ParsedChunk {
  readonly topic: string;
  readonly fulltext: string;
  readonly source?: Span;
  readonly context?: string;
  readonly attributes?: Attributes;
  readonly metadata?: Attributes;
}

/** Retrieval-ready text cut inside one Unit. */
export interface Chunk extends ParsedChunk {
  readonly id: string;
  readonly documentId: string;
  readonly unitId: string;
  /** The unit's topics, from the top down. */
  readonly path: readonly string[];
  /** `name` of the chunk parser. */
  readonly parser: string;
}

/** What a saver left behind, and what it can be asked for. */
export interface Artifact {
  readonly kind: "units" | "chunks";
  /** `name` of the saver. */
  readonly saver: string;
  /** The saver's own business: a folder, a file, a table. Kept small; big tables belong beside it. */
  readonly location: Json;
  readonly capabilities: readonly string[];
  readonly counts: { readonly documents: number; readonly items: number };
  /** Changes whenever the saved content does. */
  readonly fingerprint: string;
}

/** One earlier exchange of a conversation. */
export interface Turn {
  readonly question: string;
  readonly answer: string;
}

/**
 * A condition on evidence. `is` and `oneOf` compare an attribute (`documentId` and `source` count as attributes); `range` takes
 * `[low, high]`, both inclusive, `null` for open, numbers by value and strings by code unit (ISO dates work);
 * `pathPrefix` takes topics from the top down and ignores `attribute`.
 */
export interface Filter {
  readonly attribute: string;
  readonly op: "is" | "oneOf" | "range" | "pathPrefix";
  readonly value: Json;
}

export interface Query {
  readonly text: string;
  /** Pieces of evidence wanted, 1 or more. @default the project's `topK` (10) */
  readonly topK?: number;
  /** Only these documents, by source or id. */
  readonly documents?: readonly string[];
  readonly filters?: readonly Filter[];
  /** Earlier exchanges of the conversation, all of them, oldest first: plugins take what they need. */
  readonly history?: readonly Turn[];
  readonly extra?: Attributes;
  /** Who asks. Comes with the call, never from a prompt or a tool's input. */
  readonly principals?: readonly string[];
}

/** A Chunk or Unit chosen for a query. */
export interface Evidence {
  readonly text: string;
  /** Higher is better; comparable within one retrieval only. */
  readonly score: number;
  readonly documentId: string;
  readonly source: string;
  readonly unitId: string;
  readonly chunkId?: string;
  readonly path: readonly string[];
  /** As printed: source and section path, for example `handbook.md › Leave › Sick leave`. */
  readonly citation: string;
  /** Where `text` stands in the document. */
  readonly span?: Span;
  /** Not part of `text`: a table's head row, say. */
  readonly context?: string;
  readonly page?: number;
  /** `contentHash` of the document's text when it was indexed: while it stays the same, every span of it holds. */
  readonly documentHash?: string;
  readonly attributes: Attributes;
}

/** What a retriever found, how sure it is (0 to 1), and what it looked for: "not found" quotes `searched`. */
export interface Retrieval {
  readonly evidence: readonly Evidence[];
  readonly confidence?: number;
  readonly searched: readonly string[];
}

/** What an answer generator gives. `[1]` in the text points at `cites[0]`, and so on. */
export interface DraftAnswer {
  readonly text: string;
  readonly evidence: readonly Evidence[];
  /** For each citation number, 1-based in the text: the evidence it rests on, and the words quoted from it. */
  readonly cites: readonly Cite[];
  /** 0 to 1. */
  readonly confidence?: number;
  readonly abstained?: boolean;
  /** False: a statement was found to have no support. @default what the cites come to */
  readonly grounded?: boolean;
  /** All that was looked for, when the generator itself searched again. @default the retrieval's */
  readonly searched?: readonly string[];
  readonly counts?: { readonly [key: string]: number };
}

/** `evidence` is 1-based, into the answer's `evidence`; `quote`, when given, must stand in it to the character. */
export interface Cite {
  readonly evidence: number;
  readonly quote?: string;
  /** Where the quote begins in the evidence's text, in UTF-16 code units. @default its first occurrence */
  readonly offset?: number;
}

/** Where a quotation stands in its source: lines of a page, or an element. */
export interface CitedPlace {
  /** 1-based. */
  readonly page?: number;
  /** Of the lines that it touches: left, top, right, bottom; points (1/72 inch) from the top left corner of the page as it is shown. */
  readonly boxes?: readonly (readonly [left: number, top: number, right: number, bottom: number])[];
  /** The element's id: what an address names after `#`. */
  readonly anchor?: string;
}

/** A cite that was resolved and checked: where the words stand, and how to find them again. */
export interface Citation {
  /** As printed in the answer's text: `[1]`. */
  readonly number: number;
  readonly source: string;
  readonly documentId: string;
  readonly unitId: string;
  readonly path: readonly string[];
  /** As printed: source, section path and place. */
  readonly label: string;
  readonly quote: string;
  /** Where the quote stands in the document's text. Absent when the evidence has no span. */
  readonly span?: Span;
  readonly page?: number;
  /** For a viewer; absent where the document's loader knew none. */
  readonly places?: readonly CitedPlace[];
  /** `contentHash` of the document's text when it was indexed. */
  readonly documentHash?: string;
}

export interface Answer {
  readonly question: string;
  readonly text: string;
  readonly citations: readonly Citation[];
  readonly evidence: readonly Evidence[];
  readonly confidence?: number;
  /**
   * True when the answer rests on what it cites: it cites something, every quotation was found in its evidence to the character, and its
   * generator found no statement without support. An abstention says nothing of the matter and rests on nothing: false.
   */
  readonly grounded: boolean;
  /** No answer is given: the documents carry none, or none that could be confirmed. The text says what was searched. */
  readonly abstained: boolean;
  readonly searched: readonly string[];
  readonly counts?: { readonly [key: string]: number };
  /** What models were paid for it; absent where none was asked. */
  readonly usage?: Usage;
  readonly trace: readonly RunEvent[];
}

/** Calls of models, and what they took. `null`: a part is unknown, so that the whole is; never 0 for "no idea". */
export interface Usage {
  readonly calls: number;
  readonly inputTokens: number | null;
  readonly outputTokens: number | null;
  /** In the currency of the settings' prices. */
  readonly cost: number | null;
}

/** Something that happened in a run. `type` is a permanent word; the rest depends on it. */
export type RunEvent = { readonly type: string } & { readonly [key: string]: Json | undefined };

/** A question with what is expected. */
export interface EvalCase {
  readonly id: string;
  readonly query: Query;
  /** A text (or several, each of which must appear) expected in the answer; a number or truth value is compared as text. */
  readonly expected?: Json;
  /** What retrieval should find: each entry names what must match, among `source`, `path` (a tail of topics), `citation`, `text`. */
  readonly expectedEvidence?: readonly Attributes[];
  /** True: the right answer is that the documents do not say. */
  readonly expectAbstention?: boolean;
  readonly tags?: readonly string[];
}

/** `value` is 0 to 1, or `null` when the metric does not apply to the case. */
export interface Score {
  readonly metric: string;
  readonly value: number | null;
  readonly reason: string;
}

/** The scores of one case. `error` says why a case could not be run; its scores are then empty and it counts as failed. */
export interface EvalResult {
  readonly caseId: string;
  readonly question: string;
  readonly scores: readonly Score[];
  readonly durationMs: number;
  readonly answer?: Answer;
  readonly error?: string;
}

export interface EvalReport {
  readonly results: readonly EvalResult[];
  /** Mean per metric over the cases it applies to; `null` when it applied to none. */
  readonly summary: { readonly [metric: string]: { readonly mean: number | null; readonly cases: number } };
  readonly failed: number;
}
