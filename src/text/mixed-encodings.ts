import { isUtf8 } from "node:buffer";
import { lenient, type Reading } from "./bytes-to-text.ts";

/** So many letters outside ASCII in a line, all of them UTF-8, are no chance in any encoding. */
const SURE_LINE = 6;

/** Lines that follow one another and are of one encoding. */
interface Part {
  readonly bytes: Uint8Array;
  /** Letters outside ASCII, where it is UTF-8. */
  readonly letters?: number;
}

/** Encodings in which sequences of UTF-8 spell what no text says: `Ã¼`, `â€™`. In others they may be capitals: `ĂŞ`. */
const LATIN = /^(?:windows-125[248]|iso-8859-(?:1|9|15))$/;
/** So many sequences of UTF-8, and one in so many of all letters outside ASCII, are no chance. */
const LEAST = 3;
const SHARE = 50;

/**
 * A text of two encodings, one file appended to another say: what is UTF-8 as such, all else in one other encoding. Undefined where
 * nothing shows that there are two.
 *
 * @param encodingOf - what the bytes are that are no UTF-8
 */
export async function readMixed(
  bytes: Uint8Array,
  encodingOf: (bytes: Uint8Array) => string | Promise<string>,
): Promise<Reading | undefined> {
  const parts = partsOf(bytes);
  const rest = Buffer.concat(parts.filter(({ letters }) => letters === undefined).map((part) => part.bytes));
  const encoding = await encodingOf(rest);
  const isLatin = hasSequences(rest, encoding);
  if (parts.length === 1 && !isLatin) return undefined;
  const readings = parts.map(({ bytes: part, letters }) =>
    letters !== undefined
      ? { ...lenient("utf-8", part), sequences: letters }
      : isLatin
        ? readSequences(part, encoding)
        : lenient(encoding, part),
  );
  const sum = (of: (reading: Reading) => number) => readings.reduce((all, reading) => all + of(reading), 0);
  const text = readings.map((reading) => reading.text).join("");
  return { text, encoding, guessed: true, lost: sum(({ lost }) => lost), sequences: sum(({ sequences }) => sequences ?? 0) };
}

/** Lines that are surely UTF-8, apart from all others. */
function partsOf(bytes: Uint8Array): Part[] {
  const parts: Part[] = [];
  let from = 0;
  let letters: number | undefined;
  const end = (at: number) => {
    if (at > from) parts.push({ bytes: bytes.subarray(from, at), ...(letters === undefined ? {} : { letters }) });
    from = at;
    letters = undefined;
  };
  for (let start = 0; start < bytes.length; ) {
    const feed = bytes.indexOf(0x0a, start);
    const next = feed === -1 ? bytes.length : feed + 1;
    const found = lettersOf(bytes.subarray(start, next));
    if (found !== undefined && found >= SURE_LINE) {
      if (letters === undefined) end(start);
      letters = (letters ?? 0) + found;
    } else if (letters !== undefined && found !== 0) end(start);
    start = next;
  }
  end(bytes.length);
  return parts;
}

/** Letters outside ASCII of what is UTF-8; undefined for what is none. */
function lettersOf(line: Uint8Array): number | undefined {
  if (!isUtf8(line)) return undefined;
  let letters = 0;
  for (let at = 0; at < line.length; at++) if ((line[at] ?? 0) >= 0xc0) letters++;
  return letters;
}

function hasSequences(bytes: Uint8Array, encoding: string): boolean {
  if (!LATIN.test(encoding)) return false;
  const { sequences, singles } = countSequences(bytes);
  return sequences >= LEAST && sequences * SHARE >= sequences + singles;
}

/** Sequences of UTF-8 as what they are, every other byte in the encoding given. */
function readSequences(bytes: Uint8Array, encoding: string): Reading {
  const letters = Array.from({ length: 0x80 }, (_, i) => Buffer.from(lenient(encoding, Uint8Array.of(0x80 + i)).text));
  const pieces: Uint8Array[] = [];
  let from = 0;
  let lost = 0;
  let sequences = 0;
  for (let at = 0; at < bytes.length; at++) {
    const byte = bytes[at] ?? 0;
    if (byte < 0x80) continue;
    const length = sequenceLength(bytes, at);
    if (length > 0) {
      sequences++;
      at += length - 1;
      continue;
    }
    const letter = letters[byte - 0x80] ?? Buffer.from("\uFFFD");
    if (letter.toString() === "\uFFFD") lost++;
    pieces.push(bytes.subarray(from, at), letter);
    from = at + 1;
  }
  const { text } = lenient("utf-8", Buffer.concat([...pieces, bytes.subarray(from)]));
  return { text, encoding, lost, sequences };
}

function countSequences(bytes: Uint8Array): { readonly sequences: number; readonly singles: number } {
  let sequences = 0;
  let singles = 0;
  for (let at = 0; at < bytes.length; at++) {
    if ((bytes[at] ?? 0) < 0x80) continue;
    const length = sequenceLength(bytes, at);
    if (length === 0) singles++;
    else {
      sequences++;
      at += length - 1;
    }
  }
  return { sequences, singles };
}

/**
 * Length of the sequence of UTF-8 at an offset: of Latin letters and signs, of punctuation, of pictures. 0 for others, which
 * capitals before a closing quotation mark or a hard space make by chance (`É”`).
 */
function sequenceLength(bytes: Uint8Array, at: number): number {
  const lead = bytes[at] ?? 0;
  const length = lead >= 0xc2 && lead <= 0xc5 ? 2 : lead === 0xe2 ? 3 : lead === 0xf0 ? 4 : 0;
  for (let i = 1; i < length; i++) if (((bytes[at + i] ?? 0) & 0xc0) !== 0x80) return 0;
  // F0 begins a character only before 90 and above.
  return lead === 0xf0 && (bytes[at + 1] ?? 0) < 0x90 ? 0 : length;
}
