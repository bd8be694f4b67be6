import { checkPart } from "../arguments.ts";
import type { Span } from "../model.ts";
import { isSpace, trimSpan } from "../text/whitespace.ts";

/** A piece of text that is not cut further; `spaced` tells whether white space stands before it. */
export interface Word extends Span {
  readonly spaced: boolean;
}

const NON_BREAKING = new Set([0xa0, 0x2007, 0x202f, 0xfeff]);
const SCRIPTS = ["Han", "Hiragana", "Katakana", "Thai", "Lao", "Khmer", "Myanmar"].map((script) => `\\p{Script=${script}}`).join("");
const NO_SPACES = new RegExp(`[${SCRIPTS}]`, "u");
const CITES =
  /(?:^|[^\p{L}])(?:§{1,2}|arts?\.?|articles?|artikel|sections?|secs?\.?|clauses?|paragraphs?|paras?\.?|abs\.?|absatz|satz|nos?\.?|nrn?\.?|rules?|items?|annex|schedule|part|chapter|figs?\.?|tables?|pp?\.|มาตรา|ข้อ|วรรค)$/iu;
const LABEL = /^[(*_]{0,3}(?:\d{1,5}(?:\.\d{1,4}){0,6}[a-z]?|[a-zA-Z]|[ivxlcIVXLC]{1,7})(?:[.)]{1,2}|(?<=\.\d{1,4}))[*_]{0,3}$|^[-*+•–—]$/;

/**
 * What a sentence may be cut into: words, with everything kept together that must not be parted: a citation and its number
 * ("Art. 6", "§ 12"), the label at the start and what it labels ("11.1 Either"), a number written with spaces ("1 000 000"), a space
 * and a combining mark after it. Text without spaces (Chinese, Japanese, Thai …) is parted at the words that `Intl.Segmenter` finds.
 *
 * @example
 * [...wordsOf("under § 12 of", { start: 0, end: 13 })].length; // 3: "under", "§ 12", "of"
 */
export function* wordsOf(text: string, span: Span): Generator<Word> {
  checkPart("wordsOf", text, span);
  let open: { start: number; end: number; spaced: boolean } | undefined;
  let first = true;
  for (const token of tokens(text, span)) {
    const joins = open !== undefined && staysWith(text, open, token, first);
    if (open !== undefined && joins) {
      open.end = token.end;
      continue;
    }
    if (open !== undefined) {
      yield* parted(text, open);
      first = false;
    }
    open = { ...token, spaced: true };
  }
  if (open !== undefined) yield* parted(text, open);
}

function* tokens(text: string, span: Span): Generator<Span> {
  let at = span.start;
  while (at < span.end) {
    while (at < span.end && breaks(text.charCodeAt(at))) at++;
    const start = at;
    while (at < span.end && !breaks(text.charCodeAt(at))) at++;
    const token = trimSpan(text, { start, end: at });
    if (token !== undefined) yield token;
  }
}

function breaks(code: number): boolean {
  return isSpace(code) && !NON_BREAKING.has(code);
}

function staysWith(text: string, before: Span, token: Span, first: boolean): boolean {
  const code = text.charCodeAt(token.start);
  // Most words start with a plain letter: only a label at the very start holds them.
  const plain = (code >= 0x61 && code <= 0x7a) || (code >= 0x41 && code <= 0x5a && !"CILVX".includes(text.charAt(token.start)));
  if (plain && !first) return false;
  const tail = text.slice(Math.max(before.start, before.end - 24), before.end);
  if (first && before.end - before.start <= 24 && LABEL.test(tail)) return true;
  if (plain) return false;
  const head = text.slice(token.start, token.start + 8);
  if (/^\p{M}/u.test(head)) return !/[\r\n]/.test(text.charAt(token.start - 1));
  if (/^\d{3}(?!\d)/.test(head) && /\d$/.test(tail)) return before.end - before.start < 40;
  return /^[(\d๐-๙IVXLC§]/.test(head) && CITES.test(tail);
}

const FORBIDDEN_START = /^[\s\p{M}\p{Pe}\p{Pf}、。，．・：；！？…ーぁぃぅぇぉっゃゅょァィゥェォッャュョ々ๆฯ%％°]/u;
const FORBIDDEN_END = /[\s\p{Ps}\p{Pi}]$/u;
// Both sides of a place where text without spaces may be parted: its script, or a mark that opens or closes, on one side at least.
const PARTS_BEFORE = new RegExp(`[${SCRIPTS}、。，；：！？\\p{Pe}]$`, "u");
const PARTS_AFTER = new RegExp(`^[${SCRIPTS}\\p{Ps}\\p{Pi}]`, "u");
const WINDOW = 2048;
let segmenter: Intl.Segmenter | undefined;

/** A word as it is, or, where its script has no spaces, what it is made of. Read in windows, since the segmenter copies its input. */
function* parted(text: string, word: Word): Generator<Word> {
  if (word.end - word.start < 2 || !NO_SPACES.test(text.slice(word.start, word.end))) {
    yield word;
    return;
  }
  segmenter ??= new Intl.Segmenter("en", { granularity: "word" });
  let open = { start: word.start, end: word.start, spaced: word.spaced };
  while (open.end < word.end) {
    const window = text.slice(open.end, Math.min(word.end, open.end + WINDOW));
    const parts = [...segmenter.segment(window)];
    // The last words of a window may be cut by its end: they are read again with the next one.
    const whole = open.end + window.length === word.end ? parts.length : Math.max(1, parts.length - 4);
    for (const { segment } of parts.slice(0, whole)) {
      if (open.end > open.start && mayPart(text.slice(Math.max(open.start, open.end - 2), open.end), segment)) {
        yield open;
        open = { start: open.end, end: open.end, spaced: false };
      }
      open.end += segment.length;
    }
  }
  yield open;
}

function mayPart(before: string, after: string): boolean {
  if (FORBIDDEN_START.test(after) || FORBIDDEN_END.test(before) || (/\p{Nd}$/u.test(before) && /^\p{Nd}/u.test(after))) return false;
  return PARTS_BEFORE.test(before) || PARTS_AFTER.test(after);
}
