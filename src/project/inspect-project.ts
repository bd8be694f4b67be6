import { aborted, RightRagError } from "../errors.ts";
import type { RunEvent } from "../model.ts";
import { type Inspected, inspectDocument } from "../proof/inspection.ts";
import { readState } from "../state.ts";
import { parsedSources } from "./documents-of.ts";
import { filesOf } from "./index-project.ts";
import { hostOf, pluginsOf, RECIPE_POINTS, type Workspace } from "./workspace.ts";

export interface InspectOptions {
  /** Of a source that holds several documents, only this one, by id. */
  readonly id?: string;
  readonly signal?: AbortSignal;
}

/**
 * Parses one document as an index run would, in memory, and gives what came of it. `name` is a file or folder as `index` takes it,
 * or the id of a document in the index.
 *
 * @returns one for each document of the source, in its order
 * @throws PATH_NOT_FOUND, ABORTED, and what made a document fail
 */
export async function inspectProject(
  workspace: Workspace,
  name: string,
  { id }: InspectOptions,
  signal: AbortSignal,
  emit: (event: RunEvent) => void,
): Promise<readonly Inspected[]> {
  const known = sourceOf(workspace, name);
  const wanted = known === undefined ? id : name;
  const { config } = workspace;
  const loaded = await pluginsOf(workspace, RECIPE_POINTS);
  const host = hostOf(workspace, loaded, signal, emit);
  const found: Inspected[] = [];
  for await (const { result } of parsedSources(workspace, loaded, host, [known ?? name])) {
    if (result.type === "failed") throw result.error;
    if (wanted !== undefined && result.document.id !== wanted) continue;
    const inspection = inspectDocument(result, { tolerateUncovered: config.tolerateUncovered, ...config.proof });
    found.push({ document: result.document, inspection });
  }
  if (signal.aborted) throw aborted("The inspection");
  if (found.length === 0) throw notFound(name, wanted);
  return found;
}

/** The documents that there are, as `inspect` takes them: paths below the documents folder. Nothing is read. */
export function sourcesOf(workspace: Workspace): readonly string[] {
  return filesOf(workspace).files.map((file) => file.id);
}

/** The source of a document in the index, by the document's id. */
function sourceOf({ root }: Workspace, id: string): string | undefined {
  if (!/^[0-9a-f]{32}$/.test(id)) return undefined;
  for (const [source, { documents }] of readState(root)?.sources ?? []) if (documents.some((document) => document.id === id)) return source;
  return undefined;
}

function notFound(name: string, id: string | undefined): RightRagError {
  return new RightRagError(
    "PATH_NOT_FOUND",
    id === undefined ? `"${name}" holds no document.` : `"${name}" holds no document with the id "${id}".`,
    "right-rag inspect lists the documents; right-rag inspect <document> --json shows ids.",
  );
}
