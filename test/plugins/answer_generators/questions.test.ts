import { describe, expect, it } from "vitest";
import { resolveAnswer } from "../../../src/citations.ts";
import type { Answer, Evidence } from "../../../src/model.ts";
import { ExtractiveAnswerGenerator } from "../../../src/plugins/answer_generators/extractive.ts";

// A question is answered when the documents say what it asks, however it asks; and refused when they do not, however much they say of
// its other words.

function corpus(source: string, sections: { readonly [topic: string]: string }): Evidence[] {
  return Object.entries(sections).map(([topic, text]) => ({
    text: `## ${topic}\n\n${text}\n`,
    score: 1,
    documentId: source,
    source,
    unitId: topic,
    path: [topic],
    citation: `${source} › ${topic}`,
    attributes: {},
  }));
}

function ask(question: string, evidence: readonly Evidence[]): Answer {
  const retrieval = { evidence, searched: [] };
  return resolveAnswer(question, new ExtractiveAnswerGenerator().answer({ text: question }, retrieval), retrieval);
}

const german = corpus("ordnung.md", {
  Probezeit: "Die Probezeit beträgt sechs Monate. In dieser Zeit kann jede Seite das Arbeitsverhältnis mit zwei Wochen Frist beenden.",
  Kündigung: "Nach der Probezeit beträgt die Kündigungsfrist drei Monate zum Quartalsende. Die Kündigung bedarf der Schriftform.",
  Urlaub: "Der Urlaub beträgt dreißig Tage im Jahr. Der Antrag ist spätestens vier Wochen vorher beim Vorgesetzten zu stellen.",
  Krankheit: "Am ersten Tag rufen Beschäftigte vor neun Uhr im Büro an. Ab dem dritten Tag ist ein Attest vorzulegen.",
  Fähre: "Die Gebühr für die Fähre beträgt zwölf Euro je Fahrt. Hunde fahren kostenlos mit. Die Fähre legt um acht Uhr ab.",
  Werkzeug: "Werkzeug wird nur gegen Unterschrift ausgegeben. Für verlorenes Werkzeug haftet, wer es ausgeliehen hat.",
  Schlüssel: "Der Hausmeister verwahrt die Schlüssel. Wer einen Schlüssel verliert, meldet das sofort der Verwaltung.",
  Lager: "Im Lager dürfen höchstens zehn Tonnen Holz liegen. Rauchen ist im Lager verboten.",
});

const english = corpus("handbook.md", {
  Probation: "The probation period is six months. During it either side may end the employment with two weeks of notice.",
  Notice: "After probation the notice period is three months to the end of a quarter. A notice of termination must be in writing.",
  Vacation: "Employees get thirty days of vacation a year. The request goes to the supervisor at least four weeks before.",
  Illness: "On the first day, staff call the office before nine. From the third day on a certificate from a doctor is due.",
  Ferry: "The fee for the ferry is twelve euros a trip. Dogs travel free of charge. The ferry leaves at eight.",
  Tools: "Tools are given out against a signature only. Who borrowed a tool is liable for its loss.",
  Keys: "The caretaker keeps the keys. Whoever loses a key reports it to the office at once.",
  Store: "The store may hold at most ten tonnes of timber. Smoking is forbidden in the store.",
});

