import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { afterEach, describe, expect, it } from "vitest";
import { defaultSchemas } from "../../src/schemas/defaults.ts";
import { type ReadSchemasOptions, readSchemas } from "../../src/schemas/read-schemas.ts";

const folders: string[] = [];

afterEach(() => {
  for (const folder of folders.splice(0)) rmSync(folder, { recursive: true });
});

function projectWith(files: { readonly [path: string]: string }): string {
  const root = mkdtempSync(join(tmpdir(), "right-rag-schemas-"));
  folders.push(root);
  for (const [path, text] of Object.entries(files)) {
    mkdirSync(dirname(join(root, path)), { recursive: true });
    writeFileSync(join(root, path), text);
  }
  return root;
}

async function failure(files: { readonly [path: string]: string }, options?: ReadSchemasOptions): Promise<string> {
  const error: unknown = await readSchemas(projectWith(files), options).catch((thrown: unknown) => thrown);
  expect(error).toMatchObject({ code: "SCHEMA_INVALID" });
  return (error as Error).message;
}

it("the schemas of a new project are the defaults, with comments", async () => {
  const root = fileURLToPath(new URL("../../templates/default", import.meta.url));
  const { files, ...schemas } = await readSchemas(root);
  expect(schemas).toEqual(defaultSchemas);
  expect(Object.keys(files)).toEqual(["index", "query", "search", "answer", "judge"]);
});

it("a project without schema files has the defaults", async () => {
  expect(await readSchemas(projectWith({}))).toEqual({ ...defaultSchemas, files: {} });
});

describe("a schema file", () => {
  it("may leave out keys, or leave them empty, and may be JSON", async () => {
    const root = projectWith({
      "schemas/search.yml": "max_steps: 3\nextra_score_rules:\n#  - match_keyword: x\n",
      "schemas/judge.json": '{ "numeric_tolerance_pct": 0 }',
      "schemas/answer.yaml": "",
    });
    const schemas = await readSchemas(root);
    expect(schemas.search).toEqual({ ...defaultSchemas.search, max_steps: 3 });
    expect(schemas.judge).toEqual({ ...defaultSchemas.judge, numeric_tolerance_pct: 0 });
    expect(schemas.answer).toEqual(defaultSchemas.answer);
    expect(schemas.files).toEqual({
      search: join(root, "schemas/search.yml"),
      judge: join(root, "schemas/judge.json"),
      answer: join(root, "schemas/answer.yaml"),
    });
  });

  it("gives fields the weight of their kind: words are searched; truth values, numbers and fields of a document are filters", async () => {
    const field = (name: string, type: string) => `{ name: ${name}, description: d, type: "${type}" }`;
    const { index } = await readSchemas(
      projectWith({
        "schemas/index.yaml": `fields: [${field("a", "string")}, ${field("b", "list[string]")}, ${field("c", "boolean")}, ${field("d", "number")}, { name: e, description: d }]
doc_fields: [${field("f", "string")}, { name: g, description: d, search_weight: 2 }]\n`,
      }),
    );
    const weights = [...index.fields, ...index.doc_fields].map(({ name, search_weight }) => `${name} ${search_weight}`);
    expect(weights).toEqual(["a 1", "b 1", "c 0", "d 0", "e 1", "f 0", "g 2"]);
  });

  it("may say a lexicon and filters briefly", async () => {
    const { search } = await readSchemas(
      projectWith({
        "schemas/search.yaml": `lexicon:
  - match: capex
    terms: [capital expenditure, { text: plant, weight: 0.2 }]
filters:
  - { attribute: year, read: year, mode: hard }
  - { attribute: docType, words: { 10-K: annual report, 10-Q: [quarterly, 10-Q] } }
  - { attribute: role, words: [buyer, seller] }
`,
      }),
    );
    expect(search.lexicon).toEqual([
      {
        match: ["capex"],
        terms: [
          { text: "capital expenditure", weight: 0.5 },
          { text: "plant", weight: 0.2 },
        ],
        attributes: {},
        boost: 1.5,
      },
    ]);
    expect(search.filters).toEqual([
      { attribute: "year", read: "year", after: [], words: {}, as: "number", mode: "hard", boost: 2 },
      {
        attribute: "docType",
        after: [],
        words: { "10-K": ["annual report"], "10-Q": ["quarterly", "10-Q"] },
        as: "text",
        mode: "prior",
        boost: 2,
      },
      { attribute: "role", after: [], words: { buyer: ["buyer"], seller: ["seller"] }, as: "text", mode: "prior", boost: 2 },
    ]);
  });
});

