import { expect, it } from "vitest";
import { resolveAnswer } from "../../../src/citations.ts";
import type { SearchHits } from "../../../src/interfaces.ts";
import type { Answer, DraftAnswer, Evidence } from "../../../src/model.ts";
import { ExtractiveAnswerGenerator } from "../../../src/plugins/answer_generators/extractive.ts";

/** Pieces of one document, in a row with a blank line between them. */
function document(...pieces: readonly (readonly [path: readonly string[], text: string])[]): Evidence[] {
  let start = 0;
  return pieces.map(([path, text]) => {
    const span = { start, end: start + text.length };
    start = span.end + 2;
    const citation = ["rules.md", ...path].join(" › ");
    return { text, score: 1, documentId: "d", source: "rules.md", unitId: path.join("/"), path, citation, span, attributes: {} };
  });
}

function checked(question: string, draft: DraftAnswer): Answer {
  const answer = resolveAnswer(question, draft, { searched: [] });
  expect(answer).toMatchObject({ abstained: false, grounded: true });
  return answer;
}

const ask = (question: string, evidence: readonly Evidence[]) =>
  checked(question, new ExtractiveAnswerGenerator().answer({ text: question }, { evidence, searched: [] }));

/** The clauses of a section that are quoted to "How long may a book be borrowed?", by the letters at their ends. */
function quoted(text: string, question = "How long may a book be borrowed?", path = ["Loans"]): string {
  const answer = ask(question, document([path, text]));
  return [
    ...answer.citations
      .map(({ quote }) => quote)
      .join(" ")
      .matchAll(/([A-Z])(?=[.;]|$)/gm),
  ]
    .map(([letter]) => letter)
    .join("");
}

const RULE = "A book may be borrowed for 21 days A.";

it.each([
  ["a numbered clause", `1.1 ${RULE}\n\n1.2 Exception: maps stay here B.\n\n1.3 A film costs 2 euros C.`, "AB"],
  ["a paragraph with its number in brackets", `(1) ${RULE}\n\n(2) This does not apply to maps B.\n\n(3) A film costs 2 euros C.`, "AB"],
  ["a letter", `a) ${RULE}\nb) except on Sundays B;\nc) films cost 2 euros C.`, "AB"],
  ["an item of a numbered list", `1. ${RULE}\n2. However, maps stay here B.\n3. A film costs 2 euros C.`, "AB"],
  ["a section sign", `§ 1 ${RULE}\n\n§ 2 By way of exception maps stay here B.\n\n§ 3 A film costs 2 euros C.`, "AB"],
  ["a paragraph without a number", `${RULE}\n\nException: maps stay here B.\n\nA film costs 2 euros C.`, "AB"],
  [
    "two in a row",
    `1.1 ${RULE}\n\n1.2 Exception: maps stay here B.\n\n1.3 Exception: prints stay here C.\n\n1.4 A film costs 2 euros D.`,
    "ABC",
  ],
  ["to the whole clause, whatever sentence is quoted", `1.1 ${RULE} The hall is open to all D.\n\n1.2 Exception: maps stay here B.`, "AB"],
  [
    "to a clause with items",
    `1.1 A book may be borrowed for these days A:\n(a) 21 X;\n(b) 14 Y.\n\n1.2 This does not apply to maps B.`,
    "XYB",
  ],
])("takes an exception along that is %s", (_, text, expected) => {
  expect(quoted(text)).toBe(expected);
});

it.each([
  ["of the clause between", `1.1 ${RULE}\n\n1.2 A film costs 2 euros B.\n\n1.3 Exception: children pay nothing C.`, "A"],
  ["that names another clause", `1.1 ${RULE}\n\n1.2 A film costs 2 euros B.\n\n1.3 Clause 1.2 does not apply to children C.`, "A"],
  ["next to it that names another clause", `1.1 ${RULE}\n\n1.2 Notwithstanding 4.1, children pay nothing B.`, "A"],
  ["that names a clause of another text", `1.1 ${RULE}\n\n1.2 Notwithstanding clause 1.1 of the Museum Lease, prints stay here B.`, "A"],
  ["which is a rule with a reservation", `1.1 ${RULE}\n\n1.2 Unless otherwise agreed, films cost 2 euros B.`, "A"],
  ["which is a rule with an exception of its own", `1.1 ${RULE}\n\n1.2 Except for children, readers pay 2 euros B.`, "A"],
  [
    "of another number that begins alike",
    `1.1 ${RULE}\n\n1.2 A fee is due B.\n\n1.11 A map is free C.\n\n1.12 Clause 1.11 does not apply to prints D.`,
    "A",
  ],
])("leaves an exception out %s", (_, text, expected) => {
  expect(quoted(text)).toBe(expected);
});

