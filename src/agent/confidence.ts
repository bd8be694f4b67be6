import type { Retrieval } from "../model.ts";

/** What a model says of its own result, as a number. */
export const CLAIMED = { high: 0.9, medium: 0.6, low: 0.3 } as const;

/** How much of the confidence rests on the words; the rest is how far the best passage stands out. */
const BY_WORDS = 0.7;

/**
 * How sure a search may be of its best passage, 0 to 1. A retriever's own `confidence` counts. Otherwise it is the share of the words
 * looked for that stand in the best passage or its headings, times 0.7 to 1 by how far its score is above that of the fourth (or
 * last) one: scores of different searches cannot be compared, those of one can.
 */
export function searchConfidence({ evidence, searched, confidence }: Retrieval): number {
  if (confidence !== undefined) return confidence;
  const [best] = evidence;
  if (best === undefined || searched.length === 0) return 0;
  const text = folded([...best.path, best.context ?? "", best.text].join("\n"));
  const found = searched.filter((word) => text.includes(folded(word))).length / searched.length;
  const other = evidence.length === 1 ? 0 : (evidence[Math.min(3, evidence.length - 1)]?.score ?? 0);
  const lead = best.score > 0 ? Math.max(0, Math.min(1, 1 - other / best.score)) : 0;
  return Math.round(found * (BY_WORDS + (1 - BY_WORDS) * lead) * 100) / 100;
}

/** Words that were looked for may be stems without accents. */
function folded(text: string): string {
  return text.normalize("NFKD").replace(/\p{M}/gu, "").toLowerCase();
}
