/**
 * 64 bits that stand for a row of texts, two halves that are mixed apart. They tell contents apart and keep no secret. The last mixing is
 * C. Wellons's `lowbias32` ("Prospecting for hash functions", nullprogram.com, 2018).
 */
export class ContentHash {
  private low = 0;
  private high = 0;

  /** Begins anew. */
  clear(): void {
    this.low = this.high = 0;
  }

  add(text: string): void {
    this.step(text.length);
    for (let k = 0; k + 1 < text.length; k += 2) this.step(text.charCodeAt(k) | (text.charCodeAt(k + 1) << 16));
    if (text.length % 2 === 1) this.step(text.charCodeAt(text.length - 1));
  }

  /** The 8 bytes. */
  digest(): Uint8Array {
    const low = mix(this.low ^ ((this.high << 16) | (this.high >>> 16)));
    return hashBytes(low, mix(this.high ^ low));
  }

  private step(value: number): void {
    const low = this.low ^ value;
    this.low = Math.imul((low << 13) | (low >>> 19), 0x9e3779b1);
    const high = (this.high + value) | 0;
    this.high = Math.imul(((high << 17) | (high >>> 15)) ^ (this.high >>> 11), 0x85ebca77);
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
