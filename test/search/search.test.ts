import { createIndexWriter, discardExcept, openIndex, type SearchIndex, setCurrent } from "right-rag/search";
import { beforeEach, describe, expect, it } from "vitest";
import { analyze } from "../../src/search/analysis/analyze.ts";
import { idsOf, indexOf, item, searchByScript, temporaryFolder } from "./helpers.ts";

describe("a question", () => {
  it("finds items by any of its words, the rarer the better", async () => {
    const index = await indexOf([
      item("a", "The ferry leaves at noon."),
      item("b", "The ferry is a boat."),
      item("c", "A boat is a boat."),
    ]);
    expect(idsOf(index, "When does the ferry leave?")).toEqual(["a", "b"]);
  });

  it("is text and never a syntax", async () => {
    const index = await indexOf([item("a", "apples AND pears"), item("b", "NOT near: *wild* title:x (y)")]);
    expect(idsOf(index, "apples AND")).toEqual(["a"]);
    expect(idsOf(index, "NOT wild*")).toEqual(["b"]);
    expect(idsOf(index, "title:x OR ((")).toEqual(["b"]);
    expect(idsOf(index, '"unclosed apples')).toEqual(["a"]);
  });

  it("that finds nothing says what was looked for", async () => {
    const index = await indexOf([item("a", "The ferry leaves at noon.")]);
    expect(index.search("What is the zebra crossing?")).toEqual({ hits: [], searched: ["zebra", "crossing"], notes: [] });
  });

  it("that is blank is an error that names the option", async () => {
    const index = await indexOf([item("a", "x")]);
    for (const blank of ["", "  ", "\n"]) {
      expect(() => index.search(blank)).toThrowError(expect.objectContaining({ code: "SEARCH_OPTION_INVALID" }));
    }
    expect(() => index.search({ text: "x", topK: 0 })).toThrowError(/topK/);
  });

  it("of common words only is looked for as a phrase", async () => {
    const index = await indexOf([
      item("band", "They saw The Who play."),
      item("play", "To be or not to be."),
      item("other", "Who is the owner of it?"),
    ]);
    expect(index.search("the who")).toMatchObject({ hits: [{ id: "band" }], notes: ["only-common-words"] });
    expect(idsOf(index, "to be")).toEqual(["play"]);
    expect(idsOf(index, "is it of the")).toEqual([]);
    expect(idsOf(index, "the")).toEqual([]);
  });

  it("with equal scores gives the order of ids", async () => {
    const index = await indexOf(["d3", "d1", "d2"].map((id) => item(id, "equal words")));
    expect(idsOf(index, "equal")).toEqual(["d1", "d2", "d3"]);
    expect(idsOf(index, { text: "equal", topK: 2 })).toEqual(["d1", "d2"]);
  });
});