const languages: readonly (readonly [string, readonly Evidence[], readonly (readonly [string, string])[], readonly string[]])[] = [
  [
    "German",
    german,
    [
      ["Wie lang ist die Probezeit?", "sechs Monate"],
      ["Wie lange dauert die Probezeit?", "sechs Monate"],
      ["Welche Frist gilt für die Kündigung?", "Kündigungsfrist drei Monate"],
      ["Welche Kündigungsfrist gilt nach der Probezeit?", "Kündigungsfrist drei Monate"],
      ["Gibt es eine Gebühr für die Fähre?", "zwölf Euro"],
      ["Wie hoch ist die Gebühr für die Fähre?", "zwölf Euro"],
      ["Was ist bei der Kündigung zu beachten?", "Schriftform"],
      ["Wie viele Tage Urlaub gibt es?", "dreißig Tage"],
      ["Wie viel Urlaub habe ich im Jahr?", "dreißig Tage"],
      ["Bei wem muss ich den Antrag auf Urlaub stellen?", "beim Vorgesetzten"],
      ["Wann legt die Fähre ab?", "acht Uhr"],
      ["Ab wann ist ein Attest vorzulegen?", "dritten Tag"],
      ["Dürfen Hunde mit der Fähre fahren?", "kostenlos"],
      ["Was kostet die Fähre für Hunde?", "kostenlos"],
      ["Wer haftet für verlorenes Werkzeug?", "ausgeliehen"],
      ["Wer verwahrt die Schlüssel?", "Hausmeister"],
      ["Wer meldet einen Schlüssel bei der Verwaltung?", "Verwaltung"],
      ["Wie viele Tonnen Holz dürfen im Lager liegen?", "zehn Tonnen"],
      ["Ist das Rauchen im Lager verboten?", "verboten"],
      ["In welcher Form muss die Kündigung erfolgen?", "Schriftform"],
      ["Was gilt für das Rauchen im Lager?", "verboten"],
    ],
    [
      "Wie lang ist die Elternzeit?",
      "Wie hoch ist das Gehalt?",
      "Gibt es eine Gebühr für das Parken?",
      "Welche Frist gilt für den Widerspruch?",
      "Welche Gebühr gilt für die Kündigung?",
      "Wie hoch ist die Gebühr für die Kündigung?",
      "Wie hoch ist die Miete?",
      "Was kostet das Parken?",
      "Wer verwahrt die Kaffeekasse?",
      "Wer haftet für Schäden am Auto?",
      "Wann fährt der Bus?",
      "Was ist bei der Steuererklärung zu beachten?",
      "Wie viele Tage Homeoffice gibt es?",
      "Wie viel Bonus bekomme ich im Jahr?",
      "Darf ich im Büro kochen?",
      "Welche Software ist erlaubt?",
      "Wo kann ich mein Fahrrad abstellen?",
      "Wie oft wird die Heizung gewartet?",
      "Wer hat das Schachturnier gewonnen?",
      "Wie lange gilt die Garantie?",
      "Was ist zu beachten?",
    ],
  ],
  [
    "English",
    english,
    [
      ["How long is the probation period?", "six months"],
      ["How long does probation last?", "six months"],
      ["What is the notice period after probation?", "three months"],
      ["Which form must a notice of termination have?", "in writing"],
      ["Is there a fee for the ferry?", "twelve euros"],
      ["How much is the fee for the ferry?", "twelve euros"],
      ["What does the ferry cost?", "twelve euros"],
      ["How many days of vacation do employees get?", "thirty days"],
      ["Who gets the request for vacation?", "supervisor"],
      ["When does the ferry leave?", "at eight"],
      ["From which day on is a certificate from a doctor due?", "third day"],
      ["Do dogs travel free of charge?", "free of charge"],
      ["Who is liable for the loss of a tool?", "liable"],
      ["Who keeps the keys?", "caretaker"],
      ["What happens when I lose a key?", "at once"],
      ["How many tonnes of timber may the store hold?", "ten tonnes"],
      ["Is smoking forbidden in the store?", "forbidden"],
      ["Must a notice of termination be in writing?", "in writing"],
      ["What do staff do on the first day of illness?", "before nine"],
      ["Are tools given out without a signature?", "signature"],
    ],
    [
      "How long is parental leave?",
      "How high is the salary?",
      "Is there a fee for parking?",
      "What is the deadline for an objection?",
      "What does parking cost?",
      "Who keeps the coffee money?",
      "Who is liable for damage to a car?",
      "When does the bus leave?",
      "What should I know about tax returns?",
      "How many days of remote work are there?",
      "How much bonus do employees get?",
      "May I cook in the office?",
      "Which software is permitted?",
      "Where can I park my bicycle?",
      "How often is the heating serviced?",
      "Who won the chess tournament?",
      "How long is the warranty?",
      "What is the policy on gifts?",
      "How much is the rent?",
      "Who appoints the board?",
    ],
  ],
  [
    "Dutch",
    corpus("reglement.md", {
      Proeftijd: "De proeftijd bedraagt twee maanden. De opzegtermijn is daarna drie maanden.",
      Veer: "Het tarief voor de veerboot is twaalf euro per overtocht. Honden reizen gratis.",
      Sleutels: "De conciërge bewaart de sleutels. Verlies van een sleutel moet direct worden gemeld.",
    }),
    [
      ["Hoe lang is de proeftijd?", "twee maanden"],
      ["Welke opzegtermijn geldt er?", "drie maanden"],
      ["Hoe hoog is het tarief voor de veerboot?", "twaalf euro"],
      ["Wie bewaart de sleutels?", "conciërge"],
    ],
    ["Hoe lang is het ouderschapsverlof?", "Hoe hoog is het salaris?", "Welke garantie geldt er?", "Wie bewaart het geld?"],
  ],
  [
    "French",
    corpus("reglement.md", {
      Essai: "La période d'essai est de trois mois. Le préavis est ensuite de deux mois.",
      Bac: "Le tarif du bac est de douze euros par passage. Les chiens voyagent gratuitement.",
      Clés: "Le concierge garde les clés. La perte d'une clé doit être signalée sans délai.",
    }),
    [
      ["Quelle est la durée de la période d'essai ?", "trois mois"],
      ["Combien de temps dure la période d'essai ?", "trois mois"],
      ["Quel préavis s'applique ?", "deux mois"],
      ["Quel est le tarif du bac ?", "douze euros"],
      ["Qui garde les clés ?", "concierge"],
    ],
    ["Combien de temps dure le congé parental ?", "Quel est le salaire ?", "Quelle garantie s'applique ?", "Qui garde la caisse ?"],
  ],
  [
    "Spanish",
    corpus("reglamento.md", {
      Prueba: "El período de prueba es de tres meses. Después el preaviso es de dos meses.",
      Ferry: "La tarifa del ferry es de doce euros por viaje. Los perros viajan gratis.",
      Llaves: "El conserje guarda las llaves. La pérdida de una llave debe comunicarse de inmediato.",
    }),
    [
      ["¿Cuánto dura el período de prueba?", "tres meses"],
      ["¿Qué preaviso se aplica?", "dos meses"],
      ["¿Cuál es la tarifa del ferry?", "doce euros"],
      ["¿Quién guarda las llaves?", "conserje"],
    ],
    ["¿Cuánto dura el permiso parental?", "¿Cuál es el salario?", "¿Qué garantía se aplica?", "¿Quién guarda el dinero?"],
  ],
  [
    "Italian",
    corpus("regolamento.md", {
      Prova: "Il periodo di prova è di tre mesi. In seguito il preavviso è di due mesi.",
      Traghetto: "La tariffa del traghetto è di dodici euro per viaggio. I cani viaggiano gratis.",
      Chiavi: "Il custode conserva le chiavi. La perdita di una chiave va segnalata subito.",
    }),
    [
      ["Quanto dura il periodo di prova?", "tre mesi"],
      ["Quale preavviso si applica?", "due mesi"],
      ["Qual è la tariffa del traghetto?", "dodici euro"],
      ["Chi conserva le chiavi?", "custode"],
    ],
    ["Quanto dura il congedo parentale?", "Qual è lo stipendio?", "Quale garanzia si applica?", "Chi conserva il denaro?"],
  ],
  [
    "Portuguese",
    corpus("regulamento.md", {
      Experiência: "O período de experiência é de três meses. Depois o aviso prévio é de dois meses.",
      Balsa: "A tarifa da balsa é de doze euros por viagem. Os cães viajam de graça.",
      Chaves: "O zelador guarda as chaves. A perda de uma chave deve ser comunicada de imediato.",
    }),
    [
      ["Quanto tempo dura o período de experiência?", "três meses"],
      ["Qual aviso prévio se aplica?", "dois meses"],
      ["Qual é a tarifa da balsa?", "doze euros"],
      ["Quem guarda as chaves?", "zelador"],
    ],
    ["Quanto tempo dura a licença parental?", "Qual é o salário?", "Qual garantia se aplica?", "Quem guarda o dinheiro?"],
  ],
];