it("takes an exception along to a rule further up with which it has more words in common", () => {
  const trip =
    "1.1 Every trip needs an approval A.\n\n1.2 It is given in the tool B.\n\n1.3 Exception: a trip in danger may begin C. The approval is asked for later D.";
  expect(quoted(trip, "Does every trip need an approval?")).toBe("ACD");
});

const OWN_RULES = [
  `1.1 ${RULE}`,
  "1.2 A film costs 2 euros B.",
  "1.3 However, books of the archive may be borrowed for 7 days C.",
  "1.4 However, children pay nothing for films D.",
  "1.5 Exception: prints stay here E.",
];

it.each([
  ["How long may a book be borrowed?", OWN_RULES.slice(0, 4), "AC"],
  ["How much does a film cost?", OWN_RULES.slice(0, 4), "BD"],
  // What has the words of neither may be an exception to either.
  ["How long may a book be borrowed?", [...OWN_RULES.slice(0, 3), OWN_RULES[4]], "ACE"],
  ["How much does a film cost?", [...OWN_RULES.slice(0, 3), OWN_RULES[4]], "BE"],
  // What points back is of the clause before, whatever words it has.
  [
    "How much does a film cost?",
    [...OWN_RULES.slice(0, 2), "1.3 However, this does not apply to readers who borrowed a book for 21 days C."],
    "BC",
  ],
])("“%s”: of exceptions in a row each goes to the rule whose words it has", (question, clauses, expected) => {
  expect(quoted(clauses.join("\n\n"), question)).toBe(expected);
});

it.each([
  ["Wie lange können Bücher entliehen werden?", "AC"],
  ["Was kosten Filme?", "BD"],
])("“%s”: likewise in German", (question, expected) => {
  const clauses = [
    "(1) Bücher können 21 Tage entliehen werden A.",
    "(2) Filme kosten zwei Euro B.",
    "(3) Jedoch können Bücher des Archivs nur sieben Tage entliehen werden C.",
    "(4) Jedoch zahlen Kinder für Filme nichts D.",
  ];
  expect(quoted(clauses.join("\n\n"), question, ["Ordnung", "§ 5 Ausleihe"])).toBe(expected);
});

it.each([
  ["1.1", `1.1 ${RULE}\n\n1.2 A film costs 2 euros B.\n\n1.3 Notwithstanding 1.1, maps stay here C.`, "AC"],
  ["paragraph (1)", `(1) ${RULE}\n\n(2) A film costs 2 euros B.\n\n(3) Paragraph (1) shall not apply to maps C.`, "AC"],
  ["its section", `1.1 ${RULE}\n\n1.2 A film costs 2 euros B.\n\n1.3 Despite section 1, maps stay here C.`, "AC"],
  ["several clauses", `1.1 ${RULE}\n\n1.2 A film costs 2 euros B.\n\n1.3 Clauses 1.2 and 1.1 do not apply to maps C.`, "AC"],
])("takes along what names %s as limited", (_, text, expected) => {
  expect(quoted(text)).toBe(expected);
});

/** Whether a quotation of the rule has what stands behind it, in the same paragraph and as the next clause. */
function behind(rule: string, next: string, question: string): [inParagraph: boolean, asClause: boolean] {
  const has = (text: string) => ask(question, document([["Rules"], text])).text.includes(next);
  return [has(`${rule} ${next}`), has(`(1) ${rule}\n\n(2) ${next}\n\n(3) The garden is large.`)];
}

