import { checkNumber, checkText } from "../arguments.ts";
import { contentStart, listMarker } from "../text/lines.ts";

/**
 * How an exception or proviso begins, lower case. A line that begins so stays with the rule before it. To teach the product
 * another language or drafting habit, add to these lists.
 */
export const exceptionOpeners: readonly string[] = [
  // English
  ...["exception", "exceptions", "except", "excepted", "excepting", "provided", "unless", "however", "notwithstanding", "save that"],
  ...[
    "save as",
    "save where",
    "save for",
    "but not",
    "but only",
    "this does not apply",
    "other than",
    "nothing in this",
    "by way of exception",
  ],
  // A note behind its sentence, as loaders write it: "[Footnote 1: …]"
  ...["footnote", "endnote"],
  // German
  ...["ausnahme", "ausnahmen", "ausgenommen", "ausnahmsweise", "dies gilt nicht", "das gilt nicht", "gilt nicht", "es sei denn", "jedoch"],
  ...["sofern nicht", "soweit nicht", "hiervon ausgenommen", "abweichend hiervon", "abweichend davon", "dies gilt jedoch nicht"],
  // French, Spanish, Portuguese, Italian, Dutch
  ...[
    "sauf",
    "à moins que",
    "toutefois",
    "par exception",
    "par dérogation",
    "exception faite",
    "à l'exception",
    "à l’exception",
    "néanmoins",
  ],
  ...["salvo", "excepto", "excepción", "a menos que", "no obstante", "sin embargo", "exceto", "exceção", "no entanto", "a não ser que"],
  ...["tranne", "eccetto", "eccezione", "tuttavia", "a meno che", "tenzij", "behalve", "uitgezonderd", "uitzondering"],
  // Thai
  ...["เว้นแต่", "ทั้งนี้ เว้นแต่", "ยกเว้น", "ข้อยกเว้น", "แต่ถ้า", "แต่ทั้งนี้", "แต่ต้อง", "แต่ไม่", "แต่มิให้", "ทั้งนี้ ไม่"],
  // Chinese and Japanese
  ...["但", "除非", "除外", "例外", "然而", "ただし", "但し", "もっとも"],
];

/** Words that make a line an exception when they stand within its first 80 characters: "Clause 11.1 does not apply …". Lower case. */
export const exceptionPhrases: readonly string[] = [
  ...["does not apply", "do not apply", "shall not apply", "will not apply", "gilt nicht", "gelten nicht", "gilt jedoch nicht"],
  ...["ist nicht anzuwenden", "sind nicht anzuwenden", "findet keine anwendung", "finden keine anwendung", "ne s'applique pas"],
  ...[
    "ne s’applique pas",
    "ne s'appliquent pas",
    "no se aplica",
    "no será aplicable",
    "não se aplica",
    "non si applica",
    "มิให้ใช้บังคับ",
    "มิให้นำ",
  ],
  ...["不适用", "不適用", "この限りでない", "適用しない"],
];

const REACH = 80;
const MARKUP = /^(?:[\s>*_"'“‘„«([（「]|<[^<>]{0,120}>){0,12}/;
const OPENER = opening(exceptionOpeners);
const PHRASE = new RegExp(exceptionPhrases.map(literal).join("|"), "iu");

/**
 * Whether the text at an offset begins an exception or proviso. White space, quotation and emphasis marks, tags and a list
 * marker are passed over first.
 *
 * @example
 * beginsException("(b) Provided that a zoo need not.", 0); // true
 */
export function beginsException(text: string, at: number): boolean {
  checkText("beginsException", text);
  checkNumber("beginsException", at, "at");
  const from = contentStart(text, { start: at, end: Math.min(text.length, at + 400) });
  const marker = listMarker(text, { start: from, end: Math.min(text.length, from + 40) });
  const start = marker?.textStart ?? from;
  const head = text.slice(start, start + REACH + 200).replace(MARKUP, "");
  const line = (/^[^\r\n]*/.exec(head)?.[0] ?? "").slice(0, REACH);
  return OPENER.test(line) || PHRASE.test(line);
}

/** Latin openers end at a word's end ("except", not "exceptional"); scripts without spaces have no such end. */
function opening(openers: readonly string[]): RegExp {
  const latin = openers.filter((opener) => /\p{Script=Latin}$/u.test(opener));
  const others = openers.filter((opener) => !latin.includes(opener));
  return new RegExp(`^(?:(?:${latin.map(literal).join("|")})(?!\\p{L})|${others.map(literal).join("|")})`, "iu");
}

function literal(words: string): string {
  return words.replace(/[.*+?^${}()|[\]\\/]/g, "\\$&");
}
