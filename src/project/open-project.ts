import { existsSync } from "node:fs";
import { resolve } from "node:path";
import { argumentInvalid, checkObject, checkText } from "../arguments.ts";
import { type Config, readConfig } from "../config.ts";
import { readEnvironment } from "../environment.ts";
import { RightRagError } from "../errors.ts";
import type { LogLevel, Outcome } from "../interfaces.ts";
import type { Query, RunEvent } from "../model.ts";
import type { Point } from "../plugin-shape.ts";
import type { Inspected } from "../proof/inspection.ts";
import type { FoundPlugin, LoadedPlugins } from "../registry.ts";
import type { ReadSchemasOptions } from "../schemas/read-schemas.ts";
import { checkAnswer, type VerifiableAnswer, type Verification } from "../verify-answer.ts";
import { Call } from "./call.ts";
import { type CheckOptions, checkProject, type ProjectCheck } from "./check-project.ts";
import { type Cleaned, cleanProject } from "./clean-project.ts";
import { type DryRun, dryRun } from "./dry-run.ts";
import { type EvaluateOptions, type EvaluateResult, evaluateProject } from "./evaluate-project.ts";
import { type IndexOptions, type IndexResult, indexProject } from "./index-project.ts";
import { type InspectOptions, inspectProject, sourcesOf } from "./inspect-project.ts";
import { checkOptions, type KeysOf } from "./known-options.ts";
import { LiveIndex } from "./live-index.ts";
import { type ProjectProof, type ProveOptions, proveProject } from "./prove-project.ts";
import { type QueryOptions, queryProject } from "./query-project.ts";
import { verifyProject } from "./verify-project.ts";
import { EVALUATE_POINTS, pluginsOf, QUERY_POINTS, VERIFY_POINTS, type Workspace } from "./workspace.ts";

export interface OpenOptions {
  /** @default `.env` of the project */
  readonly envFile?: string;
  /** A pipeline file of schemas, and files of single ones; relative to the working folder. @default those in the project's `schemas/` */
  readonly schemas?: ReadSchemasOptions;
  /** Where warnings and notes go. @default nowhere */
  readonly log?: (level: LogLevel, message: string) => void;
}

/**
 * A project, as the command and an application both use it. Plugins are loaded when first needed, and the open index is
 * kept between queries; a new index is picked up by the next query.
 */
export interface Project {
  /** Absolute. */
  readonly root: string;
  readonly config: Config;
  /** Brings the index up to date. Events: `index:start`, `index:source`, `index:failed`. */
  index(options?: IndexOptions): Call<IndexResult>;
  /** What `index` would do; writes nothing. */
  dryRun(options?: IndexOptions): Call<DryRun>;
  /** Answers a question from the last complete index. Events: `retrieve:start`, `retrieve:end`, and the plugins' own. */
  query(question: string | Query, options?: QueryOptions): Call<Outcome>;
  /** Runs evaluation cases and writes reports. Events: `evaluate:case`, and those of `query`. */
  evaluate(options?: EvaluateOptions): Call<EvaluateResult>;
  /** Rechecks an answer's citations against the documents as they are now; nothing is fetched. */
  verify(answer: VerifiableAnswer, options?: { readonly signal?: AbortSignal }): Promise<Verification>;
  /** Every plugin that was found, in the order in which it is asked. */
  list(): Promise<readonly FoundPlugin[]>;
  /** Tries config, plugins and state, and proves what the parsers make of the documents. Events: `proof:document`. */
  check(options?: CheckOptions): Call<ProjectCheck>;
  /** What the parsers make of documents, in memory: coverage, gaps, numbering and so on. Events: `proof:document`. */
  prove(options?: ProveOptions): Call<ProjectProof>;
  /** A document with its units as a tree, their chunks and findings; several where its source holds several. */
  inspect(document: string, options?: InspectOptions): Call<readonly Inspected[]>;
  /** The files that there are, as `inspect`, `check` and `index` take them. */
  sources(): readonly string[];
  /** Removes what `index` made, and only that: the index, and damaged states that it had set aside. */
  clean(): Promise<Cleaned>;
  /** Closes the open index. Calls under way end; further ones fail with PROJECT_CLOSED. */
  close(): Promise<void>;
}

/**
 * Opens the project in a folder.
 *
 * ```ts
 * const project = await openProject("my-rag");
 * await project.index();
 * const { answer } = await project.query("Who approves unpaid leave?");
 * await project.close();
 * ```
 *
 * @throws PROJECT_NOT_FOUND, CONFIG_INVALID, CONFIG_MISSING_ENV, OPTION_INVALID
 */
export async function openProject(folder: string, options: OpenOptions = {}): Promise<Project> {
  checkText("openProject", folder, "folder");
  checkOptions<OpenOptions>("openProject", options, { envFile: "text", schemas: "object", log: "function" });
  const root = resolve(folder);
  const config = await readConfig(root, options.envFile === undefined ? {} : { envFile: options.envFile });
  if (config.file === undefined && !existsSync(config.spec)) throw projectNotFound(root);
  const env = readEnvironment(root, options.envFile);
  return projectOf({ root, config, env, connections: new Map(), schemas: options.schemas ?? {}, log: options.log ?? (() => {}) });
}