describe("compound words", () => {
  const german = (id: string, text: string) => item(id, text, { language: "de" });

  it("are none where a prefix ends in the midst of what is no word", async () => {
    const index = await indexOf([german("consumers", "Verbraucher dürfen widerrufen."), german("pipes", "Pfeifenraucher dürfen das.")]);
    expect(idsOf(index, "Rauchen")).toEqual(["pipes"]);
  });

  it("are found by their parts, and find them, below the word itself", async () => {
    const index = await indexOf([
      german("compound", "Die Rentenversicherung zahlt."),
      german("word", "Eine Versicherung zahlt nicht."),
      german("part", "Die Rente ist sicher."),
      german("other", "Der Hund schläft."),
    ]);
    expect(idsOf(index, "Versicherungen")).toEqual(["word", "compound"]);
    expect(idsOf(index, "Rentenversicherung")).toEqual(["compound", "part", "word"]);
  });

  // Stemmers take off of a long word what they leave at a short one.
  it.each([
    ["de", "Haftung", "Die Produkthaftung ist begrenzt."],
    ["de", "Haftungen", "Jede Produkthaftung ist begrenzt."],
    ["de", "Haftung", "Alle Produkthaftungen sind begrenzt."],
    ["de", "Zahlung", "Eine Ratenzahlung ist möglich."],
    ["de", "Ordnung", "Im Raumordnungsrecht und in der Raumordnung."],
    ["de", "Freiheit", "Die Meinungsfreiheit gilt."],
    ["de", "Fähigkeit", "Die Geschäftsfähigkeit fehlt."],
    ["de", "pflichtig", "Wer steuerpflichtig ist, zahlt."],
    ["nl", "woning", "Een huurwoning is duur."],
    ["nl", "huis", "Alle ziekenhuizen zijn open."],
    ["nl", "bedrijven", "Een bouwbedrijf."],
    ["nl", "vrijheid", "De persvrijheid is belangrijk."],
    ["sv", "frihet", "Om yttrandefrihet i Sverige."],
    ["da", "frihed", "Om ytringsfrihed i Danmark."],
    ["nb", "frihet", "Om ytringsfrihet i Norge."],
  ])("in %s, %s finds: %s", async (language, word, text) => {
    const index = await indexOf([item("compound", text, { language }), item("other", "Hotel", { language })]);
    expect(idsOf(index, word)).toEqual(["compound"]);
  });

  it("do not find words that only end like their stem", async () => {
    const index = await indexOf([
      german("a", "Die Gesellschaft und ihre Wirtschaft."),
      german("b", "Produkthaftung und Gesellschaftsrecht."),
    ]);
    expect(idsOf(index, "Haftung")).toEqual(["b"]);
  });

  it("are found once, however their word is inflected, with the score of the stem", async () => {
    const index = await indexOf([german("a", "Die Rentenversicherung zahlt."), german("b", "Alle Rentenversicherungen zahlen.")]);
    const [first, second] = index.search("Versicherung").hits;
    expect(first?.score).toBe(second?.score);
  });

  it("in the question find the words they are made of, whatever joins those", async () => {
    const index = await indexOf([
      german("insurance", "Eine Versicherung zahlt."),
      german("liability", "Die Haftung ist begrenzt."),
      german("product", "Jedes Produkt zählt."),
      german("certificate", "Ein Schein genügt. Dieser Schein!"),
      german("other", "Der Hund schläft."),
    ]);
    expect(idsOf(index, "Produkthaftung").sort()).toEqual(["liability", "product"]);
    expect(idsOf(index, "Versicherungsschein").sort()).toEqual(["certificate", "insurance"]);
  });
});

describe("numbers", () => {
  it("are found in every way of writing them in groups, the same way first", async () => {
    const index = await indexOf([
      item("german", "Die Strafe beträgt 5.000,00 Euro."),
      item("english", "The penalty is 5,000 euros."),
      item("swiss", "Die Busse beträgt 5'000 Franken."),
      item("plain", "The penalty is 5000 euros."),
      item("other", "The penalty is 500 euros."),
    ]);
    const all = ["english", "german", "plain", "swiss"];
    for (const question of ["5000", "5.000", "5,000.00", "5'000"]) expect(idsOf(index, question).slice(0, 4).sort()).toEqual(all);
    expect(idsOf(index, "5,000")[0]).toBe("english");
    expect(idsOf(index, "5.000,00")[0]).toBe("german");
  });

  it("finds a number whose groups spaces part, or with a unit or a currency written on, by its digits and the other way", async () => {
    const written = [
      "5 000 Euro",
      "5\u00a0000 Euro",
      "5\u202f000,00 Euro",
      "5,000km away",
      "EUR5.000 each",
      "EUR5000 each",
      "5000€",
      "5000km",
    ];
    const index = await indexOf([
      ...["5000 Euro", "5.000 Euro", ...written].map((text, k) => item(`is${k}`, `It is ${text}.`)),
      ...["50 000 Euro", "15 000 Euro", "5 or 6 Euro", "about 10,000", "5 001 Euro"].map((text, k) => item(`not${k}`, `It is ${text}.`)),
    ]);
    const all = Array.from({ length: written.length + 2 }, (_, k) => `is${k}`).sort();
    for (const question of ["5000", "5 000", "5\u00a0000", "5\u2009000,00", "5,000", "5000km", "EUR5.000", "€5 000", "usd5000"])
      expect(idsOf(index, { text: question, topK: 20 }).slice(0, all.length).sort()).toEqual(all);
    expect(index.search("5\u00a0000").searched).toEqual(["5\u00a0000"]);
    expect(index.search("5000km").searched).toEqual(["5000km"]);
  });

  it("still finds two numbers that a space parts, each by itself and side by side in quotes", async () => {
    const index = await indexOf([
      item("rooms", "The rooms 12 500 and 13 are closed."),
      item("people", "There were 12500 people."),
      item("other", "The room 500 is open, and so is 12."),
    ]);
    expect(idsOf(index, "room 12").slice(0, 2).sort()).toEqual(["other", "rooms"]);
    expect(idsOf(index, "rooms 500 12")[0]).toBe("rooms");
    expect(idsOf(index, '"rooms 12 500 and 13"')).toEqual(["rooms"]);
    expect(idsOf(index, "12 500 people")[0]).toBe("people");
  });
});

