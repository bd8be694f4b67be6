/**
 * What each UTF-16 code unit is to the index, looked up in tables that are made one page of 256 units at a time, when a text first
 * needs them. Unicode property expressions in the loop over a text cost about a quarter of the time to build an index; here they run
 * once per page, and never for ASCII.
 *
 * An entry of 48 or more is the folded unit that a word is made of; the smaller entries are the constants below.
 */

/** Ends a word: spaces, marks, symbols. */
export const SEPARATOR = 0;
/** Part of a word, but its folded form depends on what stands beside it or is longer than one unit: `ß`, ligatures, a breve. */
export const COMPLEX = 1;
/** Part of a word that matching ignores: accents, Arabic vowel marks, a soft hyphen. */
export const IGNORED = 2;
/** Han and kana, found by pairs of characters. */
export const HAN = 3;
/** Thai, Lao, Khmer and Burmese, which write no spaces between words and are found by runs of three. */
export const UNSPACED = 4;
/** Hangul, whose particles stick to the word: found by pairs of syllables. */
export const HANGUL = 5;
/** Half of a character outside the basic plane; the pair has to be read together. */
export const SURROGATE = 6;

const ASCII = new Uint16Array(128);
for (let code = 48; code < 58; code++) ASCII[code] = code;
for (let code = 97; code < 123; code++) {
  ASCII[code] = code;
  ASCII[code - 32] = code;
}

const pages: (Uint16Array | undefined)[] = new Array(256);

const isHanScript = oneOf("\\p{Script=Han}");
const hasDigitProperty = oneOf("\\p{Nd}");
const isLetterOrNumber = oneOf("[\\p{L}\\p{N}]");
const hasWordProperty = oneOf("[\\p{L}\\p{N}\\p{M}]");

/**
 * Whether a character is of a class. Made when it is first asked: V8 works out the characters of a literal when it reads this file, which
 * takes half a millisecond each.
 */
function oneOf(characters: string): (character: string) => boolean {
  let expression: RegExp | undefined;
  return (character) => {
    expression ??= new RegExp(characters, "u");
    return expression.test(character);
  };
}

/**
 * What is no letter, number or mark in pages that have no digits but those of ASCII: first and last of each range. Texts in Latin, Greek
 * and Cyrillic are read by these, without expressions, of which the two take five milliseconds.
 */
const SIGNS: { readonly [page: number]: string | undefined } = {
  0: "\u0000/:@[`{\u00a9\u00ab\u00b1\u00b4\u00b4\u00b6\u00b8\u00bb\u00bb\u00bf\u00bf\u00d7\u00d7\u00f7\u00f7",
  1: "",
  2: "\u02c2\u02c5\u02d2\u02df\u02e5\u02eb\u02ed\u02ed\u02ef\u02ff",
  3: "\u0375\u0375\u0378\u0379\u037e\u037e\u0380\u0385\u0387\u0387\u038b\u038b\u038d\u038d\u03a2\u03a2\u03f6\u03f6",
  4: "\u0482\u0482",
  30: "",
};

function isDigit(character: string): boolean {
  const code = character.charCodeAt(0);
  return SIGNS[code >> 8] === undefined ? hasDigitProperty(character) : code >= 48 && code < 58;
}

function isOfWords(character: string): boolean {
  const code = character.charCodeAt(0);
  const signs = SIGNS[code >> 8];
  if (signs === undefined) return hasWordProperty(character);
  for (let k = 0; k < signs.length; k += 2) if (code >= signs.charCodeAt(k) && code <= signs.charCodeAt(k + 1)) return false;
  return true;
}

/** The entry of one code unit: a class below 48, or the folded unit itself. */
export function entryOf(code: number): number {
  if (code < 128) return ASCII[code] as number;
  return pageOf(code >> 8)[code & 255] as number;
}

/** The entries of the 256 units from `number * 256` on. */
export function pageOf(number: number): Uint16Array {
  return pages[number] ?? makePage(number);
}

