/** What an answer has in it, by the way of asking. */
export type Wish = "age" | "duration" | "price" | "amount" | "number" | "time" | "definition" | "anything";

const NUMBER_WORD =
  "one|two|three|four|five|six|seven|eight|nine|ten|eleven|twelve|(?:thir|four|fif|six|seven|eigh|nine)teen|twenty|thirty|forty|fifty|sixty|seventy|eighty|ninety|hundred|thousand";
/** The same in German, Dutch, French, Spanish, Italian and Portuguese, without what is an article or another word as well. */
const NUMBER_ABROAD = [
  "zwei|drei|vier|fünf|sechs|sieben|acht|neun|zehn|elf|zwölf|\\p{L}{3,7}zehn|(?:\\p{L}{3,20}und)?(?:zwanzig|dreißig|vierzig|fünfzig|sechzig|siebzig|achtzig|neunzig)|hundert|tausend|einmal|zweimal|dreimal",
  "twee|drie|vijf|zes|zeven|negen|tien|twaalf|\\p{L}{3,7}tien|twintig|dertig|veertig|vijftig|zestig|zeventig|tachtig|negentig|honderd|duizend",
  "deux|trois|quatre|cinq|sept|huit|neuf|dix|onze|douze|treize|quatorze|quinze|seize|vingt|trente|quarante|cinquante|soixante|cent|mille",
  "dos|tres|cuatro|cinco|seis|siete|ocho|nueve|diez|once|doce|trece|catorce|quince|veinte|treinta|cuarenta|cincuenta|sesenta|setenta|ochenta|noventa|cien|mil",
  "due|tre|quattro|cinque|sei|sette|otto|nove|dieci|undici|dodici|tredici|quattordici|quindici|venti|trenta|quaranta|cinquanta|sessanta|settanta|ottanta|novanta|cento",
  "dois|duas|três|quatro|sete|oito|dez|doze|treze|quinze|vinte|trinta|quarenta|cinquenta|sessenta|setenta|oitenta|noventa|cem",
].join("|");
/** Asked for in this order: "how old" is a number too. The second pattern is of other languages than English. */
const ASKED: readonly (readonly [Wish, RegExp, RegExp?])[] = [
  [
    "age",
    /\b(?:how old|what age|minimum age)\b/iu,
    start("wie alt|mindestalter|hoe oud|quel âge|à quel âge|(?:a )?qué edad|(?:a )?che età|quanti anni si deve avere|(?:com )?que idade"),
  ],
  [
    "duration",
    /\b(?:how (?:long|soon|often|quickly)|(?:how many|within how many) (?:second|minute|hour|day|week|month|year)s?)\b/iu,
    start(
      "welche[rsnm]? (?:frist|zeitraum|dauer)|welke (?:termijn|duur)|wie lange?|wie oft|wie schnell|hoe lang|hoe vaak|hoe snel|combien de temps|quelle est la durée|quelle durée|cu[aá]nto tiempo|" +
        "cu[aá]nto dura|quanto tempo|quanto dura|com que frequência|con qué frecuencia",
    ),
  ],
  [
    "price",
    /\bhow expensive\b|\bhow much\b.*\b(?:costs?|charged?)\b|\bwhat (?:is|are) the (?:price|cost|fee)s?\b/iu,
    start(
      "wie teuer|was kostet|was kosten|wie ?viel kostet|wie ?viel kosten|hoe duur|wat kost(?:en)?|hoeveel kost(?:en)?|combien coûte(?:nt)?|cuánto cuestan?|quanto costa(?:no)?|quanto custa(?:m)?",
    ),
  ],
  ["amount", /\bhow much\b/iu, start("welche[rsnm]? (?:betrag|höhe)|welk bedrag")],
  [
    "number",
    /\b(?:how (?:many|far|big|large|high|tall|deep|wide|heavy)|what (?:percentage|amount|number))\b/iu,
    start("wie ?viele?|wie (?:hoch|groß|weit)|hoe ?veel|hoe (?:hoog|groot|ver)|combien|cu[aá]nt[oa]s?|quant[oaie]s?"),
  ],
  [
    "time",
    /\b(?:when|how late|what (?:date|time)|deadline)\b/iu,
    start("wann|bis wann|um wie viel uhr|wanneer|hoe laat|quand|à quelle heure|cu[aá]ndo|a qué hora|quando|a che ora|a que horas"),
  ],
  [
    "definition",
    /^\s*what(?:'s|’s| is| are)\s+(?:an?\s+|the\s+)?[\p{L}\p{N}"“'-]+(?:\s+[\p{L}\p{N}"”'-]+){0,3}\s*\?*\s*$|\bdoes\b.*\bmean\b|\bdefinition of\b|\bdefined?\b/iu,
  ],
];

/** These words, not as a part of longer ones. */
function start(words: string): RegExp {
  return new RegExp(String.raw`(?<!\p{L})(?:${words})(?!\p{L})`, "iu");
}

export function wishOf(question: string): Wish {
  return ASKED.find(([, asked, abroad]) => asked.test(question) || abroad?.test(question) === true)?.[0] ?? "anything";
}

/** No digits of a code or name: "U+007F", "u8", "2.2.3" as a part of "§2.2.3". */
const FIGURE = String.raw`(?<![\p{L}\p{N}_+#§/-])\p{N}+(?![\p{L}_])`;
const NUMBER = new RegExp(String.raw`${FIGURE}|\b(?:${NUMBER_WORD}|once|twice)\b`, "iu");
const PERIOD = "(?:seconds?|minutes?|hours?|days?|weeks?|months?|quarters?|years?|decades?)";
const DURATION = new RegExp(
  String.raw`(?:\p{N}|\b(?:${NUMBER_WORD}|an?|one)\b)\)?[\s-]*(?:\(\w+\)\s*)?(?:\p{L}+[\s-]+)?${PERIOD}\b|\b(?:immediately|indefinitely|permanently|(?:daily|weekly|monthly|annual(?:ly)?|yearly)|until|as long as|for the (?:duration|length|life) of)\b`,
  "iu",
);
/** Units that are neither of years nor of money. */
const UNIT =
  "uhr|stunden?|minuten?|tagen?|wochen?|personen|hours?|minutes?|days?|weeks?|people|persons|uur|dagen|weken|heures?|jours?|semaines?|horas?|d[ií]as?|semanas?|or[ae]|giorni|settimane|dias|k?m|k?g|o['’]clock";
/** Behind a number: what no one counts an age in. */
const NO_AGE = String.raw`(?![\p{N}.,:]{0,12}[\s-]{0,3}(?:\p{Sc}|%|(?:${UNIT}|euro|prozent|percent|dollars?)(?!\p{L})))(?![.,:]?\p{N})`;
const AGE = new RegExp(
  String.raw`\b(?:aged?|years? old|\d+ years|\d+ (?:or|and) (?:over|older|above)|(?:at least|under|over) \d{1,3}${NO_AGE})\b`,
  "iu",
);
const AMOUNT = /\p{Sc}|\bfree\b|\b(?:USD|EUR|GBP|percent|dollars?|euros?)\b|%/iu;
const TIME = new RegExp(String.raw`${DURATION.source}|\p{N}|\b(?:when|once|after|before|upon|during|at the end|as soon as)\b`, "iu");
const DEFINES = /\b(?:is|are|means?|refers? to|represents?|includes?|stands? for)\b/i;

const PERIOD_ABROAD = [
  "sekunden?|minuten?|stunden?|tag(?:e[ns]?|s)?|werktage?n?|wochen?|monat(?:e[ns]?|s)?|quartal(?:e[ns]?|s)?|jahr(?:e[ns]?|es)?",
  "seconden?|minuut|minuten|uur|uren|dag(?:en)?|we[e]?k(?:en)?|maand(?:en)?|kwartalen|kwartaal|jaar|jaren",
  "secondes?|heures?|jours?|semaines?|mois|trimestres?|ans?|années?",
  "segundos?|horas?|días?|semanas?|mes(?:es)?|trimestres?|años?",
  "second[oi]|minut[oi]|or[ae]|giorn[oi]|settiman[ae]|mes[ei]|trimestr[ei]|ann[oi]",
  "minutos?|dias?|mês|anos?",
].join("|");
const LASTING_ABROAD =
  "unbefristet|unverzüglich|sofort|dauerhaft|täglich|wöchentlich|monatlich|vierteljährlich|jährlich|bis zu[mr]?|solange|onmiddellijk|dagelijks|wekelijks|maandelijks|" +
  "jaarlijks|totdat|zolang|immédiatement|jusqu['’](?:à|au)|tous les|chaque|mensuel(?:le)?(?:ment)?|annuel(?:le)?(?:ment)?|inmediatamente|hasta|cada|mensual(?:mente)?|anual(?:mente)?|" +
  "immediatamente|fino a|ogni|mensile|annuale|imediatamente|até";
const NUMBER_IS_ABROAD = new RegExp(String.raw`${FIGURE}|(?<!\p{L})(?:${NUMBER_ABROAD})(?!\p{L})`, "iu");
const DURATION_ABROAD = new RegExp(
  String.raw`(?:\p{N}|(?<!\p{L})(?:${NUMBER_ABROAD}|ein(?:e[mnrs]?)?|één|een|une?|un[ao]?|um|uma))\)?[\s-]*(?:\p{L}+[\s-]+)?(?:${PERIOD_ABROAD})(?!\p{L})|(?<!\p{L})(?:${LASTING_ABROAD})(?!\p{L})`,
  "iu",
);
const AGE_ABROAD = new RegExp(
  String.raw`(?<!\p{L})(?:\p{N}+\.? (?:lebensjahr|(?:jahre|monate|wochen)n? alt|(?:jaar|maanden|weken) oud|ans (?:révolus|au moins)|años (?:de edad|cumplidos)|anni compiuti|anos de idade)|volljährig|minderjährig|(?:ab|über|unter|mindestens|vanaf|dès|desde los|dai|a partir dos) \p{N}{1,3}${NO_AGE}|alter|leeftijd|âgé|âge|edad|età|idade)`,
  "iu",
);
const AMOUNT_ABROAD =
  /(?<!\p{L})(?:kostenlos|kostenfrei|gebührenfrei|unentgeltlich|umsonst|gratis|kosteloos|gratuit|gratuito|gratuita|prozent|procent)(?!\p{L})/iu;
const PRICE = new RegExp(
  String.raw`(?:(?<![\p{L}\p{N}_+#§/.,-])\p{N}+(?![\p{L}_])|(?<!\p{L})(?:${NUMBER_WORD}|${NUMBER_ABROAD})(?!\p{L}))(?![\p{N}.,:]{0,12}[\s-]{0,3}(?:${UNIT}|${PERIOD}|${PERIOD_ABROAD})(?!\p{L}))(?![.,:]?\p{N})`,
  "iu",
);
/** "Breakfast is included in the price." */
const PRICED =
  /(?<!\p{L})(?:prices?|costs?|fees?|charges?|pa(?:y|id)|included|preise?|kosten|kostet|gebühr(?:en)?|entgelt|zahl(?:t|en)|inbegriffen|prijs|betaalt|prix|coûte(?:nt)?|paie(?:nt)?|precio|cuesta|paga[nr]?|prezzo|costa|preço|custa)(?!\p{L})/iu;
const TIME_ABROAD = new RegExp(
  String.raw`${DURATION_ABROAD.source}|(?<!\p{L})(?:wenn|sobald|nach|vor|ab|seit|während|wanneer|zodra|voor|vanaf|dès|après|avant|lorsque|cuando|después|antes|desde|dopo|prima|dal|depois|antes|desde)(?!\p{L})`,
  "iu",
);
const DEFINES_ABROAD =
  /(?<!\p{L})(?:ist|sind|bedeutet|heißt|bezeichnet|is|zijn|betekent|est|sont|désigne|es|son|significa|è|sono|é|são)(?!\p{L})/iu;

/** Whether a text has in it what was wished for; "anything" is in every text. A language is English, or one of those above. */
export function grants(wish: Wish, text: string, language = "en"): boolean {
  if (grantsInEnglish(wish, text)) return true;
  return language !== "en" && grantsAbroad(wish, text);
}

const SOME = /\b(?:an?|no|none|any|all|both|each|every|several|unlimited|always|never|regularly|often)\b/iu;
const SOME_ABROAD =
  /(?<!\p{L})(?:k?ein(?:e[mnrs]?)?|jede[mnrs]?|alle[mnrs]?|beide[nr]?|mehrere[nr]?|beliebig|unbegrenzt|immer|nie|stets|regelmäßig|één|een|geen|elke?|ieder[e]?|altijd|nooit|regelmatig|une?|aucune?|chaque|tou(?:s|te|tes)|toujours|jamais|un[ao]?|ning[uú]n[oa]?|cada|tod[ao]s|siempre|nunca|nessun[oa]?|ogni|tutt[ei]|sempre|mai|um|uma|nenhum|nenhuma)(?!\p{L})/iu;

const YEARS = /\p{N}\s(?:\p{L}{3,12}\s)?(?:years?|jahren?|jaar|jaren|ans|années|años|anni|anos)(?!\p{L})/iu;

/** Whether a text that does not grant a wish says at least something like it: any number, "a guest", "every spring"; of an age, years. */
export function isLike(wish: Wish, text: string, language: string): boolean {
  if (wish === "amount") return true;
  if (wish === "price") return PRICED.test(text);
  if (wish === "age") return YEARS.test(text);
  if (NUMBER.test(text)) return true;
  return language === "en" ? SOME.test(text) : NUMBER_IS_ABROAD.test(text) || SOME_ABROAD.test(text);
}

function grantsAbroad(wish: Wish, text: string): boolean {
  switch (wish) {
    case "age":
      return AGE_ABROAD.test(text);
    case "duration":
      return DURATION_ABROAD.test(text);
    case "price":
      return AMOUNT_ABROAD.test(text) || PRICE.test(text);
    case "amount":
      return AMOUNT_ABROAD.test(text) || NUMBER_IS_ABROAD.test(text);
    case "number":
      return NUMBER_IS_ABROAD.test(text);
    case "time":
      return TIME_ABROAD.test(text);
    case "definition":
      return DEFINES_ABROAD.test(text.slice(0, 160));
    case "anything":
      return true;
  }
}

function grantsInEnglish(wish: Wish, text: string): boolean {
  switch (wish) {
    case "age":
      return AGE.test(text);
    case "duration":
      return DURATION.test(text);
    case "price":
      return AMOUNT.test(text) || PRICE.test(text);
    case "amount":
      return AMOUNT.test(text) || NUMBER.test(text);
    case "number":
      return NUMBER.test(text);
    case "time":
      return TIME.test(text);
    case "definition":
      return DEFINES.test(text.slice(0, 160));
    case "anything":
      return true;
  }
}