describe("fields", () => {
  it("are all searched, with their weights", async () => {
    const items = [
      item("text", "zebra"),
      item("path", "x", { path: ["Zebra"] }),
      item("context", "x", { context: "zebra" }),
      item("field", "x", { fields: { keywords: ["horse", "zebra"] } }),
    ];
    expect(idsOf(await indexOf(items), "zebra").sort()).toEqual(["context", "field", "path", "text"]);
    expect(idsOf(await indexOf(items, { fields: { keywords: 9 } }), "zebra")[0]).toBe("field");
    expect(idsOf(await indexOf(items, { fields: { keywords: 0 }, weights: { context: 5, path: 0 } }), "zebra")).toEqual([
      "context",
      "text",
    ]);
  });

  it("saturate together: a word in two fields is not two words", async () => {
    const index = await indexOf([item("twice", "zebra", { path: ["zebra"] }), item("both", "zebra horse"), item("horse", "horse cow")]);
    expect(idsOf(index, "zebra horse")[0]).toBe("both");
  });

  it("refuses options out of range before any work", async () => {
    await expect(indexOf([], { b: 2 })).rejects.toMatchObject({
      code: "SEARCH_OPTION_INVALID",
      message: expect.stringContaining("`b` is 2"),
    });
    await expect(indexOf([], { fields: { x: -1 } })).rejects.toMatchObject({ code: "SEARCH_OPTION_INVALID" });
  });
});

describe("phrases", () => {
  let index: SearchIndex;
  beforeEach(async () => {
    index = await indexOf([
      item("exact", "The court of appeal sat."),
      item("apart", "The appeal went to court; the appeal of the court was heard."),
      item("fields", "court", { path: ["of appeal"] }),
    ]);
  });

  it("in quotes must stand together, in one field", () => {
    expect(idsOf(index, '"court of appeal"')).toEqual(["exact"]);
    expect(idsOf(index, "“court of appeal”")).toEqual(["exact"]);
    expect(idsOf(index, '"COURTS of Appeal" sat')).toEqual(["exact"]);
  });

  it("that nothing has become words, nearby ones first, and the result says so", () => {
    const result = index.search('"court sat quietly"');
    expect(result.notes).toEqual(["phrase-not-found"]);
    expect(result.hits.map((hit) => hit.id)).toContain("apart");
  });
});

