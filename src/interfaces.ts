import type {
  Answer,
  Artifact,
  Attributes,
  Chunk,
  Document,
  DraftAnswer,
  EvalCase,
  EvalReport,
  EvalResult,
  Evidence,
  Filter,
  Omission,
  ParsedChunk,
  ParsedUnit,
  Query,
  Retrieval,
  RunEvent,
  Score,
  Unit,
} from "./model.ts";
import type { Schemas } from "./schemas/schema-types.ts";

export type MaybePromise<T> = T | Promise<T>;

/** What a plugin may hand back for "many": an array, a generator, an async generator, or a promise of an iterable. */
export type Many<T> = AsyncIterable<T> | MaybePromise<Iterable<T>>;

export type LogLevel = "debug" | "info" | "warn";

/** Given to the constructor of a plugin class. An instance written out in spec/ needs none, since every call brings a Run. */
export interface PluginContext {
  /** The project folder, absolute. */
  readonly root: string;
  /** The folder for what plugins make (`output` of the project's config), absolute. */
  readonly output: string;
  /** `plugins.<name>` of the project's config; empty for a constructor, whose plugin has no name yet. */
  readonly settings: Attributes;
  readonly log: (level: LogLevel, message: string) => void;
}

/** One index, query or evaluate run, given to every call: how to stop, and where events go. */
export interface Run extends PluginContext {
  /** Aborted on Ctrl-C or by the application; long work should check it. */
  readonly signal: AbortSignal;
  readonly emit: (event: RunEvent) => void;
  /** The model that plays a role; undefined where none is configured: do without. */
  readonly model: (role: ModelRole) => Model | undefined;
  /** The project's schemas, with those that flags or a pipeline file name; read once. @throws SCHEMA_INVALID */
  readonly schemas: () => Promise<Schemas>;
}

export type ModelRole = "indexer" | "searcher" | "answerer" | "grader" | "judge" | "drafter";

/** A language model, as plugins see one: retries, limits, counting and cancelling are the client's business. */
export interface Model {
  /** As the provider names it. */
  readonly name: string;
  /**
   * The reply as it comes: pieces of text, and calls of tools once each is whole. Reasoning text is left out.
   *
   * @throws MODEL_FAILED, MODEL_LIMITED, MODEL_REFUSED, ABORTED
   */
  stream(messages: readonly Message[], options?: ModelOptions): AsyncIterable<ModelDelta>;
  /**
   * A reply of a given form: read tolerantly, checked strictly by `schema.parse` (a zod schema fits), asked for once more
   * with the fault named.
   *
   * @throws MODEL_OUTPUT_INVALID, and as `stream`
   */
  object<T>(messages: readonly Message[], schema: ModelSchema<T>, options?: Omit<ModelOptions, "tools">): Promise<T>;
}

export interface ModelOptions {
  readonly tools?: readonly Tool[];
  /** Of the reply; tokens. @default the provider's */
  readonly maxTokens?: number;
  /** 0 to 2. @default the provider's */
  readonly temperature?: number;
}

export interface ModelSchema<T> {
  parse(value: unknown): T;
}

export interface Message {
  readonly role: "system" | "user" | "assistant" | "tool";
  readonly content: string;
  /** Of an assistant's message: the tools it called. */
  readonly calls?: readonly ToolCall[];
  /** Of a tool's message: the call that it answers. */
  readonly callId?: string;
}

export interface ToolCall {
  readonly id: string;
  readonly tool: string;
  /** As the model gave it: not yet checked. */
  readonly input: unknown;
}

export type ModelDelta = { readonly text: string } | { readonly call: ToolCall };

/** A tool of the agent. `input` is checked by `parameters` before `run` is called; what `run` returns is the observation. */
export interface Tool<I = unknown> {
  readonly name: string;
  readonly description: string;
  /** A zod schema fits (`z` of `right-rag/plugins`); one that also has a JSON Schema form is shown to the model in it. */
  readonly parameters: ModelSchema<I>;
  run(input: I, run: Run): MaybePromise<string>;
}

/** Members common to all nine kinds of plugin. They are asked in rising `order`, then by path. */
export interface Plugin {
  readonly name: string;
  /** @default 0; catch-alls take 100 */
  readonly order?: number;
}

