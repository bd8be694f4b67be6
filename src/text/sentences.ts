import { checkPart, wholeOf } from "../arguments.ts";
import type { Span } from "../model.ts";
import { contentStart, type Line, linesOf, listMarker, startsItem } from "./lines.ts";
import { trimSpan } from "./whitespace.ts";

/**
 * Sentences of a text range, in order, without outer white space. A sentence may run over line ends, but not over a blank line,
 * a list item, a Markdown heading, a fence or a table row: each of these stands by itself. Abbreviations ("e.g.", "No. 5",
 * "U.S."), initials, decimals, clause numbers ("2.12.3", "(a)") and ordinals end no sentence. Chinese and Japanese end at 。！？;
 * Thai, which marks no end, is divided at spaces once a phrase is long enough to be read by itself. Time is linear.
 *
 * @param span - @default the whole text
 * @example
 * sentences("See Art. 6, e.g. No. 5. It applies."); // spans of "See Art. 6, e.g. No. 5." and "It applies."
 */
export function sentences(text: string, span: Span = wholeOf(text)): Span[] {
  checkPart("sentences", text, span);
  const found: Span[] = [];
  for (const passage of passages(text, span)) addSentences(text, passage, found);
  return found;
}

const STANDS_ALONE = /(?:#{1,6}[ \t]|`{3}|~{3}|\|)/y;

/** Runs of lines that can hold a sentence together. */
function* passages(text: string, span: Span): Generator<Span> {
  let open: { start: number; end: number } | undefined;
  let before: Line | undefined;
  let shape: string | undefined;
  for (const line of linesOf(text, span)) {
    const at = contentStart(text, line);
    STANDS_ALONE.lastIndex = at;
    const blank = at === line.end;
    const alone = !blank && STANDS_ALONE.test(text);
    const marker = blank || alone ? undefined : listMarker(text, line);
    const opens = marker !== undefined && startsItem(text, line, marker, before, shape);
    if (open !== undefined && (blank || alone || opens)) {
      yield open;
      open = undefined;
    }
    if (alone) yield line;
    if (blank || alone) {
      before = undefined;
      shape = undefined;
      continue;
    }
    if (opens) shape = marker.shape;
    open = { start: open?.start ?? line.start, end: line.end };
    before = line;
  }
  if (open !== undefined) yield open;
}

// A terminator with what closes after it: quotation marks, brackets, emphasis, end tags, a footnote's number.
const TERMINATOR = /[.!?…。！？｡।؟]+(?:<\/\w{1,20}>|\[\^?\w{1,12}\]|["'”’)\]»」』）】》*_`~])*/g;

function addSentences(text: string, passage: Span, found: Span[]): void {
  const run = text.slice(passage.start, passage.end);
  const thai = THAI.test(run);
  let start = 0;
  const add = (end: number) => {
    const sentence = trimSpan(run, { start, end });
    start = end;
    if (sentence === undefined) return;
    for (const part of thai ? thaiPhrases(run, sentence) : [sentence]) {
      found.push({ start: passage.start + part.start, end: passage.start + part.end });
    }
  };
  for (const match of run.matchAll(TERMINATOR)) {
    const end = match.index + match[0].length;
    if (endsSentence(run, start, match.index, end)) add(end);
  }
  add(run.length);
}

const IDEOGRAPHIC_STOP = /[。！？｡]/;
const NO_SPACE_SCRIPT = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}]/u;
const OPENERS = /["'“‘«„([*_>¿¡<]/;
// A number or letter that only labels what comes next: "1.", "12.3.", "A.", "(a).", "§ 5.", "Section 4.", "Article IV."
const LABEL =
  /^[([*_\s]{0,4}(?:§{1,2}\s?|(?:Section|Sec|Article|Art|Artikel|Chapter|Part|Clause|Rule|Schedule|Annex|Appendix|Table|Figure|Fig|No|Nr)\.?\s)?(?:\d{1,5}(?:\.\d{1,4}){0,6}[a-z]?|[a-zA-Z]|[ivxlc]{1,7}|[IVXLC]{1,7})[)\]*_]{0,3}$/;

/** Whether the terminator at `dot` (whose closing marks reach to `end`) ends the sentence that began at `start`. */
function endsSentence(run: string, start: number, dot: number, end: number): boolean {
  const mark = run.charAt(dot);
  let next = end;
  while (next < run.length && /\s/.test(run.charAt(next))) next++;
  // White space and a combining mark after it are one character to the reader.
  if (/\p{M}/u.test(run.charAt(next))) return false;
  if (IDEOGRAPHIC_STOP.test(mark)) return end - dot === 1 || !/^(?:と|って)/.test(run.slice(end, end + 2));
  if (end === run.length) return true;
  if (next === end) return mark !== "." && NO_SPACE_SCRIPT.test(run.charAt(end));

  while (next < run.length && OPENERS.test(run.charAt(next))) next++;
  if (/\p{Ll}/u.test(run.charAt(next))) return false;
  if (mark !== "." || run.charAt(dot + 1) === "." || run.charAt(dot + 1) === "?" || run.charAt(dot + 1) === "!") return true;

  if (dot - start < 40 && LABEL.test(run.slice(start, dot).trim())) return false;
  const word = wordBefore(run, start, dot);
  if (/^\d{1,2}$/.test(word) && isOrdinal(run.slice(Math.max(start, dot - 8), dot), run.slice(next, next + 24))) return false;
  return !isAbbreviation(word, run.slice(next, next + 24));
}

/** The word that ends at an offset, with dots inside it but no opening marks before it; "" when it is longer than 24 characters. */
function wordBefore(run: string, start: number, end: number): string {
  let at = end;
  while (at > start && end - at <= 24 && !/[\s("“‘[„«*_<>/]/.test(run.charAt(at - 1))) at--;
  return end - at > 24 ? "" : run.slice(at, end);
}

const words = (list: string): ReadonlySet<string> => new Set(list.trim().split(/\s+/));

/** Never the end of a sentence: a name or a thing follows. Lower case, without the last dot. */
const BEFORE_MORE = words(`
  e.g i.e eg ie cf viz vs v resp incl excl approx ca al esp mr mrs ms mx dr prof st sr jr hon rev gen col capt lt sgt messrs mme mlle
  z.b d.h u.a o.ä i.v.m i.s.d i.d.r i.s.v bzw vgl sog ggf fa evtl inkl exkl insb gem zzgl abzgl mio mrd tsd bspw p.ex c.-à-d sra srta
`);
/** No end where a number or single letter follows. */
const BEFORE_NUMBER = words(`
  no nos nr nrn art arts sec secs sect abs para paras par pp p s ss fig figs tab vol vols ch chap cl eq ex reg regs r rr cap sched app
  pt pts bk ed n nn fn § §§ ziff lit buchst bl anm rn rdnr rz núm num inc ref refs ver v stat cir supp
`);
/** An end only where a word follows that often starts a sentence. Single letters and "U.S." count among them. */
const MAY_END = words(`
  etc inc ltd co corp llc plc bros assn dept est gov govt univ a.m p.m am pm u.s.c usw u.dgl usf a.o jan feb mar apr jun jul aug sept sep
  oct nov dec mon tue wed thu fri sat sun st ave blvd rd f ff gmbh abb abk bd hrsg art abs nr sec fig bl bgbl
`);
const STARTERS = words(`
  the this that these those it its if in we he she they you there such any all each no not when where while for at on to by as an but and or
  however unless except provided nothing every both our your their his her what who how why is are do does after before during under
  der die das ein eine es er sie wir wenn dies diese dieser dieses im bei für nach vor mit durch soweit sofern ist sind
  le la les il elle un une ce cette el los las si en
`);
/** What follows an ordinal ("3. Oktober", "2. Halbsatz"), where a number with a dot ends no sentence. */
const AFTER_ORDINAL = words(`
  januar jänner februar märz april mai juni juli august september oktober november dezember halbsatz satz absatz abschnitt kapitel teil buch
  alternative jahrhundert jahrhunderts lebensjahr lebensjahres lebensjahrs tag tages monat monats auflage
`);

/** A German ordinal stands between an article and its noun: "im 3. Obergeschoss"; "Die Frist endet am 3. Danach …" ends. */
function isOrdinal(before: string, following: string): boolean {
  const next = /^\p{Lu}[\p{L}\p{M}-]+/u.exec(following)?.[0].toLowerCase();
  return next !== undefined && AFTER_ARTICLE.test(before) && !STARTERS.has(next) && !ADVERBS.has(next);
}

const AFTER_ARTICLE = /(?<!\p{L})(?:der|die|das|dem|den|des|im|am|zum|zur|vom|beim|ins)\s{1,2}\d{1,2}$/iu;
/** Begin a German sentence, and are no nouns. */
const ADVERBS = words(`
  danach dann davor dabei dagegen daher damit dazu dafür davon deshalb dort da hier hiervon hierzu jedoch aber auch außerdem zuvor zudem später seitdem
  seit sie wer was wo alle alles jeder jede jedes kein keine man ihr ich sein seine nur so sonst um und oder aus von zu zum zur am an auf in bis über
  unter ohne gegen falls ob als doch ferner mein meine unser unsere ihre weitere zwischen ab je nun
`);

function isAbbreviation(word: string, following: string): boolean {
  if (word === "") return false;
  // "l'art. 5"
  const lower = word.toLowerCase().replace(/^(?:l|d|qu|dell|all|nell|sull)['’]/, "");
  const next = /^[\p{L}\p{M}]+/u.exec(following)?.[0] ?? "";
  if (BEFORE_MORE.has(lower)) return true;
  if (BEFORE_NUMBER.has(lower) && /^(?:[\d§(]|[IVXLC]+\b|\p{Lu}\b)/u.test(following)) return true;
  if (/^\d{1,2}$/.test(word)) return AFTER_ORDINAL.has(next.toLowerCase());
  const initials = /^(?:\p{L}\.)*\p{L}$/u.test(word);
  if (initials && word.length > 1 && word === lower && !MAY_END.has(lower)) return true;
  return (initials || (MAY_END.has(lower) && next !== "")) && !STARTERS.has(next.toLowerCase());
}

const THAI = /\p{Script=Thai}/u;
const THAI_PHRASE = 50;

/** Thai marks no end of a sentence; a space parts phrases. Divided where both sides are Thai words and neither side is a stub. */
function thaiPhrases(run: string, sentence: Span): Span[] {
  const parts: Span[] = [];
  let { start } = sentence;
  for (let at = start + 1; at < sentence.end; at++) {
    if (run.charAt(at) !== " " && run.charAt(at) !== "\n") continue;
    const longEnough = at - start >= THAI_PHRASE && sentence.end - at >= THAI_PHRASE / 3;
    if (!longEnough || !THAI.test(run.charAt(at - 1)) || /[๐-๙ๆ]/.test(run.charAt(at - 1)) || !startsThaiPhrase(run, at)) continue;
    const part = trimSpan(run, { start, end: at });
    if (part !== undefined) parts.push(part);
    start = at;
  }
  const last = trimSpan(run, { start, end: sentence.end });
  if (last !== undefined) parts.push(last);
  return parts;
}

function startsThaiPhrase(run: string, space: number): boolean {
  // Thai digits, ฯ and ๆ belong to what stands before them; so does a combining vowel or tone.
  const next = run
    .slice(space, space + 8)
    .trimStart()
    .charAt(0);
  return THAI.test(next) && !/[๐-๙ฯๆ\p{M}]/u.test(next);
}
