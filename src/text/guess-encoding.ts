import { lenient } from "./bytes-to-text.ts";

/** What `guessEncoding` looks at: enough for letter statistics, little enough to be quick on a large file. */
const SAMPLE_BYTES = 64 * 1024;

const MULTI_BYTE = new Set(["big5", "euc-jp", "euc-kr", "gb18030", "shift_jis"]);
const LATIN = new Set([
  "windows-1250",
  "windows-1252",
  "windows-1254",
  "windows-1257",
  "windows-1258",
  "iso-8859-1",
  "iso-8859-2",
  "iso-8859-9",
]);

/** Confidence (0 to 100, chardet's) from which a guess is believed; measured on short and long texts in 20 languages. */
const SURE = { multiByte: 40, alphabet: 15, latin: 40 };

/**
 * The likeliest encoding of text that is neither UTF-8 nor UTF-16: chardet's opinion, checked against what the bytes come
 * out as. Thai and Japanese are told by their own spelling first, since chardet is unsure of them in short texts. When
 * nothing else is likely it is windows-1252, which holds ISO-8859-1.
 *
 * @returns a label that TextDecoder knows
 */
export async function guessEncoding(bytes: Uint8Array): Promise<string> {
  const sample = sampleOf(bytes);
  if (looksJapanese(trial("euc-jp", sample), 0)) return "euc-jp";
  const firstBytes = sample.reduce((count, byte) => (byte > 0x80 && byte < 0xa0 ? count + 1 : count), 0);
  if (looksJapanese(trial("shift_jis", sample), firstBytes)) return "shift_jis";
  if (looksThai(trial("windows-874", sample))) return "windows-874";
  const { analyse } = await import("chardet");
  const guesses = analyse(sample).map(({ name, confidence }) => ({ encoding: name.toLowerCase(), confidence }));
  const foreign = trial("windows-1252", sample).meanRun >= 3;
  const western = guesses.find(({ encoding }) => encoding === "windows-1252" || encoding === "iso-8859-1")?.confidence ?? 0;
  for (const { encoding, confidence } of guesses) {
    if (MULTI_BYTE.has(encoding)) {
      if (confidence >= SURE.multiByte && isClean(trial(encoding, sample))) return encoding;
    } else if (LATIN.has(encoding)) {
      if (confidence >= SURE.latin && confidence > western * 1.25) return encoding;
    } else if (foreign && confidence >= SURE.alphabet && isSupported(encoding) && isClean(trial(encoding, sample))) return encoding;
  }
  return "windows-1252";
}

/**
 * UTF-16 that lacks its mark. Of letters below U+2000 every second byte, the upper one, is one that text in other encodings
 * has next to never: 0 for English, 0x0E for Thai. Chinese and Japanese are known by what stands between their letters.
 */
export function unmarkedUtf16(bytes: Uint8Array): "utf-16le" | "utf-16be" | undefined {
  const sample = bytes.subarray(0, Math.min(bytes.length, SAMPLE_BYTES) & ~1);
  const units = sample.length / 2;
  if (units < 2) return undefined;
  let [even, odd] = [0, 0];
  for (let i = 0; i < sample.length; i += 2) {
    if (isUpperByte(sample[i])) even++;
    if (isUpperByte(sample[i + 1])) odd++;
  }
  const most = units * 0.8;
  if (even >= most !== odd >= most) return even >= most ? "utf-16be" : "utf-16le";
  if (!sample.includes(0)) return undefined;
  return (["utf-16le", "utf-16be"] as const).find((encoding) => looksEastAsian(lenient(encoding, sample).text));
}

/**
 * Any bytes read as UTF-16 look Chinese. Real text has kana, ideographic punctuation, spaces and line ends between its
 * characters, and next to no code that no character has.
 */
function looksEastAsian(text: string): boolean {
  let between = 0;
  let strange = 0;
  for (let i = 0; i < text.length; i++) {
    const code = text.charCodeAt(i);
    if ((code >= 0x20 && code < 0x7f) || code === 0x0a || (code >= 0x3000 && code <= 0x30ff) || (code >= 0xff01 && code <= 0xff5e))
      between++;
    else if (!((code >= 0x4e00 && code <= 0x9fff) || (code >= 0xac00 && code <= 0xd7a3) || code === 0x0d || code === 0x09)) strange++;
  }
  return between >= 2 && between >= text.length / 12 && strange <= text.length / 20;
}