function projectOf(workspace: Workspace): Project {
  const live = new LiveIndex(workspace.root);
  const load = pluginCache(workspace);
  let closed = false;
  /** A call whose options are known, on a project that is open. */
  const call = <T, O extends { readonly signal?: AbortSignal }>(
    name: keyof typeof OPTIONS,
    options: O,
    work: (signal: AbortSignal, emit: (event: RunEvent) => void) => Promise<T>,
  ) =>
    new Call<T>(async (signal, emit) => {
      if (closed) throw projectClosed(workspace.root);
      checkOptions(name, options as object, OPTIONS[name]);
      return work(signal, emit);
    }, usable(options?.signal));
  const whileOpen = async <T>(work: () => Promise<T>) => {
    if (closed) throw projectClosed(workspace.root);
    return work();
  };
  return {
    root: workspace.root,
    config: workspace.config,
    index: (options = {}) => call("index", options, (signal, emit) => indexProject(workspace, options, signal, emit)),
    dryRun: (options = {}) => call("dryRun", options, (signal, emit) => dryRun(workspace, options, signal, emit)),
    query: (question, options = {}) => {
      const query = typeof question === "string" ? { text: question } : question;
      return call("query", options, async (signal, emit) => {
        if (typeof query !== "object") throw argumentInvalid("query", "question", "a string or a query", query);
        checkOptions("query", query, QUERY, "query");
        checkText("query", query.text, "query.text");
        return queryProject(workspace, live, await load(QUERY_POINTS), query, options, signal, emit);
      });
    },
    evaluate: (options = {}) =>
      call("evaluate", options, async (signal, emit) => {
        checkCases(options.cases);
        return evaluateProject(workspace, live, await load(EVALUATE_POINTS), options, signal, emit);
      }),
    verify: (answer, options = {}) =>
      whileOpen(async () => {
        checkOptions("verify", options, { signal: "signal" });
        checkAnswer(answer);
        const { signal = new AbortController().signal } = options;
        return verifyProject(workspace, live, await load(VERIFY_POINTS), answer, signal);
      }),
    list: () => whileOpen(async () => (await pluginsOf(workspace)).found),
    check: (options = {}) => call("check", options, (signal, emit) => checkProject(workspace, options, signal, emit)),
    prove: (options = {}) => call("prove", options, (signal, emit) => proveProject(workspace, options, signal, emit)),
    inspect: (document, options = {}) =>
      call("inspect", options, async (signal, emit) => {
        checkText("inspect", document, "document");
        return inspectProject(workspace, document, options, signal, emit);
      }),
    sources: () => sourcesOf(workspace),
    clean: () =>
      whileOpen(async () => {
        await live.close();
        return cleanProject(workspace, new AbortController().signal);
      }),
    close: () => {
      closed = true;
      return live.close();
    },
  };
}

/** What is none is refused by the call itself, which fails as other calls do, by its promise. */
function usable(signal: AbortSignal | undefined): AbortSignal | undefined {
  return signal instanceof AbortSignal ? signal : undefined;
}

function checkCases(cases: EvaluateOptions["cases"]): void {
  if (typeof cases !== "object") return;
  for (const [i, item] of cases.entries()) {
    checkObject("evaluate", item, `options.cases[${i}]`, ["id"]);
    checkObject("evaluate", item.query, `options.cases[${i}].query`, ["text"]);
  }
}

const INDEX: KeysOf<IndexOptions> = { paths: "texts", force: "switch", dryRun: "switch", waitMs: "number", signal: "signal" };
const QUERY: KeysOf<Query> = {
  ...({ text: "text", topK: "number", documents: "texts", filters: "list", history: "list", extra: "object" } as const),
  principals: "texts",
};
const OPTIONS: {
  readonly index: KeysOf<IndexOptions>;
  readonly dryRun: KeysOf<IndexOptions>;
  readonly query: KeysOf<QueryOptions>;
  readonly evaluate: KeysOf<EvaluateOptions>;
  readonly check: KeysOf<CheckOptions>;
  readonly prove: KeysOf<ProveOptions>;
  readonly inspect: KeysOf<InspectOptions>;
} = {
  index: INDEX,
  dryRun: INDEX,
  query: { retrieveOnly: "switch", recordId: "text", signal: "signal" },
  evaluate: { cases: "text or list", output: "text", signal: "signal" },
  check: { paths: "texts", proof: "switch", signal: "signal" },
  prove: { paths: "texts", signal: "signal" },
  inspect: { id: "text", signal: "signal" },
};

/** Plugins are made once for each set of points. A load that failed is tried again: its file may have been mended. */
function pluginCache(workspace: Workspace): (points: readonly Point[]) => Promise<LoadedPlugins> {
  const loaded = new Map<readonly Point[], Promise<LoadedPlugins>>();
  return (points) => {
    const cached = loaded.get(points);
    if (cached !== undefined) return cached;
    const loading = pluginsOf(workspace, points);
    loaded.set(points, loading);
    loading.catch(() => loaded.delete(points));
    return loading;
  };
}

function projectClosed(root: string): RightRagError {
  return new RightRagError("PROJECT_CLOSED", `The project "${root}" was closed.`, "Open it again with openProject(), or close it later.");
}

function projectNotFound(root: string): RightRagError {
  return new RightRagError(
    "PROJECT_NOT_FOUND",
    `"${root}" is no right-rag project: it has neither a right-rag.config file nor a spec folder.`,
    "Go into a project, name one with --project <dir>, or make one with right-rag init.",
  );
}
