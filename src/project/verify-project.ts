import { isRightRagError, messageOf } from "../errors.ts";
import type { DocumentLoader, Source } from "../interfaces.ts";
import type { Document, Span } from "../model.ts";
import { citedPlaces, pageAt } from "../parsing/places.ts";
import { callPlugin, collect, type Host, runFor } from "../pipeline/host.ts";
import type { LoadedPlugins } from "../registry.ts";
import { readState } from "../state.ts";
import { type CurrentText, type VerifiableAnswer, type Verification, verifyAnswer } from "../verify-answer.ts";
import { type DocumentFile, readSource } from "./find-documents.ts";
import { filesOf } from "./index-project.ts";
import type { LiveIndex } from "./live-index.ts";
import { hostOf, type Workspace } from "./workspace.ts";

/**
 * Rechecks an answer's citations against the documents as they are now: each cited file is loaded again, so that a change since the
 * last index run shows. What came from an API is compared with its copy in the index, since nothing is fetched.
 */
export async function verifyProject(
  workspace: Workspace,
  live: LiveIndex,
  loaded: LoadedPlugins,
  answer: VerifiableAnswer,
  signal: AbortSignal,
): Promise<Verification> {
  const host = hostOf(workspace, loaded, signal, () => {});
  const files = new Map(documentFiles(workspace).map((file) => [file.id, file]));
  const texts = new Map<string, CurrentText>();
  const ids = new Map(answer.citations.map(({ documentId, source }) => [documentId, source]));
  for (const source of new Set(ids.values())) {
    const wanted = [...ids].filter(([, of]) => of === source).map(([id]) => id);
    const file = files.get(source);
    if (file !== undefined) for (const [id, text] of await loadAgain(file, wanted, loaded, host)) texts.set(id, text);
    else for (const id of wanted) texts.set(id, await fromIndex(id, source, workspace, live, loaded, host));
  }
  return verifyAnswer(answer, ({ documentId, source }) => texts.get(documentId) ?? { missing: `"${source}" is no longer there.` });
}

function documentFiles(workspace: Workspace): readonly DocumentFile[] {
  try {
    return filesOf(workspace).files;
  } catch (error) {
    if (isRightRagError(error) && error.code === "DOCUMENTS_FOLDER_MISSING") return [];
    throw error;
  }
}

async function loadAgain(
  file: DocumentFile,
  wanted: readonly string[],
  { plugins }: LoadedPlugins,
  host: Host,
): Promise<Map<string, CurrentText>> {
  try {
    const source = await readSource(file);
    const loader = await loaderOf(source, plugins.documentLoaders, host);
    if (loader === undefined) return allMissing(wanted, `No document loader accepts "${file.id}" any more.`);
    const documents = await collect(host, loader, "Loading", file.id, () => loader.load(source, runFor(host, loader)));
    const texts = new Map(documents.map((document): [string, CurrentText] => [document.id, currentText(document)]));
    const lost = wanted.filter((id) => !texts.has(id));
    return new Map([...texts, ...allMissing(lost, `The document is no longer in "${file.id}".`)]);
  } catch (error) {
    if (isRightRagError(error) && error.code === "ABORTED") throw error;
    return allMissing(wanted, messageOf(error));
  }
}

function currentText(document: Document): CurrentText {
  const placeOf = (span: Span) => {
    const page = pageAt(document, span.start)?.number;
    const places = citedPlaces(document, span);
    return { ...(page === undefined ? {} : { page }), ...(places.length === 0 ? {} : { places }) };
  };
  return { text: document.text, placeOf };
}

async function loaderOf(source: Source, loaders: readonly DocumentLoader[], host: Host): Promise<DocumentLoader | undefined> {
  for (const loader of loaders) {
    if (await callPlugin(host, loader, "canHandle()", source.id, () => loader.canHandle(source))) return loader;
  }
  return undefined;
}

function allMissing(ids: readonly string[], missing: string): Map<string, CurrentText> {
  return new Map(ids.map((id) => [id, { missing }]));
}

/** For a source that is no file. A file that is not there any more is gone, whatever the index still holds of it. */
async function fromIndex(
  id: string,
  source: string,
  { root }: Workspace,
  live: LiveIndex,
  loaded: LoadedPlugins,
  host: Host,
): Promise<CurrentText> {
  const name = readState(root)?.sources.get(source)?.loader;
  const loader = loaded.plugins.documentLoaders.find((candidate) => candidate.name === name);
  if (loader?.discover === undefined) return { missing: `"${source}" is no longer there.` };
  const document = await live.use(loaded, host, async (artifacts): Promise<Document | undefined> => {
    return artifacts.has("read-units") ? artifacts.get("read-units").readDocument(id) : undefined;
  });
  return document === undefined ? { missing: `"${source}" is not in the index, and is no file.` } : currentText(document);
}
