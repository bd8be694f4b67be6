/** What an answer has in it, by the way of asking. */
export type Wish = "age" | "duration" | "amount" | "number" | "time" | "definition" | "anything";

const NUMBER_WORD =
  "one|two|three|four|five|six|seven|eight|nine|ten|eleven|twelve|(?:thir|four|fif|six|seven|eigh|nine)teen|twenty|thirty|forty|fifty|sixty|seventy|eighty|ninety|hundred|thousand";
/** Asked for in this order: "how old" is a number too. */
const ASKED: readonly (readonly [Wish, RegExp])[] = [
  ["age", /\b(?:how old|what age|minimum age|wie alt|quel âge)\b/iu],
  [
    "duration",
    /\b(?:how (?:long|soon|often|quickly)|(?:how many|within how many) (?:second|minute|hour|day|week|month|year)s?|wie (?:lange|oft)|combien de temps|cu[aá]nto tiempo)\b/iu,
  ],
  ["amount", /\bhow much\b|\bwhat (?:is|are) the (?:price|cost|fee)s?\b/iu],
  [
    "number",
    /\b(?:how (?:many|far|big|large)|what (?:percentage|amount|number))\b|wie (?:viel|hoch)|\b(?:combien|cu[aá]nt[oa]s?|quant[oai])\b/iu,
  ],
  ["time", /\b(?:when|how late|what (?:date|time)|deadline)\b|\b(?:wann|quand|cu[aá]ndo|quando)\b/iu],
  [
    "definition",
    /^\s*what(?:'s|’s| is| are)\s+(?:an?\s+|the\s+)?[\p{L}\p{N}"“'-]+(?:\s+[\p{L}\p{N}"”'-]+){0,3}\s*\?*\s*$|\bdoes\b.*\bmean\b|\bdefinition of\b|\bdefined?\b/iu,
  ],
];

export function wishOf(question: string): Wish {
  return ASKED.find(([, asked]) => asked.test(question))?.[0] ?? "anything";
}

/** No digits of a code or name: "U+007F", "u8", "2.2.3" as a part of "§2.2.3". */
const FIGURE = String.raw`(?<![\p{L}\p{N}_+#§/-])\p{N}+(?![\p{L}_])`;
const NUMBER = new RegExp(String.raw`${FIGURE}|\b(?:${NUMBER_WORD}|once|twice)\b`, "iu");
const PERIOD = "(?:seconds?|minutes?|hours?|days?|weeks?|months?|quarters?|years?|decades?)";
const DURATION = new RegExp(
  String.raw`(?:\p{N}|\b(?:${NUMBER_WORD}|an?|one)\b)\)?[\s-]*(?:\(\w+\)\s*)?(?:\p{L}+[\s-]+)?${PERIOD}\b|\b(?:immediately|indefinitely|permanently|(?:daily|weekly|monthly|annual(?:ly)?|yearly)|until|as long as|for the (?:duration|length|life) of)\b`,
  "iu",
);
const AGE = /\b(?:aged?|years? old|\d+ years|\d+ (?:or|and) (?:over|older|above)|(?:at least|under|over) \d+)\b/i;
const AMOUNT = /\p{Sc}|\bfree\b|\b(?:USD|EUR|GBP|percent|dollars?|euros?)\b|%/iu;
const TIME = new RegExp(String.raw`${DURATION.source}|\p{N}|\b(?:when|once|after|before|upon|during|at the end|as soon as)\b`, "iu");
const DEFINES = /\b(?:is|are|means?|refers? to|represents?|includes?|stands? for)\b/i;

/** Whether a text has in it what was wished for; "anything" is in every text. */
export function grants(wish: Wish, text: string): boolean {
  switch (wish) {
    case "age":
      return AGE.test(text);
    case "duration":
      return DURATION.test(text);
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
