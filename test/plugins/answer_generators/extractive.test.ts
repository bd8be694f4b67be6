import { describe, expect, it } from "vitest";
import { resolveAnswer } from "../../../src/citations.ts";
import type { Answer, Evidence, Query } from "../../../src/model.ts";
import { ExtractiveAnswerGenerator, type ExtractiveAnswerOptions } from "../../../src/plugins/answer_generators/extractive.ts";

const section = (path: string[], text: string, over: Partial<Evidence> = {}): Evidence => ({
  text,
  score: 1,
  documentId: "d1",
  source: "handbook.md",
  unitId: path.join("/"),
  path,
  citation: ["handbook.md", ...path].join(" › "),
  span: { start: 100, end: 100 + text.length },
  attributes: {},
  ...over,
});

/** The checked answer: a test that finds a quotation here knows that it stands in the evidence to the character. */
function ask(question: string, evidence: readonly Evidence[], options: ExtractiveAnswerOptions = {}): Answer {
  const retrieval = { evidence, searched: question.toLowerCase().match(/\p{L}+/gu) ?? [] };
  const draft = new ExtractiveAnswerGenerator(options).answer({ text: question }, retrieval);
  const answer = resolveAnswer(question, draft, retrieval);
  expect(answer.grounded).toBe(!answer.abstained);
  return answer;
}

const quotes = (answer: Answer) => answer.citations.map(({ quote }) => quote);

const sick = section(
  ["Leave", "Sick leave"],
  "## Sick leave\n\nStaff call their manager before nine on the first day. A note from a doctor is due after three days. However, no note is due for a stay in hospital. Sick pay is full pay.\n",
);
const parental = section(
  ["Leave", "Parental leave"],
  "## Parental leave\n\nEach parent may take sixteen weeks of parental leave. It may be split in two parts.\n",
);
const ferry = section(["Travel"], "The ferry to the plant leaves at eight.\nTickets are paid by the company.\n", {
  documentId: "d2",
  source: "travel.md",
});

