/** Languages that write compound words as one, by primary subtag. Their long words are found by their parts too. */
export const COMPOUNDING: ReadonlySet<string> = new Set(["de", "nl", "sv", "da", "no", "nb", "nn", "fi", "hu"]);
