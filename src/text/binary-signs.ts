/** How formats begin that get a text file's name by mistake. In Latin-1: one character is one byte. */
const MAGIC: readonly (readonly [string, string])[] = [
  ["%PDF-", "a PDF"],
  ["PK\x03\x04", "a zip file (as DOCX, XLSX and EPUB are)"],
  ["PK\x05\x06", "an empty zip file"],
  ["\x89PNG\r\n\x1a\n", "a PNG image"],
  ["\xff\xd8\xff", "a JPEG image"],
  ["GIF87a", "a GIF image"],
  ["GIF89a", "a GIF image"],
  ["II*\0", "a TIFF image"],
  ["MM\0*", "a TIFF image"],
  ["\x1f\x8b", "a gzip file"],
  ["BZh91AY&SY", "a bzip2 file"],
  ["\xfd7zXZ\0", "an xz file"],
  ["\x28\xb5\x2f\xfd", "a Zstandard file"],
  ["7z\xbc\xaf\x27\x1c", "a 7z file"],
  ["Rar!\x1a\x07", "a RAR file"],
  ["\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1", "an Office file from before 2007"],
  ["\x7fELF", "a program"],
  ["MZ\x90\0", "a program"],
  ["\0asm", "a WebAssembly module"],
  ["SQLite format 3\0", "an SQLite database"],
];

/** What a file's first bytes say it is, when they say that it is no text. */
export function magicOf(bytes: Uint8Array): string | undefined {
  const head = String.fromCharCode(...bytes.subarray(0, 16));
  return MAGIC.find(([magic]) => head.startsWith(magic))?.[1];
}

/** Counts of the characters that good text does not have. */
export interface Survey {
  readonly nuls: number;
  /** U+FEFF anywhere; `innerMarks` are those that do not stand at the start. */
  readonly marks: number;
  readonly innerMarks: number;
  /** U+FFFD. */
  readonly replacements: number;
  /** Control characters that are neither NUL nor white space nor what terminals use. */
  readonly controls: number;
  /** How many different ones. */
  readonly controlKinds: number;
}

export function survey(text: string): Survey {
  let [nuls, marks, replacements, controls, kinds] = [0, 0, 0, 0, 0];
  let leading = 0;
  for (let i = 0; i < text.length; i++) {
    const code = text.charCodeAt(i);
    if (code >= 0x20 && code < 0x7f) continue;
    if (code === 0) nuls++;
    else if (code === 0xfffd) replacements++;
    else if (code === 0xfeff) {
      if (leading === i) leading++;
      marks++;
    } else if (code < 0x20 && !isOrdinaryControl(code)) {
      controls++;
      kinds |= 1 << code;
    }
  }
  let controlKinds = 0;
  for (let bits = kinds; bits !== 0; bits &= bits - 1) controlKinds++;
  return { nuls, marks, innerMarks: marks - leading, replacements, controls, controlKinds };
}

/** Backspace, tab, line and page ends, and escape; 0x1A ended files under CP/M and DOS. */
function isOrdinaryControl(code: number): boolean {
  return (code >= 0x08 && code <= 0x0d) || code === 0x1a || code === 0x1b;
}

/** Why decoded bytes are no text, or undefined when they may be. A stray NUL or two is damage, not a format. */
export function binaryReason(found: Survey, length: number): string | undefined {
  if (found.nuls > 3 && found.nuls > length / 10) return `${found.nuls} of its ${length} characters are NUL`;
  if (found.controlKinds >= 12) return `it holds ${found.controlKinds} different control characters`;
  if (found.controls > 3 && found.controls > length / 50) return `${found.controls} of its ${length} characters are control characters`;
  if (found.replacements > 3 && found.replacements > length / 4) return `${found.replacements} of its ${length} characters fit no encoding`;
  return undefined;
}
