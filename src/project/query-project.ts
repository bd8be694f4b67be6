import { RightRagError } from "../errors.ts";
import type { Outcome } from "../interfaces.ts";
import { checkModels } from "../llm/choose-model.ts";
import type { Query, RunEvent } from "../model.ts";
import { answerQuery } from "../pipeline/answer-query.ts";
import type { LoadedPlugins } from "../registry.ts";
import { readState } from "../state.ts";
import type { LiveIndex } from "./live-index.ts";
import { keepTrace } from "./trace-file.ts";
import { hostOf, type Workspace } from "./workspace.ts";

export interface QueryOptions {
  /** Evidence only, no answer. @default false */
  readonly retrieveOnly?: boolean;
  /** Under which the trace is kept when a model takes part. @default the time */
  readonly recordId?: string;
  readonly signal?: AbortSignal;
}

/** Answers one question from the last complete index. */
export async function queryProject(
  workspace: Workspace,
  live: LiveIndex,
  loaded: LoadedPlugins,
  query: Query,
  options: QueryOptions,
  signal: AbortSignal,
  emit: (event: RunEvent) => void,
): Promise<Outcome> {
  const { config, root } = workspace;
  // A model that is configured and cannot be used is told of at once, and not after half of the work.
  if (options.retrieveOnly !== true) checkModels(config.models, workspace);
  if (query.documents !== undefined) checkDocuments(query.documents, root);
  const trace: RunEvent[] = [];
  const host = hostOf(workspace, loaded, signal, (event) => {
    trace.push(event);
    emit(event);
  });
  const began = performance.now();
  const outcome = await live.use(loaded, host, (artifacts) =>
    answerQuery({
      query,
      plugins: loaded.plugins,
      artifacts,
      topK: config.topK,
      host,
      trace,
      ...(config.retrievers === undefined ? {} : { retrievers: config.retrievers }),
      ...(config.answerGenerator === undefined ? {} : { answerGenerator: config.answerGenerator }),
      ...(options.retrieveOnly === undefined ? {} : { retrieveOnly: options.retrieveOnly }),
    }),
  );
  const { answer } = outcome;
  if (answer?.usage !== undefined) await keepTrace(config.output, options.recordId, answer, performance.now() - began);
  return outcome;
}

/** A document that is not in the index is a mistake to be told of, not a search without results. @throws PATH_NOT_FOUND */
function checkDocuments(names: readonly string[], root: string): void {
  const sources = readState(root)?.sources;
  if (sources === undefined) return; // the query itself says that there is no index
  const ids = new Set([...sources.values()].flatMap((entry) => entry.documents.map((document) => document.id)));
  for (const name of names) {
    if (sources.has(name) || ids.has(name)) continue;
    if (name.trim() === "") throw noDocument("The name of a document is empty.", [...sources.keys()], "The index has");
    const folder = name
      .replaceAll("\\", "/")
      .replace(/^\.\//, "")
      .replace(/\/{0,9}$/, "/");
    const inside = [...sources.keys()].filter((id) => id.startsWith(folder));
    if (inside.length > 0) throw noDocument(`"${name}" is a folder, and no document.`, inside, "Name its documents:");
    const base = name.split("/").at(-1) ?? name;
    const close = [...sources.keys()].filter((id) =>
      id
        .split("/")
        .at(-1)
        ?.startsWith(base.replace(/\.[^.]*$/, "") || name),
    );
    throw new RightRagError(
      "PATH_NOT_FOUND",
      `There is no document "${name}" in the index.`,
      close.length > 0
        ? `Did you mean ${close.slice(0, 3).join(", ")}?`
        : "Name it as right-rag index does: its path below the documents folder, or its id.",
    );
  }
}

function noDocument(message: string, names: readonly string[], lead: string): RightRagError {
  const more = names.length > 3 ? ` and ${names.length - 3} more` : "";
  return new RightRagError("PATH_NOT_FOUND", message, `${lead} ${names.slice(0, 3).join(", ")}${more}.`);
}
