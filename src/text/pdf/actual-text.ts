/**
 * A program may write down what letters it drew (ISO 32000, 14.9.4: `/Span <</ActualText (ti)>> BDC … EMC`), as for a ligature that its font
 * says nothing of. The library hands on no other entry of such a list than `MCID`, a number that nothing here needs; so in a page's
 * content the text is put under that name before the library reads it.
 *
 * @param content - of a page, unpacked; it is left as it is
 */
export function exposeActualText(content: Uint8Array): Uint8Array {
  const bytes = Buffer.from(content.buffer, content.byteOffset, content.byteLength);
  if (!bytes.includes(ACTUAL) || !bytes.includes("BDC")) return content;
  const exposed = Buffer.from(bytes);
  for (let at = 0; at < bytes.length; at++) {
    const byte = bytes[at];
    if (byte === OPEN) at = endOfString(bytes, at);
    else if (byte !== SLASH) continue;
    else if (isName(bytes, at, ACTUAL)) exposed.write(NUMBER.padEnd(ACTUAL.length), at, "latin1");
    // One list may have both, and the last of two with one name counts.
    else if (isName(bytes, at, NUMBER)) exposed.write("/Left", at, "latin1");
  }
  return exposed;
}

const ACTUAL = "/ActualText";
const NUMBER = "/MCID";
const SLASH = 0x2f;
const OPEN = 0x28;
const CLOSE = 0x29;
const BACKSLASH = 0x5c;

function isName(bytes: Buffer, at: number, name: string): boolean {
  return (
    bytes.toString("latin1", at, at + name.length) === name &&
    !/[A-Za-z0-9]/.test(bytes.toString("latin1", at + name.length, at + name.length + 1))
  );
}

/** Place of the bracket that closes a string; what a text shows is no list. */
function endOfString(bytes: Buffer, from: number): number {
  let depth = 0;
  for (let at = from; at < bytes.length; at++) {
    const byte = bytes[at];
    if (byte === BACKSLASH) at++;
    else if (byte === OPEN) depth++;
    else if (byte === CLOSE && --depth === 0) return at;
  }
  return bytes.length;
}

/** A string as the library hands it out, a character for each byte: UTF-16 or UTF-8 where it begins with their mark. */
export function decodeTextString(bytes: string): string {
  const buffer = Buffer.from(bytes, "latin1");
  if (bytes.startsWith("\u00fe\u00ff"))
    return buffer
      .subarray(2, buffer.length & ~1)
      .swap16()
      .toString("utf16le");
  if (bytes.startsWith("\u00ff\u00fe")) return buffer.subarray(2).toString("utf16le");
  return bytes.startsWith("\u00ef\u00bb\u00bf") ? buffer.subarray(3).toString("utf8") : bytes;
}