function isUpperByte(byte: number | undefined): boolean {
  return byte !== undefined && byte < 0x20 && byte !== 0x09 && byte !== 0x0a && byte !== 0x0d;
}

/** How a sample comes out in one encoding. `meanRun`: characters outside ASCII that follow one another, on average. */
interface Trial {
  readonly text: string;
  readonly foreign: number;
  readonly bad: number;
  readonly meanRun: number;
}

function trial(encoding: string, sample: Uint8Array): Trial {
  const { text } = lenient(encoding, sample);
  let foreign = 0;
  let bad = 0;
  let runs = 0;
  let inRun = false;
  for (let i = 0; i < text.length; i++) {
    const code = text.charCodeAt(i);
    if (code >= 0x80) foreign++;
    // Bytes that the encoding leaves open come out as U+FFFD, C1 controls or private use, depending on Node.
    if (code === 0xfffd || (code >= 0x80 && code < 0xa0) || (code >= 0xe000 && code <= 0xf8ff)) bad++;
    if (code >= 0x80 && !inRun) runs++;
    inRun = code >= 0x80;
  }
  return { text, foreign, bad, meanRun: runs === 0 ? 0 : foreign / runs };
}

/** One bad character is allowed for: the sample, or the file, may end inside it. */
function isClean({ bad, foreign }: Trial): boolean {
  return bad <= 1 + foreign / 200;
}

/**
 * Thai stands in runs; its vowel signs and tone marks follow a consonant, and its leading vowels come before one. Other
 * text read as Thai breaks these rules.
 */
function looksThai(read: Trial): boolean {
  if (read.meanRun < 3 || read.bad > read.foreign / 200) return false;
  let attached = 0;
  let misplaced = 0;
  let before = 0;
  for (let i = 0; i < read.text.length; i++) {
    const code = read.text.charCodeAt(i);
    const follows = isThaiConsonant(before) || isThaiAttached(before);
    if (isThaiAttached(code)) {
      attached++;
      if (!follows) misplaced++;
    }
    if (before >= 0x0e40 && before <= 0x0e44 && !isThaiConsonant(code)) misplaced++;
    if (code === 0x0e03 || code === 0x0e05) misplaced++; // two letters that are no longer written
    before = code;
  }
  return attached >= read.foreign / 10 && misplaced <= attached / 20;
}

function isThaiConsonant(code: number): boolean {
  return code >= 0x0e01 && code <= 0x0e2e;
}

function isThaiAttached(code: number): boolean {
  return (code >= 0x0e30 && code <= 0x0e3a) || (code >= 0x0e45 && code <= 0x0e4e);
}

/**
 * Japanese has kana between its kanji. Half-width katakana is what other encodings look like when read as Shift_JIS; names
 * and addresses, which are all kanji, give Shift_JIS away by their first bytes, which hardly anything else uses in a row.
 */
function looksJapanese(read: Trial, firstBytes: number): boolean {
  if (read.meanRun < 2 || !isClean(read)) return false;
  let kana = 0;
  let halfWidth = 0;
  for (let i = 0; i < read.text.length; i++) {
    const code = read.text.charCodeAt(i);
    if (code >= 0x3041 && code <= 0x30fe) kana++;
    else if (code >= 0xff61 && code <= 0xff9f) halfWidth++;
  }
  return (kana >= read.foreign / 5 || firstBytes >= read.foreign / 2) && halfWidth <= read.foreign / 5;
}

function isSupported(encoding: string): boolean {
  try {
    return new TextDecoder(encoding).encoding !== "";
  } catch {
    return false;
  }
}

/** From the start of the first line with a byte outside ASCII: no encoding of ours has a line feed inside a character. */
function sampleOf(bytes: Uint8Array): Uint8Array {
  const first = bytes.findIndex((byte) => byte >= 0x80);
  const start = first <= 0 ? 0 : bytes.lastIndexOf(0x0a, first) + 1;
  // A long first line must not push the foreign bytes out of the sample.
  const from = first - start > SAMPLE_BYTES / 2 ? first : start;
  return bytes.subarray(from, from + SAMPLE_BYTES);
}