describe("the files of ReActRAG", () => {
  const files = {
    "schemas/default_pipeline.yaml": `index_schema:  default_index_schema.yaml
query_schema:  default_query_schema.yaml
search_schema: default_search_schema.yaml
answer_schema: default_answer_schema.yaml
judge_schema:  default_judge_schema.yaml
`,
    "schemas/default_index_schema.yaml": `fields:
  - name: topic
    description: "What it is about"
    type: string
    search_weight: 3
  - name: has_numeric_data
    description: "Whether it has figures"
    type: boolean
    search_weight: 0   # a flag
doc_fields:
  - name: doc_summary
    description: "Two sentences"
    type: string
`,
    "schemas/default_query_schema.yaml": `question_field: "question"
doc_field: "expected_md"
answer_field: "answer"
id_field: "record_id"
extra_context_fields:
  - "question_type"
`,
    "schemas/default_search_schema.yaml": `enabled_tools: [search_index, read_chunks, list_sections, calculate, finish]
max_steps: 12
top_k: 5
system_prompt_template: |
  Find it.
  {tool_descriptions}
extra_score_rules:
  - match_keyword: "margin"
    boost_field: "has_numeric_data"
    boost: 5
`,
    "schemas/default_answer_schema.yaml": `system_prompt: |
  Be precise.
per_context_hints:
  question_type:
    metrics-generated: "Show the calculation."
    domain-relevant: "Begin with Yes or No."
`,
    "schemas/default_judge_schema.yaml": `system_prompt: |
  Compare.
prompt_template: |
  {question} {expected} {predicted} {numeric_tolerance_pct}
  CORRECT or INCORRECT
numeric_tolerance_pct: 2
correct_prefix: "CORRECT"
incorrect_prefix: "INCORRECT"
reasoning_prefix: "Reasoning:"
`,
  };

  it("work as they are, through their pipeline file", async () => {
    const root = projectWith(files);
    const schemas = await readSchemas(root, { pipeline: join(root, "schemas/default_pipeline.yaml") });
    expect(schemas.index.fields.map(({ name }) => name)).toEqual(["topic", "has_numeric_data"]);
    expect(schemas.query).toEqual({
      question_field: "question",
      doc_field: "expected_md",
      answer_field: "answer",
      id_field: "record_id",
      extra_context_fields: ["question_type"],
    });
    expect(schemas.search.extra_score_rules).toEqual([{ match_keyword: "margin", boost_field: "has_numeric_data", boost: 5 }]);
    expect(schemas.answer.per_context_hints.question_type?.["domain-relevant"]).toBe("Begin with Yes or No.");
    expect(schemas.judge.prompt_template).toContain("CORRECT or INCORRECT");
  });
});

describe("where a schema comes from", () => {
  const steps = (n: number) => `max_steps: ${n}\n`;
  const files = {
    "schemas/search.yaml": steps(1),
    "schemas/judge.yaml": "numeric_tolerance_pct: 1\n",
    "other/mine.yaml": "search_schema: s.yaml\n",
    "other/s.yaml": steps(2),
    "flag.yaml": steps(3),
  };

  it("is a flag, else the pipeline file, else schemas/ by its name", async () => {
    const root = projectWith(files);
    const maxSteps = async (options: ReadSchemasOptions) => (await readSchemas(root, options)).search.max_steps;
    const pipeline = join(root, "other/mine.yaml");
    expect(await maxSteps({ pipeline, overrides: { search: join(root, "flag.yaml") } })).toBe(3);
    expect(await maxSteps({ pipeline })).toBe(2);
    expect(await maxSteps({})).toBe(1);
    expect((await readSchemas(root, { pipeline })).judge.numeric_tolerance_pct).toBe(1);
  });

  it("must be there when it is named", async () => {
    const root = projectWith(files);
    await expect(readSchemas(root, { overrides: { judge: join(root, "no.yaml") } })).rejects.toMatchObject({ code: "PATH_NOT_FOUND" });
    await expect(readSchemas(root, { pipeline: join(root, "no.yaml") })).rejects.toMatchObject({ code: "PATH_NOT_FOUND" });
    expect(await failure({ "schemas/pipeline.yaml": "query_schema: q.yaml\njudge_schema: j.yaml\n" })).toMatch(
      /^schemas\/pipeline\.yaml:1:1: "query_schema" names "q\.yaml", which is not there \(".*"\)\.\nschemas\/pipeline\.yaml:2:1: "judge/,
    );
    expect(await failure({ "schemas/index.yaml": "", "schemas/index.json": "{}" })).toBe(
      "schemas/index.json: There is also schemas/index.yaml. Keep one of the two.",
    );
  });
});

