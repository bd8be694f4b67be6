import { aborted } from "../errors.ts";
import type { RunEvent } from "../model.ts";
import { type Threshold, thresholdsBroken } from "../proof/gate.ts";
import { failedProof, type Proof, ProofSum } from "../proof/prove-corpus.ts";
import { proveDocument } from "../proof/prove-document.ts";
import { parsedSources } from "./documents-of.ts";
import { hostOf, pluginsOf, RECIPE_POINTS, type Workspace } from "./workspace.ts";

export interface ProveOptions {
  /** Only these files or folders: relative to the working folder, the documents folder or the project. @default all documents */
  readonly paths?: readonly string[];
  readonly signal?: AbortSignal;
}

export interface ProjectProof extends Proof {
  /** Documents below the thresholds of the config's `proof`. */
  readonly broken: readonly Threshold[];
  /** False where there are faults, or thresholds are broken. */
  readonly proven: boolean;
}

/**
 * Parses the documents as an index run would, and proves what came of each. One document is in memory at a time.
 *
 * @throws PATH_NOT_FOUND, DOCUMENTS_FOLDER_MISSING, ABORTED, and what loading plugins throws
 */
export async function proveProject(
  workspace: Workspace,
  { paths = [] }: ProveOptions,
  signal: AbortSignal,
  emit: (event: RunEvent) => void,
): Promise<ProjectProof> {
  const { config } = workspace;
  const loaded = await pluginsOf(workspace, RECIPE_POINTS);
  const host = hostOf(workspace, loaded, signal, emit);
  const sum = new ProofSum();
  const broken: Threshold[] = [];
  for await (const { source, result } of parsedSources(workspace, loaded, host, paths)) {
    const proof =
      result.type === "failed"
        ? failedProof(source, result.error, result.documentId)
        : proveDocument(result, { tolerateUncovered: config.tolerateUncovered, ...config.proof });
    sum.add(proof, result.type === "failed" ? [] : result.chunks.map(({ fulltext }) => fulltext.length));
    if (result.type === "document") broken.push(...thresholdsBroken(proof, config.proof));
    emit({ type: "proof:document", source, coverage: proof.coverage, faults: proof.faults, hints: proof.hints });
  }
  if (signal.aborted) throw aborted("The proof");
  const proof = sum.proof();
  return { ...proof, broken, proven: proof.faults === 0 && broken.length === 0 };
}
