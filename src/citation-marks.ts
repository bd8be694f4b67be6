/** What the citation marks of a model's answer come to. */
export interface CitationMarks {
  /** With marks written `[1]`, `[2]` … where `[k]` stands for `cites[k - 1]`, as in a DraftAnswer; unknown marks are taken out. */
  readonly text: string;
  /** Numbers of sources as the model was shown them, 1-based: each once, in the order in which the text first names them. */
  readonly cites: readonly number[];
  /** What stood in brackets as a source and is none, as written: `7`, `0`, `doc.md#5`. */
  readonly unknown: readonly string[];
}

/** `[1]`, `[[1]]`, `\\[1\\]`, `【1】`, `［1］`, `〔1〕`, with the link that some models invent for it. Marks are short, and a line holds them whole. */
const BRACKETS = /(?:\\?\[\[?|[【［〔])([^[\]【】［］〔〕\n]{1,80}?)\\?(?:\]\]?|[】］〕])(?:\([^()\s]*\))?/g;
const CODE = /```[\s\S]*?(?:```|$)|`[^`\n]*`/g;
/** Of one part of a mark: `2`, `ID:2`, `source 2`, `Sources: 2`, `#2`, `^2^`, `2†title`, `1-3`, `1 to 3`. */
const PART =
  /^(?:(?:ids?|sources?|src|evidence|passages?|refs?\.?|references?|cites?|citations?|doc|docs|documents?)\s*[:#]?\s*|#|\^)?(\d{1,9})(?:\s*(?:[-‐‑–—−~]|\.\.\.?|…|\b(?:to|through)\b)\s*(\d{1,9}))?\^?(?:†.*)?$/i;
/** Where in its source a passage stands, behind the number of it: `[2, p. 4]`, `[2: § 3]`. */
const LOCATOR = /^(\D{0,12}\d{1,3})\s*[,:]\s*(?:pp?\.|pages?\b|sections?\b|sec\.|arts?\.|articles?\b|clauses?\b|paras?\b|§)[^,;]*$/i;
/** A file, or a place in one: what a model writes that cites by name instead of by number. */
const NAMED_SOURCE = /^(?:[^\s]+\.[a-z0-9]{1,5}(?:[#:][^\s]*)?|[^\s]*#[^\s]+|(?:id|chunk)[\s:_-]*[\w.-]*\d[\w.-]*)$/i;
/** "[2021] UKSC 3" is how courts are cited, and no answer has a thousand sources. */
const LARGEST_NUMBER = 999;
/** A mark needs no space after words of these scripts, which have none between words. */
const UNSPACED = /[\p{scx=Han}\p{scx=Hira}\p{scx=Kana}\p{scx=Thai}\p{scx=Laoo}\p{scx=Khmr}\p{scx=Mymr}]$/u;
const ENDS_CLAUSE = /^(?:[.,;:!?)}"'”’*。，、；：！？]|\s*(?:\n|$))/u;
const WORD_BEFORE = /[\p{L}\p{M}_][\p{L}\p{M}\p{N}_]*$/u;

interface Mark {
  readonly start: number;
  readonly end: number;
  readonly numbers: readonly number[];
  readonly unknown: readonly string[];
  /** Grown together with the word before, as an index is: `array[2]`. */
  readonly glued: boolean;
}

/**
 * Reads the citation marks of an answer over `count` numbered sources: `[2]`, `[1, 2]`, `[1-3]`, `[1][2]`, `[ID:2]`.
 *
 * A number that no source has is taken out of the text and told in `unknown`; it never moves on to another source. What stands
 * in code, and `array[2]`, is no citation. A mark grown together with a word ("18.50 euros[1].") is one where it ends a clause,
 * and in mid-sentence where the text has no other kind.
 */
export function readCitationMarks(text: string, count: number): CitationMarks {
  const cites: number[] = [];
  const unknown: string[] = [];
  let written = "";
  let at = 0;
  for (const mark of marksOf(text, count)) {
    written += text.slice(at, mark.start);
    at = mark.end;
    for (const number of mark.numbers) if (!cites.includes(number)) cites.push(number);
    for (const name of mark.unknown) if (!unknown.includes(name)) unknown.push(name);
    if (mark.numbers.length > 0) written += mark.numbers.map((number) => `[${cites.indexOf(number) + 1}]`).join("");
    else if (/(?:^|\n)[ \t]*$/.test(written)) at += text.slice(at).match(/^[ \t]+/)?.[0].length ?? 0;
    else if (!/[[【［]/.test(text[at] ?? "")) written = written.replace(/[ \t]+$/, "");
  }
  return { text: written + text.slice(at), cites, unknown };
}

function marksOf(text: string, count: number): Mark[] {
  const code = [...text.matchAll(CODE)].map(({ index, 0: { length } }) => ({ start: index, end: index + length }));
  const marks: Mark[] = [];
  let noMarkEnds = -1;
  for (const match of text.matchAll(BRACKETS)) {
    const [whole, inside = ""] = match;
    const start = match.index;
    const end = start + whole.length;
    const read = code.some((range) => start < range.end && end > range.start) ? undefined : readInside(inside.trim(), count);
    if (read === undefined) {
      noMarkEnds = end;
      continue;
    }
    const previous = marks.at(-1);
    if (previous !== undefined && isRange(previous, text.slice(previous.end, start), read.numbers)) {
      const [first = 0] = previous.numbers;
      const [last = 0] = read.numbers;
      marks[marks.length - 1] = { ...previous, end, numbers: Array.from({ length: last - first + 1 }, (_, i) => first + i) };
      continue;
    }
    const glued = previous?.end === start ? previous.glued : noMarkEnds === start || isGlued(text.slice(Math.max(0, start - 40), start));
    marks.push({ start, end, ...read, glued });
  }
  const ends = marks.map(endsClause(text, marks));
  if (marks.some((mark) => !mark.glued)) return marks.filter((mark, i) => !mark.glued || ends[i]);
  return ends.includes(true) ? marks.filter((mark, i) => ends[i] || isBeforeWord(text, mark)) : [];
}

/** `[1]–[3]`. */
function isRange({ numbers, unknown }: Mark, between: string, [next]: readonly number[]): boolean {
  return /^[-‐‑–—]$/.test(between) && unknown.length === 0 && numbers.length === 1 && next !== undefined && next > (numbers[0] ?? next);
}

/** In a writer's text whose marks are all grown together, those in mid-sentence are marks too: "5 euros[1] and 6 francs[2]." */
function isBeforeWord(text: string, { start, end }: Mark): boolean {
  const [word = ""] = /\S*$/.exec(text.slice(Math.max(0, start - 40), start)) ?? [];
  return (
    /^\p{L}+$/u.test(word) &&
    !text.slice(end).includes(`${word}[`) &&
    !text.slice(0, start).includes(`${word}[`) &&
    /^ \p{L}/u.test(text.slice(end, end + 3))
  );
}

/** True of marks whose run (`[1][2]`) ends a clause. Asked from the first mark to the last. */
function endsClause(text: string, marks: readonly Mark[]): (mark: Mark, i: number) => boolean {
  let runEnd = 0;
  let ends = false;
  return (mark, i) => {
    if (mark.end <= runEnd) return ends;
    for (let k = i; k < marks.length && (k === i || marks[k]?.start === runEnd); k++) runEnd = marks[k]?.end ?? runEnd;
    ends = ENDS_CLAUSE.test(text.slice(runEnd, runEnd + 40));
    return ends;
  };
}

function isGlued(before: string): boolean {
  return WORD_BEFORE.test(before) && !UNSPACED.test(before);
}

function readInside(inside: string, count: number): Pick<Mark, "numbers" | "unknown"> | undefined {
  const numbers: number[] = [];
  const unknown: string[] = [];
  const plain = asciiDigits(inside);
  for (const part of (LOCATOR.exec(plain)?.[1] ?? plain).split(/\s*(?:[,;&、，；]\s*(?:and\b|&)?|\b(?:and|und|et|y)\b)\s*/i)) {
    const match = PART.exec(part);
    if (match === null && NAMED_SOURCE.test(inside)) return { numbers: [], unknown: [inside] };
    if (match === null && NAMED_SOURCE.test(part)) {
      unknown.push(part);
      continue;
    }
    if (match === null) return undefined;
    const first = Number(match[1]);
    const last = Number(match[2] ?? match[1]);
    if (first > Math.max(LARGEST_NUMBER, count)) return undefined;
    const isKnown = first >= 1 && first <= last && first <= count;
    if (!isKnown || last > count) unknown.push(isKnown && last > count + 1 ? `${count + 1}-${last}` : isKnown ? String(last) : part);
    if (!isKnown) continue;
    for (let number = first; number <= Math.min(last, count); number++) if (!numbers.includes(number)) numbers.push(number);
  }
  return { numbers, unknown };
}

/** `１` as `1`. */
function asciiDigits(text: string): string {
  return text.replace(/[０-９]/g, (digit) => String.fromCharCode(digit.charCodeAt(0) - 0xfee0));
}
