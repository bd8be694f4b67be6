const LANES = 4;

/**
 * 64 bits that stand for a row of texts, two halves of four lanes each, every lane mixed apart: a text's pairs of UTF-16 units go to the
 * lanes in turn. They tell contents apart and keep no secret. The last mixing is C. Wellons's `lowbias32` ("Prospecting for hash
 * functions", nullprogram.com, 2018).
 */
export class ContentHash {
  private readonly low = new Int32Array(LANES);
  private readonly high = new Int32Array(LANES);

  /** Begins anew. */
  clear(): void {
    this.low.fill(0);
    this.high.fill(0);
  }

  add(text: string): void {
    for (let lane = 0; lane < LANES; lane++) this.step(lane, text.length);
    for (let at = 0; at < text.length; at += 2 * LANES) {
      // Behind the text there is nothing, which counts as zero.
      for (let lane = 0; lane < LANES; lane++) {
        const k = at + 2 * lane;
        this.step(lane, text.charCodeAt(k) | (text.charCodeAt(k + 1) << 16));
      }
    }
  }

  /** The 8 bytes. */
  digest(): Uint8Array {
    let low = 0;
    for (const [lane, high] of this.high.entries()) low = mix(low ^ (this.low[lane] as number) ^ ((high << 16) | (high >>> 16)));
    let high = low;
    for (const lane of this.high) high = mix(high ^ lane);
    return hashBytes(low, high);
  }

  private step(lane: number, value: number): void {
    const low = (this.low[lane] as number) ^ value;
    this.low[lane] = Math.imul((low << 13) | (low >>> 19), 0x9e3779b1);
    const before = this.high[lane] as number;
    const high = (before + value) | 0;
    this.high[lane] = Math.imul(((high << 17) | (high >>> 15)) ^ (before >>> 11), 0x85ebca77);
  }
}

/** The bytes of both halves, lowest first. */
export function hashBytes(low: number, high: number): Uint8Array {
  const bytes = new Uint8Array(8);
  for (let k = 0; k < 4; k++) {
    bytes[k] = low >>> (k * 8);
    bytes[k + 4] = high >>> (k * 8);
  }
  return bytes;
}

function mix(value: number): number {
  let mixed = value;
  mixed = Math.imul(mixed ^ (mixed >>> 16), 0x7feb352d);
  mixed = Math.imul(mixed ^ (mixed >>> 15), 0x846ca68b);
  return mixed ^ (mixed >>> 16);
}
