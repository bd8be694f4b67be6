import { expectKnown, expectLanguage, expectObject, expectText } from "../arguments.ts";
import { optionInvalid } from "../search-errors.ts";
import { detectLanguage } from "./language.ts";
import { primarySubtag } from "./primary-subtag.ts";
import { scanText } from "./scan.ts";
import { stemmerOf } from "./stemming.ts";
import { stopWordsOf } from "./stop-words.ts";
import { WORD } from "./visitor.ts";

/** One term of a text. */
export interface Token {
  /** Folded (NFKC, case, accents) and stemmed, as the index keeps it. */
  readonly term: string;
  /** Where it stands in the given text: half-open, in UTF-16 code units. */
  readonly start: number;
  readonly end: number;
  /** 0-based count of words before it. A composite such as `12(3)(a)` has the position of its first word, which follows or precedes it. */
  readonly position: number;
  /** True for a word that says little by itself ("the", "of"); absent otherwise. */
  readonly stop?: boolean;
}

export interface AnalyzeOptions {
  /** BCP 47, its primary subtag counts. @default what `detectLanguage(text)` says */
  readonly language?: string;
}

/** Called for every term in order of position; the arguments are the members of `Token`. */
export type TermVisitor = (term: string, start: number, end: number, position: number, stop: boolean) => void;

/**
 * The terms of a text, as the keyword index makes them: two texts share a term exactly when a search for one would find the other by it
 * (given the same language). A text without words has no terms. Throws SEARCH_OPTION_INVALID for an option that there is not and a language that
 * is no tag.
 */
export function analyze(text: string, options: AnalyzeOptions = {}): Token[] {
  const tokens: Token[] = [];
  visitTerms(text, options, (term, start, end, position, stop) => {
    tokens.push(stop ? { term, start, end, position, stop } : { term, start, end, position });
  });
  return tokens;
}

/** `analyze` without the objects: for loops over many texts. */
export function visitTerms(text: string, options: AnalyzeOptions, visit: TermVisitor): void {
  expectText("text", text);
  expectObject("options", options);
  expectKnown("options.", options, ["language"]);
  if (options.language !== undefined) expectLanguage("options.language", options.language);
  if (typeof visit !== "function") throw optionInvalid("visit", visit, "a function");
  const language = primarySubtag(options.language ?? detectLanguage(text));
  const stem = stemmerOf(language);
  const stopWords = stopWordsOf(language);
  scanText(text, (folded, length, start, end, position, kind) => {
    const word = String.fromCharCode.apply(null, folded.subarray(0, length) as unknown as number[]);
    if (kind === WORD) visit(stem(word), start, end, position, stopWords.has(word));
    else visit(word, start, end, position, false);
  });
}