it.each([
  ["Nurses are exempt.", true],
  ["Nurses are excluded from this.", true],
  ["Nurses are exempt from the duty.", true],
  ["Nurses are not subject to this rule.", true],
  ["Nurses, however, are let in.", true],
  ["Nurses are let in, however.", true],
  ["By way of derogation, nurses are let in.", true],
  ["This shall not extend to nurses.", true],
  ["This requirement is waived for nurses.", true],
  ["In emergencies this rule is suspended.", true],
  ["But nurses need not.", true],
  ["The same does not apply to nurses.", true],
  ["That is not so for nurses.", true],
  // Of the sentence before, but a clause by itself says it of something else.
  ["Nurses need not.", false],
])("takes along what denies the rule before it: %s", (limit, asClause) => {
  const both = behind("Visitors must register at the desk.", limit, "Must visitors register at the desk?");
  expect(both).toEqual([true, asClause]);
});

it.each([
  ["Dies findet auf Ärzte keine Anwendung.", true],
  ["Ärzte sind ausgenommen.", true],
  ["Davon ausgenommen sind Ärzte.", true],
  ["Ärzte sind von dieser Pflicht befreit.", true],
  ["Für Ärzte gilt dies nicht.", true],
  ["Im Winter gilt dies nicht für Ärzte.", true],
  ["Für Schulklassen gilt diese Grenze nicht.", true],
  ["Für Ärzte entfällt die Pflicht.", true],
  ["Eine Ausnahme gilt für Ärzte.", true],
  ["Anderes gilt für Ärzte.", true],
  ["Es sei denn, es handelt sich um Ärzte.", true],
  ["Letzteres gilt nicht für Ärzte.", true],
  ["Keine Anwendung findet Satz 1 auf Ärzte.", true],
  ["Ärzte dürfen jedoch frei eintreten.", true],
  ["Die Pflicht besteht nicht für Ärzte.", true],
  ["Mit Ausnahme der Ärzte gilt dies auch nachts.", true],
  ["Die Karte gilt nicht an Feiertagen.", false],
])("takes along what denies the rule before it in German: %s", (limit, asClause) => {
  const both = behind("Besucher müssen sich an der Pforte anmelden.", limit, "Müssen Besucher sich an der Pforte anmelden?");
  expect(both).toEqual([true, asClause]);
});

it.each([
  ["English", "Visitors must register at the desk.", "Must visitors register at the desk?"],
  ["German", "Besucher müssen sich an der Pforte anmelden.", "Müssen Besucher sich an der Pforte anmelden?"],
])("leaves out a neighbour that denies nothing in %s", (_, rule, question) => {
  const others = [
    "Nurses sleep upstairs.",
    "This applies to children too.",
    "The shop is exempt from tax.",
    "Der Rabatt gilt für nicht volljährige Kinder.",
  ];
  for (const other of [...others, "Von der Steuer sind Ärzte nicht befreit."]) {
    expect([other, ...behind(rule, other, question)]).toEqual([other, false, false]);
  }
});

it("reads the number of a sentence in its own paragraph where that has none", () => {
  const text =
    "The house is old.\n\nVisitors must register at the desk. Children get a map of the house. Sentence 1 does not apply to nurses.";
  const said = (question: string) => ask(question, document([["Rules"], text])).text.includes("nurses");
  expect([said("Must visitors register at the desk?"), said("Do children get a map?")]).toEqual([true, false]);
});

it("reads of several rules in a paragraph which one is meant", () => {
  const rules = "Food is banned in the hall. Glass is banned in the room.";
  const said = (limit: string) =>
    ["Is food banned in the hall?", "Is glass banned in the room?"].map((question) =>
      ask(question, document([["Rules"], `${rules} ${limit}`])).text.includes(limit),
    );
  expect(said("The ban on food does not apply to milk.")).toEqual([true, false]);
  expect(said("Neither ban applies in winter.")).toEqual([true, true]);
  expect(said("This does not apply in winter.")).toEqual([false, true]);
});

it("quotes the list below a line that only introduces exceptions", () => {
  const text = `${RULE} Exceptions:\n\n- maps X;\n- prints Y.\n\nA film costs 2 euros C.`;
  expect(quoted(text)).toBe("AXY");
});

const FOUR = ["1.1", "1.2", "1.3", "1.4"].map(
  (number, i) => `${number} ${["A book", "A film", "A map", "A print"][i]} may be borrowed ${"ABCD"[i]}.`,
);

