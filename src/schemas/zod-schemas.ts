import * as z from "zod";
import { defaultSchemas } from "./defaults.ts";
import type {
  AnswerSchema,
  FieldSpec,
  FieldType,
  IndexSchema,
  JudgeSchema,
  LexiconEntry,
  PipelineSchema,
  QuerySchema,
  QuestionFilter,
  ScoreRule,
  SearchSchema,
} from "./schema-types.ts";

/*
 * The schemas as they are written in files. What a key must be is said in words by `mistakes.ts`; the messages here end its sentence
 * "…, but must be …".
 */

const text = z.string().refine((value) => value.trim() !== "", { error: "text that is not blank" });
const texts = z.union([text, z.array(text).min(1)], { error: "a text, or a list of texts" }).transform((value) => [value].flat());

/** Names that mean something else to filters or to the keyword index. */
const RESERVED: readonly string[] = ["documentId", "source", "text", "path", "context"];
/** The keyword index holds 24 fields, of which three are its own. */
const MOST_SEARCHED_FIELDS = 21;

const fieldName = z
  .string()
  .regex(/^[\p{L}_][\p{L}\p{N}_-]{0,63}$/u, { error: "letters, digits, _ and -, beginning with a letter, 64 at most" })
  .refine((name) => !RESERVED.includes(name) && name !== "__proto__", { error: `another name than ${RESERVED.join(", ")}` });

const field = (weightOf: (type: FieldType) => number) =>
  z
    .strictObject({
      name: fieldName,
      description: text,
      type: z.enum(["string", "number", "boolean", "list[string]"]).default("string"),
      search_weight: z.number().min(0).max(100).exactOptional(),
    })
    .transform((spec): FieldSpec => ({ ...spec, search_weight: spec.search_weight ?? weightOf(spec.type) }));

const indexSchema: z.ZodType<IndexSchema> = z
  .strictObject({
    fields: z.array(field((type) => (type === "string" || type === "list[string]" ? 1 : 0))).default([...defaultSchemas.index.fields]),
    // Said of every chunk, their words would tell none of a document's chunks from another.
    doc_fields: z.array(field(() => 0)).default([...defaultSchemas.index.doc_fields]),
  })
  .superRefine(({ fields, doc_fields }, context) => {
    const seen = new Set<string>();
    for (const [key, specs] of Object.entries({ fields, doc_fields })) {
      for (const [i, { name }] of specs.entries()) {
        if (seen.has(name)) context.addIssue({ code: "custom", path: [key, i, "name"], message: "a name of its own" });
        seen.add(name);
      }
    }
    const searched = [...fields, ...doc_fields].filter(({ search_weight }) => search_weight > 0);
    if (searched.length <= MOST_SEARCHED_FIELDS) return;
    const message = `a list of at most ${MOST_SEARCHED_FIELDS} searched fields; give the others search_weight 0`;
    context.addIssue({ code: "custom", path: ["fields"], message });
  });

const { query, search, answer, judge } = defaultSchemas;

const querySchema: z.ZodType<QuerySchema> = z.strictObject({
  question_field: text.default(query.question_field),
  doc_field: text.nullable().default(query.doc_field),
  answer_field: text.nullable().default(query.answer_field),
  id_field: text.nullable().default(query.id_field),
  extra_context_fields: z.array(text).default([...query.extra_context_fields]),
});

const scoreRule: z.ZodType<ScoreRule> = z.strictObject({
  match_keyword: text,
  boost_field: text,
  boost_value: z.union([z.string(), z.number(), z.boolean()], { error: "text, a number, true or false" }).exactOptional(),
  boost: z.number().min(-1000).max(1000).default(0),
});

const WEIGHT = 0.5;
const LEXICON_BOOST = 1.5;
const FILTER_BOOST = 2;

const boost = (otherwise: number) => z.number().min(0).max(1000).default(otherwise);

const term = z
  .union([text, z.strictObject({ text, weight: z.number().min(0).max(100).default(WEIGHT) })], { error: "a text, or { text, weight }" })
  .transform((value) => (typeof value === "string" ? { text: value, weight: WEIGHT } : value));

