import { checkObject } from "../../arguments.ts";
import { optionInvalid } from "../../errors.ts";
import type { AnswerGenerator, AnswerSources, MaybePromise } from "../../interfaces.ts";
import type { DraftAnswer, Evidence, Query, Retrieval } from "../../model.ts";
import { type Choice, choosePassages } from "./choose.ts";
import { confidenceOf } from "./confidence.ts";
import { type FoundLimits, findLimits, keyOf, noLimits } from "./find-limits.ts";
import { limitedFurther } from "./limited-further.ts";
import { limitsAmong } from "./limits.ts";
import { type Question, readQuestion, type Wanted } from "./question.ts";
import { sharedLanguage } from "./question-language.ts";
import { type Ranking, rankPassages } from "./ranking.ts";
import { readSections } from "./sections.ts";
import { readRow } from "./table-row.ts";

export interface ExtractiveAnswerOptions {
  /**
   * Sentences chosen, 1 or more. What a sentence cannot do without (an exception, a lead-in, the list it introduces) comes with
   * it uncounted. @default 3
   */
  readonly maxSentences?: number;
  /** Pieces of evidence read, best first, 1 or more. @default 10 */
  readonly maxEvidence?: number;
  /** Confidence below which it abstains, 0 to 1: no answer that is given is less sure. @default 0.55 */
  readonly minConfidence?: number;
}

/**
 * Answers without a model: the best sentences of the evidence, quoted to the character, each with a numbered citation. Exceptions come
 * with their rule: in the sentence after it, in a numbered clause or paragraph after it, or anywhere in the document where they name it by
 * its number; those that were not retrieved are looked for in the keyword index. What limits the answer and is too much to be quoted is named, and makes it less sure.
 *
 * `confidence` is the share of the question's words, the rare counting more, that the best section carries: in full for a word in what
 * is quoted, a little less for one in its heading or for a kindred or everyday word, a third for one elsewhere in the section, half for
 * words that the question has side by side and the quotation far apart, nothing for one that stands nowhere, where a name or a number
 * counts double (no noun is a name for its capital letter in German). An answer without a number to "how many" is less sure, and so is one that knows nothing
 * of what is asked about. Words that only ask ("gilt", "gibt es") count in no language of which the way of asking is known (question-frames.ts). Below `minConfidence` the answer abstains and says what was searched; above it, words that stand
 * nowhere in the evidence are named under the quotations.
 */
export class ExtractiveAnswerGenerator implements AnswerGenerator {
  readonly name = "extractive";
  readonly #maxSentences: number;
  readonly #maxEvidence: number;
  readonly #minConfidence: number;

  /** @throws OPTION_INVALID */
  constructor(options: ExtractiveAnswerOptions = {}) {
    checkObject("new ExtractiveAnswerGenerator", options, "options");
    const { maxSentences = 3, maxEvidence = 10, minConfidence = 0.55 } = options;
    for (const [option, value] of Object.entries({ maxSentences, maxEvidence })) {
      if (!Number.isInteger(value) || value < 1)
        throw optionInvalid(`${option} of the extractive answer generator`, value, "a whole number, 1 or more");
    }
    if (!(minConfidence >= 0 && minConfidence <= 1)) {
      throw optionInvalid("minConfidence of the extractive answer generator", minConfidence, "0 to 1");
    }
    this.#maxSentences = maxSentences;
    this.#maxEvidence = maxEvidence;
    this.#minConfidence = minConfidence;
  }