describe("what it quotes", () => {
  it("is the sentence that carries the question's words, numbered, with section, and place in the document", () => {
    const answer = ask("When does the ferry leave?", [ferry, sick, parental]);
    expect(answer.text).toBe("“The ferry to the plant leaves at eight.” [1]");
    expect(answer.citations).toEqual([
      {
        number: 1,
        source: "travel.md",
        documentId: "d2",
        unitId: "Travel",
        path: ["Travel"],
        label: "travel.md › Travel (characters 100–139)",
        quote: "The ferry to the plant leaves at eight.",
        span: { start: 100, end: 139 },
      },
    ]);
    expect(answer).toMatchObject({ abstained: false, confidence: 1 });
  });

  it("takes the exception that follows a rule along, in one quotation", () => {
    expect(quotes(ask("When is a note from a doctor due?", [sick, parental]))).toEqual([
      "A note from a doctor is due after three days. However, no note is due for a stay in hospital.",
    ]);
  });

  it("takes the rule along that an exception limits", () => {
    expect(quotes(ask("Is a note needed for a stay in hospital?", [sick, parental]))).toEqual([
      "A note from a doctor is due after three days. However, no note is due for a stay in hospital.",
    ]);
  });

  it("is the opening of the section whose heading the question names", () => {
    const hours = section(["Opening hours"], "## Opening hours\n\nMonday to Friday from nine to five. The gate is closed on Sunday.\n");
    expect(quotes(ask("What are the opening hours?", [ferry, hours]))[0]).toMatch(/^Monday to Friday from nine to five\./);
  });

  it("is never a heading, a question or an empty line of markup", () => {
    const faq = section(
      ["FAQ"],
      "## Who pays for tickets?\n\nWho pays for tickets?\n\n<a name='x'></a>\n\nTickets are paid by the company.\n",
    );
    expect(quotes(ask("Who pays for tickets?", [faq]))).toEqual(["Tickets are paid by the company."]);
  });

  it("keeps a short list with its lead-in, to the character", () => {
    const list = section(["Gifts"], "Gifts are rare. Some gifts need approval:\n\n* wine\n* tickets\n  to a match\n\nOthers do not.\n");
    expect(quotes(ask("Which gifts need approval?", [list]))).toEqual(["Some gifts need approval:\n\n* wine\n* tickets\n  to a match"]);
    expect(quotes(ask("Are tickets to a match fine?", [list]))[0]).toContain("Some gifts need approval:");
  });

  it("shows a lead-in and the item alone when the list is long", () => {
    const items = Array.from(
      { length: 30 },
      (_, i) => `- the yearly allowance for item ${"abcdefghijklmnopqrstuvwxyzåäöü"[i]} of the list`,
    );
    items[20] = "- travel by helicopter to the plant";
    const answer = ask("Is a helicopter paid?", [section(["Costs"], `The company has paid:\n\n${items.join("\n")}\n`)]);
    expect(quotes(answer)).toEqual(["The company has paid:", "travel by helicopter to the plant"]);
  });

  it("is a table row, printed by its columns and cited to the character, from the table or from the evidence's context", () => {
    const text = "| Route   | Euro |\n| ------- | ---- |\n| Ferry   | 12   |\n| Tram    | 3    |\n";
    const answer = ask("What does the tram cost in euro?", [section(["Fares"], text)]);
    expect(answer.text).toMatch(/^Route: Tram; Euro: 3 \[1\]/);
    expect(quotes(answer)).toEqual(["| Tram    | 3    |"]);
    const rows = section(["Fares"], "| Ferry | 12 |\n| Tram | 3 |\n", { context: "| Route | Euro |" });
    expect(ask("What does the tram cost in euro?", [rows]).text).toMatch(/^Route: Tram; Euro: 3 \[1\]/);
  });

  it("is the row that the columns and the text around the table explain", () => {
    const text = "Sizes in bytes:\n\n| Type | Size |\n|---|---|\n| bool | 1 |\n| char | 4 |\n";
    expect(ask("How many bytes does a char take?", [section(["Sizes"], text)]).text).toBe("Type: char; Size: 4 [1]");
    const providers =
      "| Name | Service | Location |\n|---|---|---|\n| Nimbus | storage | Iceland |\n| Vonda | SMS provider for 2 factor login | Norway |\n";
    const table = section(["Providers"], providers);
    expect(ask("Where is Nimbus located?", [table]).text).toBe("Name: Nimbus; Service: storage; Location: Iceland [1]");
    expect(ask("Which company sends the SMS for the two-factor login?", [table]).text).toMatch(/^Name: Vonda;/);
  });

  it("has no comment, link definition, anchor or mark of a call-out in it", () => {
    const text =
      "<!-- lint off -->\n\n> [!NOTE]\n> The ferry leaves at eight. <!-- or nine -->\n\n[ferry]: https://example.org/ferry\n[leaves]: ferry.md\n\nr[travel.tram]\nThe tram leaves at nine.\n";
    const travel = section(["Travel"], text);
    expect(quotes(ask("When does the ferry leave?", [travel]))).toEqual(["The ferry leaves at eight."]);
    expect(quotes(ask("When does the tram leave?", [travel]))).toEqual(["The tram leaves at nine."]);
  });

  it("never is a run-in title alone", () => {
    const text = "**Counter notices.** Send them by mail. They take two weeks.\n";
    expect(quotes(ask("How are counter notices sent?", [section(["Notices"], text)]))).toEqual(["**Counter notices.** Send them by mail."]);
  });

  it("is prose behind the end of code in which the text begins", () => {
    const text = "    x += 1; // counts\n}\n```\n\nThe pump counts its turns.\n\n```rust\nfn stop() {}\n```\n";
    expect(quotes(ask("What does the pump count?", [section(["Pump"], text)]))).toEqual(["The pump counts its turns."]);
  });

  it("is found by kindred, everyday and irregular words, and by numbers written out", () => {
    const notice = section(["Notices"], "A notice has a physical or electronic signature. It is withdrawn in 2 ways.\n");
    expect(quotes(ask("Must a notice be signed?", [notice]))).toEqual(["A notice has a physical or electronic signature."]);
    expect(ask("What are the two ways to withdraw it?", [notice]).text).toContain("withdrawn in 2 ways");
    const fares = section(["Fares"], "Unused tickets get no refund. The purser keeps the tickets.\n");
    expect(quotes(ask("Do I get my money back for unused tickets?", [fares]))).toEqual(["Unused tickets get no refund."]);
  });

  it("comes from the section whose heading asks the same", () => {
    const missed = section(["What if I missed the window to make changes?"], "Tell us. We open it one more time.\n");
    const window = section(["Requests"], "A user who missed the time for changes may ask for another window.\n", { documentId: "d2" });
    expect(ask("What if I missed the window to make changes?", [window, missed]).citations[0]?.path).toEqual(missed.path);
  });

  it("has the length of time in it that is asked for", () => {
    const appeals = section(["Appeals"], "An appeal of a suspension names its grounds. You may appeal for up to six months.\n");
    expect(quotes(ask("How long do I have to appeal a suspension?", [appeals]))[0]).toContain("six months");
  });

  it("is one sentence where others have only a word in common with the question", () => {
    const other = section(["Tickets"], "The plant sells tickets. Tickets for the plant are blue.\n", { documentId: "d3" });
    expect(quotes(ask("When does the ferry to the plant leave?", [ferry, other]))).toEqual(["The ferry to the plant leaves at eight."]);
  });

  it("is the right one of equal sentences, by its place", () => {
    const days = section(["Days"], "The pump is off.\n\nOn Sunday the pump is on. The pump is off.\n");
    const answer = ask("Is the pump off?", [days], { maxSentences: 1 });
    expect(answer.citations[0]?.span).toEqual({ start: 100, end: 116 });
  });

  it("is at most maxSentences sentences, and says the same thing once", () => {
    const copy = { ...ferry, documentId: "d3", source: "copy.md" };
    expect(quotes(ask("When does the ferry leave?", [ferry, copy]))).toHaveLength(1);
    const many = section(["Rules"], "Boats are red. Boats are blue. Boats are green. Boats are grey.");
    expect(quotes(ask("What are boats?", [many], { maxSentences: 2 })).join(" ")).toBe("Boats are red. Boats are blue.");
  });

  it("is also the best of the second section where that is nearly as good: either may be meant", () => {
    const marketplace = section(["Marketplace Terms", "Use"], "You must be 13 years of age or older.\n", {
      documentId: "m",
      source: "m.md",
    });
    const service = section(["Terms", "Accounts"], "Your age must be 13 or older, with the consent of a parent.\n", {
      documentId: "s",
      source: "s.md",
    });
    const far = section(["Events", "Dress"], "Age tells nobody how to dress.\n", { documentId: "e", source: "e.md" });
    expect(ask("How old must I be?", [marketplace, service, far]).citations.map(({ source }) => source)).toEqual(["s.md", "m.md"]);
  });

  it("comes from evidence in other languages too", () => {
    const german = section(
      ["Urlaub"],
      "Der Urlaub beträgt dreißig Tage. Das gilt nicht im ersten Jahr. Anträge stellt man beim Vorgesetzten.",
    );
    expect(quotes(ask("Bei wem stellt man Anträge?", [german]))).toEqual(["Anträge stellt man beim Vorgesetzten."]);
    const japanese = section(["休暇"], "有給休暇は年に十日です。病気の場合は電話します。");
    expect(quotes(ask("有給休暇は何日ですか", [japanese]))).toEqual(["有給休暇は年に十日です。"]);
  });

  it("has a compound word that ends in the question's word, in languages that write it as one", () => {
    const notice = section(
      ["Kündigung"],
      "## Kündigung\n\nDie Kündigungsfrist beträgt vier Wochen zum Monatsende. Die Kündigung bedarf der Schriftform.\n",
      { attributes: { language: "de" } },
    );
    expect(ask("Welche Frist hat die Kündigung?", [notice]).text).toContain("“Die Kündigungsfrist beträgt vier Wochen zum Monatsende.");
    expect(ask("Wie lang ist die Frist?", [notice]).text).not.toContain("“Frist”");
    const liability = section(["Regeln"], "Die Produkthaftung ist auf 5.000,00 Euro begrenzt. Das Lager hat zwei Räume.\n", {
      attributes: { language: "de" },
    });
    expect(ask("Ist die Haftung begrenzt?", [liability]).text).toContain("“Die Produkthaftung ist auf 5.000,00 Euro begrenzt.");
    expect(ask("Was ist auf 5000 Euro begrenzt?", [liability]).text).toContain("“Die Produkthaftung");
    // Too little stands before it to be a part, and an ending of three letters is in many words.
    const monastery = section(["Feste"], "Die Klostern werden gepflegt. Das Dorf hat einen Zoo.\n", { attributes: { language: "de" } });
    expect(ask("Wann ist Ostern?", [monastery]).text).toContain("Nowhere in them: “Ostern”");
    expect(ask("Gibt es ein Amt?", [section(["Orte"], "Das Standesamt ist offen.\n", { attributes: { language: "de" } })]).abstained).toBe(
      true,
    );
  });

  it("is data: patterns and markup in it are quoted as they are", () => {
    const odd = section(["Signs"], "The sign $& (a+)+$ `x` <b>means</b> stop $1.");
    expect(ask("What does the sign mean?", [odd]).text).toBe("“The sign $& (a+)+$ `x` <b>means</b> stop $1.” [1]");
  });
});

