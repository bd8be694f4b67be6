import { existsSync } from "node:fs";
import { resolve } from "node:path";
import { type Config, readConfig } from "../config.ts";
import { readEnvironment } from "../environment.ts";
import { RightRagError } from "../errors.ts";
import type { LogLevel, Outcome } from "../interfaces.ts";
import type { Query, RunEvent } from "../model.ts";
import type { Point } from "../plugin-shape.ts";
import type { Inspected } from "../proof/inspection.ts";
import type { FoundPlugin, LoadedPlugins } from "../registry.ts";
import type { ReadSchemasOptions } from "../schemas/read-schemas.ts";
import type { VerifiableAnswer, Verification } from "../verify-answer.ts";
import { Call } from "./call.ts";
import { type CheckOptions, checkProject, type ProjectCheck } from "./check-project.ts";
import { cleanProject } from "./clean-project.ts";
import { type DryRun, dryRun } from "./dry-run.ts";
import { type EvaluateOptions, type EvaluateResult, evaluateProject } from "./evaluate-project.ts";
import { type IndexOptions, type IndexResult, indexProject } from "./index-project.ts";
import { type InspectOptions, inspectProject, sourcesOf } from "./inspect-project.ts";
import { type KeysOf, refuseUnknown } from "./known-options.ts";
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
  /** Removes what `index` made, and only that. */
  clean(): Promise<void>;
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
  refuseUnknown<OpenOptions>("the options of openProject()", options, { envFile: true, schemas: true, log: true });
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
      refuseUnknown(`the options of ${name}()`, options as object, OPTIONS[name]);
      return work(signal, emit);
    }, options?.signal);
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
        refuseUnknown("a query", query, QUERY);
        return queryProject(workspace, live, await load(QUERY_POINTS), query, options, signal, emit);
      });
    },
    evaluate: (options = {}) =>
      call("evaluate", options, async (signal, emit) =>
        evaluateProject(workspace, live, await load(EVALUATE_POINTS), options, signal, emit),
      ),
    verify: (answer, options = {}) =>
      whileOpen(async () => {
        refuseUnknown("the options of verify()", options, { signal: true });
        const { signal = new AbortController().signal } = options;
        return verifyProject(workspace, live, await load(VERIFY_POINTS), answer, signal);
      }),
    list: () => whileOpen(async () => (await pluginsOf(workspace)).found),
    check: (options = {}) => call("check", options, (signal, emit) => checkProject(workspace, options, signal, emit)),
    prove: (options = {}) => call("prove", options, (signal, emit) => proveProject(workspace, options, signal, emit)),
    inspect: (document, options = {}) =>
      call("inspect", options, (signal, emit) => inspectProject(workspace, document, options, signal, emit)),
    sources: () => sourcesOf(workspace),
    clean: () =>
      whileOpen(async () => {
        await live.close();
        await cleanProject(workspace, new AbortController().signal);
      }),
    close: () => {
      closed = true;
      return live.close();
    },
  };
}

const INDEX: KeysOf<IndexOptions> = { paths: true, force: true, dryRun: true, waitMs: true, signal: true };
const QUERY: KeysOf<Query> = { text: true, topK: true, documents: true, filters: true, history: true, extra: true, principals: true };
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
  query: { retrieveOnly: true, recordId: true, signal: true },
  evaluate: { cases: true, output: true, signal: true },
  check: { paths: true, proof: true, signal: true },
  prove: { paths: true, signal: true },
  inspect: { id: true, signal: true },
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
