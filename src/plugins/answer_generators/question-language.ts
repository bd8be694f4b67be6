import type { Evidence } from "../../model.ts";
import { foldWord } from "../../search/analysis/characters.ts";
import { detectLanguage } from "../../search/analysis/language.ts";
import { primarySubtag } from "../../search/analysis/primary-subtag.ts";
import { stopWordsOf } from "../../search/analysis/stop-words.ts";
import { ASKED_IN, frameOf } from "./question-frames.ts";

/** Words of its own by which a question tells its language, beyond those that it shares with another. */
const LEAD = 2;

/**
 * The language that a question is asked in, told by its function words and its way of asking; undefined where they do not tell. A question
 * is too short for `detectLanguage`, which asks for three such words and takes the rest for English.
 */
export function askedLanguage(text: string): string | undefined {
  const words = (
    text
      .toLowerCase()
      .slice(0, 1000)
      .match(/\p{L}+/gu) ?? []
  )
    .map(foldWord)
    .filter((word) => word.length > 1);
  const counted = ASKED_IN.map((language) => {
    const [stops, { asking, kinds, measured }] = [stopWordsOf(language), frameOf(language)];
    return { language, count: words.filter((word) => stops.has(word) || asking.has(word) || kinds.has(word) || measured.has(word)).length };
  }).sort((a, b) => b.count - a.count);
  const [best, next] = counted;
  return best !== undefined && best.count >= LEAD && best.count > (next?.count ?? 0) ? best.language : undefined;
}

/** Pieces of evidence that are looked at for the language of the question. */
const LOOKED_AT = 10;

/**
 * One language for question and evidence, so that a word is stemmed alike on both sides: that of the question where any of the evidence
 * is written in it, whatever a file says of itself; else the one that the best evidence has or seems to have.
 */
export function sharedLanguage(question: string, evidence: readonly Evidence[], known: unknown = evidence[0]?.attributes.language): string {
  const told = typeof known === "string" ? primarySubtag(known) : undefined;
  const asked = askedLanguage(question);
  if (asked !== undefined && (asked === told || evidence.slice(0, LOOKED_AT).some(({ text }) => detectLanguage(text) === asked)))
    return asked;
  return told ?? detectLanguage(`${question}\n${evidence[0]?.text ?? ""}`);
}