describe.each(languages)("questions in %s", (_, evidence, answerable, unanswerable) => {
  it.each(answerable)("answers “%s”", (question, says) => {
    const { text, abstained, citations } = ask(question, evidence);
    expect(text).toContain(says);
    expect(abstained).toBe(false);
    expect(citations[0]?.quote).toContain(says);
  });

  it.each(unanswerable)("refuses “%s”", (question) => {
    expect(ask(question, evidence)).toMatchObject({ abstained: true, citations: [] });
  });
});

describe("a question in another language than the documents are said to be in", () => {
  const question = "Wie hoch ist die Gebühr für die Fähre?";

  it("is read as what it is where a file says that its German is English", () => {
    const said = german.map((piece) => ({ ...piece, attributes: { language: "en-GB" } }));
    expect(ask(question, said).text).toBe("“Die Gebühr für die Fähre beträgt zwölf Euro je Fahrt.” [1]");
    expect(ask("Wie hoch ist die Miete?", said).abstained).toBe(true);
  });

  it("is answered from the German text among English ones", () => {
    expect(ask(question, [...english.slice(0, 3), ...german]).citations[0]?.quote).toContain("zwölf Euro");
  });

  it("is answered from English by the names in it, and its function words are not missed", () => {
    const hall = corpus("hall.md", { Nimbus: "The Nimbus hall holds the archive of Vonda." });
    const { text, abstained } = ask("Was gilt für Nimbus und für Vonda?", hall);
    expect(abstained).toBe(false);
    expect(text).not.toMatch(/“(?:was|gilt|und|für)”/i);
    expect(ask("Was ist Stratus?", hall).abstained).toBe(true);
  });
});