describe("phrases with numbers", () => {
  const texts = {
    comma: "a fee of 1,250 euros now",
    space: "a fee of 1 250 euros now",
    plain: "a fee of 1250 euros now",
    decimals: "a fee of 1,250.00 euros now",
    pounds: "a fee of 1,250 pounds",
    india: "a fee of 1,00,000 rupees",
    lakh: "a fee of 100000 rupees",
    both: "from 5,000 to 12,500 km",
    year: "the 2024 annual report",
    report: "the 2024 report",
  };

  it("find every way of writing their groups, and no other word in between", async () => {
    const index = await indexOf(
      Object.entries(texts).map(([id, text]) => item(`${id}#1`, text)),
      { language: "en" },
    );
    for (const [phrase, ids] of [
      ["1250 euros", ["comma", "plain", "space"]],
      ["1,250 euros", ["comma", "plain", "space"]],
      ["1.250 euros", ["comma", "plain", "space"]],
      ["1 250 euros", ["comma", "plain", "space"]],
      ["fee of 1250 euros now", ["comma", "plain", "space"]],
      ["1250.00 euros", ["decimals"]],
      ["1250 pounds", ["pounds"]],
      ["100,000 rupees", ["india", "lakh"]],
      ["100000 rupees", ["india", "lakh"]],
      ["5000 to 12500 km", ["both"]],
      ["2024 report", ["report"]],
    ] as const) {
      const query = { text: `"${phrase}"`, topK: 20 };
      const { hits, notes } = index.search(query);
      expect([phrase, hits.map(({ documentId }) => documentId).sort(), notes]).toEqual([phrase, ids, []]);
      expect(index.searchExhaustive(query).hits).toEqual(hits);
    }
    for (const phrase of ["1250 yen", "250 pounds of 1250", "125 euros", "1,250km"]) {
      expect([phrase, index.search(`"${phrase}"`).notes]).toEqual([phrase, ["phrase-not-found"]]);
    }
  });
});

describe("phrases of many words", () => {
  it("that repeat one are found where it stands as often in a row, and nowhere else", async () => {
    const knocks = (times: number): string => "knock ".repeat(times);
    const index = await indexOf([
      item("four", knocks(4)),
      item("three", knocks(3)),
      item("apart", `${knocks(2)}at the door, ${knocks(2)}`),
      item("other", "a bell rings"),
    ]);
    expect(idsOf(index, `"${knocks(4)}"`)).toEqual(["four"]);
    expect(idsOf(index, `"${knocks(3)}"`).sort()).toEqual(["four", "three"]);
    const { notes, hits } = index.search(`"${knocks(5)}"`);
    expect(notes).toEqual(["phrase-not-found"]);
    expect(hits.length).toBe(3);
  });

  it("are compared to the end of 200", async () => {
    const words = Array.from({ length: 200 }, (_, k) => `word${k}`);
    const index = await indexOf([item("same", words.join(" ")), item("last", [...words.slice(0, -1), "other"].join(" "))]);
    expect(idsOf(index, `"${words.join(" ")}"`)).toEqual(["same"]);
  });
});

