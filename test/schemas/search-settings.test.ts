import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { defaultSchemas } from "../../src/schemas/defaults.ts";
import type { QuestionFilter, SearchSchema } from "../../src/schemas/schema-types.ts";
import { fieldTexts, indexOptions, searchSettings } from "../../src/schemas/search-settings.ts";
import { createIndexWriter, openIndex, type SearchIndex, setCurrent } from "../../src/search/index.ts";

const schemaWith = (parts: Partial<SearchSchema>): SearchSchema => ({ ...defaultSchemas.search, ...parts });
const filter = (parts: Partial<QuestionFilter>): QuestionFilter => ({
  attribute: "a",
  after: [],
  words: {},
  as: "text",
  mode: "hard",
  boost: 2,
  ...parts,
});
const read = (question: string, parts: Partial<QuestionFilter>) =>
  searchSettings(schemaWith({ filters: [filter(parts)] }), { text: question }).filters[0]?.value;

it("a schema that says nothing adds nothing", () => {
  expect(searchSettings(defaultSchemas.search, { text: "What was the margin in 2022?" })).toEqual({
    filters: [],
    boosts: [],
    expansions: [],
    applied: [],
  });
});

describe("filters", () => {
  it.each([
    ["What was revenue in 2022?", 2022],
    ["Revenue in FY2021, FY 2022 and FY2022?", [2021, 2022]],
    ["Revenue for 2023Q2?", 2023],
    ["Growth from 2019 to 2022?", [2019, 2022]],
    ["Growth 2019–2022?", [2019, 2022]],
    ["In 2022's report?", 2022],
    ["Is 12,022 or 2022.5 or A2022 or 20221 or 1066 a year?", undefined],
  ])("read the years of %j", (question, years) => {
    expect(read(question, { read: "year", as: "number" })).toEqual(years);
  });

  it("take two years with a word for 'to' between them as a range, and others one by one", () => {
    const years = { attribute: "year", read: "year", as: "number" } as const;
    const of = (text: string) => searchSettings(schemaWith({ filters: [filter(years)] }), { text }).filters;
    expect(of("from 2019 to 2022")).toEqual([{ attribute: "year", op: "range", value: [2019, 2022] }]);
    expect(of("2019 and 2022")).toEqual([{ attribute: "year", op: "oneOf", value: [2019, 2022] }]);
    expect(of("2022 or 2022")).toEqual([{ attribute: "year", op: "is", value: 2022 }]);
  });

  it("read numbers, dates and quotations", () => {
    expect(read("Forms 1,250 and 7.5, not A7", { read: "number", as: "number" })).toEqual([1250, 7.5]);
    expect(read("in force on 2024-05-31?", { read: "date" })).toBe("2024-05-31");
    expect(read("on 2024-13-31?", { read: "date" })).toBeUndefined();
    expect(read('Who defines "fair value" and „Zeitwert“?', { read: "quoted" })).toEqual(["fair value", "Zeitwert"]);
  });

  it.each([
    ["What does section 12(3)(a) say?", "12(3)(a)"],
    ["(see Section 4.2.1)?", "4.2.1"],
    ["Under § 7 and § 8a.", ["7", "8a"]],
    ["Section IV?", "IV"],
    ["Which section says so?", undefined],
    ["What about 12(3)?", undefined],
  ])("read the reference of %j, after a word for it", (question, references) => {
    expect(read(question, { read: "reference", after: ["section", "§"] })).toEqual(references);
  });

  it("read only what comes after a word, where one is given", () => {
    expect(read("the 2020 act as amended in 2024", { read: "year", after: ["amended in"], as: "number" })).toBe(2024);
  });

  it("write the fact as the attribute has it", () => {
    expect(read("section 12?", { read: "reference", after: ["section"], format: "s. {value}" })).toBe("s. 12");
    expect(read("in 2022", { read: "year", as: "text" })).toBe("2022");
  });

  it("know a value by its words, whatever their case, accents, ending and place", () => {
    const words = { "10-K": ["10-K", "annual report"], "10-Q": ["quarterly reports"] };
    expect(read("What do the Annual Reports say?", { words })).toBe("10-K");
    expect(read("the 10-k or the quarterly report", { words })).toEqual(["10-K", "10-Q"]);
    expect(read("an annual tax report", { words })).toBeUndefined();
    expect(read("Was sagt die Größe?", { words: { x: ["grösse"] } })).toBe("x");
    expect(read("退職金はいくらですか", { words: { x: ["退職金"], y: ["賞与"] } })).toBe("x");
  });

  it("that are a prior lift instead of leaving out", () => {
    const settings = searchSettings(schemaWith({ filters: [filter({ read: "year", as: "number", mode: "prior", boost: 3 })] }), {
      text: "in 2022",
    });
    expect(settings).toEqual({
      filters: [],
      boosts: [{ filter: { attribute: "a", op: "is", value: 2022 }, factor: 3 }],
      expansions: [],
      applied: ["prior: a is 2022"],
    });
  });
});

