import { COMPOUNDING, lightStem, SHORTEST_COMPOUND } from "../analysis/compounding.ts";
import type { Stemmer } from "../analysis/stemming.ts";
import { lightKey } from "../keys.ts";

// What a folded word is listed under beside its term, for the builder in JavaScript and for what the kernel asks.

/** Whether a word may be a compound, which is to be found by its end. */
export function isCompound(word: string, language: string): boolean {
  return word.length >= SHORTEST_COMPOUND && COMPOUNDING.has(language);
}

/** The key of a compound's light stem; undefined where its stem is the same, and for a word that is no compound. */
export function lightKeyOf(word: string, language: string, stem: Stemmer): string | undefined {
  if (!isCompound(word, language)) return undefined;
  const light = lightStem(word, stem);
  return light === stem(word) ? undefined : lightKey(light);
}
