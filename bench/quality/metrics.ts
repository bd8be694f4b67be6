export interface Quality {
  readonly ndcg10: number;
  readonly recall10: number;
  readonly recall100: number;
  readonly mrr10: number;
}

/**
 * Scores of one ranking.
 *
 * nDCG with gain 2^grade - 1 and discount log2(rank + 1) (Burges et al., "Learning to Rank using Gradient Descent", 2005), against the
 * best order of all judged documents; a document is relevant when its grade is above 0.
 *
 * @param ranking - ids, best first
 * @param grades - at least one above 0
 */
export function scoreRanking(ranking: readonly string[], grades: ReadonlyMap<string, number>): Quality {
  const gains = ranking.slice(0, 10).map((id) => gain(grades.get(id) ?? 0));
  const best = [...grades.values()]
    .map(gain)
    .sort((a, b) => b - a)
    .slice(0, 10);
  const relevant = [...grades.values()].filter((grade) => grade > 0).length;
  const found = (k: number) => ranking.slice(0, k).filter((id) => (grades.get(id) ?? 0) > 0).length;
  const first = gains.findIndex((value) => value > 0);
  return {
    ndcg10: discounted(gains) / discounted(best),
    recall10: found(10) / relevant,
    recall100: found(100) / relevant,
    mrr10: first === -1 ? 0 : 1 / (first + 1),
  };
}

export function meanQuality(scores: readonly Quality[]): Quality {
  const mean = (of: (score: Quality) => number) => scores.reduce((sum, score) => sum + of(score), 0) / scores.length;
  return {
    ndcg10: mean((s) => s.ndcg10),
    recall10: mean((s) => s.recall10),
    recall100: mean((s) => s.recall100),
    mrr10: mean((s) => s.mrr10),
  };
}

const gain = (grade: number): number => 2 ** Math.max(0, grade) - 1;

function discounted(gains: readonly number[]): number {
  return gains.reduce((sum, value, i) => sum + value / Math.log2(i + 2), 0);
}
