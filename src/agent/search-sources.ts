import type { Artifacts, Capabilities, MaybePromise, Retriever, Run } from "../interfaces.ts";
import type { Query, Retrieval } from "../model.ts";

/** One way to search, which the model chooses by its description. */
export interface SearchSource {
  readonly name: string;
  readonly description: string;
  search(query: Query): MaybePromise<Retrieval>;
}

const KEYWORD = "Finds passages by their words. Good for exact terms, names, numbers and citations.";
const VECTOR = "Finds passages by meaning. Good when the documents may use other words than the question.";

/** What the artifacts offer by themselves: keywords first. Keywords are named also where nothing offers them, so that the error says what is missing. */
export function artifactSources(artifacts: Artifacts): SearchSource[] {
  const source = (name: string, capability: keyof Pick<Capabilities, "keyword-search" | "vector-search">, description: string) => ({
    name,
    description,
    search: (query: Query) => artifacts.get(capability).search(query),
  });
  const keyword = source("keyword", "keyword-search", KEYWORD);
  if (!artifacts.has("vector-search")) return [keyword];
  const vector = source("vector", "vector-search", VECTOR);
  return artifacts.has("keyword-search") ? [keyword, vector] : [vector];
}

/** Retrievers as sources. One that is an agent itself is left out: an agent that asks agents has no bound that anybody can see. */
export function retrieverSources(retrievers: readonly Retriever[], artifacts: Artifacts, run: Run): SearchSource[] {
  return retrievers
    .filter(({ name }) => name !== "react")
    .map((retriever) => ({
      name: retriever.name,
      description: retriever.description,
      // The run's settings are those of the plugin that asks, and mean nothing to this one.
      search: (query) => retriever.retrieve(query, artifacts, { ...run, settings: {} }),
    }));
}
