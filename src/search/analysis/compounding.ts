/** Languages that write compound words as one, by primary subtag. Their long words are found by their parts too. */
export const COMPOUNDING: ReadonlySet<string> = new Set(["de", "nl", "sv", "da", "no", "nb", "nn", "fi", "hu"]);

/** Shortest word that is looked for inside others, and shortest part that stands before it, in UTF-16 units. */
export const SHORTEST_PART = 4;
