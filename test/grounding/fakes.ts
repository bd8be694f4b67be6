import { ground } from "../../src/grounding/ground.ts";
import { type GroundingOptions, groundingSettings } from "../../src/grounding/options.ts";
import type { AnswerSources, ModelRole, Run } from "../../src/interfaces.ts";
import type { DraftAnswer, Evidence, Query, Retrieval, RunEvent } from "../../src/model.ts";
import { artifactsOf } from "../../src/testing/artifacts.ts";
import { testRun } from "../../src/testing/run.ts";
import type { ScriptedModel } from "../helpers/scripted-model.ts";

/** A piece of evidence for each text, numbered from 1. */
export function evidenceOf(...texts: readonly string[]): Evidence[] {
  return texts.map((text, i) => ({
    text,
    score: texts.length - i,
    documentId: "d1",
    source: "tariff.md",
    unitId: `u${i + 1}-${text.length}`,
    chunkId: `c-${text}`,
    path: ["Tariff", `Part ${i + 1}`],
    citation: `tariff.md › Tariff › Part ${i + 1}`,
    span: { start: 1000 * i, end: 1000 * i + text.length },
    attributes: {},
  }));
}

export function retrievalOf(...texts: readonly string[]): Retrieval {
  return { evidence: evidenceOf(...texts), searched: ["fee"] };
}

export interface Grounded {
  readonly draft: DraftAnswer;
  readonly events: readonly RunEvent[];
  readonly logged: readonly string[];
  /** Questions that were searched for again. */
  readonly searches: readonly Query[];
  readonly types: readonly string[];
}

export interface GroundRun {
  readonly query?: Partial<Query>;
  readonly retrieval?: Retrieval;
  /** What a search for other words finds, one after the other; the last repeats. */
  readonly again?: readonly Retrieval[];
  readonly models?: { readonly [role in ModelRole]?: ScriptedModel };
  readonly options?: GroundingOptions;
  readonly run?: Partial<Run>;
}

/** Grounds an answer, one call of a model at a time, so that scripts are read in order. */
export async function grounded(given: GroundRun): Promise<Grounded> {
  const searches: Query[] = [];
  const { again = [{ evidence: [], searched: [] }], retrieval = retrievalOf("The fee is 18.50 euros.") } = given;
  const more: AnswerSources = {
    artifacts: artifactsOf({}),
    retrievers: [],
    retrieve: async (query) => {
      searches.push(query);
      return again[Math.min(searches.length, again.length) - 1] ?? { evidence: [], searched: [] };
    },
  };
  const run = testRun({ model: (role) => given.models?.[role], ...given.run });
  const draft = await ground({
    query: { text: "What is the fee?", ...given.query },
    retrieval,
    more,
    run,
    settings: groundingSettings({ parallel: 1, ...given.options }),
    withoutModel: ({ evidence }) => ({ text: "“quoted” [1]", evidence, cites: [{ evidence: 1 }] }),
  });
  return { draft, events: run.events, logged: run.logged, searches, types: run.events.map(({ type }) => type.replace("grounding:", "")) };
}

/** The user's part of each request. */
export function asked(model: ScriptedModel): string[] {
  return model.requests.map(({ messages }) => messages.at(-1)?.content ?? "");
}