/** The class of a character outside the basic plane: `HAN`, `COMPLEX` for other letters and digits, or `SEPARATOR`. */
export function classOfAstral(codePoint: number): number {
  const character = String.fromCodePoint(codePoint);
  if (isHanScript(character)) return HAN;
  return isLetterOrNumber(character) ? COMPLEX : SEPARATOR;
}

/**
 * The folded form of a whole word, the slow way: NFKC, lower case, accents of Latin and Greek letters taken off, letters that have no
 * decomposition spelled out. `foldWord(word) === foldWord(word.normalize("NFD"))`.
 */
export function foldWord(word: string): string {
  const lower = word.normalize("NFKC").toLowerCase().normalize("NFKC");
  let folded = "";
  for (const character of lower) folded += foldCharacter(character);
  return folded;
}

// Letters that Unicode does not decompose, as their readers would type them without the special key.
const SPELLED: { readonly [letter: string]: string } = {
  ß: "ss",
  æ: "ae",
  œ: "oe",
  ø: "o",
  đ: "d",
  ð: "d",
  þ: "th",
  ł: "l",
  ħ: "h",
  ŋ: "n",
  ı: "i",
  ŧ: "t",
  ς: "σ",
  ٱ: "ا",
  ى: "ي",
  ی: "ي",
  ک: "ك",
};

function foldCharacter(character: string): string {
  const spelled = SPELLED[character];
  if (spelled !== undefined) return spelled;
  const code = character.codePointAt(0) as number;
  if (code < 128) return ASCII[code] ? String.fromCharCode(ASCII[code]) : "";
  if (isDigit(character)) return String(digitValue(code));
  // Taking the breve off й would join it with и, which is another letter; kana keep their voicing marks for the same reason.
  if (character === "й" || isGramScript(code)) return character;
  const bare = character.normalize("NFKD").replace(IGNORED_MARKS, "");
  let kept = "";
  for (const letter of bare) if (isOfWords(letter)) kept += SPELLED[letter] ?? letter;
  return kept;
}

// Combining accents, Hebrew points, Arabic vowel marks, the Arabic tatweel, soft hyphen, joiners, and the zero-width space that
// marks where a line may break: texts in Khmer, Lao and Thai have it between words or have it not.
const IGNORED_MARKS = /[\u0300-\u036f\u0591-\u05c7\u0610-\u061a\u0640\u064b-\u065f\u0670\u06d6-\u06dc\u00ad\u200b-\u200d\u2060]/gu;

/** Decimal digits stand in groups of ten, but groups may touch: so count back to a start that the runtime's own `\p{Nd}` gives. */
function digitValue(code: number): number {
  let value = 0;
  while (value < 60 && isDigit(String.fromCodePoint(code - value - 1))) value++;
  return value % 10;
}

function makePage(number: number): Uint16Array {
  const page = new Uint16Array(256);
  const known = knownPage(number);
  if (known === undefined) for (let low = 0; low < 256; low++) page[low] = makeEntry((number << 8) | low);
  else {
    for (let low = 0; number === 0 && low < 128; low++) page[low] = ASCII[low] as number;
    for (let k = 0; k < known.folded.length; k += 2) page[known.folded.charCodeAt(k) & 255] = known.folded.charCodeAt(k + 1);
    for (let k = 0; k < known.complex.length; k++) page[known.complex.charCodeAt(k) & 255] = COMPLEX;
    for (let k = 0; k < known.ignored.length; k++) page[known.ignored.charCodeAt(k) & 255] = IGNORED;
  }
  pages[number] = page;
  return page;
}

/** A page of which all others are separators: characters each with what it is folded to, and those of two classes. */
interface KnownPage {
  readonly folded: string;
  readonly complex: string;
  readonly ignored: string;
}

const SEPARATORS: KnownPage = { folded: "", complex: "", ignored: "" };

/**
 * The pages of Latin 1, and of the marks and symbols that texts in it have: what `makeEntry` gives of them, without its expressions, which
 * take some milliseconds to compile.
 */