it.each([
  ["May a film be borrowed?", "1.5 Clauses 1.1 to 1.3 do not apply on holidays X.", "BX"],
  ["May a map be borrowed?", "1.5 Clauses 1.1 to 1.3 do not apply on holidays X.", "CX"],
  ["May a print be borrowed?", "1.5 Clauses 1.1 to 1.3 do not apply on holidays X.", "D"],
  ["May a film be borrowed?", "1.5 Items 1.1 – 1.3 do not apply on holidays X.", "BX"],
  ["May a film be borrowed?", "1.5 Clause 1.1 through clause 1.3 and clause 1.4 do not apply on holidays X.", "BX"],
  ["May a book be borrowed?", "1.5 Clause 1.1 in conjunction with the list under 4.2 does not apply on holidays X.", "AX"],
  ["May a film be borrowed?", "1.5 Clauses 1.1 and 1.3 do not apply on holidays X.", "B"],
  ["May a film be borrowed?", "1.5 Clauses 1.1 to 1.900 do not apply on holidays X.", "B"],
])("“%s”: of a range each clause is limited: %s", (question, limit, expected) => {
  expect(quoted([...FOUR, limit].join("\n\n"), question)).toBe(expected);
});

it.each([
  ["Die Absätze 1 bis 3 gelten nicht an Feiertagen", "BX"],
  ["§ 5 Abs. 1–3 gilt nicht an Feiertagen", "BX"],
  ["Die Absätze 1 und 3 gelten nicht an Feiertagen", "B"],
  ["Absatz 1 bis 22 Uhr gilt nicht an Feiertagen", "B"],
])("reads a range of paragraphs in German: %s", (limit, expected) => {
  const text = `(1) Bücher werden verliehen A.\n\n(2) Filme werden verliehen B.\n\n(3) Karten werden verliehen C.\n\n(4) ${limit} X.`;
  expect(quoted(text, "Werden Filme verliehen?", ["Ordnung", "§ 5 Ausleihe"])).toBe(expected);
});

it.each([
  "Absatz 1 gilt für Kinder unter sechs Jahren nicht",
  "Absatz 1 gilt an Sonn-, Feier- und Brückentagen nicht",
  "Absatz 1 gilt ab 18.30 Uhr nicht",
  "§ 5 Abs. 1 gilt an Feiertagen nicht",
  "Absatz 1 findet im August keine Anwendung",
  "Absatz 1 ist auf Schulklassen nicht anzuwenden",
  "Absatz 1 wird auf Schulklassen nicht angewendet",
  "Von Absatz 1 sind Mitglieder befreit",
  "Von der Regelung in Absatz 1 sind Mitglieder ausgenommen",
  "Anders als in Absatz 1 geregelt bleiben Karten hier",
])("takes a limit along whose words stand apart in German: %s", (limit) => {
  const text = `(1) Bücher werden verliehen A.\n\n(2) Filme kosten zwei Euro B.\n\n(3) ${limit}, siehe X.`;
  expect(quoted(text, "Werden Bücher verliehen?", ["Ordnung", "§ 5 Ausleihe"])).toBe("AX");
});

it.each([
  "Absatz 1 gilt für nicht volljährige Kinder",
  "Absatz 1 gilt auch für Kinder, die nicht lesen",
  "Absatz 1 gilt nicht nur für Kinder",
  "Von Absatz 1 sind Mitglieder nicht befreit",
  "Absatz 1 gilt, Absatz 2 gilt nicht",
])("leaves out what denies something else in German: %s", (rule) => {
  const text = `(1) Bücher werden verliehen A.\n\n(2) Filme kosten zwei Euro B.\n\n(3) ${rule} X.`;
  expect(quoted(text, "Werden Bücher verliehen?", ["Ordnung", "§ 5 Ausleihe"])).toBe("A");
});

it.each([
  ["Nothing in clause 1.1 applies to bands X.", "AX"],
  ["Clause 1.1 is disapplied at weddings X.", "AX"],
  ["Clause 1.1 doesn't apply at weddings X.", "AX"],
  ["Neither clause 1.1 nor clause 1.2 applies at weddings X.", "AX"],
  ["Unlike clause 1.1, prints stay here X.", "AX"],
  ["Clause 1.1 applies to bands X.", "A"],
  ["Clause 1.1 applies, but clause 1.2 does not apply to bands X.", "A"],
])("reads the usual words of a limit: %s", (limit, expected) => {
  expect(quoted([...FOUR, `1.5 ${limit}`].join("\n\n"), "May a book be borrowed?")).toBe(expected);
});

