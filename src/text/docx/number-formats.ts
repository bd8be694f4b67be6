import { roman } from "../roman-number.ts";
import { chineseNumber, digitByDigit, japaneseNumber, koreanNumber, legalNumber } from "./east-asian-numbers.ts";
import { cardinalText, ordinalText } from "./number-words.ts";

/**
 * A number as Word prints it in a format of `w:numFmt` (ECMA-376 part 1, 17.18.59). A format that is not known, and a number
 * that a format has no sign for, is printed in digits, as Word does.
 *
 * @param number - whole, 0 or more
 * @param pattern - of the format "custom": "001, 002, 003, ..."
 * @example
 * formatNumber(28, "lowerLetter"); // "bb"
 */
export function formatNumber(number: number, format: string, pattern = ""): string {
  if (format === "custom") return formatCustom(number, pattern);
  return FORMATS.get(format)?.(number) ?? String(number);
}

type Format = (number: number) => string | undefined;

const from =
  (first: number, last: number, code: number): Format =>
  (n) =>
    n >= first && n <= last ? String.fromCodePoint(code + n - first) : undefined;
const cycle = (signs: string): Format => {
  const all = [...signs];
  return (n) => (n >= 1 ? all[(n - 1) % all.length] : undefined);
};
const single = (signs: string): Format => {
  const all = [...signs];
  return (n) => (n >= 1 ? all[n - 1] : undefined);
};
/** A to Z, then AA, BB: the letter is repeated, not counted on. */
const repeated = (signs: string): Format => {
  const all = [...signs];
  return (n) => (n >= 1 && n <= MAX_REPEATS * all.length ? (all[(n - 1) % all.length] ?? "").repeat(Math.ceil(n / all.length)) : undefined);
};
const digits =
  (zero: number): Format =>
  (n) =>
    String(n).replaceAll(/\d/g, (digit) => String.fromCodePoint(zero + Number(digit)));

const MAX_REPEATS = 30;
const LATIN = "abcdefghijklmnopqrstuvwxyz";
const THAI = "กขคงจฉชซฌญฎฏฐฑฒณดตถทธนบปผฝพฟภมยรลวศษสหฬอฮ";
const RUSSIAN = "абвгдежзиклмнопрстуфхцчшщыэюя";
const AIUEO = "アイウエオカキクケコサシスセソタチツテトナニヌネノハヒフヘホマミムメモヤユヨラリルレロワヲン";
const IROHA = "イロハニホヘトチリヌルヲワカヨタレソツネナラムウヰノオクヤマケフコエテアサキユメミシヱヒモセスン";
const HALF_AIUEO = "ｱｲｳｴｵｶｷｸｹｺｻｼｽｾｿﾀﾁﾂﾃﾄﾅﾆﾇﾈﾉﾊﾋﾌﾍﾎﾏﾐﾑﾒﾓﾔﾕﾖﾗﾘﾙﾚﾛﾜｦﾝ";
const HALF_IROHA = "ｲﾛﾊﾆﾎﾍﾄﾁﾘﾇﾙｦﾜｶﾖﾀﾚｿﾂﾈﾅﾗﾑｳヰﾉｵｸﾔﾏｹﾌｺｴﾃｱｻｷﾕﾒﾐｼヱﾋﾓｾｽﾝ";
const ARABIC_ALPHA = "أبتثجحخدذرزسشصضطظعغفقكلمنهوي";
const ARABIC_ABJAD = "أبجدهوزحطيكلمنسعفصقرشتثخذضظغ";
const HEBREW_ALPHABET = "אבגדהוזחטיכלמנסעפצקרשת";
const HINDI_CONSONANTS = "कखगघङचछजझञटठडढणतथदधनपफबभमयरलवशषसह";
const HINDI_VOWELS = "अआइईउऊऋएऐओऔ";

const circled: Format = (n) => (n === 0 ? "⓪" : (from(1, 20, 0x2460)(n) ?? from(21, 35, 0x3251)(n) ?? from(36, 50, 0x32b1)(n)));

