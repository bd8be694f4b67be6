/**
 * The characters of one glyph as they are typed: ligatures as their letters, presentation forms as the letters they present,
 * radicals as the characters they look like, the bullets of symbol fonts as bullets. What stands for no character becomes
 * nothing; soft hyphens stay, since at the end of a line they say that a word goes on.
 */
export function plainLetters(unicode: string): string {
  if (unicode.length === 1) {
    const code = unicode.charCodeAt(0);
    if (code >= 0x20 && code < 0x7f) return unicode;
    if (code > 0xa0 && code < 0x2000) return unicode;
  }
  let plain = "";
  for (const letter of unicode) plain += plainLetter(letter, letter.codePointAt(0) as number); // a letter of a string has one
  return plain;
}

/** True for what is drawn and stands for no character: control codes, private use, the replacement character. */
export function isUnknown(unicode: string): boolean {
  return unicode === "" || [...unicode].some((letter) => isUnknownCode(letter.codePointAt(0) as number)); // as above
}

function isUnknownCode(code: number): boolean {
  if (code < 0xa0) return code < 0x20 ? code !== 0x09 && code !== 0x0a && code !== 0x0d : code >= 0x7f;
  return (code >= 0xe000 && code <= 0xf8ff) || (code >= 0xfff0 && code <= 0xffff) || code >= 0xe0000 || (code >= 0xd800 && code <= 0xdfff);
}

function plainLetter(letter: string, code: number): string {
  if (code === 0x09 || code === 0xa0 || (code >= 0x2000 && code <= 0x200a) || code === 0x202f || code === 0x205f) return " ";
  if (BULLETS.has(code)) return "•";
  if (isUnknownCode(code) || code < 0x20 || code === 0xfeff) return "";
  // Marks of direction and joins of nothing; the two joiners shape words of Persian and Hindi, and stay.
  if (code === 0x200b || code === 0x200e || code === 0x200f || (code >= 0x202a && code <= 0x202e) || (code >= 0x2066 && code <= 0x2069))
    return "";
  return isCompatibility(code) ? letter.normalize("NFKC") : letter;
}

/** Where Symbol and Wingdings have their bullets, squares, arrows and ticks. */
const BULLETS: ReadonlySet<number> = new Set([0xf0b7, 0xf0a7, 0xf0d8, 0xf0fc, 0xf076, 0xf0a8, 0xf06e, 0xf09f, 0xf0e0, 0xf0be, 0xf0de]);

/** Blocks whose characters only picture others: Latin and Arabic forms, radicals of Kangxi. */
function isCompatibility(code: number): boolean {
  return (
    (code >= 0xfb00 && code <= 0xfb06) ||
    (code >= 0xfb13 && code <= 0xfdff && !(code >= 0xfdd0 && code <= 0xfdef)) ||
    (code >= 0xfe70 && code <= 0xfefc) ||
    (code >= 0x2f00 && code <= 0x2fd5)
  );
}