describe("filters", () => {
  let index: SearchIndex;
  beforeEach(async () => {
    index = await indexOf([
      item("a#1", "rule", { attributes: { year: 1999, kind: "act", tags: ["x", "y"], final: true }, path: ["Part 1", "Scope"] }),
      item("a#2", "rule", { attributes: { year: -5, kind: "act" }, path: ["Part 1"] }),
      item("b#1", "rule", { attributes: { year: 2020.5, kind: "notice", date: "2026-01-02" }, path: ["Part 10", "Scope"] }),
    ]);
  });
  const found = (...filters: Parameters<SearchIndex["sections"]>[0] & object): string[] => idsOf(index, { text: "rule", filters }).sort();

  it("compare by value and type", () => {
    expect(found({ attribute: "kind", op: "is", value: "act" })).toEqual(["a#1", "a#2"]);
    expect(found({ attribute: "year", op: "is", value: 1999 })).toEqual(["a#1"]);
    expect(found({ attribute: "year", op: "is", value: "1999" })).toEqual([]);
    expect(found({ attribute: "final", op: "is", value: true })).toEqual(["a#1"]);
    expect(found({ attribute: "tags", op: "is", value: "y" })).toEqual(["a#1"]);
    expect(found({ attribute: "documentId", op: "oneOf", value: ["b", "zz"] })).toEqual(["b#1"]);
  });

  it("take ranges with both ends, numbers by value and strings by code unit", () => {
    expect(found({ attribute: "year", op: "range", value: [-5, 1999] })).toEqual(["a#1", "a#2"]);
    expect(found({ attribute: "year", op: "range", value: [2000, null] })).toEqual(["b#1"]);
    expect(found({ attribute: "year", op: "range", value: [null, 0] })).toEqual(["a#2"]);
    expect(found({ attribute: "date", op: "range", value: ["2026-01-01", "2026-12-31"] })).toEqual(["b#1"]);
  });

  it("know paths by whole topics", () => {
    expect(found({ attribute: "", op: "pathPrefix", value: ["Part 1"] })).toEqual(["a#1", "a#2"]);
    expect(found({ attribute: "", op: "pathPrefix", value: ["Part 1", "Scope"] })).toEqual(["a#1"]);
    expect(found({ attribute: "", op: "pathPrefix", value: [] })).toHaveLength(3);
  });

  it("hold together", () => {
    expect(found({ attribute: "kind", op: "is", value: "act" }, { attribute: "year", op: "range", value: [0, null] })).toEqual(["a#1"]);
  });

  it("that cannot be meant are errors", () => {
    for (const value of [null, { a: 1 }, ["x"]]) {
      expect(() => found({ attribute: "kind", op: "is", value })).toThrowError(expect.objectContaining({ code: "SEARCH_OPTION_INVALID" }));
    }
    expect(() => found({ attribute: "year", op: "range", value: [1, "b"] })).toThrowError(/filters\[0\]\.year/);
  });

  it("limit sections too, each section once", () => {
    expect(index.sections([{ attribute: "kind", op: "is", value: "act" }])).toEqual([
      { documentId: "a", path: ["Part 1", "Scope"] },
      { documentId: "a", path: ["Part 1"] },
    ]);
    expect(index.sections()).toHaveLength(3);
  });
});

describe("scores", () => {
  const items = [
    item("a", "zebra", { attributes: { year: 2020 } }),
    item("b", "zebra zebra"),
    item("c", "zebra horse cow", { attributes: { year: 2021 } }),
  ];

  it("can be boosted by attribute", async () => {
    const index = await indexOf(items);
    const boosts = [{ filter: { attribute: "year", op: "is", value: 2021 } as const, factor: 3 }];
    expect(idsOf(index, "zebra")).toEqual(["b", "a", "c"]);
    expect(idsOf(index, { text: "zebra", boosts })).toEqual(["c", "b", "a"]);
    expect(idsOf(index, { text: "zebra", boosts, topK: 1 })).toEqual(["c"]);
  });

  it("can take more words with a weight", async () => {
    const index = await indexOf(items);
    expect(idsOf(index, { text: "zebra", expansions: [{ text: "horse", weight: 0.5 }] })[0]).toBe("c");
  });

  it("can be replaced by a hook, which may search in turn", async () => {
    const index = await indexOf(items);
    const seen: unknown[] = [];
    const result = index.search({
      text: "zebra",
      score: (hit) => {
        seen.push([hit.id, hit.attributes, index.search("horse").hits.length]);
        return hit.id === "a" ? 7 : Number.NaN;
      },
    });
    expect(result.hits.map(({ id, score }) => [id, score])).toEqual([
      ["a", 7],
      ["b", 0],
      ["c", 0],
    ]); // prettier-ignore
    expect(seen).toEqual([
      ["b", {}, 1],
      ["a", { year: 2020 }, 1],
      ["c", { year: 2021 }, 1],
    ]); // prettier-ignore
  });
});

describe("reading", () => {
  it("gives back what was given, and undefined for an unknown id", async () => {
    const index = await indexOf([
      item("a#1", "text", { context: "head", path: ["P"], attributes: { year: 1, deep: { x: [1] } }, stored: { span: [0, 4] } }),
    ]);
    expect(index.read(["nope", "a#1"])).toEqual([
      undefined,
      {
        id: "a#1",
        documentId: "a",
        text: "text",
        context: "head",
        path: ["P"],
        attributes: { year: 1, deep: { x: [1] } },
        stored: { span: [0, 4] },
      },
    ]);
  });

  it("keeps no text when told so, and finds it all the same", async () => {
    const index = await indexOf([item("a", "a zebra", { stored: 1 })], { storeText: false });
    expect(index.read(idsOf(index, "zebra"))).toEqual([{ id: "a", documentId: "a", path: [], attributes: {}, stored: 1 }]);
  });
});

