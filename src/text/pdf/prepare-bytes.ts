import { inflateSync } from "node:zlib";

/** A stream that unpacks to more than this is no page's content; bytes. */
export const MOST_UNPACKED = 64 * 1024 * 1024;
/** Deflate packs no better than 1 to 1,032, so that a smaller stream cannot unpack to more. */
const SMALLEST_BOMB = MOST_UNPACKED / 1032;
/** How far from its keyword a stream's dictionary may begin, and a picture's keyword from the stream; bytes. */
const DICTIONARY = 4096;

/**
 * Changes a PDF so that its pictures need not be decoded: each is said to be one dot, and its data, where a decoder would read all
 * of it, not to be a picture at all. Where a picture lies on the page is not said in it, and stays as it is.
 *
 * @returns whether a part of it unpacks to too much to be read
 */
export function prepareBytes(pdf: Uint8Array): { readonly oversize: boolean } {
  const bytes = Buffer.from(pdf.buffer, pdf.byteOffset, pdf.byteLength);
  let oversize = false;
  for (let at = bytes.indexOf("stream"); at !== -1; at = bytes.indexOf("stream", at + 6)) {
    if (at >= 3 && bytes.toString("latin1", at - 3, at) === "end") continue;
    const data = dataStart(bytes, at + 6);
    if (data === undefined) continue;
    const from = dictionaryStart(bytes, at);
    if (from === undefined) continue;
    const dictionary = bytes.toString("latin1", from, at);
    if (IMAGE.test(dictionary)) shrinkPicture(bytes, from, dictionary, data);
    else if (!oversize) oversize = isBomb(bytes, dictionary, data);
  }
  return { oversize };
}

const IMAGE = /\/Subtype\s{0,4}\/Image(?![A-Za-z])/;
const SIZE = /\/(?:Width|Height)\s{1,4}(\d{1,9})(?=[\s/>])(?!\s{1,4}\d{1,9}\s{1,4}R)/g;
/** Decoders that read all their data, however small the picture is said to be. */
const WHOLE = /\/(?:DCTDecode|JPXDecode|JBIG2Decode|DCT)(?![A-Za-z])/;

function dataStart(bytes: Buffer, at: number): number | undefined {
  if (bytes[at] === 0x0a) return at + 1;
  if (bytes[at] === 0x0d) return bytes[at + 1] === 0x0a ? at + 2 : at + 1;
  return undefined;
}

/** Behind the `obj` that the dictionary belongs to; undefined where none is near. */
function dictionaryStart(bytes: Buffer, at: number): number | undefined {
  const from = Math.max(0, at - DICTIONARY);
  const object = bytes.subarray(from, at).lastIndexOf("obj");
  return object === -1 ? undefined : from + object + 3;
}

function shrinkPicture(bytes: Buffer, from: number, dictionary: string, data: number): void {
  for (const found of dictionary.matchAll(SIZE)) {
    const digits = found[1] ?? "";
    const start = from + found.index + found[0].length - digits.length;
    bytes.write(`1${" ".repeat(digits.length - 1)}`, start, "latin1");
  }
  // A mask is decoded before the operators after it are read, and must not fail.
  if (WHOLE.test(dictionary) && !/\/ImageMask\s{1,4}true/.test(dictionary)) bytes.fill(0, data, Math.min(data + 32, bytes.length));
}

function isBomb(bytes: Buffer, dictionary: string, data: number): boolean {
  const times = dictionary.match(/\/(?:FlateDecode|Fl)(?![A-Za-z])/g)?.length ?? 0;
  if (times === 0 || dictionary.includes("/EmbeddedFile")) return false;
  const end = bytes.indexOf("endstream", data);
  let packed = bytes.subarray(data, end === -1 ? bytes.length : end);
  if (times === 1 && packed.length < SMALLEST_BOMB) return false;
  try {
    for (let i = 0; i < times; i++) packed = inflateSync(packed, { maxOutputLength: MOST_UNPACKED });
  } catch (cause) {
    // Damaged or encrypted data is the reader's business.
    return cause instanceof RangeError || (cause as { code?: unknown }).code === "ERR_BUFFER_TOO_LARGE";
  }
  return false;
}