it("takes along what a rule names as its limit", () => {
  expect(quoted(`1.1 Subject to clause 1.3, ${RULE}\n\n1.2 A film costs 2 euros B.\n\n1.3 Maps stay here C.`)).toBe("AC");
});

it("tells sentences and items apart that an exception names", () => {
  const text = `(1) ${RULE} It may be renewed twice B.\n\n(2) Sentence 2 of paragraph 1 does not apply to maps C. Films are free D.`;
  expect(quoted(text)).toContain("C");
  const items =
    "(1) These may be borrowed:\n(a) books of all kinds for the time of 21 days and more, if nobody waits for them, A;\n(b) films B.";
  const named = `${items}\n\n(2) Fees are low D.\n\n(3) Point (a) of paragraph 1 does not apply to maps C.`;
  expect(quoted(named, "Which books may be borrowed for 21 days?")).toContain("C");
  expect(
    quoted("(1) Fees are due A.\n(a) Films cost 2 euros B.\n\n(3) Point (b) of paragraph 1 does not apply to maps C.", "Are fees due?"),
  ).toBe("A");
});

const GERMAN = `(1) Die Leihfrist für Bücher beträgt vier Wochen A.

(2) Abweichend von Absatz 1 beträgt die Frist für Filme eine Woche B.

(3) Für Karten gilt Absatz 1 nicht C.

(4) Absatz 3 findet auf Kinder keine Anwendung D.

(5) Absatz 1 Satz 1 gilt nicht für Drucke E. Mahnungen sind frei F.

(6) § 3 Abs. 1 des Bundesleihgesetzes gilt nicht G.`;

it.each([
  ["German", GERMAN, "Wie lange ist die Leihfrist für Bücher?", "§ 5 Ausleihe", "ABCEF"],
  [
    "German, a sentence of the paragraph before",
    "(1) Die Leihfrist für Bücher beträgt vier Wochen A.\n\n(2) Satz 1 gilt nicht für Karten B.\n\n(3) Satz 2 gilt nicht für Drucke C.",
    "Wie lange ist die Leihfrist für Bücher?",
    "§ 5 Ausleihe",
    "AB",
  ],
  [
    "German, an exception of its own number",
    "(1) Die Leihfrist für Bücher beträgt vier Wochen A.\n\n(2) Ausnahme: Karten bleiben hier B.\n\n(3) Die Gebühr beträgt zwei Euro C.",
    "Wie lange ist die Leihfrist für Bücher?",
    "§ 5 Ausleihe",
    "AB",
  ],
  [
    "Dutch",
    "1. De leentermijn voor boeken is vier weken A.\n\n2. In afwijking van het eerste lid is de termijn voor films een week B.\n\n3. Lid 1 is niet van toepassing op kaarten C.\n\n4. Het tweede lid geldt niet voor kinderen D.\n\n5. Uitzondering: prenten blijven hier E.",
    "Wat is de leentermijn voor boeken?",
    "Artikel 5",
    "ABC",
  ],
  [
    "French",
    "1. La durée du prêt des livres est de quatre semaines A.\n\n2. Par dérogation au paragraphe 1, les films sont prêtés une semaine B.\n\n3. Le paragraphe 1 ne s'applique pas aux cartes C.\n\n4. Le paragraphe 2 ne s'applique pas aux enfants D.",
    "Quelle est la durée du prêt des livres ?",
    "Article 5",
    "ABC",
  ],
  [
    "Spanish",
    "1. El plazo de préstamo de los libros es de cuatro semanas A.\n\n2. No obstante lo dispuesto en el apartado 1, las películas se prestan una semana B.\n\n3. El apartado 1 no se aplica a los mapas C.\n\n4. El apartado 2 no se aplica a los niños D.",
    "¿Cuál es el plazo de préstamo de los libros?",
    "Artículo 5",
    "ABC",
  ],
  [
    "Italian",
    "1. Il termine del prestito dei libri è di quattro settimane A.\n\n2. In deroga al comma 1, i film si prestano per una settimana B.\n\n3. Il comma 1 non si applica alle carte C.\n\n4. Il comma 2 non si applica ai bambini D.",
    "Qual è il termine del prestito dei libri?",
    "Articolo 5",
    "ABC",
  ],
  [
    "Portuguese",
    "1. O prazo do empréstimo dos livros é de quatro semanas A.\n\n2. Não obstante o n.º 1, os filmes são emprestados uma semana B.\n\n3. O n.º 1 não se aplica aos mapas C.\n\n4. O n.º 2 não se aplica às crianças D.",
    "Qual é o prazo do empréstimo dos livros?",
    "Artigo 5",
    "ABC",
  ],
])("reads exceptions by number in %s", (_, text, question, topic, expected) => {
  expect(quoted(text, question, ["Rules", topic])).toBe(expected);
});

