import type { Json } from "../model.ts";

/**
 * The five schemas of a project, with the field names of ReActRAG, so that its users can bring their files. What stands here is a
 * schema as it is used: complete, every key with its value or its default.
 */
export interface Schemas {
  readonly index: IndexSchema;
  readonly query: QuerySchema;
  readonly search: SearchSchema;
  readonly answer: AnswerSchema;
  readonly judge: JudgeSchema;
  /** Where each was read from, absolute; a schema that is all defaults has none. */
  readonly files: { readonly [kind in SchemaKind]?: string };
}

export const schemaKinds = ["index", "query", "search", "answer", "judge"] as const;
export type SchemaKind = (typeof schemaKinds)[number];

export type FieldType = "string" | "number" | "boolean" | "list[string]";

/** A fact that a model reads from a text. */
export interface FieldSpec {
  /** The attribute it becomes. */
  readonly name: string;
  /** Tells the model what is wanted. */
  readonly description: string;
  /** @default "string" */
  readonly type: FieldType;
  /** How much its words count in search, 0 to 100; 0: a filter, not searched. @default 1; 0 for booleans, numbers and `doc_fields` */
  readonly search_weight: number;
}

/** What a model reads from documents while they are indexed. */
export interface IndexSchema {
  /** Read from every chunk. */
  readonly fields: readonly FieldSpec[];
  /** Read once from a document, and said of each of its chunks. */
  readonly doc_fields: readonly FieldSpec[];
}

/** Under which names a data set keeps the parts of its cases. */
export interface QuerySchema {
  readonly question_field: string;
  /** The document a question is about: its source or id; `null`: questions are about all. */
  readonly doc_field: string | null;
  /** What is expected; `null`: nothing is. */
  readonly answer_field: string | null;
  /** `null`: cases are numbered. */
  readonly id_field: string | null;
  /** Kept as `query.extra`, for `per_context_hints` and prompts. */
  readonly extra_context_fields: readonly string[];
}

/** How evidence is looked for. */
export interface SearchSchema {
  /** Tools of the agent, by name. */
  readonly enabled_tools: readonly string[];
  /** Steps of the agent, 1 to 100. */
  readonly max_steps: number;
  /** Hits of one search, 1 to 1,000. */
  readonly top_k: number;
  /** `{tool_descriptions}` stands for the tools. */
  readonly system_prompt_template: string;
  readonly extra_score_rules: readonly ScoreRule[];
  readonly lexicon: readonly LexiconEntry[];
  readonly filters: readonly QuestionFilter[];
  readonly language: LanguageSettings;
}

/** When the question has `match_keyword`, hits that have `boost_field` get `boost` more. */
export interface ScoreRule {
  /** A word or phrase. */
  readonly match_keyword: string;
  /** An attribute: it must be true, or any other value that says something (not 0, "" or an empty list). */
  readonly boost_field: string;
  /** Ours: the attribute must be this, contain it as a list, or have it as words in its text. */
  readonly boost_value?: string | number | boolean;
  /** Added to the score, which runs to about 5 for each rare word; below 0 it lowers. @default 0 */
  readonly boost: number;
}

/** What else to look for when the question has a word or phrase. */
export interface LexiconEntry {
  readonly match: readonly string[];
  /** Words that say the same, with a weight against that of the question's own, which is 1. */
  readonly terms: readonly { readonly text: string; readonly weight: number }[];
  /** Chunks whose attribute has the value (or one of the values) count `boost` times as much. */
  readonly attributes: { readonly [attribute: string]: Json };
  readonly boost: number;
}

/** A fact that stands in a question, as a condition on evidence. */
export interface QuestionFilter {
  readonly attribute: string;
  /**
   * What to read: a `year` (1500 to 2199, also in "FY2022"), a `number`, a `date` (2024-05-31), what is `quoted`, or the `reference`
   * ("12(3)(a)", "4.2.1") that stands after a word of `after`.
   */
  readonly read?: "year" | "number" | "date" | "quoted" | "reference";
  /** Only what stands right after one of these words. */
  readonly after: readonly string[];
  /** Or: for each value of the attribute, the words or phrases that stand for it. */
  readonly words: { readonly [value: string]: readonly string[] };
  /** How the attribute is written; `{value}` stands for what was read. */
  readonly format?: string;
  /** @default number for years and numbers, else text */
  readonly as: "text" | "number";
  /** `hard`: nothing else is found. `prior`: it counts `boost` times as much. */
  readonly mode: "hard" | "prior";
  readonly boost: number;
}

/** BCP 47. */
export interface LanguageSettings {
  /** Of documents that do not tell theirs. @default detected */
  readonly documents?: string;
  /** @default those of the index */
  readonly questions?: string;
}

/** How an answer is written. */
export interface AnswerSchema {
  readonly system_prompt: string;
  /** More instructions, by a field of `query.extra` and its value. */
  readonly per_context_hints: { readonly [field: string]: { readonly [value: string]: string } };
}

/** How an answer is compared with what was expected. */
export interface JudgeSchema {
  /** Percent of the expected number, 0 to 100, bound included: 2 lets 98 to 102 pass for 100. */
  readonly numeric_tolerance_pct: number;
  readonly system_prompt: string;
  /** `{question}`, `{expected}`, `{predicted}` and `{numeric_tolerance_pct}` are filled in. */
  readonly prompt_template: string;
  /** ReActRAG's words for the two verdicts: understood beside true and false. */
  readonly correct_prefix: string;
  readonly incorrect_prefix: string;
  /** Read from ReActRAG's files, and not needed: the reason has a key of its own. */
  readonly reasoning_prefix: string;
}

/** Names of schema files, relative to the pipeline file. */
export type PipelineSchema = { readonly [kind in SchemaKind as `${kind}_schema`]?: string };
