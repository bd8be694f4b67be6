import { queryEmpty } from "../../errors.ts";
import type { Artifacts, Retriever, Run } from "../../interfaces.ts";
import type { Evidence, Query, Retrieval } from "../../model.ts";
import { type SearchSettings, searchSettings } from "../../schemas/search-settings.ts";
import { detectLanguage } from "../../search/analysis/language.ts";
import { type Question, readQuestion } from "../answer_generators/question.ts";
import { sharedLanguage } from "../answer_generators/question-language.ts";
import { rankPassages } from "../answer_generators/ranking.ts";
import { isSpaced } from "../answer_generators/words.ts";

/**
 * Chunks whose sentences are read, however few are asked for: what comes first must not depend on how many follow. What is found
 * beyond them keeps its place below.
 */
const READ = 40;
/**
 * What a chunk's best sentence counts, beside the score of the whole chunk, for a question of up to SHORT words; for a longer one it
 * counts less, since no one sentence has all of it. Set by questions on policies and a manual (bench/corpus) and by judged sets.
 */
const SHORT = 6;
const SENTENCE = 0.6;
/** What the words that may stand for one of the question weigh together, against that word's 1. */
const REWORDED = 0.5;

/**
 * The best chunks by the words of the question, from whatever artifact offers `keyword-search`; of those found, first the ones with a
 * sentence that carries the question, by its words, kindred ones, and those that documents use in their place ("money back": refund).
 */
export class KeywordRetriever implements Retriever {
  readonly name = "keyword";
  readonly description = "Finds passages by the words of the question. Good for exact terms, names, numbers and citations.";

  async retrieve(query: Query, artifacts: Artifacts, run: Run): Promise<Retrieval> {
    if (query.text.trim() === "") throw queryEmpty();
    const { topK = 10 } = query;
    const { applied, ...settings } = searchSettings((await run.schemas()).search, query);
    if (applied.length > 0) run.emit({ type: "retrieve:schema", applied });
    const wide = { ...query, topK: Math.max(topK, READ) };
    const expansions = [...settings.expansions, ...rewordings(query.text, settings.language)];
    const found = await artifacts.get("keyword-search").search(wide, { ...settings, expansions });
    // An order that the schema asks for is the owner's.
    const isOrdered = settings.boosts.length > 0 || settings.score !== undefined;
    return { ...found, evidence: (isOrdered ? found.evidence : reranked(query, found.evidence, settings.language)).slice(0, topK) };
  }
}

/** The words that documents use where the question has everyday ones, so that what is asked for in other words is found at all. */
function rewordings(text: string, asked: string | undefined): SearchSettings["expansions"] {
  if ((asked ?? detectLanguage(text)) !== "en") return [];
  return readQuestion(text, "en").wanted.flatMap(({ others }) =>
    others.filter(({ same }) => same !== true).map(({ text: other }) => ({ text: other, weight: REWORDED / others.length })),
  );
}

function reranked(query: Query, evidence: readonly Evidence[], asked: string | undefined): readonly Evidence[] {
  const [best] = evidence;
  if (best === undefined) return evidence;
  const language = asked ?? sharedLanguage(query.text, evidence);
  // Pairs of characters stand together by chance: the index's own order is better.
  if (!isSpaced(language)) return evidence;
  return bySentences(readQuestion(query.text, language), evidence, best.score);
}

function bySentences(question: Question, pieces: readonly Evidence[], top: number): Evidence[] {
  const { candidates } = rankPassages(question, pieces.slice(0, READ));
  const share = SENTENCE * Math.min(1, SHORT / Math.max(1, question.wanted.length));
  const highest = candidates[0]?.score ?? 0;
  const sentence = new Map<number, number>();
  for (const { section, score } of candidates) if (!sentence.has(section.rank)) sentence.set(section.rank, score);
  const scoreOf = ({ score }: Evidence, rank: number) =>
    (1 - share) * score + (highest === 0 ? 0 : share * top * ((sentence.get(rank) ?? 0) / highest));
  return pieces.map((piece, rank) => ({ ...piece, score: scoreOf(piece, rank) })).sort((a, b) => b.score - a.score);
}
