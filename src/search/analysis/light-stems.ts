import { COMPOUNDING, lightStem } from "./compounding.ts";
import { scanText } from "./scan.ts";
import { stemmerOf } from "./stemming.ts";
import { WORD } from "./visitor.ts";

/**
 * The light stems (compounding.ts) of the words of a text; none in a language that does not write compounds as one word.
 *
 * @param language - primary subtag
 * @param shortest - word that counts, in UTF-16 units of its folded form
 */
export function lightStemsOf(text: string, language: string, shortest: number): string[] {
  if (!COMPOUNDING.has(language)) return [];
  const stem = stemmerOf(language);
  const stems: string[] = [];
  scanText(text, (folded, length, _start, _end, _position, kind) => {
    if (kind === WORD && length >= shortest) stems.push(lightStem(String.fromCharCode(...folded.subarray(0, length)), stem));
  });
  return stems;
}
