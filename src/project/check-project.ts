import { count } from "../count.ts";
import { isRightRagError, messageOf } from "../errors.ts";
import { checkModels } from "../llm/choose-model.ts";
import type { RunEvent } from "../model.ts";
import { checkChoices } from "../pipeline/answer-query.ts";
import { openArtifacts } from "../pipeline/artifacts.ts";
import { runFor } from "../pipeline/host.ts";
import { saversOf } from "../pipeline/saving.ts";
import { loadPlugins } from "../registry.ts";
import { readSchemas } from "../schemas/read-schemas.ts";
import { readState } from "../state.ts";
import { dryRun } from "./dry-run.ts";
import { type ProjectProof, type ProveOptions, proveProject } from "./prove-project.ts";
import { hostOf, pluginsOf, type Workspace } from "./workspace.ts";

/** One thing that was tried. */
export interface CheckItem {
  readonly subject: "config" | "plugins" | "state" | "documents";
  readonly status: "good" | "warning" | "failed";
  readonly message: string;
  readonly code?: string;
  readonly hint?: string;
}

export interface CheckOptions extends ProveOptions {
  /** Whether documents are parsed, and what comes of them is proven. @default true */
  readonly proof?: boolean;
}

/** Without a proof, its members are absent: where none was asked for, or where plugins could not be loaded. */
export interface ProjectCheck extends Partial<ProjectProof> {
  /** False when anything failed, or the proof has faults. */
  readonly good: boolean;
  readonly items: readonly CheckItem[];
}

/** Tries what a project stands on, and goes on after a failure, so that one look shows all. */
export async function checkProject(
  workspace: Workspace,
  options: CheckOptions,
  signal: AbortSignal,
  emit: (event: RunEvent) => void,
): Promise<ProjectCheck> {
  const { root } = workspace;
  const items: CheckItem[] = [{ subject: "config", status: "good", message: `The config of "${root}" is valid.` }];
  const attempt = async (subject: CheckItem["subject"], work: () => Promise<void>) => {
    try {
      await work();
    } catch (error) {
      if (signal.aborted) throw error;
      const known = isRightRagError(error) ? { code: error.code, hint: error.hint } : {};
      items.push({ subject, status: "failed", message: messageOf(error), ...known });
    }
  };
  await attempt("config", async () => {
    await readSchemas(root, workspace.schemas);
    checkModels(workspace.config.models, workspace);
  });
  await attempt("plugins", async () => {
    const { config } = workspace;
    const loaded = await loadPlugins(config.spec, { root, output: config.output, settings: config.plugins, log: () => {} });
    for (const warning of loaded.warnings)
      items.push({ subject: "plugins", status: "warning", message: warning.message, code: warning.code });
    checkChoices(loaded.plugins, config);
    items.push({
      subject: "plugins",
      status: "good",
      message: `${count(loaded.found.length, "plugin was", "plugins were")} found and loaded.`,
    });
  });
  await attempt("state", async () => {
    items.push(...(await checkState(workspace)));
  });
  await attempt("documents", async () => {
    const { added, changed, removed, unchanged, unreadable } = await dryRun(workspace, {}, signal, () => {});
    const stale = added.length + changed.length + removed.length;
    for (const id of unreadable)
      items.push({ subject: "documents", status: "failed", message: `"${id}" cannot be read.`, code: "SOURCE_UNREADABLE" });
    items.push(
      stale === 0
        ? { subject: "documents", status: "good", message: `The index is up to date with ${count(unchanged, "source")}.` }
        : {
            subject: "documents",
            status: "warning",
            message: `${count(stale, "source is", "sources are")} not as in the index: new, changed, gone, or failed in the last run: ${some([...added, ...changed, ...removed])}.`,
            hint: "Run right-rag index; what fails is named there.",
          },
    );
  });
  let proof: ProjectProof | undefined;
  // Plugins that cannot be loaded were told of; there is nothing to parse with.
  const loadable = !items.some(({ subject, status }) => subject === "plugins" && status === "failed");
  if (options.proof !== false && loadable) {
    await attempt("documents", async () => {
      proof = await proveProject(workspace, options, signal, emit);
    });
  }
  const good = items.every((item) => item.status !== "failed") && proof?.proven !== false;
  return { good, items, ...proof };
}

function some(names: readonly string[]): string {
  return `${names.slice(0, 5).join(", ")}${names.length > 5 ? ` and ${names.length - 5} more` : ""}`;
}

async function checkState(workspace: Workspace): Promise<CheckItem[]> {
  const state = readState(workspace.root);
  if (state === undefined)
    return [{ subject: "state", status: "warning", message: "There is no index yet.", hint: "Run right-rag index." }];
  const loaded = await pluginsOf(workspace, ["unit_savers", "chunk_savers"]);
  const host = hostOf(workspace, loaded, new AbortController().signal, () => {});
  const items: CheckItem[] = [];
  for (const { kind, saver } of saversOf(loaded.plugins)) {
    const artifact = state.artifacts.find((candidate) => candidate.kind === kind && candidate.saver === saver.name);
    const damaged = artifact === undefined ? [] : ((await saver.damaged?.(artifact, runFor(host, saver))) ?? []);
    if (damaged.length === 0) continue;
    const message = `${count(damaged.length, "document")} that "${saver.name}" saved as ${kind} ${damaged.length === 1 ? "is" : "are"} damaged or gone.`;
    items.push({ subject: "state", status: "failed", message, code: "ARTIFACT_DAMAGED", hint: "Run right-rag index, which repairs them." });
  }
  await (await openArtifacts(state.artifacts, loaded.plugins, host)).close();
  const documents = [...state.sources.values()].reduce((sum, entry) => sum + entry.documents.length, 0);
  items.push({
    subject: "state",
    status: "good",
    message: `The state is whole: ${count(documents, "document")} from ${count(state.sources.size, "source")}.`,
  });
  return items;
}
