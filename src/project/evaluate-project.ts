import { readFileSync } from "node:fs";
import { resolve } from "node:path";
import { parseCases } from "../cases.ts";
import { RightRagError, whyUnreadable } from "../errors.ts";
import { checkModels } from "../llm/choose-model.ts";
import type { EvalCase, EvalReport, RunEvent, Usage } from "../model.ts";
import { evaluate, reportEvaluation } from "../pipeline/evaluate.ts";
import { usageOf } from "../pipeline/usage.ts";
import type { LoadedPlugins } from "../registry.ts";
import { readSchemas } from "../schemas/read-schemas.ts";
import type { QuerySchema } from "../schemas/schema-types.ts";
import type { LiveIndex } from "./live-index.ts";
import { queryProject } from "./query-project.ts";
import { hostOf, type Workspace } from "./workspace.ts";

export interface EvaluateOptions {
  /** A file of cases, or the cases themselves. @default the config's `cases` */
  readonly cases?: string | readonly EvalCase[];
  /** Where the report goes; reporters that cannot write its suffix use their own place. */
  readonly output?: string;
  readonly signal?: AbortSignal;
}

export interface EvaluateResult {
  readonly report: EvalReport;
  /** Paths that reporters wrote. */
  readonly written: readonly string[];
  /** Of all calls of models, for answers and for scores; absent where none was made. */
  readonly usage?: Usage;
}

/** Cases → answers → scores → reports. A failed case is in the report; the others go on. */
export async function evaluateProject(
  workspace: Workspace,
  live: LiveIndex,
  loaded: LoadedPlugins,
  options: EvaluateOptions,
  signal: AbortSignal,
  emit: (event: RunEvent) => void,
): Promise<EvaluateResult> {
  const cases =
    typeof options.cases === "object"
      ? options.cases
      : readCases(workspace, options.cases, (await readSchemas(workspace.root, workspace.schemas)).query);
  if (loaded.plugins.evaluators.length === 0) throw noEvaluator();
  checkModels(workspace.config.models, workspace);
  const calls: RunEvent[] = [];
  const listen = (event: RunEvent) => {
    if (event.type === "model:call") calls.push(event);
    emit(event);
  };
  const host = hostOf(workspace, loaded, signal, listen);
  // Once before the cases, so that a missing index is one error and not one for each case.
  await live.use(loaded, host, async () => {});
  const report = await evaluate({
    cases,
    plugins: loaded.plugins,
    host,
    query: (evalCase) => queryProject(workspace, live, loaded, evalCase.query, { recordId: evalCase.id }, signal, listen),
  });
  const written = await reportEvaluation(report, options.output, loaded.plugins, host);
  const usage = usageOf(calls);
  return { report, written, ...(usage === undefined ? {} : { usage }) };
}

function readCases({ config }: Workspace, given: string | undefined, schema: QuerySchema): EvalCase[] {
  // A path that is given is relative to its user's folder; one in the config was resolved in the project's.
  const path = resolve(given ?? config.cases);
  let text: string;
  try {
    text = readFileSync(path, "utf8");
  } catch (cause) {
    throw new RightRagError(
      "PATH_NOT_FOUND",
      `Cannot read the cases "${path}": ${whyUnreadable(cause)}.`,
      "Give a JSON or JSONL file: right-rag evaluate <cases>.",
      {
        cause,
      },
    );
  }
  return parseCases(text, path, schema);
}

function noEvaluator(): RightRagError {
  return new RightRagError(
    "NO_PLUGIN",
    "Your project has no evaluator.",
    "Add one to spec/evaluators/, for example with right-rag add evaluators <name>.",
  );
}
