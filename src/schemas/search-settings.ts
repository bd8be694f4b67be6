import type { Attributes, Filter, Json, Query } from "../model.ts";
import type { Boost, IndexedItem, IndexOptions, ScoredItem, SearchQuery } from "../search/index.ts";
import { filterOf } from "./question-facts.ts";
import { QuestionWords } from "./question-words.ts";
import type { IndexSchema, Schemas, ScoreRule, SearchSchema } from "./schema-types.ts";

/** What a search schema adds to the search for one question; its members are those of the keyword index's query. */
export interface SearchSettings extends Required<Pick<SearchQuery, "filters" | "boosts" | "expansions">> {
  /** Absent when no rule of the schema is about this question. */
  readonly score?: (item: ScoredItem) => number;
  readonly language?: string;
  /** What of the schema took effect, for traces: "lexicon: capex", "filter: year is 2022". */
  readonly applied: readonly string[];
}

/**
 * Reads a question by a search schema. Pure: the same question gives the same settings.
 *
 * A filter that is `hard` becomes a condition, and one that is a `prior` a boost; the lexicon becomes expansions and boosts; score
 * rules become the scoring hook, which adds to the scores of the best hits.
 */
export function searchSettings(schema: SearchSchema, query: Pick<Query, "text">): SearchSettings {
  const question = new QuestionWords(query.text, schema.language.questions);
  const applied: string[] = [];
  const filters: Filter[] = [];
  const boosts: Boost[] = [];
  for (const rule of schema.filters) {
    const filter = filterOf(rule, question);
    if (filter === undefined) continue;
    applied.push(`${rule.mode === "hard" ? "filter" : "prior"}: ${filter.attribute} ${filter.op} ${JSON.stringify(filter.value)}`);
    if (rule.mode === "hard") filters.push(filter);
    else boosts.push({ filter, factor: rule.boost });
  }
  const expansions: { text: string; weight: number }[] = [];
  for (const { match, terms, attributes, boost } of schema.lexicon) {
    const word = match.find((phrase) => question.has(phrase));
    if (word === undefined) continue;
    applied.push(`lexicon: ${word}`);
    expansions.push(...terms);
    for (const [attribute, value] of Object.entries(attributes)) {
      boosts.push({ filter: { attribute, op: Array.isArray(value) ? "oneOf" : "is", value }, factor: boost });
    }
  }
  const rules = schema.extra_score_rules.filter(({ match_keyword }) => question.has(match_keyword));
  applied.push(...rules.map((rule) => `score rule: ${rule.match_keyword}`));
  const { questions: language } = schema.language;
  return {
    filters,
    boosts,
    expansions,
    applied,
    ...(rules.length === 0 ? {} : { score: scoreBy(rules) }),
    ...(language === undefined ? {} : { language }),
  };
}

function scoreBy(rules: readonly ScoreRule[]): (item: ScoredItem) => number {
  return ({ score, attributes }) => rules.reduce((sum, rule) => (fits(rule, attributes[rule.boost_field]) ? sum + rule.boost : sum), score);
}

function fits({ boost_value: wanted }: ScoreRule, value: Json | undefined): boolean {
  if (value === undefined) return false;
  if (wanted === undefined) return saysSomething(value);
  const values: readonly Json[] = Array.isArray(value) ? value : [value];
  return values.some((item) => item === wanted || (typeof item === "string" && new QuestionWords(item).has(String(wanted))));
}

function saysSomething(value: Json): boolean {
  if (typeof value === "object" && value !== null) return Object.keys(value).length > 0;
  return typeof value === "string" ? value.trim() !== "" : Boolean(value);
}

/** How a keyword index is made by the schemas: what each field weighs, and the language of documents that do not tell theirs. */
export function indexOptions({ index, search }: Pick<Schemas, "index" | "search">): Pick<IndexOptions, "fields" | "language"> {
  const { documents } = search.language;
  return {
    fields: Object.fromEntries(searchedFields(index).map(({ name, search_weight }) => [name, search_weight])),
    ...(documents === undefined ? {} : { language: documents }),
  };
}

/** Of a chunk's attributes, the fields of the index schema whose words are searched. Truth values are no words. */
export function fieldTexts(attributes: Attributes, index: IndexSchema): NonNullable<IndexedItem["fields"]> {
  const texts: { [field: string]: string | readonly string[] } = {};
  for (const { name } of searchedFields(index)) {
    const value = attributes[name];
    if (typeof value === "string" || typeof value === "number") texts[name] = String(value);
    else if (Array.isArray(value)) texts[name] = value.filter((item) => typeof item === "string" || typeof item === "number").map(String);
  }
  return texts;
}

function searchedFields({ fields, doc_fields }: IndexSchema) {
  return [...fields, ...doc_fields].filter(({ search_weight }) => search_weight > 0);
}
