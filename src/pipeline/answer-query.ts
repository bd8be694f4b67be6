import { resolveAnswer } from "../citations.ts";
import { aborted, optionInvalid, queryEmpty, RightRagError } from "../errors.ts";
import type { AnswerGenerator, Artifacts, Outcome, Plugins, Retriever } from "../interfaces.ts";
import type { Evidence, Query, Retrieval, RunEvent } from "../model.ts";
import { withPlaces } from "./cited-places.ts";
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
  /** Events of this query, which the host adds to: its models tell it what they do, and not us. @default kept here, without theirs */
  readonly trace?: readonly RunEvent[];
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
  const { host, trace } = input.trace === undefined ? traced(input.host) : { host: input.host, trace: input.trace };
  const { artifacts } = input;
  const retrieve = (asked: Query) => retrieveFused(checkQuery(asked, input.topK ?? 10), retrievers, artifacts, host);

  const retrieval = await retrieve(query);
  if (generator === undefined) return { retrieval, artifacts };
  const more = { artifacts, retrievers, retrieve };
  const draft = await callPlugin(host, generator, "Answering", undefined, () =>
    generator.answer(query, retrieval, more, runFor(host, generator)),
  );
  const checked = await callPlugin(host, generator, "Checking the answer", undefined, () => resolveAnswer(query.text, draft, retrieval));
  const answer = await withPlaces(checked, artifacts);
  const usage = usageOf(trace);
  return { retrieval, artifacts, answer: { ...answer, ...(usage === undefined ? {} : { usage }), trace } };
}

/**
 * Holds what a config chooses against the plugins there are.
 *
 * @throws OPTION_INVALID, NO_PLUGIN, ANSWER_GENERATOR_AMBIGUOUS
 */
export function checkChoices(plugins: QueryInput["plugins"], names: Pick<QueryInput, "retrievers" | "answerGenerator">): void {
  chosenRetrievers({ ...names, plugins });
  chosenGenerator({ ...names, plugins });
}

function traced(host: Host): { readonly host: Host; readonly trace: readonly RunEvent[] } {
  const trace: RunEvent[] = [];
  const emit = (event: RunEvent) => {
    trace.push(event);
    host.emit(event);
  };
  return { host: { ...host, emit }, trace };
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
  if (typeof query?.text !== "string") throw optionInvalid("The question", query?.text ?? query, "a text, or { text }");
  if (query.text.trim() === "") throw queryEmpty();
  const wanted = query.topK ?? topK;
  if (!Number.isInteger(wanted) || wanted < 1) throw optionInvalid("topK", wanted, "a whole number of 1 or more");
  return { ...query, topK: wanted };
}

function chosenRetrievers({ plugins, retrievers: names }: Pick<QueryInput, "plugins" | "retrievers">): readonly Retriever[] {
  if (plugins.retrievers.length === 0) throw noPlugin("retriever", "retrievers");
  if (names === undefined) return plugins.retrievers;
  return names.map((name) => named(plugins.retrievers, name, "retrievers"));
}

function chosenGenerator({ plugins, answerGenerator: name }: Pick<QueryInput, "plugins" | "answerGenerator">): AnswerGenerator {
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
  throw optionInvalid(`The config's ${key}`, name, `one of: ${plugins.map((candidate) => candidate.name).join(", ") || "(none found)"}`);
}

function noPlugin(kind: string, folder: string): RightRagError {
  return new RightRagError("NO_PLUGIN", `Your project has no ${kind}.`, `Add one to spec/${folder}/, for example with right-rag add.`);
}
