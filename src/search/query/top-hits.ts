/** The best items of one segment: by score, then in the order of their ids. A heap whose root is the worst of them. */
export class TopHits {
  /** Scores below this one cannot enter. */
  threshold: number;
  /** Items kept, best of all once there are as many as asked for. */
  size = 0;
  readonly items: Int32Array;
  readonly scores: Float64Array;
  private readonly most: number;
  private readonly comesAfter: (a: number, b: number) => boolean;

  /**
   * @param most - how many to keep, >= 1
   * @param threshold - what a score must reach to be worth keeping, because others have it already; 0 for none
   * @param comesAfter - whether an item comes after another in the order of ids
   */
  constructor(most: number, threshold: number, comesAfter: (a: number, b: number) => boolean) {
    this.most = most;
    this.threshold = threshold;
    this.comesAfter = comesAfter;
    this.items = new Int32Array(most);
    this.scores = new Float64Array(most);
  }

  offer(item: number, score: number): void {
    if (score < this.threshold || score <= 0) return;
    if (this.size < this.most) {
      let at = this.size++;
      while (at > 0) {
        const parent = (at - 1) >> 1;
        if (!this.isWorse(item, score, parent)) break;
        this.move(parent, at);
        at = parent;
      }
      this.items[at] = item;
      this.scores[at] = score;
    } else {
      if (this.isWorse(item, score, 0)) return;
      this.replaceWorst(item, score);
    }
    if (this.size === this.most) this.threshold = Math.max(this.threshold, this.scores[0] as number);
  }

  private replaceWorst(item: number, score: number): void {
    let at = 0;
    for (let child = 1; child < this.size; child = 2 * at + 1) {
      if (child + 1 < this.size && this.isWorse(this.items[child + 1] as number, this.scores[child + 1] as number, child)) child++;
      if (this.isWorse(item, score, child)) break;
      this.move(child, at);
      at = child;
    }
    this.items[at] = item;
    this.scores[at] = score;
  }

  private isWorse(item: number, score: number, than: number): boolean {
    const other = this.scores[than] as number;
    if (score !== other) return score < other;
    return this.comesAfter(item, this.items[than] as number);
  }

  private move(from: number, to: number): void {
    this.items[to] = this.items[from] as number;
    this.scores[to] = this.scores[from] as number;
  }
}