const FORMATS: ReadonlyMap<string, Format> = new Map<string, Format>([
  ["none", () => ""],
  ["decimalZero", (n) => (n < 10 ? `0${n}` : String(n))],
  ["lowerLetter", repeated(LATIN)],
  ["upperLetter", repeated(LATIN.toUpperCase())],
  ["lowerRoman", smallRoman],
  ["upperRoman", (n) => smallRoman(n)?.toUpperCase()],
  ["ordinal", (n) => `${n}${ordinalEnding(n)}`],
  ["cardinalText", cardinalText],
  ["ordinalText", ordinalText],
  ["hex", (n) => n.toString(16).toUpperCase()],
  ["chicago", (n) => repeated("*†‡§")(n)],
  ["numberInDash", (n) => `- ${n} -`],
  ["decimalFullWidth", digits(0xff10)],
  ["decimalFullWidth2", digits(0xff10)],
  ["decimalEnclosedCircle", circled],
  ["decimalEnclosedCircleChinese", circled],
  ["decimalEnclosedFullstop", from(1, 20, 0x2488)],
  ["decimalEnclosedParen", from(1, 20, 0x2474)],
  ["thaiLetters", cycle(THAI)],
  ["thaiNumbers", digits(0x0e50)],
  ["hindiNumbers", digits(0x0966)],
  ["hindiConsonants", cycle(HINDI_CONSONANTS)],
  ["hindiVowels", cycle(HINDI_VOWELS)],
  ["russianLower", repeated(RUSSIAN)],
  ["russianUpper", repeated(RUSSIAN.toUpperCase())],
  ["hebrew1", hebrew],
  ["hebrew2", repeated(HEBREW_ALPHABET)],
  ["arabicAlpha", repeated(ARABIC_ALPHA)],
  ["arabicAbjad", repeated(ARABIC_ABJAD)],
  ["aiueo", cycle(HALF_AIUEO)],
  ["aiueoFullWidth", cycle(AIUEO)],
  ["iroha", cycle(HALF_IROHA)],
  ["irohaFullWidth", cycle(IROHA)],
  ["ideographEnclosedCircle", from(1, 10, 0x3280)],
  ["ideographTraditional", single("甲乙丙丁戊己庚辛壬癸")],
  ["ideographZodiac", single("子丑寅卯辰巳午未申酉戌亥")],
  [
    "ideographZodiacTraditional",
    (n) => (n >= 1 && n <= 60 ? `${cycle("甲乙丙丁戊己庚辛壬癸")(n)}${cycle("子丑寅卯辰巳午未申酉戌亥")(n)}` : undefined),
  ],
  ["ideographDigital", digitByDigit("〇一二三四五六七八九")],
  ["japaneseDigitalTenThousand", digitByDigit("〇一二三四五六七八九")],
  ["chineseCounting", (n) => (n <= 99 ? chineseNumber(n) : digitByDigit("○一二三四五六七八九")(n))],
  ["chineseCountingThousand", chineseNumber],
  ["taiwaneseCounting", (n) => (n <= 99 ? chineseNumber(n) : digitByDigit("○一二三四五六七八九")(n))],
  ["taiwaneseCountingThousand", chineseNumber],
  ["taiwaneseDigital", digitByDigit("○一二三四五六七八九")],
  ["chineseLegalSimplified", (n) => legalNumber(n, "零壹贰叁肆伍陆柒捌玖")],
  ["ideographLegalTraditional", (n) => legalNumber(n, "零壹貳參肆伍陸柒捌玖")],
  ["japaneseCounting", japaneseNumber],
  ["japaneseLegal", (n) => legalNumber(n, "零壱弐参四伍六七八九")],
  ["koreanDigital", digitByDigit("영일이삼사오육칠팔구")],
  ["koreanDigital2", digitByDigit("零一二三四五六七八九")],
  ["koreanCounting", koreanNumber],
  ["ganada", cycle("가나다라마바사아자차카타파하")],
  ["chosung", cycle("ㄱㄴㄷㄹㅁㅂㅅㅇㅈㅊㅋㅌㅍㅎ")],
]);

function smallRoman(number: number): string | undefined {
  return number >= 1 && number <= 32_767 ? roman(number) : undefined;
}

function ordinalEnding(number: number): string {
  const tens = number % 100;
  return tens >= 11 && tens <= 13 ? "th" : (["th", "st", "nd", "rd"][number % 10] ?? "th");
}

/** Letters by their value; 15 and 16 are written so that they do not spell a name of God. */
function hebrew(number: number): string | undefined {
  if (number < 1 || number > 999) return undefined;
  const hundreds = ["", "ק", "ר", "ש", "ת", "תק", "תר", "תש", "תת", "תתק"][Math.floor(number / 100)];
  const rest = number % 100;
  if (rest === 15) return `${hundreds}טו`;
  if (rest === 16) return `${hundreds}טז`;
  return `${hundreds}${["", "י", "כ", "ל", "מ", "נ", "ס", "ע", "פ", "צ"][Math.floor(rest / 10)]}${["", "א", "ב", "ג", "ד", "ה", "ו", "ז", "ח", "ט"][rest % 10]}`;
}

/** "001, 002, 003, ..." is digits with zeros in front; other patterns are not used by Word. */
function formatCustom(number: number, pattern: string): string {
  const width = /^(0*)1,/.exec(pattern.trim())?.[1]?.length ?? 0;
  return String(number).padStart(width + 1, "0");
}