/** A file below the documents folder, or anything that a loader's `discover` names. */
export interface Source {
  /** Path relative to the documents folder, with `/` on every system; or a URL. */
  readonly id: string;
  /** Hash of the bytes; for an API its etag or revision. While it stays the same, the source is not loaded again. */
  readonly fingerprint: string;
  /** Throws SOURCE_UNREADABLE when the bytes cannot be read. */
  bytes(): Promise<Uint8Array>;
}

/** A source to one or more documents. The first loader, in order, that accepts a source loads it. */
export interface DocumentLoader extends Plugin {
  /** Names sources that are no files. Throwing means "unknown", never "none left": what was indexed before stays. */
  discover?(run: Run): Many<Source>;
  canHandle(source: Source): MaybePromise<boolean>;
  /** Usually gives one document; several when one source holds many (the records of a JSONL file). */
  load(source: Source, run: Run): Many<Document>;
}

/** A document to its tree of units. The first parser, in order, that accepts a document parses it. */
export interface UnitParser extends Plugin {
  canHandle(document: Document): MaybePromise<boolean>;
  parse(document: Document, run: Run): Many<ParsedUnit | Omission>;
}

/** What stands around a unit when it is cut. */
export interface UnitSurroundings {
  readonly document: Document;
  readonly parent?: Unit;
  /** Direct children, in order; empty for a leaf. */
  readonly children: readonly Unit[];
  /** All units of the document, parents before their children. An index run always gives them. */
  readonly units?: readonly Unit[];
}

/** A unit to chunks. Every chunk parser that accepts a unit cuts it; one without `canHandle` accepts all. */
export interface ChunkParser extends Plugin {
  canHandle?(unit: Unit): MaybePromise<boolean>;
  /** Asked for every unit of the tree. To cut each text once, cut leaves, and of a parent what is in no child (`ownSpans`). */
  parse?(unit: Unit, around: UnitSurroundings, run: Run): Many<ParsedChunk>;
  /** After a document is cut, before it is saved. May change attributes, metadata and context; never id, text or place. */
  enrich?(document: Document, chunks: readonly Chunk[], run: Run): MaybePromise<readonly Chunk[]>;
  /** What `enrich` would pay models for, for a dry run. Asks nobody. */
  estimate?(document: Document, chunks: readonly Chunk[], run: Run): MaybePromise<ModelCost>;
  /** What, beside code and settings, decides the result: a schema, a model. When it changes, documents are made again. */
  recipe?(run: Run): MaybePromise<string>;
}

/** What would be paid for; tokens are estimated. */
export interface ModelCost {
  readonly calls: number;
  /** At hand already, and not paid for again. */
  readonly cached: number;
  readonly inputTokens: number;
  readonly outputTokens: number;
}

/** All items of one document, replacing what was there; `null` takes the document out. */
export type Change<T> =
  | { readonly document: Document; readonly items: readonly T[] }
  | { readonly document: Pick<Document, "id" | "source">; readonly items: null };

/**
 * Keeps units or chunks somewhere. What `save` writes must not be seen by readers of `previous`: they see it when the
 * pipeline has switched the state.
 */
export interface Saver<T> extends Plugin {
  readonly offers: readonly (keyof Capabilities)[];
  /**
   * Writes aside, makes it durable, and says where it is. Throwing leaves `previous` whole. Without `previous` everything
   * is written anew; with it, `changes` is only what differs. The result must not depend on the order of changes.
   */
  save(changes: AsyncIterable<Change<T>>, previous: Artifact | undefined, run: Run): Promise<Artifact>;
  open(artifact: Artifact, context: PluginContext): MaybePromise<Handles>;
  /** Ids of documents whose saved data is no longer whole (cut or removed by hand): they are indexed again. Must be cheap. */
  damaged?(artifact: Artifact, run: Run): MaybePromise<readonly string[]>;
  /** After the switch: removes what `live` does not need, what a crash left behind included. `live` is undefined for `clean`. */
  discard?(live: Artifact | undefined, run: Run): MaybePromise<void>;
  /** What, beside code and settings, decides how it saves: a schema. When it changes, everything is saved anew. */
  recipe?(run: Run): MaybePromise<string>;
}
export type UnitSaver = Saver<Unit>;
export type ChunkSaver = Saver<Chunk>;