describe("a mistake", () => {
  it("is named with file, line, column and key, and with what is allowed: all of them, of all files", async () => {
    const message = await failure({
      "schemas/index.yaml": `fields:
  - name: a b
    description: d
  - name: topic
    type: text
    search_weigth: 3
  - { name: topic, description: d, search_weight: -1 }
`,
      "schemas/search.yaml": `max_step: 3
top_k: 0
extra_score_rules:
  - match_keyword: margin
    boost_feild: x
filters:
  - { attribute: year }
  - { attribute: c, read: reference }
  - { attribute: c, read: yaer }
lexicon:
  - match: x
`,
      "schemas/judge.yaml": `numeric_tolerance_pct: 2%\nprompt_template: "Is {predicted} right?"\n`,
      "schemas/answer.yaml": "- a\n",
    });
    expect(
      `${message}\n`,
    ).toBe(`schemas/index.yaml:2:5: "fields.0.name" is "a b", but must be letters, digits, _ and -, beginning with a letter, 64 at most.
schemas/index.yaml:4:5: "fields.1.description" is missing; it must be text.
schemas/index.yaml:5:5: "fields.1.type" is "text", but must be one of string, number, boolean, list[string].
schemas/index.yaml:6:5: "fields.1.search_weigth" is not a key of the index schema. Did you mean "search_weight"?
schemas/index.yaml:7:36: "fields.2.search_weight" is -1, but must be 0 or more.
schemas/search.yaml:2:1: "top_k" is 0, but must be 1 or more.
schemas/search.yaml:4:5: "extra_score_rules.0.boost_field" is missing; it must be text.
schemas/search.yaml:5:5: "extra_score_rules.0.boost_feild" is not a key of the search schema. Did you mean "boost_field"?
schemas/search.yaml:11:5: "lexicon.0" is {"match":"x"}, but must be an entry with terms or attributes.
schemas/search.yaml:7:5: "filters.0" is {"attribute":"year"}, but must be a filter with either read or words.
schemas/search.yaml:8:5: "filters.1" is {"attribute":"c","read":"reference"}, but must be a filter with "after": a reference stands after a word.
schemas/search.yaml:9:21: "filters.2.read" is "yaer", but must be one of year, number, date, quoted, reference.
schemas/search.yaml:1:1: "max_step" is not a key of the search schema. Did you mean "max_steps"?
schemas/answer.yaml: The answer schema is ["a"], but must be an object.
schemas/judge.yaml:1:1: "numeric_tolerance_pct" is "2%", but must be a number.
schemas/judge.yaml:2:1: "prompt_template" is "Is {predicted} right?", but must be a text that holds {expected} and {predicted}.
`);
  });

  it("is found in JSON too", async () => {
    expect(await failure({ "schemas/judge.json": '{\n  "numeric_tolerance_pct": -1\n}' })).toBe(
      'schemas/judge.json:2:3: "numeric_tolerance_pct" is -1, but must be 0 or more.',
    );
  });

  it("of syntax is named with its place", async () => {
    expect(await failure({ "schemas/search.yaml": "max_steps: 3\nmax_steps: 4\n" })).toMatch(
      /^schemas\/search\.yaml:2:1: Map keys must be unique/,
    );
    expect(await failure({ "schemas/judge.json": '{ "a": 1,, }' })).toMatch(/^schemas\/judge\.json:1:10: /);
    expect(await failure({ "s.txt": "", "schemas/pipeline.yaml": "index_schema: ../s.txt\n" })).toBe(
      "s.txt: A schema file must end in .yaml, .yml, .json.",
    );
  });

  it("may be two fields of one name, or a name that filters know already", async () => {
    const field = (name: string) => `{ name: ${name}, description: d }`;
    expect(await failure({ "schemas/index.yaml": `fields: [${field("a")}]\ndoc_fields: [${field("a")}]\n` })).toBe(
      'schemas/index.yaml:2:16: "doc_fields.0.name" is "a", but must be a name of its own.',
    );
    expect(await failure({ "schemas/index.yaml": `fields: [${field("source")}]\n` })).toBe(
      'schemas/index.yaml:1:12: "fields.0.name" is "source", but must be another name than documentId, source, text, path, context.',
    );
  });
});
