import { analyze, type Token } from "../../search/analysis/analyze.ts";

/** One word of a question that an answer should carry. */
export interface Wanted {
  readonly term: string;
  /** As the question writes it. */
  readonly word: string;
  /** Place among the question's words, for neighbours. */
  readonly position: number;
  /** A name or number ("Mars", "2024"): an answer that knows nothing of it answers another question. */
  readonly specific: boolean;
}

export interface Question {
  readonly wanted: readonly Wanted[];
  /** Terms of codes and citations ("12(3)(a)"), whose words are wanted as well: they help, and are not missed. */
  readonly composites: readonly string[];
  /** "How long", "when": an answer has a number in it. */
  readonly wantsNumber: boolean;
  /** "How old": an answer has an age in it. */
  readonly wantsAge: boolean;
  /** "What is X", "what does X mean": an answer says what it is. */
  readonly wantsDefinition: boolean;
}

/** Words that ask, in English, and are in no answer. Of other languages the stop words must do. */
const ASKING = new Set(
  "long many much often old far big soon quickly happen happens happened mean means meant kind sort type need needs want wants get gets tell know find say says explain describe define give list please allowed may might shall must let anyone someone anybody somebody people person thing things something anything way".split(
    " ",
  ),
);
const NUMBER_ASKED =
  /\b(?:how (?:long|many|much|often|old|far|big|large|soon|late)|when|what (?:age|date|time|percentage|amount|number)|deadline)\b|wie (?:viel|lange|oft|alt|hoch)|\b(?:wann|combien|quand|cu[aá]nt[oa]s?|cu[aá]ndo|quant[oai]|quando)\b/iu;
const AGE_ASKED = /\b(?:how old|what age|minimum age|wie alt|quel âge)\b/iu;
const DEFINITION_ASKED =
  /^\s*what(?:'s|’s| is| are)\s+(?:an?\s+|the\s+)?[\p{L}\p{N}"“'-]+(?:\s+[\p{L}\p{N}"”'-]+){0,3}\s*\?*\s*$|\bdoes\b.*\bmean\b|\bdefinition of\b|\bdefined?\b/iu;

export function readQuestion(text: string, language: string): Question {
  const tokens = analyze(text, { language }).filter((token) => token.stop !== true);
  const words = tokens.filter((token) => !tokens.some((other) => isWithin(other, token)));
  const composites = tokens.filter((token) => !words.includes(token)).map(({ term }) => term);
  const all = unique(words.map((token) => wantedOf(text, token)));
  const wanted = all.filter(({ word }) => !ASKING.has(word.toLowerCase()));
  return {
    // "What is a thing?" still asks for something.
    wanted: wanted.length > 0 ? wanted : all,
    composites,
    wantsNumber: NUMBER_ASKED.test(text),
    wantsAge: AGE_ASKED.test(text),
    wantsDefinition: DEFINITION_ASKED.test(text),
  };
}

function isWithin(inner: Token, outer: Token): boolean {
  return inner.start >= outer.start && inner.end <= outer.end && inner.end - inner.start < outer.end - outer.start;
}

function wantedOf(text: string, { term, start, end, position }: Token): Wanted {
  const word = text.slice(start, end);
  const begins = text.slice(0, start).trim() === "";
  return { term, word, position, specific: /\p{N}/u.test(word) || (!begins && /^\p{Lu}/u.test(word)) };
}

function unique(words: readonly Wanted[]): Wanted[] {
  const seen = new Map<string, Wanted>();
  for (const word of words) if (!seen.has(word.term)) seen.set(word.term, word);
  return [...seen.values()];
}