/** What an artifact can be asked for once it is open. */
export type Handles = Partial<Capabilities> & { close?(): MaybePromise<void> };

/** Open for new kinds: `declare module "right-rag" { interface Capabilities { "graph-walk": … } }`. */
export interface Capabilities {
  "keyword-search": { search(query: Query, more?: SearchExtras): MaybePromise<SearchHits> };
  "vector-search": { search(query: Query): MaybePromise<SearchHits> };
  "read-chunks": { readChunks(ids: readonly string[]): MaybePromise<readonly Chunk[]> };
  "read-units": {
    readUnits(ids: readonly string[]): MaybePromise<readonly Unit[]>;
    /** The document a unit or citation came from, by id; undefined when it is not in the index. */
    readDocument(id: string): MaybePromise<Document | undefined>;
  };
  "list-sections": { sections(filter?: Filter): Many<Section> };
}

/** A hit, as a scoring hook sees it. */
export interface ScoredItem {
  readonly id: string;
  readonly documentId: string;
  readonly score: number;
  readonly path: readonly string[];
  readonly attributes: Attributes;
}

/** What a search schema adds to a question: conditions, factors, words with weights, and the last word on scores. */
export interface SearchExtras {
  readonly filters?: readonly Filter[];
  readonly boosts?: readonly { readonly filter: Filter; readonly factor: number }[];
  readonly expansions?: readonly { readonly text: string; readonly weight: number }[];
  readonly score?: (item: ScoredItem) => number;
  readonly language?: string;
}

/** `searched`: the words that were looked for, after analysis. */
export interface SearchHits {
  readonly evidence: readonly Evidence[];
  readonly searched: readonly string[];
}

export type Section = Pick<Unit, "id" | "documentId" | "path"> & { readonly source: string };

/** All open artifacts. */
export interface Artifacts {
  has(capability: keyof Capabilities): boolean;
  /** Throws MISSING_CAPABILITY, naming the savers that offer it. */
  get<C extends keyof Capabilities>(capability: C): Capabilities[C];
}

/** A question to evidence. `description` is what an agent reads when it chooses among retrievers. */
export interface Retriever extends Plugin {
  readonly description: string;
  retrieve(query: Query, artifacts: Artifacts, run: Run): MaybePromise<Retrieval>;
}

/** A question and its evidence to an answer. */
export interface AnswerGenerator extends Plugin {
  answer(query: Query, retrieval: Retrieval, more: AnswerSources, run: Run): MaybePromise<DraftAnswer>;
}

/** For loops that look again: the configured retrieval, each retriever by itself, and the artifacts. */
export interface AnswerSources {
  readonly artifacts: Artifacts;
  readonly retrievers: readonly Retriever[];
  retrieve(query: Query): Promise<Retrieval>;
}

/** What a query came to. */
export interface Outcome {
  readonly retrieval: Retrieval;
  /** Absent when only retrieval was asked for. */
  readonly answer?: Answer;
  readonly artifacts: Artifacts;
}

export interface Evaluator extends Plugin {
  evaluate(evalCase: EvalCase, outcome: Outcome, run: Run): MaybePromise<readonly Score[]>;
}

export interface Reporter extends Plugin {
  /** Called as each case ends, so that a killed run keeps its results. */
  append?(result: EvalResult, run: Run): MaybePromise<void>;
  /** Returns the paths written. `output` is the path the user asked for; a reporter that cannot write its suffix ignores it. */
  report(report: EvalReport, output: string | undefined, run: Run): MaybePromise<readonly string[]>;
}

/** Every plugin of a project, each list in the order in which it is asked. */
export interface Plugins {
  readonly documentLoaders: readonly DocumentLoader[];
  readonly unitParsers: readonly UnitParser[];
  readonly chunkParsers: readonly ChunkParser[];
  readonly unitSavers: readonly UnitSaver[];
  readonly chunkSavers: readonly ChunkSaver[];
  readonly retrievers: readonly Retriever[];
  readonly answerGenerators: readonly AnswerGenerator[];
  readonly evaluators: readonly Evaluator[];
  readonly reporters: readonly Reporter[];
}
