import { checkPart, wholeOf } from "../arguments.ts";
import type { Span } from "../model.ts";
import { sentences } from "../text/sentences.ts";
import { trimSpan } from "../text/whitespace.ts";

/** A place where a text says what a word means. */
export interface Definition {
  /** The word without its marks: `Working Day`. */
  readonly term: string;
  /** Of the word itself, without its marks. */
  readonly at: Span;
  /** Of the definition: from the mark before the word to the end of the sentence, or of the list that goes on with it. */
  readonly span: Span;
}

const OPEN = "“\"„«‘'「『";
const CLOSE = "”\"“»’'」』";
/** Behind the word: what makes it a definition. Sticky, bounded. */
const MEANS = new RegExp(
  [
    String.raw`[ \t\u00a0]*(?:,|\([^()\n]{0,80}\))?[ \t\u00a0\r\n]*(?:`,
    "(?:(?:shall |will |does |do )?(?:each |collectively |together )?(?:means?|mean|refers? to|includes?|has the (?:same )?meaning|have the (?:same )?meaning|is defined|are defined|designates?)(?![a-z]))",
    "|(?:(?:im Sinne [^.\\n]{0,80} )?(?:ist|sind|bezeichnet|bezeichnen|bedeutet|bedeuten|bezeichnet man|gilt|gelten|heißt|heißen)(?!\\p{L}))",
    "|(?:désigne(?:nt)?|signifie(?:nt)?|s['’]entend(?:ent)?|s['’]entendent|vise(?:nt)?)(?!\\p{L})",
    "|(?:significa(?:n|m)?|designa(?:n|m)?|se entiende|se entenderá|entende-se|si intende|indica)(?!\\p{L})",
    "|(?:betekent|betekenen|wordt verstaan)(?!\\p{L})",
    "|(?:หมายความว่า|หมายความรวมถึง|หมายถึง|ให้หมายความ)",
    "|(?:是指|系指|指|とは|をいう)",
    ")",
  ].join(""),
  "yu",
);
/** Canadian and other acts set the word in bold or italics instead: `**employee** means`, `*employé* Personne …`. */
const EMPHASIS = /(\*{1,3}|_{1,3})(?=\S)/y;
/** Words that must not be taken for a term when they stand in quotation marks before "means". */
const LONGEST_TERM = 120;
/** German and EU acts number their definitions, and say no "means": `1. „Daten“ alle Angaben …;`. */
const NUMBERED = /(?:^|[\r\n])[ \t]*\(?(?:\d{1,3}[a-z]?|[a-z])[.)][ \t]*$/;
const BARE = /^[ \t\r\n]+\p{L}/u;
const WORDS_BEFORE_COLON = /^[ \t\u00a0]*[:：][ \t\u00a0]+\S/;

/**
 * Definitions of a text range, in order: a word in quotation marks or in emphasis, and behind it what says that it is being defined ("X" means …; „X“
 * ist/sind …; « X » désigne …; “X” หมายความว่า …; 「X」とは …). In German acts also `„X“ …;` and `X: …` behind a number are such; these are only read
 * where the word stands in marks. A list behind a colon belongs to the definition. Linear.
 *
 * @param span - @default the whole text
 * @example
 * definitions("“Fee” means the yearly fee. Pay it.")[0]; // term "Fee", at 1–4, span 0–27
 */
export function definitions(text: string, span: Span = wholeOf(text)): Definition[] {
  checkPart("definitions", text, span);
  const found: Definition[] = [];
  let at = span.start;
  while (at < span.end) {
    const marked = markedWord(text, at, span.end);
    if (marked === undefined) {
      at++;
      continue;
    }
    MEANS.lastIndex = marked.end;
    const defines =
      MEANS.exec(text) !== null ||
      WORDS_BEFORE_COLON.test(text.slice(marked.end, marked.end + 8)) ||
      (BARE.test(text.slice(marked.end, marked.end + 4)) && NUMBERED.test(text.slice(Math.max(0, marked.start - 16), marked.start)));
    if (!defines) {
      at = marked.next;
      continue;
    }
    const end = endOfDefinition(text, marked.end, span.end);
    found.push({
      term: text.slice(marked.at.start, marked.at.end).replace(/\s+/g, " "),
      at: marked.at,
      span: { start: marked.start, end },
    });
    at = marked.end;
  }
  return found.map((definition, i) => clipped(text, definition, found[i + 1]));
}

const LIST_GOES_ON = /[;,.]\s*(?:\(?[\d\p{L}]{1,4}[.)]\s*)?$/u;

/** A list of definitions may be one sentence: each ends where the next begins. */
function clipped(text: string, definition: Definition, next: Definition | undefined): Definition {
  const { start, end } = definition.span;
  if (next === undefined || next.span.start >= end) return definition;
  const before = LIST_GOES_ON.exec(text.slice(Math.max(start, next.span.start - 16), next.span.start));
  return before === null ? definition : { ...definition, span: { start, end: next.span.start - before[0].length + 1 } };
}

interface Marked {
  readonly start: number;
  readonly at: Span;
  readonly end: number;
  /** Where to look on when it defines nothing. */
  readonly next: number;
}

function markedWord(text: string, start: number, end: number): Marked | undefined {
  const char = text.charAt(start);
  const quote = OPEN.indexOf(char);
  if (quote !== -1) {
    // An apostrophe is no opening mark within a word.
    if ((char === "'" || char === "’") && /[\p{L}\p{N}]/u.test(text.charAt(start - 1))) return undefined;
    const closes = char === "„" ? /[“”"]/ : char === "«" ? /»/ : new RegExp(CLOSE.charAt(quote));
    return wordUntil(text, start, start + 1, closes, Math.min(end, start + LONGEST_TERM));
  }
  if (char !== "*" && char !== "_") return undefined;
  EMPHASIS.lastIndex = start;
  const mark = EMPHASIS.exec(text)?.[1];
  if (mark === undefined) return undefined;
  const inner = start + mark.length;
  const closing = text.slice(inner, inner + LONGEST_TERM).indexOf(mark);
  if (closing < 1 || inner + closing > end) return { start, at: { start: inner, end: inner }, end: inner, next: inner };
  const at = trimSpan(text, { start: inner, end: inner + closing });
  return at === undefined || text.slice(at.start, at.end).includes("\n")
    ? undefined
    : { start, at, end: inner + closing + mark.length, next: inner + closing + mark.length };
}

function wordUntil(text: string, start: number, from: number, closes: RegExp, end: number): Marked | undefined {
  const closing = text.slice(from, end).search(closes);
  if (closing < 1) return undefined;
  const at = trimSpan(text, { start: from, end: from + closing });
  if (at === undefined || /[.;:!?\n\r]/.test(text.slice(at.start, at.end).slice(0, -1))) return undefined;
  return { start, at, end: from + closing + 1, next: from + closing };
}

const LONGEST = 8000;

/** The end of the sentence, and of the items behind it when it ends in a colon. */
function endOfDefinition(text: string, from: number, end: number): number {
  const all = sentences(text, { start: from, end: Math.min(end, from + LONGEST) });
  let last = all[0];
  for (const next of all.slice(1)) {
    if (
      last === undefined ||
      !/[:;,–—]$|[;,]\s{0,3}(?:and|or|und|oder|et|ou|และ|หรือ)$/iu.test(text.slice(Math.max(last.start, last.end - 12), last.end))
    )
      break;
    // The next definition of a list that parts its entries by semicolons.
    if (text.charAt(last.end - 1) === ";" && OPEN.includes(text.charAt(next.start))) break;
    last = next;
  }
  return last?.end ?? from;
}