describe("what it does not know", () => {
  it("says what the question was narrowed to, where no section of that has its words", () => {
    const none = { evidence: [], searched: ["bake"] };
    const filters = [{ attribute: "level", op: "is", value: 1 } as const];
    const narrowed = (query: Omit<Query, "text">) => new ExtractiveAnswerGenerator().answer({ text: "bake", ...query }, none).text;
    expect(narrowed({ filters })).toMatch(/No section that passes the filter has any of these words\.$/);
    expect(narrowed({ filters, documents: ["a.md", "b.md"] })).toMatch(
      /No section of the documents asked and that passes the filter has any of these words\.$/,
    );
    expect(narrowed({ documents: ["a.md"] })).toMatch(/No section of the document asked has any of these words\.$/);
  });

  it("abstains without evidence, and says what was searched", () => {
    const answer = ask("bake bread", []);
    expect(answer).toMatchObject({ abstained: true, confidence: 0, citations: [] });
    expect(answer.text).toBe(
      "The documents give no answer that could be quoted. Searched for: “bake”, “bread”. No section has any of these words.",
    );
  });

  it("abstains when a name in the question stands nowhere", () => {
    const answer = ask("What is the parental leave on Mars?", [parental, sick]);
    expect(answer.abstained).toBe(true);
    expect(answer.text).toMatch(
      /Read: 2 sections of 1 document, nearest handbook\.md › Leave › Parental leave\. Nowhere in them: “Mars”\.$/,
    );
    expect(answer.evidence).toEqual([parental, sick]);
  });

  it("names a common word that stands nowhere under the answer, and is less sure of it", () => {
    const known = ask("How many weeks of parental leave may a parent take?", [parental, sick]);
    const answer = ask("How many weeks of parental leave may a grandfather take?", [parental, sick]);
    expect(answer.text).toContain("\nNowhere in what was found: “grandfather”.");
    expect(answer.confidence).toBeLessThan(known.confidence ?? 0);
  });

  it("abstains where the words of an expression stand apart, or not at all", () => {
    const forks = section(["Forks"], "Please leave the parent as it is. The policy on forks is short.\n");
    expect(ask("What is the parental leave policy?", [forks]).abstained).toBe(true);
    const officer = section(["SIRT"], "The chief of the ferry is Ann. Executive rooms are on deck two.\n");
    expect(ask("Who is the chief executive of the ferry?", [officer]).abstained).toBe(true);
    const vacation = section(["Window"], "You were on vacation. Employees answer within five days.\n");
    expect(ask("How many vacation days do employees get?", [vacation]).abstained).toBe(true);
  });

  it("does not miss function words, nor the kind of thing that is asked for", () => {
    const answer = ask("Per which company rule do tickets get paid, and by whom?", [ferry]);
    expect(answer.text).not.toMatch(/“(?:per|which|whom|company)”/i);
    expect(ask("Which timetable says when the ferry to the plant leaves?", [ferry]).text).not.toContain("timetable");
  });

  it("abstains when the question has only common words", () => {
    expect(ask("is it of the", [ferry, sick])).toMatchObject({ abstained: true, confidence: 0 });
  });

  it("abstains earlier with a higher minConfidence", () => {
    expect(ask("How many weeks of parental leave may a grandfather take?", [parental, sick], { minConfidence: 0.95 }).abstained).toBe(true);
  });
});

it.each([{ maxSentences: 0 }, { maxEvidence: 1.5 }, { minConfidence: 2 }, { minConfidence: Number.NaN }])(
  "refuses %j before any work",
  (options) => {
    expect(() => new ExtractiveAnswerGenerator(options)).toThrowError(expect.objectContaining({ code: "OPTION_INVALID" }));
  },
);
