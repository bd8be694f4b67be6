import { type Line, linesOf } from "../text/lines.ts";
import { isSpace } from "../text/whitespace.ts";

interface TitlePlace {
  /** Where the label ends. */
  readonly label: number;
  readonly line: Line;
  /** Where the next heading begins. */
  readonly limit: number;
  readonly worded: boolean;
}

const LONGEST = 160;
const LONGEST_RUN_IN = 100;
const GAP = /[ \u00a0]{3,}|\t/;

/**
 * Where the words of a heading end, behind its label; the label's own end where text follows at once. A title is what stands in
 * the rest of the line, if it reads like one; a title that runs in ("2.1 Transfers. The Depositor …") ends with its full stop; behind a
 * label alone on its line, it is the next line ("Article 1", "Subject matter").
 */
export function endOfTitle(text: string, { label, line, limit, worded }: TitlePlace): number {
  let from = label;
  while (from < line.end && (isSpace(text.charCodeAt(from)) || "-–—:.".includes(text.charAt(from)))) from++;
  const rest = text.slice(from, Math.min(line.end, limit, from + LONGEST * 4));
  if (rest.trim() !== "") {
    const length = titleLength(rest, Math.min(line.end, limit) - from, standsAlone(text, line, limit));
    return length === 0 ? label : from + length;
  }
  return worded ? titleBelow(text, line.next, limit, label) : label;
}

/** Whether a blank line, the next heading or the end comes after the line: if not, the line may be the first of a sentence. */
function standsAlone(text: string, line: Line, limit: number): boolean {
  if (line.next >= limit) return true;
  for (let at = line.next; at < limit; at++) {
    const code = text.charCodeAt(at);
    if (code === 10 || code === 13) return true;
    if (!isSpace(code)) return false;
  }
  return true;
}

function titleLength(rest: string, whole: number, alone: boolean): number {
  const gap = GAP.exec(rest);
  const part = gap === null ? rest : rest.slice(0, gap.index);
  // A gap in the midst of a sentence is where a line was broken.
  if (gap !== null && /^\p{Ll}/u.test(rest.slice(gap.index).trimStart())) return runInLength(part);
  const isWhole = gap !== null || whole <= rest.length;
  if (isWhole && part.length <= LONGEST && readsAsTitle(part) && (alone || gap !== null || isCapitalised(part)))
    return part.trimEnd().length;
  return runInLength(part);
}

function runInLength(part: string): number {
  const stop = /[.:](?:[—–-]|\s|$)/u.exec(part.slice(0, LONGEST_RUN_IN + 1));
  if (stop === null) return 0;
  const runIn = part.slice(0, stop.index);
  return isCapitalised(runIn) ? stop.index + 1 : 0;
}

/** Words without the end of a sentence; in scripts with capitals, beginning with one. */
function readsAsTitle(part: string): boolean {
  const words = part.trim().replace(/[*_#\s]+$/, "");
  if (words === "" || /[.,;:，。；：、]$/.test(words)) return /^[^.;:]{1,80}\.$/.test(words) && isCapitalised(words.slice(0, -1));
  if (/^\p{Ll}/u.test(words) || /[“„«(‘–—-]$/.test(words)) return false;
  if (/\p{Lu}|\p{Ll}/u.test(words)) return !/[\p{Ll})]{2}[.;]\s/u.test(words) || /^\P{Ll}+$/u.test(words);
  return words.length <= 60;
}

const SMALL =
  /^(?:a|an|the|of|and|or|to|in|for|on|by|with|from|as|at|under|upon|per|its|de|du|des|la|le|les|et|der|die|das|und|von|zu|e|y|v|vs)$/i;

/** "Transfers of Property": each word of weight begins with a capital, as in a heading and in no sentence. */
function isCapitalised(words: string): boolean {
  const all = words.match(/\p{L}[\p{L}\p{M}'’]*/gu) ?? [];
  const weighty = all.filter((word) => !SMALL.test(word));
  if (weighty.length === 0 || weighty.length > 16) return false;
  if (weighty.length === 1) return /^\p{Lu}/u.test(weighty[0] ?? "") && all.length <= 2;
  return weighty.filter((word) => /^\p{Lu}/u.test(word)).length >= weighty.length * 0.75;
}

function titleBelow(text: string, next: number, limit: number, label: number): number {
  let blank = 0;
  for (const line of linesOf(text, { start: Math.min(next, limit), end: limit })) {
    const words = text.slice(line.start, Math.min(line.end, line.start + LONGEST + 1)).trim();
    if (words === "") {
      if (++blank > 2) return label;
      continue;
    }
    const gap = GAP.exec(words);
    const title = (gap === null ? words : words.slice(0, gap.index)).trimEnd();
    const fits =
      title.length <= LONGEST && readsAsTitle(title) && !/[.]$/.test(title) && (gap !== null || line.end - line.start <= LONGEST);
    return fits ? text.indexOf(title, line.start) + title.length : label;
  }
  return label;
}
