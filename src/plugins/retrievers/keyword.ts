import { queryEmpty } from "../../errors.ts";
import type { Artifacts, Retriever } from "../../interfaces.ts";
import type { Query, Retrieval } from "../../model.ts";

/** The best chunks by the words of the question, from whatever artifact offers `keyword-search`. */
export class KeywordRetriever implements Retriever {
  readonly name = "keyword";
  readonly description = "Finds passages by the words of the question. Good for exact terms, names, numbers and citations.";

  async retrieve(query: Query, artifacts: Artifacts): Promise<Retrieval> {
    if (query.text.trim() === "") throw queryEmpty();
    return artifacts.get("keyword-search").search(query);
  }
}
