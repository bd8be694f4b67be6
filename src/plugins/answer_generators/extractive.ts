import { checkObject } from "../../arguments.ts";
import { optionInvalid } from "../../errors.ts";
import type { AnswerGenerator } from "../../interfaces.ts";
import type { Cite, DraftAnswer, Evidence, Query, Retrieval } from "../../model.ts";
import { detectLanguage } from "../../search/analysis/language.ts";
import { type Choice, choosePassages } from "./choose.ts";
import { confidenceOf } from "./confidence.ts";
import { readQuestion, type Wanted } from "./question.ts";
import { rankPassages } from "./ranking.ts";
import { readRow } from "./table-row.ts";

export interface ExtractiveAnswerOptions {
  /**
   * Sentences chosen, 1 or more. What a sentence cannot do without (an exception, a lead-in, the list it introduces) comes with
   * it uncounted. @default 3
   */
  readonly maxSentences?: number;
  /** Pieces of evidence read, best first, 1 or more. @default 10 */
  readonly maxEvidence?: number;
  /** Confidence below which it abstains, 0 to 1. @default 0.55 */
  readonly minConfidence?: number;
}

/**
 * Answers without a model: the best sentences of the evidence, quoted to the character, each with a numbered citation.
 *
 * `confidence` is the share of the question's words, the rare counting more, that the best section carries: in full for a word in what
 * is quoted, a little less for one in its heading or for a kindred or everyday word, a third for one elsewhere in the section, half for
 * words that the question has side by side and the quotation far apart, nothing for one that stands nowhere, where a name or a number
 * counts double. An answer without a number to "how many" is less sure. Below `minConfidence` the answer abstains and says what was searched; above it, words that stand
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

  answer(query: Query, retrieval: Retrieval): DraftAnswer {
    const { evidence } = retrieval;
    const read = evidence.slice(0, this.#maxEvidence);
    const language = languageOf(query, read);
    const question = readQuestion(query.text, language);
    const ranking = rankPassages(question, read);
    const choices = choosePassages(ranking, this.#maxSentences);
    const confidence = choices.length === 0 ? 0 : confidenceOf(question, ranking, choices);
    if (choices.length === 0 || confidence < this.#minConfidence) return abstain(query, retrieval, read, ranking.absent, confidence);
    return { text: textOf(choices, ranking.absent), evidence, cites: choices.map(citeOf), confidence };
  }
}

/** One language for question and evidence, so that a word is stemmed alike on both sides. */
function languageOf(query: Query, evidence: readonly Evidence[]): string {
  const [best] = evidence;
  const known = best?.attributes.language;
  return typeof known === "string" ? known : detectLanguage(`${query.text}\n${best?.text ?? ""}`);
}

function textOf(choices: readonly Choice[], absent: readonly Wanted[]): string {
  const lines = choices.map((choice, i) => {
    const quote = quoteOf(choice);
    // A row is read out by its columns, since its pipes and padding say nothing; the citation has it to the character.
    const isRow = choice.section.passages[choice.indexes[0] ?? 0]?.kind === "row";
    return `${isRow ? readRow(quote, choice.columns) : quoted(quote)} [${i + 1}]`;
  });
  if (absent.length > 0) lines.push(`Nowhere in what was found: ${absent.map(({ word }) => quoted(word)).join(", ")}.`);
  return lines.join("\n");
}

function citeOf(choice: Choice): Cite {
  return { evidence: choice.section.rank + 1, quote: quoteOf(choice), offset: choice.start };
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
): DraftAnswer {
  const sentences = ["The documents give no answer that could be quoted."];
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