  answer(query: Query, retrieval: Retrieval): DraftAnswer;
  answer(query: Query, retrieval: Retrieval, more?: Pick<AnswerSources, "artifacts">): MaybePromise<DraftAnswer>;
  /** @param more - where exceptions are looked for that were not retrieved; without it those retrieved must do */
  answer(query: Query, retrieval: Retrieval, more?: Pick<AnswerSources, "artifacts">): MaybePromise<DraftAnswer> {
    const read = retrieval.evidence.slice(0, this.#maxEvidence);
    const language = sharedLanguage(query.text, read);
    const question = readQuestion(query.text, language);
    const ranking = rankPassages(question, read);
    const { choices } = choosePassages(ranking, this.#maxSentences, limitsAmong(ranking.sections, language));
    const confidence = confidenceOf(question, ranking, choices);
    if (choices.length === 0 || confidence < this.#minConfidence) return abstain(query, retrieval, read, ranking.absent, confidence);
    const draft = (found: FoundLimits) => this.#draft(query, retrieval, question, ranking, found);
    return more === undefined ? draft(noLimits) : findLimits(query, choices, retrieval.evidence, language, more.artifacts).then(draft);
  }

  /** @param found - what may limit what was retrieved: of this only what is quoted is given */
  #draft(query: Query, retrieval: Retrieval, question: Question, ranking: Ranking, found: FoundLimits): DraftAnswer {
    const { sections, absent } = ranking;
    const evidence = [...retrieval.evidence, ...found.evidence];
    const rest = readSections(question, evidence.slice(sections.length), sections.length);
    const { choices, further } = choosePassages(ranking, this.#maxSentences, limitsAmong([...sections, ...rest], question.language));
    const sure = confidenceOf(question, ranking, choices) * (further.length > 0 ? LIMITED_FURTHER : 1);
    const confidence = Math.round(sure * 100) / 100;
    const read = sections.map((section) => section.evidence);
    if (confidence < this.#minConfidence) return abstain(query, retrieval, read, absent, confidence, further.length);
    const cited = new Set(choices.map(({ section }) => section.rank));
    const given = evidence.map((_, rank) => rank).filter((rank) => rank < retrieval.evidence.length || cited.has(rank));
    const isWhole = !further.some(({ section }) => found.last.has(keyOf(section.evidence)));
    return {
      text: textOf(choices, limitedFurther(further, isWhole), absent),
      evidence: given.map((rank) => evidence[rank] as Evidence),
      cites: choices.map((choice) => ({ evidence: given.indexOf(choice.section.rank) + 1, quote: quoteOf(choice), offset: choice.start })),
      confidence,
    };
  }
}

/** What limits the answer and is not in it. */
const LIMITED_FURTHER = 0.8;

function textOf(choices: readonly Choice[], limited: string | undefined, absent: readonly Wanted[]): string {
  const lines = choices.map((choice, i) => {
    const quote = quoteOf(choice);
    // A row is read out by its columns, since its pipes and padding say nothing; the citation has it to the character.
    const isRow = choice.section.passages[choice.indexes[0] ?? 0]?.kind === "row";
    return `${isRow ? readRow(quote, choice.columns) : quoted(quote)} [${i + 1}]`;
  });
  if (limited !== undefined) lines.push(limited);
  if (absent.length > 0) lines.push(`Nowhere in what was found: ${absent.map(({ word }) => quoted(word)).join(", ")}.`);
  return lines.join("\n");
}

function quoteOf({ section, start, end }: Choice): string {
  return section.text.slice(start, end);
}

function abstain(
  query: Query,
  retrieval: Retrieval,
  read: readonly Evidence[],
  absent: readonly Wanted[],
  confidence: number,
  further = 0,
): DraftAnswer {
  const sentences = ["The documents give no answer that could be quoted."];
  if (further > 0) sentences.push(`What comes nearest is limited by ${counted(further, "more passage")} than could be quoted with it.`);
  if (retrieval.searched.length === 0) sentences.push("The question has no word to search for.");
  else sentences.push(`Searched for: ${retrieval.searched.map(quoted).join(", ")}.`);
  if (read.length > 0) {
    const documents = new Set(read.map(({ documentId }) => documentId)).size;
    const sections = new Set(read.map(({ unitId }) => unitId)).size;
    sentences.push(`Read: ${counted(sections, "section")} of ${counted(documents, "document")}, nearest ${read[0]?.citation}.`);
    if (absent.length > 0) sentences.push(`Nowhere in them: ${absent.map(({ word }) => quoted(word)).join(", ")}.`);
  } else if (retrieval.searched.length > 0) sentences.push(`No section${scopeOf(query)} has any of these words.`);
  return { text: sentences.join(" "), evidence: retrieval.evidence, cites: [], confidence, abstained: true };
}

/** What a question was narrowed to, since other sections may well have its words. */
function scopeOf({ documents = [], filters = [] }: Query): string {
  const bounds = [
    ...(documents.length > 0 ? [documents.length === 1 ? "of the document asked" : "of the documents asked"] : []),
    ...(filters.length > 0 ? [`that passes the ${filters.length === 1 ? "filter" : "filters"}`] : []),
  ];
  return bounds.length === 0 ? "" : ` ${bounds.join(" and ")}`;
}

function quoted(text: string): string {
  return `“${text}”`;
}

function counted(count: number, noun: string): string {
  return `${count} ${noun}${count === 1 ? "" : "s"}`;
}
