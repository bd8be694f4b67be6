import { type NoticeCode, RightRagError } from "../errors.ts";
import type { Notice } from "../model.ts";
import { binaryReason, magicOf, type Survey, survey } from "./binary-signs.ts";
import { labelOf, lenient, type Reading, strict, utf32 } from "./bytes-to-text.ts";
import { guessEncoding, unmarkedUtf16 } from "./guess-encoding.ts";
import { readMixed } from "./mixed-encodings.ts";
import { withoutSurrogates } from "./surrogate-bytes.ts";

/** Text as it stands in a file: line ends are kept; byte order marks and NUL characters are not. */
export interface Decoded {
  readonly text: string;
  /** A label of the WHATWG Encoding Standard, in lower case: `utf-8`, `windows-874`. */
  readonly encoding: string;
  readonly notices: readonly Notice[];
}

/**
 * Bytes to text. A byte order mark decides; then UTF-16 that its zero bytes give away; then strict UTF-8; then what the
 * file declares; then UTF-8 with a few malformed bytes; then a guess. What is UTF-8 in part is read as both. Whatever is less than certain or whole gives a Notice.
 *
 * @param source - named by the errors
 * @param declared - the label that the file itself gives, in a `<meta charset>` say
 * @throws DOCUMENT_BINARY, DOCUMENT_EMPTY
 */
export async function decode(bytes: Uint8Array, source: string, declared?: string): Promise<Decoded> {
  const kind = magicOf(bytes);
  if (kind !== undefined) throw documentBinary(source, `it begins like ${kind}`);
  const reading = readMarked(bytes) ?? (await readCertain(bytes, declared)) ?? (await readDoubtful(bytes, declared));
  const found = survey(reading.text);
  const reason = binaryReason(found, reading.text.length);
  if (reason !== undefined) throw documentBinary(source, reason);
  const text = found.nuls + found.marks > 0 ? reading.text.replaceAll(/[\0\uFEFF]/g, "") : reading.text;
  if (text.trim() === "") throw documentEmpty(source);
  return { text, encoding: reading.encoding, notices: noticesOf(reading, found) };
}

/** @param reason - where something took all of its text: a clause that follows a colon */
export function documentEmpty(source: string, reason?: string): RightRagError {
  return new RightRagError(
    "DOCUMENT_EMPTY",
    `"${source}" holds no text${reason === undefined ? "" : `: ${reason}`}.`,
    reason === undefined
      ? "Remove the file, or name it in the config's ignore list; if it should hold text, look at it in an editor."
      : "Look at that place of the file and correct it, or take the file from its origin once more.",
  );
}

function documentBinary(source: string, reason: string): RightRagError {
  return new RightRagError(
    "DOCUMENT_BINARY",
    `"${source}" is not text: ${reason}.`,
    "Name the file in the config's ignore list, or add a loader for its format to spec/document_loaders/.",
  );
}

/** By byte order mark. That of UTF-32LE begins with that of UTF-16LE, so it is looked for first. */
function readMarked(bytes: Uint8Array): Reading | undefined {
  const [a, b, c, d] = bytes;
  if (a === 0xff && b === 0xfe && c === 0 && d === 0) return utf32(bytes, true);
  if (a === 0 && b === 0 && c === 0xfe && d === 0xff) return utf32(bytes, false);
  if (a === 0xff && b === 0xfe) return lenient("utf-16le", bytes);
  if (a === 0xfe && b === 0xff) return lenient("utf-16be", bytes);
  if (a === 0xef && b === 0xbb && c === 0xbf) return lenient("utf-8", bytes);
  return undefined;
}

const DOUBLE_BYTE = new Set(["big5", "euc-jp", "euc-kr", "gb18030", "gbk", "shift_jis"]);