it("quotes exceptions that are units of their own, each from its place", () => {
  const clauses = document(
    [["1 Loans", "1.1"], "1.1 A book may be borrowed for 21 days."],
    [["1 Loans", "1.2 Exception:"], "1.2 Exception: maps stay here."],
    [["2 Fees", "2.1"], "2.1 A film costs 2 euros."],
    [["2 Fees", "2.2"], "2.2 Notwithstanding 1.1, prints stay here."],
    [["3 Hall", "3.1 Exception:"], "3.1 Exception: children stay out."],
  );
  const answer = ask("How long may a book be borrowed?", clauses.toReversed());
  expect(answer.citations.map(({ path, span }) => [path.at(-1), span?.start])).toEqual([
    ["1.1", 0],
    ["1.2 Exception:", 41],
    ["2.2", 100],
  ]);
  expect(ask("Do maps stay here?", clauses).citations.map(({ path }) => path.at(-1))).toContain("1.1");
});

it("does not take an exception for one that stands below a heading of its own", () => {
  const sections = document(
    [["Loans"], "## Loans\n\nA book may be borrowed for 21 days."],
    [["Fees"], "## Fees\n\nException: children pay nothing."],
  );
  expect(ask("How long may a book be borrowed?", sections).citations).toHaveLength(1);
});

it("names the limits that found no room, and is less sure", () => {
  const clauses = Array.from({ length: 9 }, (_, i) => `(${i + 2}) Paragraph 1 does not apply to maps of kind ${i + 1}.`);
  const [few, many] = [2, 9].map((n) =>
    ask("How long may a book be borrowed?", document([["Loans"], [`(1) ${RULE}`, ...clauses.slice(0, n)].join("\n\n")])),
  );
  expect(few?.text).not.toContain("Limited further");
  expect(many?.text).toContain("\nLimited further, and too much to be quoted here: rules.md › Loans, (7); rules.md › Loans, (8);");
  expect(many?.confidence).toBeLessThan(few?.confidence ?? 0);
});

it("quotes the limits that the question is about, names a handful of a thousand others, and counts the rest", () => {
  const clauses = Array.from({ length: 1000 }, (_, i) => `(${i + 2}) Paragraph 1 does not apply to maps of kind ${i + 1}.`);
  const evidence = document([["Loans"], [`(1) ${RULE}`, ...clauses].join("\n\n")]);
  const { text } = ask("How long may a book be borrowed?", evidence);
  expect(text).toContain("Loans, (7); rules.md › Loans, (8); ");
  expect(text).toContain("; 987 more, the last of them rules.md › Loans, (1001).");
  expect(text.length).toBeLessThan(1000);
  const asked = ask("How long may a book be borrowed, and maps of kind 700?", evidence);
  expect(asked.citations.some(({ quote }) => quote?.includes("kind 700."))).toBe(true);
});

it("refuses what is not sure enough for the limits that found no room, as it refuses anything else below its bound", () => {
  const clauses = Array.from({ length: 9 }, (_, i) => `(${i + 2}) Paragraph 1 does not apply to maps of kind ${i + 1}.`);
  const evidence = document([["Loans"], [`(1) ${RULE}`, ...clauses].join("\n\n")]);
  const answer = (minConfidence: number) =>
    new ExtractiveAnswerGenerator({ minConfidence }).answer({ text: "How long may a book be borrowed?" }, { evidence, searched: [] });
  const { confidence = 0 } = answer(0.5);
  expect(answer(confidence)).toMatchObject({ confidence });
  expect(answer(confidence).abstained).toBeUndefined();
  const refused = answer(confidence + 0.01);
  expect(refused).toMatchObject({ abstained: true, cites: [], confidence });
  expect(refused.text).toContain("limited by 4 more passages than could be quoted");
});