it("finds nothing of which factors leave no score, as scoring everything says", async () => {
  const index = await indexOf([item("a#1", "ferry"), item("b#1", "ferry alarm")]);
  for (const factor of [0, 5e-324]) {
    const query = {
      text: "ferry",
      topK: 100,
      boosts: [{ filter: { attribute: "documentId", op: "is", value: "a" } as const, factor }],
    };
    expect(index.search(query).hits.map(({ id }) => id)).toEqual(["b#1"]);
    expect(index.searchExhaustive(query).hits).toEqual(index.search(query).hits);
    expect(await searchByScript(index, query)).toEqual(index.search(query));
  }
});

it("weighs a field as any other when its name is one that every object has", async () => {
  const index = await indexOf([
    { ...item("a#1", "fee"), fields: { constructor: "hotel", toString: "hotel" } as never },
    { ...item("b#1", "fee"), fields: { title: "hotel" } },
  ]);
  expect(index.search("hotel").hits.map(({ id }) => id)).toEqual(["a#1", "b#1"]);
  expect(index.searchExhaustive("hotel").hits).toEqual(index.search("hotel").hits);
});

it("says of what a query or an item cannot have which part it is", async () => {
  const index = await indexOf([item("a#1", "ferry")]);
  const queries = [{ boosts: [null] }, { expansions: [null] }, { expansions: [{ text: null, weight: 1 }] }, { score: 5 }];
  for (const query of queries) {
    expect(() => index.search({ text: "ferry", ...query } as never)).toThrow(expect.objectContaining({ code: "SEARCH_OPTION_INVALID" }));
  }
  for (const more of [{ fields: { t: null } }, { language: 5 }, { id: "\ud800" }]) {
    await expect(indexOf([{ ...item("a#1", "ferry"), ...more } as never])).rejects.toMatchObject({ code: "SEARCH_OPTION_INVALID" });
  }
});

it("refuses options that there are not, by name, since a misspelt one would be passed over", async () => {
  const index = await indexOf([item("a#1", "ferry")]);
  const unknown = (name: string) => ({ code: "SEARCH_OPTION_INVALID", message: `There is no search option \`${name}\`.` });
  expect(() => index.search({ text: "ferry", topk: 5 } as never)).toThrow(expect.objectContaining(unknown("topk")));
  const boost = { filter: { attribute: "x", op: "is", value: 1 }, factor: 2, weigth: 3 };
  expect(() => index.search({ text: "ferry", boosts: [boost] } as never)).toThrow(expect.objectContaining(unknown("boosts[0].weigth")));
  const filter = { attribute: "x", op: "is", value: 1, values: [1] };
  expect(() => index.search({ text: "ferry", filters: [filter] } as never)).toThrow(expect.objectContaining(unknown("filters[0].values")));
  expect(() => index.search([] as never)).toThrow(expect.objectContaining({ code: "SEARCH_OPTION_INVALID" }));
  expect(() => analyze("ferry", { lang: "en" } as never)).toThrow(expect.objectContaining(unknown("options.lang")));
  for (const name of ["txt", "atributes", "documentid"]) {
    await expect(indexOf([{ ...item("b#1", "ferry"), [name]: {} }])).rejects.toMatchObject(unknown(`item.${name}`));
  }
  await expect(indexOf([], { langauge: "de" } as never)).rejects.toMatchObject(unknown("langauge"));
  await expect(indexOf([], { weights: { title: 2 } } as never)).rejects.toMatchObject(unknown("weights.title"));
  await expect(openIndex(temporaryFolder(), { generation: "x" } as never)).rejects.toMatchObject(unknown("generation"));
});

