/** Bytes as read in one encoding. `lost`: malformed sequences, each U+FFFD in the text. A byte order mark is still there. */
export interface Reading {
  readonly text: string;
  readonly encoding: string;
  readonly lost: number;
  readonly guessed?: boolean;
  /** Letters that were UTF-8 among those of `encoding`. */
  readonly sequences?: number;
}

/** The reading when every byte fits the encoding; otherwise undefined. */
export function strict(encoding: string, bytes: Uint8Array): Reading | undefined {
  if (OWN.has(encoding)) {
    const reading = lenient(encoding, bytes);
    return reading.lost === 0 ? reading : undefined;
  }
  try {
    return { text: new TextDecoder(encoding, { fatal: true, ignoreBOM: true }).decode(bytes), encoding, lost: 0 };
  } catch (error) {
    if (error instanceof TypeError && "code" in error && error.code === "ERR_ENCODING_INVALID_ENCODED_DATA") return undefined;
    throw error;
  }
}

/** The reading with U+FFFD for whatever does not fit. */
export function lenient(encoding: string, bytes: Uint8Array): Reading {
  const own = OWN.get(encoding);
  if (own !== undefined) {
    const text = singleByte(bytes, own);
    return { text, encoding, lost: countReplacements(text) };
  }
  const text = new TextDecoder(encoding, { ignoreBOM: true }).decode(bytes);
  const replacements = countReplacements(text);
  return { text, encoding, lost: replacements === 0 ? 0 : replacements - genuineReplacements(encoding, bytes) };
}

/** TextDecoder has no UTF-32. `littleEndian` is what the byte order mark says. */
export function utf32(bytes: Uint8Array, littleEndian: boolean): Reading {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const parts: string[] = [];
  let lost = bytes.length % 4 === 0 ? 0 : 1;
  for (let i = 0; i + 4 <= bytes.length; i += 4) {
    const code = view.getUint32(i, littleEndian);
    const fits = code <= 0x10ffff && !(code >= 0xd800 && code <= 0xdfff);
    if (!fits) lost++;
    parts.push(fits ? String.fromCodePoint(code) : "\uFFFD");
  }
  if (bytes.length % 4 !== 0) parts.push("\uFFFD");
  return { text: parts.join(""), encoding: littleEndian ? "utf-32le" : "utf-32be", lost };
}

/** The standard's name for a label found in a file, or undefined. One that was read as ASCII cannot be true of UTF-16. */
export function labelOf(declared: string): string | undefined {
  try {
    const { encoding } = new TextDecoder(declared.trim());
    return encoding.startsWith("utf-16") ? "utf-8" : encoding;
  } catch {
    return undefined;
  }
}

/**
 * 0x80 to 0x9F of windows-1252 and windows-874, U+FFFD where they have nothing. Our own, since TextDecoder in Node 20 to 23
 * reads 0x80 to 0x9F of windows-1252 as ISO-8859-1 control characters, and open places of windows-874 as private use.
 */
const WINDOWS_1252 = "€\uFFFD‚ƒ„…†‡ˆ‰Š‹Œ\uFFFDŽ\uFFFD\uFFFD‘’“”•–—˜™š›œ\uFFFDžŸ";
const WINDOWS_874 =
  "€\uFFFD\uFFFD\uFFFD\uFFFD…\uFFFD\uFFFD\uFFFD\uFFFD\uFFFD\uFFFD\uFFFD\uFFFD\uFFFD\uFFFD\uFFFD‘’“”•–—\uFFFD\uFFFD\uFFFD\uFFFD\uFFFD\uFFFD\uFFFD\uFFFD";

/** Code units of the bytes 0x80 to 0xFF. */
const OWN: ReadonlyMap<string, readonly number[]> = new Map([
  ["windows-1252", highHalf((byte) => (byte < 0xa0 ? WINDOWS_1252.charCodeAt(byte - 0x80) : byte))],
  ["windows-874", highHalf(windows874)],
]);

function highHalf(unitOf: (byte: number) => number): number[] {
  return Array.from({ length: 0x80 }, (_, i) => unitOf(0x80 + i));
}

function windows874(byte: number): number {
  if (byte < 0xa0) return WINDOWS_874.charCodeAt(byte - 0x80);
  if (byte === 0xa0) return 0xa0;
  const isOpen = (byte >= 0xdb && byte <= 0xde) || byte >= 0xfc;
  return isOpen ? 0xfffd : byte - 0xa0 + 0x0e00;
}

function singleByte(bytes: Uint8Array, high: readonly number[]): string {
  const units = Buffer.alloc(bytes.length * 2);
  // A plain loop: `entries()` makes an array for every byte, and takes five times as long.
  for (let i = 0; i < bytes.length; i++) {
    const byte = bytes[i] ?? 0;
    const unit = byte < 0x80 ? byte : (high[byte - 0x80] ?? 0xfffd);
    units[i * 2] = unit & 0xff;
    units[i * 2 + 1] = unit >> 8;
  }
  return units.toString("utf16le");
}

function countReplacements(text: string): number {
  let count = 0;
  for (let at = text.indexOf("\uFFFD"); at !== -1; at = text.indexOf("\uFFFD", at + 1)) count++;
  return count;
}

/** U+FFFD that the bytes themselves spell. EF never continues a UTF-8 sequence, so there it is found wherever it stands. */
function genuineReplacements(encoding: string, bytes: Uint8Array): number {
  const spelt = { "utf-8": [0xef, 0xbf, 0xbd], "utf-16le": [0xfd, 0xff], "utf-16be": [0xff, 0xfd] }[encoding];
  if (spelt === undefined) return 0;
  const [buffer, pattern] = [Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength), Buffer.from(spelt)];
  let count = 0;
  for (let at = buffer.indexOf(pattern); at !== -1; at = buffer.indexOf(pattern, at + 1)) {
    if (encoding === "utf-8" || at % 2 === 0) count++;
  }
  return count;
}
