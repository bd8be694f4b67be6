/** Languages that write compound words as one, by primary subtag. Their long words are found by their parts too. */
export const COMPOUNDING: ReadonlySet<string> = new Set(["de", "nl", "sv", "da", "no", "nb", "nn", "fi", "hu"]);

/** Shortest word that is looked for inside others, and shortest part that stands before it, in UTF-16 units. */
export const SHORTEST_PART = 4;

/** Shortest word that may be a compound, in UTF-16 units. */
export const SHORTEST_COMPOUND = 8;

/** Units at the end of a word that its light stem is made of. */
const ENDING = 6;

/**
 * A word without its inflection, but with the ending that makes a noun or an adjective of another word, as German -ung, -heit and -ig,
 * Dutch -ing or Swedish -het. Stemmers take that off a long word and leave it at a short one: "Produkthaftung" becomes `produkthaft`, but "Haftung"
 * stays `haftung`. What they do to the last letters alone is the same for both.
 */
export function lightStem(word: string, stem: (word: string) => string): string {
  return word.length <= ENDING ? stem(word) : word.slice(0, -ENDING) + stem(word.slice(-ENDING));
}

/** "Verbraucher" is no "-raucher": behind a German prefix that cannot be parted stands a stem, and that has a vowel. */
const NO_STEM = /^(?:ver|ent|zer|emp)[^aeiouy]*$/;

/**
 * Whether the letters before a word may be the first part of a compound with it.
 *
 * @param first - folded @param language - primary subtag
 */
export function mayBeFirstPart(first: string, language: string): boolean {
  return first.length >= SHORTEST_PART && !(language === "de" && NO_STEM.test(first));
}