it("names the one of several filters, boosts and expansions that cannot be meant", async () => {
  const index = await indexOf([item("a#1", "ferry")]);
  const good = { filters: { attribute: "x", op: "is", value: 1 }, expansions: { text: "boat", weight: 1 } };
  for (const [options, name, value] of [
    [{ filters: null }, "filters", "null"],
    [{ filters: [good.filters, null] }, "filters[1]", "null"],
    [{ filters: [{ op: "is", value: 1 }] }, "filters[0].attribute", "undefined"],
    [{ boosts: [null] }, "boosts[0]", "null"],
    [{ expansions: [good.expansions, "moon"] }, "expansions[1]", '"moon"'],
    [{ expansions: [{ weight: 1 }] }, "expansions[0].text", "undefined"],
  ] as const) {
    const message = expect.stringContaining(`\`${name}\` is ${value};`);
    expect(() => index.search({ text: "ferry", ...options } as never)).toThrow(
      expect.objectContaining({ code: "SEARCH_OPTION_INVALID", message }),
    );
  }
});

it("refuses a language that is no tag of one, wherever it is told", async () => {
  const index = await indexOf([item("a#1", "ferry", { language: "pt-BR" }), item("b#1", "ferry", { language: "gsw_CH" })], {
    language: "und",
  });
  expect(index.stats.languages).toEqual({ pt: 1, gsw: 1 });
  for (const language of ["english", "English", "e", "", "en-", "en US", "de-Deutschland", "12"]) {
    const refused = (name: string) => ({
      code: "SEARCH_OPTION_INVALID",
      message: expect.stringContaining(`\`${name}\` is ${JSON.stringify(language)}; it must be a language tag`),
    });
    expect(() => index.search({ text: "ferry", language })).toThrow(expect.objectContaining(refused("language")));
    expect(() => analyze("ferry", { language })).toThrow(expect.objectContaining(refused("options.language")));
    await expect(indexOf([], { language })).rejects.toMatchObject(refused("language"));
    await expect(indexOf([item("a#1", "ferry", { language })])).rejects.toMatchObject(refused("item.language"));
  }
});

it("refuses an empty path, which would be the folder that the process is in", async () => {
  const refused = { code: "SEARCH_OPTION_INVALID", message: 'The search option `dir` is ""; it must be the path of a folder.' };
  await expect(createIndexWriter("")).rejects.toMatchObject(refused);
  await expect(openIndex("")).rejects.toMatchObject(refused);
  await expect(setCurrent("", "manifest-0000000000000000.json")).rejects.toMatchObject(refused);
  await expect(discardExcept("", undefined)).rejects.toMatchObject(refused);
});

it("refuses a scoring hook that gives no number at once, and boosts that leave no score a number", async () => {
  const index = await indexOf([item("a#1", "ferry")]);
  const invalid = expect.objectContaining({ code: "SEARCH_OPTION_INVALID" });
  expect(() => index.search({ text: "ferry", score: (async () => 1) as never })).toThrow(
    expect.objectContaining({ message: "The search option `score()` is a promise; it must be a number, given at once." }),
  );
  expect(() => index.search({ text: "ferry", score: (() => "1") as never })).toThrow(invalid);
  const boosts = Array.from({ length: 40 }, () => ({ filter: { attribute: "x", op: "is", value: 1 } as const, factor: 1000 }));
  expect(() => index.search({ text: "ferry", boosts })).toThrow(invalid);
  expect(() => index.search({ text: "ferry", boosts: [{}] } as never)).toThrow(
    expect.objectContaining({ message: expect.stringContaining("`boosts[0].filter`") }),
  );
});

it("bounds a word by more occurrences than a table has room for", async () => {
  const options = { weights: { text: 100 }, b: 0 };
  const items = Array.from({ length: 300 }, (_, k) => item(`i${k}`, k === 200 ? "pier ".repeat(50_000) : `pier ferry n${k}`));
  const index = await indexOf(items, options);
  const asked = { text: "pier ferry", topK: 3 };
  const { total: _, ...all } = index.searchExhaustive(asked);
  expect(index.search(asked)).toEqual(all);
  expect(index.search({ text: "pier", topK: 1 }).hits[0]?.id).toBe("i200");
});