function knownPage(number: number): KnownPage | undefined {
  switch (number) {
    case 0:
      return {
        folded:
          "ªa²2³3µμ¹1ºoÀaÁaÂaÃaÄaÅaÇcÈeÉeÊeËeÌiÍiÎiÏiÐdÑnÒoÓoÔoÕoÖoØoÙuÚuÛuÜuÝyàaáaâaãaäaåaçcèeéeêeëeìiíiîiïiðdñnòoóoôoõoöoøoùuúuûuüuýyÿy",
        complex: "¼½¾ÆÞßæþ",
        ignored: "\u00ad",
      };
    case 32:
      return {
        folded: `⁰0ⁱi⁴4⁵5⁶6⁷7⁸8⁹9ⁿn₀0₁1₂2₃3₄4₅5₆6₇7₈8₉9ₐaₑeₒoₓxₔəₕhₖkₗlₘmₙnₚpₛsₜt${twice(0x20d0, 0x20f0)}`,
        complex: "",
        ignored: "\u200b\u200c\u200d\u2060",
      };
    case 33:
      return {
        folded: `ℂcℇɛℊgℋhℌhℍhℎhℏhℐiℑiℒlℓlℕnℙpℚqℛrℜrℝrℤzΩωℨzKkÅaℬbℭcℯeℰeℱfℲⅎℳmℴoℵאℶבℷגℸדℹiℼπℽγℾγℿπⅅdⅆdⅇeⅈiⅉj⅟1ⅠiⅤvⅩxⅬlⅭcⅮdⅯmⅰiⅴvⅹxⅼlⅽcⅾdⅿmↃↄ${twice(0x214e, 0x214e)}${twice(0x2180, 0x2182)}${twice(0x2184, 0x2188)}`,
        complex: "⅐⅑⅒⅓⅔⅕⅖⅗⅘⅙⅚⅛⅜⅝⅞ⅡⅢⅣⅥⅦⅧⅨⅪⅫⅱⅲⅳⅵⅶⅷⅸⅺⅻ↉",
        ignored: "",
      };
    case 34:
    case 37:
    case 38:
      return SEPARATORS;
    default:
      return undefined;
  }
}

/** Each character of a range two times. */
function twice(first: number, last: number): string {
  let text = "";
  for (let code = first; code <= last; code++) text += String.fromCharCode(code, code);
  return text;
}

/** Works out the entry of one code unit. */
export function makeEntry(code: number): number {
  if (code >= 0xd800 && code <= 0xdfff) return SURROGATE;
  const character = String.fromCharCode(code);
  if (code === 0x0306) return COMPLEX; // With и it makes й.
  if (character.replace(IGNORED_MARKS, "") === "") return IGNORED;
  if (!isOfWords(character)) return SEPARATOR;
  if (!isDigit(character)) {
    if (isUnspaced(code)) return UNSPACED;
    if (isHangul(code)) return HANGUL;
    if (isHan(code)) return HAN;
  }
  const folded = foldWord(character);
  return folded.length === 1 ? folded.charCodeAt(0) : COMPLEX;
}

function isGramScript(code: number): boolean {
  return isUnspaced(code) || isHangul(code) || isHan(code);
}

function isUnspaced(code: number): boolean {
  return (code >= 0x0e00 && code <= 0x0eff) || (code >= 0x1000 && code <= 0x109f) || (code >= 0x1780 && code <= 0x17ff);
}

function isHangul(code: number): boolean {
  return (code >= 0xac00 && code <= 0xd7a3) || (code >= 0x1100 && code <= 0x11ff) || (code >= 0x3130 && code <= 0x318f);
}

function isHan(code: number): boolean {
  return (
    (code >= 0x3005 && code <= 0x3007) ||
    (code >= 0x3040 && code <= 0x30ff) ||
    (code >= 0x31f0 && code <= 0x31ff) ||
    (code >= 0x3400 && code <= 0x9fff) ||
    (code >= 0xf900 && code <= 0xfaff) ||
    (code >= 0xff66 && code <= 0xff9f) ||
    code >= 0x20000
  );
}
