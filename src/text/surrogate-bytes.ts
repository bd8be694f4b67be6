/**
 * Bytes in which surrogates were written one by one as if they were letters (CESU-8, as old databases and Java write 😀; UTF-8
 * forbids it), as UTF-8: pairs become the letter they stand for, a single one becomes U+FFFD.
 *
 * @returns undefined where there are none; `lost` counts single ones
 */
export function withoutSurrogates(bytes: Uint8Array): { readonly bytes: Uint8Array; readonly lost: number } | undefined {
  const pieces: Uint8Array[] = [];
  let from = 0;
  let lost = 0;
  for (let at = bytes.indexOf(0xed); at !== -1; at = bytes.indexOf(0xed, at + 1)) {
    const unit = surrogateAt(bytes, at);
    if (unit === undefined) continue;
    const next = unit < 0xdc00 ? surrogateAt(bytes, at + 3) : undefined;
    const isPair = next !== undefined && next >= 0xdc00;
    if (!isPair) lost++;
    pieces.push(bytes.subarray(from, at), Buffer.from(isPair ? String.fromCharCode(unit, next) : "\uFFFD"));
    from = at + (isPair ? 6 : 3);
    at = from - 1;
  }
  return from === 0 ? undefined : { bytes: Buffer.concat([...pieces, bytes.subarray(from)]), lost };
}

/** The surrogate whose three bytes begin here. */
function surrogateAt(bytes: Uint8Array, at: number): number | undefined {
  const [a, b = 0, c = 0] = bytes.subarray(at, at + 3);
  return a === 0xed && b >= 0xa0 && b < 0xc0 && c >= 0x80 && c < 0xc0 ? 0xd000 | ((b & 0x3f) << 6) | (c & 0x3f) : undefined;
}