describe("the lexicon", () => {
  const lexicon = [
    { match: ["capex", "capital spending"], terms: [{ text: "capital expenditure", weight: 0.5 }], attributes: {}, boost: 1.5 },
    { match: ["fine"], terms: [], attributes: { unitType: "penalty", role: ["buyer", "seller"] }, boost: 2 },
  ];

  it("adds terms for a word or phrase of the question", () => {
    expect(searchSettings(schemaWith({ lexicon }), { text: "How much capital spending is planned?" })).toMatchObject({
      expansions: [{ text: "capital expenditure", weight: 0.5 }],
      applied: ["lexicon: capital spending"],
    });
    expect(searchSettings(schemaWith({ lexicon }), { text: "capital and spending" }).applied).toEqual([]);
  });

  it("lifts what has an attribute", () => {
    expect(searchSettings(schemaWith({ lexicon }), { text: "Which fines?" }).boosts).toEqual([
      { filter: { attribute: "unitType", op: "is", value: "penalty" }, factor: 2 },
      { filter: { attribute: "role", op: "oneOf", value: ["buyer", "seller"] }, factor: 2 },
    ]);
  });
});

describe("score rules", () => {
  const item = (attributes: Record<string, unknown>) => ({ id: "1", documentId: "d", score: 1, path: [], attributes: attributes as never });
  const settings = (question: string, rule: object) =>
    searchSettings(schemaWith({ extra_score_rules: [{ match_keyword: "margin", boost_field: "f", boost: 5, ...rule }] }), {
      text: question,
    });

  it("are for questions that have the keyword as a word", () => {
    expect(settings("What are the margins?", {}).score).toBeTypeOf("function");
    expect(settings("What is submargin?", {}).score).toBeUndefined();
  });

  it.each([
    [true, 6],
    ["x", 6],
    [["x"], 6],
    [3, 6],
    [false, 1],
    ["", 1],
    [[], 1],
    [0, 1],
    [null, 1],
    [undefined, 1],
  ])("add to a hit whose field is %j: %d", (value, score) => {
    expect(settings("margin", {}).score?.(item({ f: value }))).toBe(score);
  });

  it("with a value add to a hit that has it, in a list or among its words", () => {
    const { score } = settings("margin", { boost_value: "gross profit" });
    const scores = ["gross profit", ["a", "Gross Profit"], "on gross profits", "gross", true].map((value) => score?.(item({ f: value })));
    expect(scores).toEqual([6, 6, 6, 1, 1]);
  });

  it("add up", () => {
    const rules = [5, -2].map((boost) => ({ match_keyword: "margin", boost_field: "f", boost }));
    expect(searchSettings(schemaWith({ extra_score_rules: rules }), { text: "margin" }).score?.(item({ f: true }))).toBe(4);
  });
});

describe("in the keyword index", () => {
  const folder = mkdtempSync(join(tmpdir(), "right-rag-search-schema-"));
  const index = {
    fields: [
      { name: "key_topics", description: "d", type: "list[string]", search_weight: 2 },
      { name: "year", description: "d", type: "number", search_weight: 0 },
      { name: "has_numeric_data", description: "d", type: "boolean", search_weight: 0 },
    ],
    doc_fields: [],
  } as const;
  const chunks = [
    { id: "1", text: "Revenue rose.", attributes: { key_topics: ["capital expenditure"], year: 2021, has_numeric_data: true } },
    { id: "2", text: "Revenue rose by a margin.", attributes: { key_topics: ["sales"], year: 2022, has_numeric_data: false } },
    { id: "3", text: "Revenue rose and margin fell a little.", attributes: { year: 2022, has_numeric_data: true } },
  ];
  let open: SearchIndex;

  beforeAll(async () => {
    const writer = await createIndexWriter(folder, { options: indexOptions({ index, search: defaultSchemas.search }) });
    const items = chunks.map((chunk) => ({ ...chunk, documentId: "d", path: [], fields: fieldTexts(chunk.attributes, index) }));
    await writer.replaceDocument("d", items);
    const { manifest } = await writer.commit();
    await setCurrent(folder, manifest);
    open = await openIndex(folder);
  });
  afterAll(async () => {
    await open.close();
    rmSync(folder, { recursive: true });
  });

  const ids = async (text: string, parts: Partial<SearchSchema>) => {
    const { applied: _, ...settings } = searchSettings(schemaWith(parts), { text });
    return (await open.search({ text, ...settings })).hits.map(({ id }) => id);
  };

  it("a field with weight is searched, and one of weight 0 is only filtered", async () => {
    expect(indexOptions({ index, search: defaultSchemas.search })).toEqual({ fields: { key_topics: 2 } });
    expect(fieldTexts(chunks[0]?.attributes ?? {}, index)).toEqual({ key_topics: ["capital expenditure"] });
    expect(await ids("expenditure", {})).toEqual(["1"]);
    expect(await ids("2021", {})).toEqual([]);
  });

  it("a hard filter, a prior, the lexicon and score rules change what comes first", async () => {
    const years = { attribute: "year", read: "year", as: "number" } as const;
    expect(await ids("revenue margin", {})).toEqual(["2", "3", "1"]);
    expect(await ids("revenue margin in 2021", { filters: [filter(years)] })).toEqual(["1"]);
    expect(await ids("revenue margin in 2021", { filters: [filter({ ...years, mode: "prior", boost: 100 })] })).toEqual(["1", "2", "3"]);
    const lexicon = [{ match: ["capex"], terms: [{ text: "capital expenditure", weight: 0.5 }], attributes: {}, boost: 1 }];
    expect(await ids("capex", { lexicon })).toEqual(["1"]);
    const extra_score_rules = [{ match_keyword: "margin", boost_field: "has_numeric_data", boost: 5 }];
    expect(await ids("revenue margin", { extra_score_rules })).toEqual(["3", "1", "2"]);
  });
});
