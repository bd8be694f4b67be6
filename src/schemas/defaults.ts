import type { Schemas } from "./schema-types.ts";

/** What a project gets that has no schema files. `templates/default/schemas/` says the same, with comments. */
export const defaultSchemas: Omit<Schemas, "files"> = {
  index: {
    fields: [
      {
        name: "section_title",
        description: "A title of at most ten words that says what this passage is about",
        type: "string",
        search_weight: 3,
      },
      {
        name: "key_topics",
        description: "Three to six words or short phrases by which a reader would look for this passage, and that it may not use itself",
        type: "list[string]",
        search_weight: 2,
      },
      {
        name: "has_numeric_data",
        description: "Whether the passage states amounts, measurements or other figures",
        type: "boolean",
        search_weight: 0,
      },
    ],
    doc_fields: [
      {
        name: "doc_summary",
        description: "What kind of document this is, and what it rules or reports, in two sentences",
        type: "string",
        search_weight: 0,
      },
    ],
  },
  query: { question_field: "question", doc_field: "document", answer_field: "expected", id_field: "id", extra_context_fields: [] },
  search: {
    enabled_tools: ["search_index", "read_chunks", "list_sections", "calculate", "finish"],
    max_steps: 12,
    top_k: 5,
    system_prompt_template: `You look for the passages of a document collection that answer a question.

Your tools:
{tool_descriptions}

Search with the words that the documents would use, not only with those of the question. When a search finds nothing of use,
say it in other words: synonyms, the parts of a compound word, the name of the section it should stand in. Divide a question
that has several parts, and look for each. Read a passage before you rely on it, with what it refers to and its exceptions.
Leave every computation to calculate. Finish as soon as the passages at hand carry the answer, or once you have looked in
every likely place in vain; what the passages do not say, you do not know.
`,
    extra_score_rules: [],
    lexicon: [],
    filters: [],
    language: {},
  },
  answer: {
    system_prompt: `Answer the question from the numbered passages alone, in the language of the question. State the answer first, as briefly as it
can be said whole, with the conditions and exceptions that the passages attach to it. Put the number of the passage after each
statement, like this: [1]. Quote figures, names and defined terms as they are written. If the passages do not answer the
question, say so, and say what they do answer.
`,
    per_context_hints: {},
  },
  judge: {
    numeric_tolerance_pct: 2,
    system_prompt: `You compare an answer with the answer that was expected, and decide whether it is right. What counts is what is said, not how.
`,
    prompt_template: `Question: {question}
Expected: {expected}
Given: {predicted}

- A number is right within {numeric_tolerance_pct} percent of the expected one, whatever its unit of scale: 1.5 billion is 1,500 million.
  Another currency or another unit is wrong.
- For a question of yes or no, the decision must be the same, and nothing that is said for it may contradict what was expected.
- Anything else is right when all that was expected is said, in whatever words, and nothing in it is contradicted.
- An answer that says it cannot tell is wrong, unless that was expected.
`,
    correct_prefix: "CORRECT",
    incorrect_prefix: "INCORRECT",
    reasoning_prefix: "Reasoning:",
  },
};