it("takes no noun of a German question for a name, and a word in capitals for one", () => {
  const rest = ask("Wie hoch ist die Gebühr für die Fähre im Sommer?", german);
  expect(rest).toMatchObject({ abstained: false });
  expect(rest.text).toContain("\nNowhere in what was found: “Sommer”.");
  expect(ask("Wie hoch ist die Gebühr der NASA für die Fähre?", german).confidence).toBeLessThan(rest.confidence ?? 0);
});

it("takes no word of another language for an English one", () => {
  const heroes = corpus("sagen.md", { Sage: "Der Held wohnt im Turm. Der Drache wohnt in der Höhle." });
  expect(ask("Wo wohnt der Held?", heroes)).toMatchObject({ abstained: false, confidence: 1 });
});

describe("a number that was asked for", () => {
  const german = corpus("haus.md", {
    "1. Haus":
      "1.2 Für leitende Angestellte beträgt die wöchentliche Arbeitszeit über 42 Stunden.\n\n1.3 In der Werkstatt sind Sicherheitsschuhe zu tragen.\n\n" +
      "1.4 Besucher melden sich am Empfang an.\n\n1.5 Jedes Mitglied darf einen Gast mitbringen.\n\n1.6 Helfer müssen mindestens 16 Jahre alt sein.",
  });
  const english = corpus("house.md", {
    "1. House":
      "1.2 For managers the weekly working time is over 42 hours.\n\n1.3 In the workshop, visitors wear safety shoes.\n\n" +
      "1.4 Every member may bring a guest.\n\n1.5 Helpers must be over 16.",
  });

  it.each([
    ["Wie viele Besucher dürfen in die Werkstatt?", german],
    ["Wie lang ist die Werkstatt?", german],
    ["Wie alt müssen leitende Angestellte sein?", german],
    ["How many visitors may be in the workshop?", english],
    ["How old must managers be?", english],
  ])("is not the number of a clause, nor one of another kind: “%s”", (question, evidence) => {
    expect(ask(question, evidence)).toMatchObject({ abstained: true });
  });

  it.each([
    ["Wie alt müssen Helfer sein?", german, "16 Jahre"],
    ["Wie viele Gäste darf ein Mitglied mitbringen?", german, "einen Gast"],
    ["How many guests may a member bring?", english, "a guest"],
    ["What is the weekly working time for managers?", english, "42 hours"],
  ])("is found by “%s”", (question, evidence, says) => {
    expect(ask(question, evidence).citations[0]?.quote).toContain(says);
  });
});