it("looks in the index for exceptions that the question did not find, within the bounds of the query", async () => {
  const [rule, exception, other, named] = document(
    [["1 Loans", "1.1"], "1.1 A book may be borrowed for 21 days."],
    [["1 Loans", "1.2 Exception:"], "1.2 Exception: maps stay here."],
    [["2 Fees", "2.1"], "2.1 However, a film costs 2 euros."],
    [["2 Fees", "2.2"], "2.2 Notwithstanding 1.1, prints stay here."],
  ) as [Evidence, Evidence, Evidence, Evidence];
  const asked: unknown[] = [];
  const search = (query: unknown): SearchHits => {
    asked.push(query);
    return { evidence: [rule, other, named, exception], searched: [] };
  };
  const artifacts = { has: (name: string) => name === "keyword-search", get: () => ({ search }) as never };
  const query = {
    text: "How long may a book be borrowed?",
    principals: ["staff"],
    filters: [{ attribute: "year", op: "is", value: 2026 } as const],
  };
  const draft = await new ExtractiveAnswerGenerator().answer(query, { evidence: [rule], searched: [] }, { artifacts });
  expect(checked(query.text, draft).citations.map(({ path }) => path.at(-1))).toEqual(["1.1", "1.2 Exception:", "2.2"]);
  expect(draft.evidence).toEqual([rule, named, exception]);
  for (const each of asked) expect(each).toMatchObject({ documents: ["d"], principals: query.principals, filters: query.filters });
});

it("searches once for what names the clauses of a document, and once in each section around", async () => {
  const rules = document(
    [["1 Loans", "1.1"], "1.1 A book may be borrowed for 21 days."],
    [["1 Loans", "1.2"], "1.2 A book may be borrowed for 7 days in the hall."],
  );
  const piece = (at: number) =>
    document([["9 Other", `9.${at}`], `9.${at} Notwithstanding 1.1, prints of kind ${at} stay here.`])[0] as Evidence;
  const found = Array.from({ length: 20 }, (_, i) => ({ ...piece(i), span: { start: 1000 * (i + 1), end: 1000 * (i + 1) + 99 } }));
  const asked: { readonly text: string }[] = [];
  const search = (query: { readonly text: string }): SearchHits => {
    asked.push(query);
    return { evidence: asked.length === 1 ? found : [], searched: [] };
  };
  const artifacts = { has: () => true, get: () => ({ search }) as never };
  const query = { text: "How long may a book be borrowed?" };
  const draft = await new ExtractiveAnswerGenerator().answer(query, { evidence: rules, searched: [] }, { artifacts });
  expect(asked).toHaveLength(2);
  expect(asked.some(({ text }) => text.startsWith("1.1 1.2 "))).toBe(true);
  // As many as one search gives, and the last is of them: there may be more.
  expect(draft.text).toContain("There may be others");
});

it("takes an exception along to a rule whose paragraph was cut into chunks", async () => {
  const texts = [`${RULE} The desk keeps a list.`, "The list is public. It is kept for a year.", "However, this does not apply to maps B."];
  const whole = `${texts[0]} ${texts[1]}\n\n${texts[2]}`;
  const [first, ...others] = texts.map((text): Evidence => {
    const start = whole.indexOf(text);
    const [piece] = document([["Rules", 'Loans of "books"'], text]) as [Evidence];
    return { ...piece, span: { start, end: start + text.length } };
  }) as [Evidence, Evidence, Evidence];
  const asked: { readonly text: string }[] = [];
  const search = (query: { readonly text: string }): SearchHits => {
    asked.push(query);
    return { evidence: others, searched: [] };
  };
  const artifacts = { has: () => true, get: () => ({ search }) as never };
  const query = { text: "How long may a book be borrowed?" };
  const draft = await new ExtractiveAnswerGenerator().answer(query, { evidence: [first], searched: [] }, { artifacts });
  expect(checked(query.text, draft).citations.map(({ quote }) => quote)).toEqual([RULE, texts[2]]);
  // All chunks of a section have the words of its topic; between quotation marks they would have to stand together.
  expect(asked[0]?.text).toMatch(/^Loans of books /);
  // Without the chunk between it is not known what the exception is one to.
  expect(ask(query.text, [first, others[1] as Evidence]).citations).toHaveLength(1);
});
