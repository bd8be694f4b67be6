import { queryEmpty } from "../../errors.ts";
import type { Artifacts, Retriever, Run } from "../../interfaces.ts";
import type { Query, Retrieval } from "../../model.ts";
import { searchSettings } from "../../schemas/search-settings.ts";

/** The best chunks by the words of the question, from whatever artifact offers `keyword-search`. */
export class KeywordRetriever implements Retriever {
  readonly name = "keyword";
  readonly description = "Finds passages by the words of the question. Good for exact terms, names, numbers and citations.";

  async retrieve(query: Query, artifacts: Artifacts, run: Run): Promise<Retrieval> {
    if (query.text.trim() === "") throw queryEmpty();
    const { applied, ...more } = searchSettings((await run.schemas()).search, query);
    if (applied.length > 0) run.emit({ type: "retrieve:schema", applied });
    return artifacts.get("keyword-search").search(query, more);
  }
}