/** By bytes that can hardly be anything else, or by the file's own word where they bear it out. */
async function readCertain(bytes: Uint8Array, declared: string | undefined): Promise<Reading | undefined> {
  const wide = unmarkedUtf16(bytes);
  if (wide !== undefined) return { ...lenient(wide, bytes), guessed: true };
  const label = declared === undefined ? undefined : labelOf(declared);
  const utf8 = strict("utf-8", bytes);
  const isAscii = utf8?.text.length === bytes.length;
  // ISO-2022-JP shifts to Japanese and back with escape sequences, all in ASCII.
  const shifts = isAscii && (utf8?.text.includes("\x1b$B") || utf8?.text.includes("\x1b$@"));
  const japanese = shifts ? strict("iso-2022-jp", bytes) : undefined;
  if (japanese !== undefined) return { ...japanese, guessed: label !== "iso-2022-jp" };
  // Text in a single-byte encoding is never valid UTF-8 by chance, so the declaration is wrong; a short double-byte text may be.
  if (utf8 !== undefined && (isAscii || label === undefined || !DOUBLE_BYTE.has(label))) return utf8;
  const whole = withoutSurrogates(bytes);
  const reading = whole === undefined ? undefined : strict("utf-8", whole.bytes);
  if (whole !== undefined && reading !== undefined) return { ...reading, lost: whole.lost };
  if (label === undefined) return undefined;
  // Any bytes whatever are text in an encoding of single bytes, so that it is not borne out where lines are UTF-8.
  const isSingle = label !== "utf-8" && label !== "iso-2022-jp" && !DOUBLE_BYTE.has(label);
  return (isSingle ? await readMixed(bytes, () => label) : undefined) ?? strict(label, bytes);
}

/** One part in so many may be malformed before a declared encoding is no longer believed. */
const DECLARED_TOLERANCE = 100;

async function readDoubtful(bytes: Uint8Array, declared: string | undefined): Promise<Reading> {
  const label = declared === undefined ? undefined : labelOf(declared);
  const utf8 = lenient("utf-8", bytes);
  if (isMostlyUtf8(utf8, bytes)) return utf8;
  if (label !== undefined && label !== "utf-8") {
    const reading = (await readMixed(bytes, () => label)) ?? lenient(label, bytes);
    if (reading.lost <= reading.text.length / DECLARED_TOLERANCE) return reading;
  }
  let guess = "";
  const mixed = await readMixed(bytes, async (rest) => {
    guess = await guessEncoding(rest);
    return guess;
  });
  return mixed ?? { ...lenient(guess, bytes), guessed: true };
}

/** Whole multi-byte sequences are proof of UTF-8 while they outnumber the malformed ones two to one; so is one cut at the very end. */
function isMostlyUtf8(reading: Reading, bytes: Uint8Array): boolean {
  let foreign = 0;
  for (let i = 0; i < reading.text.length; i++) if (reading.text.charCodeAt(i) >= 0x80) foreign++;
  const whole = foreign - reading.lost;
  if (whole > 0) return reading.lost * 2 <= whole;
  const [last = 0, lead = 0] = [bytes.at(-1), bytes.at(-2)];
  return reading.lost === 1 && reading.text.endsWith("\uFFFD") && (last === 0xc2 || last === 0xc3 || (lead >= 0xe0 && last < 0xc0));
}

function noticesOf(reading: Reading, found: Survey): Notice[] {
  const notices: Notice[] = [];
  const add = (code: NoticeCode, lost: number, message: string) => notices.push({ code, message, lost });
  if (reading.sequences !== undefined) {
    const count = `${reading.sequences} letters of UTF-8`;
    const message = `It is of two encodings: ${count} were read as such, all others as ${reading.encoding}; save the file as UTF-8.`;
    add("ENCODINGS_MIXED", 0, message);
  } else if (reading.guessed) {
    add("ENCODING_GUESSED", 0, `Read as ${reading.encoding}, a guess from the bytes; save the file as UTF-8 to be sure of every letter.`);
  }
  if (reading.lost > 0) {
    const what = reading.lost === 1 ? "1 byte sequence is not" : `${reading.lost} byte sequences are not`;
    add(
      "TEXT_MALFORMED",
      reading.lost,
      `${what} valid ${reading.encoding} and ${reading.lost === 1 ? "stands" : "stand"} in the text as U+FFFD.`,
    );
  }
  if (found.replacements > reading.lost) {
    const count = found.replacements - reading.lost;
    add(
      "TEXT_REPLACED_BEFORE",
      0,
      `The file itself holds U+FFFD ${count === 1 ? "once" : `${count} times`}: letters lost before it came here.`,
    );
  }
  if (found.nuls > 0)
    add("NUL_REMOVED", found.nuls, `${found.nuls} NUL ${found.nuls === 1 ? "character was" : "characters were"} removed.`);
  if (found.innerMarks > 0) add("BYTE_ORDER_MARK_REMOVED", 0, `${found.innerMarks} byte order marks inside the text were removed.`);
  return notices;
}
