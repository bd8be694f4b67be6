/** A set of strings that only remembers 32 bits of each: never says no to one it was given, rarely yes to another. 8 bytes a string. */
export class HashSet {
  private table = new Uint32Array(1 << 10);
  private count = 0;

  add(text: string): void {
    if (this.insert(this.table, hashOf(text))) this.count++;
    if (this.count * 2 > this.table.length) {
      const larger = new Uint32Array(this.table.length * 2);
      for (const hash of this.table) if (hash !== 0) this.insert(larger, hash);
      this.table = larger;
    }
  }

  mayHave(text: string): boolean {
    const hash = hashOf(text);
    const mask = this.table.length - 1;
    for (let slot = hash & mask; this.table[slot] !== 0; slot = (slot + 1) & mask) if (this.table[slot] === hash) return true;
    return false;
  }

  private insert(table: Uint32Array, hash: number): boolean {
    const mask = table.length - 1;
    let slot = hash & mask;
    for (; table[slot] !== 0; slot = (slot + 1) & mask) if (table[slot] === hash) return false;
    table[slot] = hash;
    return true;
  }
}

/** FNV-1a with a final mix, never 0. */
function hashOf(text: string): number {
  let hash = 0x811c9dc5;
  for (let k = 0; k < text.length; k++) hash = Math.imul(hash ^ text.charCodeAt(k), 0x01000193);
  hash = Math.imul(hash ^ (hash >>> 15), 0x2c1b3c6d);
  return (hash ^ (hash >>> 13)) >>> 0 || 1;
}