describe("words that a German or Dutch sentence has at its ends", () => {
  const house = corpus("haus.md", {
    "1. Haus": "1.1 Musik ist im Garten bis 22 Uhr erlaubt.\n\n1.2 Der Eintritt ist auf 50 Euro je Person begrenzt.",
    "2. Recht":
      "Die Produkthaftung ist auf 5.000,00 Euro je Schadensfall begrenzt. Der Mieter zahlt die Miete. Im Winter heizt der Vermieter, und die Treppe reinigt der Verwalter.",
  });
  const dutch = corpus("huis.md", { Huis: "Muziek is in de tuin van het huis tot 22 uur toegestaan." });

  it.each([
    ["Ist Musik erlaubt?", house, "22 Uhr"],
    ["Wann ist Musik erlaubt?", house, "22 Uhr"],
    ["Ist der Eintritt begrenzt?", house, "50 Euro"],
    ["Ist die Produkthaftung begrenzt?", house, "5.000,00 Euro"],
    ["Is muziek toegestaan?", dutch, "22 uur"],
    ["Wanneer is muziek toegestaan?", dutch, "22 uur"],
  ])("belong together: “%s”", (question, evidence, says) => {
    expect(ask(question, evidence).citations[0]?.quote).toContain(says);
  });

  it.each(["Ist die Miete begrenzt?", "Ist die Treppe begrenzt?"])("belong not together across sentences: “%s”", (question) => {
    expect(ask(question, house).abstained).toBe(true);
  });
});

it("takes years for something like an age", () => {
  const fossils = corpus("funde.md", { Funde: "Die Fossilien stammen aus der Zeit vor 515 Millionen Jahren." });
  expect(ask("Wie alt sind die Fossilien?", fossils).citations).toHaveLength(1);
});

describe("a noun that only names what kind of measure is asked for", () => {
  const rules = corpus("regeln.md", {
    "4. Belege": "4.1 Belege sind innerhalb von 30 Tagen einzureichen.",
    "5. Widerruf": "5.1 Kunden können den Vertrag binnen vierzehn Tagen widerrufen.",
    "6. Kaution": "6.1 Bei Einzug ist eine Kaution von 300 Euro zu zahlen.",
    "7. Rauchen": "7.1 Rauchen ist verboten.",
  });
  const dutch = corpus("regels.md", { Bonnen: "Bonnen worden binnen 30 dagen ingediend.", Roken: "Roken is verboden." });

  it.each([
    ["Welche Frist gilt für Belege?", rules, "30 Tagen"],
    ["Innerhalb welcher Frist sind Belege einzureichen?", rules, "30 Tagen"],
    ["Welche Frist gilt für den Widerruf?", rules, "vierzehn Tagen"],
    ["Welchen Betrag muss ich bei der Kaution zahlen?", rules, "300 Euro"],
    ["Welke termijn geldt voor bonnen?", dutch, "30 dagen"],
  ])("is answered by one: “%s”", (question, evidence, says) => {
    const { abstained, text, citations } = ask(question, evidence);
    expect(abstained).toBe(false);
    expect(citations[0]?.quote).toContain(says);
    expect(text).not.toContain("Nowhere");
  });

  it.each([
    ["Welche Frist gilt für das Rauchen?", rules],
    ["Welche Frist gilt für die Reinigung?", rules],
    ["Welche Gebühr gilt für Belege?", rules],
    ["Welche Garantie gilt für Belege?", rules],
    ["Welke termijn geldt voor het roken?", dutch],
    ["Welke termijn geldt voor het parkeren?", dutch],
  ])("is missed where there is none: “%s”", (question, evidence) => {
    expect(ask(question, evidence).abstained).toBe(true);
  });
});

