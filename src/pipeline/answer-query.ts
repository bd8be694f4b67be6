import { resolveAnswer } from "../citations.ts";
import { aborted, optionInvalid, queryEmpty, RightRagError } from "../errors.ts";
import type { AnswerGenerator, Artifacts, Outcome, Plugins, Retriever } from "../interfaces.ts";
import type { Evidence, Query, Retrieval, RunEvent } from "../model.ts";
import { callPlugin, type Host, runFor } from "./host.ts";
import { usageOf } from "./usage.ts";

export interface QueryInput {
  readonly query: Query;
  readonly plugins: Pick<Plugins, "retrievers" | "answerGenerators">;
  readonly artifacts: Artifacts;
  /** Names of the retrievers to ask; absent: all. */
  readonly retrievers?: readonly string[];
  /** Name of the answer generator; absent: the only one there is. */
  readonly answerGenerator?: string;
  readonly retrieveOnly?: boolean;
  /** @default 10 */
  readonly topK?: number;
  readonly host: Host;
}

/** Of reciprocal rank fusion: Cormack, Clarke & Büttcher, "Reciprocal Rank Fusion outperforms Condorcet and individual rank learning methods" (2009). */
const RRF_K = 60;

/**
 * Retrieve → answer → check. Every citation is resolved and every quotation compared with its evidence.
 *
 * @throws QUERY_EMPTY, OPTION_INVALID, NO_PLUGIN, ANSWER_GENERATOR_AMBIGUOUS, MISSING_CAPABILITY, PLUGIN_FAILED, ABORTED
 */
export async function answerQuery(input: QueryInput): Promise<Outcome> {
  const query = checkQuery(input.query, input.topK ?? 10);
  const retrievers = chosenRetrievers(input);
  const generator = input.retrieveOnly === true ? undefined : chosenGenerator(input);
  const trace: RunEvent[] = [];
  const host: Host = {
    ...input.host,
    emit: (event) => {
      trace.push(event);
      input.host.emit(event);
    },
  };
  const { artifacts } = input;
  const retrieve = (asked: Query) => retrieveFused(checkQuery(asked, input.topK ?? 10), retrievers, artifacts, host);

  const retrieval = await retrieve(query);
  if (generator === undefined) return { retrieval, artifacts };
  const more = { artifacts, retrievers, retrieve };
  const draft = await callPlugin(host, generator, "Answering", undefined, () =>
    generator.answer(query, retrieval, more, runFor(host, generator)),
  );
  const answer = await callPlugin(host, generator, "Checking the answer", undefined, () => resolveAnswer(query.text, draft, retrieval));
  const usage = usageOf(trace);
  return { retrieval, artifacts, answer: { ...answer, ...(usage === undefined ? {} : { usage }), trace } };
}

async function retrieveFused(query: Query, retrievers: readonly Retriever[], artifacts: Artifacts, host: Host): Promise<Retrieval> {
  const found: Retrieval[] = [];
  for (const retriever of retrievers) {
    if (host.signal.aborted) throw aborted("The query");
    host.emit({ type: "retrieve:start", retriever: retriever.name, query: query.text });
    const retrieval = await callPlugin(host, retriever, "Retrieving", undefined, () =>
      retriever.retrieve(query, artifacts, runFor(host, retriever)),
    );
    host.emit({ type: "retrieve:end", retriever: retriever.name, found: retrieval.evidence.length, searched: retrieval.searched });
    found.push(retrieval);
  }
  const [only] = found;
  if (only !== undefined && found.length === 1) return only;
  const searched = [...new Set(found.flatMap((retrieval) => retrieval.searched))];
  return { evidence: fuse(found, query.topK ?? 10), searched };
}

/** Several rankings into one. What two retrievers found counts once, with the score of both. */
function fuse(found: readonly Retrieval[], topK: number): Evidence[] {
  const scores = new Map<string, { evidence: Evidence; score: number }>();
  for (const { evidence } of found) {
    for (const [rank, piece] of evidence.entries()) {
      const key = piece.chunkId ?? `${piece.unitId} ${piece.span?.start ?? ""}`;
      const score = (scores.get(key)?.score ?? 0) + 1 / (RRF_K + rank + 1);
      scores.set(key, { evidence: scores.get(key)?.evidence ?? piece, score });
    }
  }
  const ranked = [...scores].sort(([keyA, a], [keyB, b]) => b.score - a.score || (keyA < keyB ? -1 : 1));
  return ranked.slice(0, topK).map(([, { evidence, score }]) => ({ ...evidence, score }));
}

function checkQuery(query: Query, topK: number): Query {
  if (query.text.trim() === "") throw queryEmpty();
  const wanted = query.topK ?? topK;
  if (!Number.isInteger(wanted) || wanted < 1) throw optionInvalid("topK", wanted, "a whole number of 1 or more");
  return { ...query, topK: wanted };
}

function chosenRetrievers({ plugins, retrievers: names }: QueryInput): readonly Retriever[] {
  if (plugins.retrievers.length === 0) throw noPlugin("retriever", "retrievers");
  if (names === undefined) return plugins.retrievers;
  return names.map((name) => named(plugins.retrievers, name, "retrievers"));
}

function chosenGenerator({ plugins, answerGenerator: name }: QueryInput): AnswerGenerator {
  if (name !== undefined) return named(plugins.answerGenerators, name, "answerGenerator");
  const [only, second] = plugins.answerGenerators;
  if (only === undefined) throw noPlugin("answer generator", "answer_generators");
  if (second !== undefined) {
    const names = plugins.answerGenerators.map((generator) => generator.name).join(", ");
    throw new RightRagError(
      "ANSWER_GENERATOR_AMBIGUOUS",
      `There are several answer generators: ${names}.`,
      'Name one in the config: answerGenerator: "…"; or begin the other files\' names with _.',
    );
  }
  return only;
}

function named<T extends { readonly name: string }>(plugins: readonly T[], name: string, key: string): T {
  const plugin = plugins.find((candidate) => candidate.name === name);
  if (plugin !== undefined) return plugin;
  throw optionInvalid(key, name, `one of: ${plugins.map((candidate) => candidate.name).join(", ") || "(none found)"}`);
}

function noPlugin(kind: string, folder: string): RightRagError {
  return new RightRagError("NO_PLUGIN", `Your project has no ${kind}.`, `Add one to spec/${folder}/, for example with right-rag add.`);
}
