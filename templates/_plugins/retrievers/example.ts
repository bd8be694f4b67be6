import { type Artifacts, type Query, type Retrieval, type Retriever, RightRagError } from "right-rag";

/** What people ask for, and what the documents call it. Lower case. */
const SYNONYMS: ReadonlyMap<string, readonly string[]> = new Map([
  ["holiday", ["leave", "vacation"]],
  ["holidays", ["leave", "vacation"]],
  ["boss", ["manager", "supervisor"]],
  ["fired", ["dismissal", "termination"]],
  ["pay", ["salary", "remuneration"]],
]);

/**
 * Keyword search, with the question widened by words that the documents use for the same thing.
 *
 * All retrievers of a project are asked, and what they find is fused; where the config names its `retrievers`, only those.
 * This one works over any saver that offers `keyword-search`, and adds nothing to a question without a word of the list.
 */
export default class ExampleRetriever implements Retriever {
  readonly name = "example";
  readonly description = "Finds passages by the words of the question and by words that mean the same in these documents.";

  async retrieve(query: Query, artifacts: Artifacts): Promise<Retrieval> {
    if (query.text.trim() === "") {
      throw new RightRagError("QUERY_EMPTY", "The question is empty.", "Ask something.");
    }
    // The rest of the query goes along as it is: topK, filters, and above all the principals, who may not read everything.
    return artifacts.get("keyword-search").search({ ...query, text: widened(query.text) });
  }
}

function widened(question: string): string {
  const words: readonly string[] = question.toLowerCase().match(/[\p{L}\p{M}\p{N}]+/gu) ?? [];
  const more = words.flatMap((word) => SYNONYMS.get(word) ?? []).filter((word) => !words.includes(word));
  return [question, ...new Set(more)].join(" ");
}
