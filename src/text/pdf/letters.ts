/** Scripts that are written without spaces between words: their characters may stand apart, and lines join without one. */
export function isUnspaced(code: number): boolean {
  return (
    (code >= 0x2e80 && code <= 0x30ff) || // radicals, CJK punctuation, kana
    (code >= 0x3100 && code <= 0x312f) ||
    (code >= 0x31f0 && code <= 0x9fff) ||
    (code >= 0xf900 && code <= 0xfaff) ||
    (code >= 0xff00 && code <= 0xffef) ||
    (code >= 0x0e00 && code <= 0x0eff) || // Thai, Lao
    (code >= 0x1780 && code <= 0x17ff) || // Khmer
    (code >= 0x1000 && code <= 0x109f) || // Burmese
    (code >= 0x20000 && code <= 0x3ffff)
  );
}

/** Characters as wide as they are high; a little room between two of them is no space. */
export function isSquare(code: number): boolean {
  return (code >= 0x2e80 && code <= 0x9fff) || (code >= 0xf900 && code <= 0xfaff) || (code >= 0xff00 && code <= 0xff60) || code >= 0x20000;
}

/** Hebrew, Arabic and their kin. */
export function isRightToLeft(code: number): boolean {
  if (code < 0x0590) return false;
  return (
    code <= 0x08ff ||
    (code >= 0xfb1d && code <= 0xfdff) ||
    (code >= 0xfe70 && code <= 0xfefc) ||
    (code >= 0x10800 && code <= 0x10fff) ||
    (code >= 0x1e800 && code <= 0x1efff)
  );
}

const MARK = /^\p{M}/u;

/** An accent or vowel sign that stands on, under or around the letter before it. */
export function isMark(text: string): boolean {
  const code = text.charCodeAt(0);
  return code >= 0x300 && MARK.test(text);
}

const DIGIT = /^\p{Nd}/u;

export function isDigit(text: string): boolean {
  return DIGIT.test(text);
}

const LETTER = /^[\p{L}\p{M}]/u;

export function isLetter(text: string): boolean {
  return LETTER.test(text);
}