describe("a German verb in another of its forms", () => {
  const rules = corpus("regeln.md", {
    Antrag: "Der Antrag ist schriftlich einzureichen.",
    Belege: "Belege werden im Büro eingereicht.",
    Schlüssel: "Wer einen Schlüssel verliert, ruft die Verwaltung an.",
    Schäden: "Schäden werden dem Hausmeister gemeldet.",
    Fahrrad: "Räder sind im Hof abzustellen.",
    Gehalt: "Das Gehalt kommt am letzten Tag.",
  });

  it.each([
    ["Wie muss der Antrag eingereicht werden?", "schriftlich"],
    ["Wo sind Belege einzureichen?", "Büro"],
    ["Was ist, wenn ich einen Schlüssel verliere?", "Verwaltung"],
    ["Wem muss ich Schäden melden?", "Hausmeister"],
    ["Wo kann ich Räder abstellen?", "Hof"],
  ])("answers: “%s”", (question, says) => {
    const { abstained, text, citations } = ask(question, rules);
    expect(abstained).toBe(false);
    expect(citations[0]?.quote).toContain(says);
    expect(text).not.toContain("Nowhere");
  });

  it.each(["Wer muss die Miete einreichen?", "Darf ich Tiere halten?"])("does not answer with another verb: “%s”", (question) => {
    expect(ask(question, rules).abstained).toBe(true);
  });
});

it("takes no middle of a word for a part of a compound: there is no smoke in consumers", () => {
  const rules = corpus("regeln.md", { Verbraucher: "Verbraucher dürfen widerrufen, das ist erlaubt." });
  expect(ask("Ist Rauchen erlaubt?", rules)).toMatchObject({
    abstained: true,
    text: expect.stringContaining("Nowhere in them: “Rauchen”"),
  });
  expect(ask("Ist ein Widerruf erlaubt?", rules).abstained).toBe(false);
});

describe("what one rule says and what another does", () => {
  const rules = corpus("regeln.md", {
    Urlaub: "Der Urlaub beträgt 30 Tage im Jahr. Das Urlaubsgeld beträgt 500 Euro.",
    Probezeit: "Die Probezeit beträgt sechs Monate. Leitende Angestellte haben eine Probezeit von zwölf Monaten.",
    Reisen: "Bahnfahrten von mehr als vier Stunden dürfen in der ersten Klasse gebucht werden.",
    Fähre: "Die Fähre legt um 8 Uhr ab. Die Überfahrt kostet 12 Euro.",
  });
  const english = corpus("rules.md", {
    Leave: "Vacation is 30 days a year.",
    Probation: "Probation is six months. Executives have a probation of a year.",
    Travel: "Trips of more than four hours may be booked in first class.",
    Helpers: "Helpers must be at least 18 years old.",
    Deposit: "The deposit is 500 EUR.",
    Breakfast: "Breakfast is included in the price.",
  });

  it.each([
    ["Gibt es Urlaub in der Probezeit?", rules],
    ["Gibt es Urlaubsgeld für leitende Angestellte?", rules],
    ["Wie teuer ist die erste Klasse?", rules],
    ["Is there vacation during probation?", english],
    ["Is there vacation for executives?", english],
    ["How expensive is first class?", english],
    ["How old must executives be?", english],
  ])("is not joined to an answer: “%s”", (question, evidence) => {
    expect(ask(question, evidence).abstained).toBe(true);
  });

  it.each([
    ["Gibt es Urlaubsgeld?", rules, "500 Euro"],
    ["Gibt es eine Probezeit für leitende Angestellte?", rules, "zwölf Monaten"],
    ["Wie teuer ist die Überfahrt?", rules, "12 Euro"],
    ["Is there a probation for executives?", english, "a year"],
    ["How high is the deposit?", english, "500 EUR"],
    ["How old must helpers be?", english, "18 years"],
    ["How much does breakfast cost?", english, "included"],
  ])("is told apart from what one rule says: “%s”", (question, evidence, says) => {
    const { abstained, citations } = ask(question, evidence);
    expect(abstained).toBe(false);
    expect(citations[0]?.quote).toContain(says);
  });
});