const lexiconEntry: z.ZodType<LexiconEntry> = z
  .strictObject({
    match: texts,
    terms: z.array(term).default([]),
    attributes: z.record(z.string(), z.json()).default({}),
    boost: boost(LEXICON_BOOST),
  })
  .refine(({ terms, attributes }) => terms.length + Object.keys(attributes).length > 0, { error: "an entry with terms or attributes" });

const wordLists = z
  .union([z.array(text).min(1), z.record(z.string(), z.union([text, z.array(text).min(1)]))], {
    error: "a list of texts, or an object of lists of texts by value",
  })
  .transform((value) => {
    const entries: readonly (readonly [string, string | string[]])[] = Array.isArray(value)
      ? value.map((word) => [word, word])
      : Object.entries(value);
    return Object.fromEntries(entries.map(([name, words]) => [name, [words].flat()]));
  });

const questionFilter: z.ZodType<QuestionFilter> = z
  .strictObject({
    attribute: text,
    read: z.enum(["year", "number", "date", "quoted", "reference"]).exactOptional(),
    after: texts.default([]),
    words: wordLists.default({}),
    format: text.refine((value) => value.includes("{value}"), { error: "a text that holds {value}" }).exactOptional(),
    as: z.enum(["text", "number"]).exactOptional(),
    mode: z.enum(["hard", "prior"]).default("prior"),
    boost: boost(FILTER_BOOST),
  })
  .refine(({ read, words }) => (read === undefined) !== (Object.keys(words).length === 0), { error: "a filter with either read or words" })
  .refine(({ read, after }) => read !== "reference" || after.length > 0, {
    error: 'a filter with "after": a reference stands after a word',
  })
  .transform((filter): QuestionFilter => ({ ...filter, as: filter.as ?? defaultKind(filter) }));

function defaultKind({ read, format }: Pick<QuestionFilter, "read" | "format">): "text" | "number" {
  return (read === "year" || read === "number") && format === undefined ? "number" : "text";
}

const languageTag = z.string().regex(/^[A-Za-z]{2,3}(-[A-Za-z0-9]{1,8})*$/, { error: 'a language tag such as "de" or "pt-BR"' });

const searchSchema: z.ZodType<SearchSchema> = z.strictObject({
  enabled_tools: z.array(text).default([...search.enabled_tools]),
  max_steps: z.int().min(1).max(100).default(search.max_steps),
  top_k: z.int().min(1).max(1000).default(search.top_k),
  system_prompt_template: text.default(search.system_prompt_template),
  extra_score_rules: z.array(scoreRule).default([]),
  lexicon: z.array(lexiconEntry).default([]),
  filters: z.array(questionFilter).default([]),
  language: z.strictObject({ documents: languageTag.exactOptional(), questions: languageTag.exactOptional() }).default({}),
});

const answerSchema: z.ZodType<AnswerSchema> = z.strictObject({
  system_prompt: text.default(answer.system_prompt),
  per_context_hints: z.record(z.string(), z.record(z.string(), text)).default({}),
});

const judgeSchema: z.ZodType<JudgeSchema> = z.strictObject({
  numeric_tolerance_pct: z.number().min(0).max(100).default(judge.numeric_tolerance_pct),
  system_prompt: text.default(judge.system_prompt),
  prompt_template: text
    .refine((value) => value.includes("{expected}") && value.includes("{predicted}"), {
      error: "a text that holds {expected} and {predicted}",
    })
    .default(judge.prompt_template),
  correct_prefix: text.default(judge.correct_prefix),
  incorrect_prefix: text.default(judge.incorrect_prefix),
  reasoning_prefix: text.default(judge.reasoning_prefix),
});

const fileName = z.string().min(1).exactOptional();

const pipelineSchema: z.ZodType<PipelineSchema> = z.strictObject({
  index_schema: fileName,
  query_schema: fileName,
  search_schema: fileName,
  answer_schema: fileName,
  judge_schema: fileName,
});

/** Each kind of schema file, as zod checks it. */
export const zodSchemas = {
  index: indexSchema,
  query: querySchema,
  search: searchSchema,
  answer: answerSchema,
  judge: judgeSchema,
  pipeline: pipelineSchema,
} as const;
