import type { Span } from "../model.ts";
import { analyze } from "../search/analysis/analyze.ts";
import { detectLanguage } from "../search/analysis/language.ts";

/** Terms of a text by place: several may stand at one, as "12", "(a)" and "12(a)" do. */
type Places = readonly (readonly { readonly term: string; readonly start: number; readonly end: number }[])[];

/**
 * The words of a question, as the keyword index reads words: "Margins" is "margin", and "Größe" is "grosse". Phrases are looked for
 * in the language of the question.
 */
export class QuestionWords {
  readonly text: string;
  readonly #language: string;
  readonly #places: Places;

  /** @param language - BCP 47. @default detected */
  constructor(text: string, language: string = detectLanguage(text)) {
    this.text = text;
    this.#language = language;
    this.#places = placesOf(text, language);
  }

  has(phrase: string): boolean {
    return this.find(phrase).length > 0;
  }

  /** Where the words of a phrase stand side by side. A phrase without words ("§") is looked for as it is. */
  find(phrase: string): Span[] {
    const wanted = placesOf(phrase, this.#language).map((place) => place.map(({ term }) => term));
    if (wanted.length === 0) return this.#findMark(phrase.trim());
    const found: Span[] = [];
    for (let at = 0; at + wanted.length <= this.#places.length; at++) {
      const matched = wanted.map((terms, i) => this.#places[at + i]?.filter(({ term }) => terms.includes(term)) ?? []);
      if (matched.some((tokens) => tokens.length === 0)) continue;
      const start = Math.min(...(matched[0] ?? []).map((token) => token.start));
      found.push({ start, end: Math.min(...(matched.at(-1) ?? []).map((token) => token.end)) });
    }
    return found;
  }

  #findMark(mark: string): Span[] {
    const found: Span[] = [];
    if (mark === "") return found;
    for (let at = this.text.indexOf(mark); at !== -1; at = this.text.indexOf(mark, at + mark.length)) {
      found.push({ start: at, end: at + mark.length });
    }
    return found;
  }
}

function placesOf(text: string, language: string): Places {
  const places: { term: string; start: number; end: number }[][] = [];
  for (const { term, start, end, position } of analyze(text, { language })) {
    const place = places[position];
    if (place === undefined) places[position] = [{ term, start, end }];
    else place.push({ term, start, end });
  }
  // A position may be left out where a word was too long to be kept.
  return Array.from(places, (place) => place ?? []);
}
