import type { AgentOptions } from "../../src/agent/options.ts";
import { resolveAnswer } from "../../src/citations.ts";
import type { AnswerSources, Artifacts, Run } from "../../src/interfaces.ts";
import type { Answer, Document, Query, Retrieval, RunEvent } from "../../src/model.ts";
import { ReactAnswerGenerator } from "../../src/plugins/answer_generators/react.ts";
import { ReactRetriever } from "../../src/plugins/retrievers/react.ts";
import { artifactsOf, testHandles } from "../../src/testing/artifacts.ts";
import type { Indexed } from "../../src/testing/corpus.ts";
import { testRun } from "../../src/testing/run.ts";
import { buildChunks, buildUnits, documentId } from "../../src/units.ts";
import type { ScriptedModel } from "../helpers/scripted-model.ts";

/** A document for each text, of one unit for each part between blank lines that begins with a title. */
export function corpus(
  files: { readonly [source: string]: string },
  access: { readonly [source: string]: readonly string[] } = {},
): Indexed[] {
  return Object.entries(files).map(([source, text]) => {
    const readers = access[source];
    const document: Document = {
      id: documentId(source),
      source,
      text,
      mediaType: "text/markdown",
      ...(readers === undefined ? {} : { access: readers }),
    };
    const starts = [...text.matchAll(/^# .*$/gm)].map(({ index }) => index);
    const parsed = starts.map((start, i) => {
      const end = starts[i + 1] ?? text.length;
      const fulltext = text.slice(start, end);
      return { topic: fulltext.split("\n", 1)[0]?.slice(2) ?? "", fulltext, source: { start, end } };
    });
    const units = buildUnits(document, parsed, "test");
    const chunks = units.flatMap((unit) =>
      buildChunks(
        document,
        unit,
        [{ topic: unit.topic, fulltext: unit.fulltext, ...(unit.source === undefined ? {} : { source: unit.source }) }],
        "test",
      ),
    );
    return { document, units, chunks };
  });
}

export function artifactsFor(
  files: { readonly [source: string]: string },
  access?: { readonly [source: string]: readonly string[] },
): Artifacts {
  return artifactsOf(testHandles(corpus(files, access)));
}

export interface Asked {
  readonly files: { readonly [source: string]: string };
  readonly access?: { readonly [source: string]: readonly string[] };
  readonly question: string;
  readonly query?: Partial<Query>;
  readonly model?: ScriptedModel;
  readonly options?: AgentOptions;
  readonly run?: Partial<Run>;
  /** What was retrieved before. @default nothing, so that the agent begins by itself */
  readonly retrieval?: Retrieval;
}

interface Told {
  readonly events: readonly RunEvent[];
  /** Types of the events, without deltas. */
  readonly types: readonly string[];
  readonly logged: readonly string[];
}

/** Unless asked for, the answer's statements are not checked, so that a script has the agent's own replies only. */
export async function answer(asked: Asked): Promise<Told & { readonly answer: Answer }> {
  const artifacts = artifactsFor(asked.files, asked.access);
  const run = runOf(asked);
  const query = { text: asked.question, ...asked.query };
  const retrieval = asked.retrieval ?? { evidence: [], searched: [] };
  const more: AnswerSources = { artifacts, retrievers: [], retrieve: async (again) => artifacts.get("keyword-search").search(again) };
  const draft = await new ReactAnswerGenerator({ checkAnswer: false, ...asked.options }).answer(query, retrieval, more, run);
  return { answer: resolveAnswer(query.text, draft, retrieval), ...told(run) };
}

export async function retrieve(asked: Asked): Promise<Told & { readonly retrieval: Retrieval }> {
  const run = runOf(asked);
  const query = { text: asked.question, ...asked.query };
  const retrieval = await new ReactRetriever(asked.options).retrieve(query, artifactsFor(asked.files, asked.access), run);
  return { retrieval, ...told(run) };
}

function runOf({ model, run }: Asked) {
  return testRun({ ...(model === undefined ? {} : { model: model.as() }), ...run });
}

function told({ events, logged }: ReturnType<typeof testRun>): Told {
  return { events, logged, types: events.map(({ type }) => type).filter((type) => !type.endsWith("-delta")) };
}

export function observations(events: readonly RunEvent[]): readonly RunEvent[] {
  return events.filter(({ type }) => type === "agent:observation");
}
