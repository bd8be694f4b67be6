import type { Span } from "../../model.ts";
import { joinHyphenated } from "./hyphens.ts";
import { isUnspaced } from "./letters.ts";
import type { Line } from "./lines.ts";
import type { PageLines } from "./running-heads.ts";
import { median } from "./running-text.ts";

/** A line and its place in the text. */
export interface PlacedLine {
  readonly line: Line;
  /** 1-based. */
  readonly page: number;
  readonly span: Span;
  /** What stands between it and the line before it. */
  readonly before: Joint;
}

/** How two lines hang together: a paragraph ends, a line ends, a line goes on, or a word goes on. */
export type Joint = "paragraph" | "line" | "space" | "none";

export interface Flow {
  readonly text: string;
  readonly lines: readonly PlacedLine[];
}

const SEPARATORS: Readonly<Record<Joint, string>> = { paragraph: "\n\n", line: "\n", space: " ", none: "" };

/**
 * The lines as running text: the lines of a paragraph join, over columns and pages too; rows of tables, headings and items of
 * lists stay lines of their own; a blank line stands between paragraphs. Words broken at the end of a line are mended.
 */
export function flowOf(pages: readonly PageLines[]): Flow {
  const all = pages.flatMap(({ number, lines }) => lines.map((line) => ({ line, page: number })));
  const leadings = leadingsOf(pages);
  const words = vocabulary(pages);
  const placed: PlacedLine[] = [];
  const parts: string[] = [];
  let length = 0;
  for (const [i, { line, page }] of all.entries()) {
    const last = all[i - 1];
    let before: Joint = last === undefined ? "none" : jointOf(all, i, leadings);
    let text = line.text;
    if (before === "space" && last !== undefined) {
      const mended = joinHyphenated(last.line.text, text, words);
      if (mended !== undefined) {
        before = "none";
        if (mended === "drop") {
          parts[parts.length - 1] = (parts.at(-1) ?? "").slice(0, -1);
          length--;
          const was = placed[i - 1] as PlacedLine; // there is one before
          placed[i - 1] = { ...was, span: { start: was.span.start, end: was.span.end - 1 } };
        }
      } else if (isUnspacedJoint(last.line.text, text)) before = "none";
    }
    // A soft hyphen that ends a line with no line to go on in was no part of the text.
    if (i === all.length - 1 && text.endsWith(SOFT_HYPHEN)) text = text.slice(0, -1);
    parts.push(SEPARATORS[before]);
    length += SEPARATORS[before].length;
    placed.push({ line, page, span: { start: length, end: length + text.length }, before });
    parts.push(text);
    length += text.length;
  }
  return { text: parts.join(""), lines: placed.filter(({ span }) => span.end > span.start) };
}

const SOFT_HYPHEN = "\u00ad";
/** Sizes that differ by more than this share are different sizes. */
const SAME_SIZE = 0.08;
/** A gap this much wider than between lines of a paragraph is one between paragraphs. */
const PARAGRAPH_GAP = 1.3;

type Entry = { readonly line: Line; readonly page: number };

function jointOf(all: readonly Entry[], i: number, leadings: ReadonlyMap<string, number>): Joint {
  const { line, page } = all[i] as Entry; // both are places of `all`
  const { line: last, page: lastPage } = all[i - 1] as Entry;
  const isSameRegion = page === lastPage && line.region === last.region;
  if (!isSameRegion) return goesOnElsewhere(all, i) ? "space" : "paragraph";
  const step = line.base - last.base;
  const isSameSize = Math.abs(line.size - last.size) <= SAME_SIZE * Math.max(line.size, last.size);
  const leading = leadings.get(leadingKey(page, line)) ?? line.size * 1.2;
  if (step > Math.max(leading, line.size) * PARAGRAPH_GAP) return "paragraph";
  if (line.isRow || last.isRow) return "line";
  if (!isSameSize) return "paragraph";
  if (line.bold !== last.bold && !isFilled(all, i - 1, line)) return "paragraph";
  if (startsItem(line.text)) return "line";
  if (isIndented(all, i)) return "paragraph";
  if (isFilled(all, i - 1, line)) return "space";
  return /^\p{Ll}/u.test(line.text) && !endsSentence(last.text) ? "space" : "line";
}

/** Whether a sentence goes on in the next column, or on the next page. */
function goesOnElsewhere(all: readonly Entry[], i: number): boolean {
  const { line } = all[i] as Entry; // both are places of `all`
  const { line: last } = all[i - 1] as Entry;
  if (line.isRow || last.isRow || line.angle !== last.angle || line.bold !== last.bold) return false;
  if (Math.abs(line.size - last.size) > SAME_SIZE * Math.max(line.size, last.size)) return false;
  if (endsSentence(last.text) || startsItem(line.text)) return false;
  if (/^[\p{Ll},;)]/u.test(line.text)) return true;
  return isFilled(all, i - 1, line) && /^[\p{L}\p{N}("“‘$€£]/u.test(line.text) && !line.bold;
}

/** Lines around one that show how far its column reaches. */
const NEIGHBOURS = 8;

/** True when the next line's first word would not have fitted into this one any more. */
function isFilled(all: readonly Entry[], i: number, next: Line): boolean {
  const { line, page } = all[i] as Entry; // a place of `all`
  let right = line.right;
  for (let j = Math.max(0, i - NEIGHBOURS); j < Math.min(all.length, i + NEIGHBOURS); j++) {
    const other = all[j] as Entry; // as above
    if (other.page !== page || other.line.region !== line.region) continue;
    if (Math.abs(other.line.size - line.size) <= SAME_SIZE * line.size) right = Math.max(right, other.line.right);
  }
  // A line alone in its region shows nothing of its width.
  if (right === line.right && line.regionRight === line.right && line.right - line.left < line.size * 20) return false;
  return line.right + wordWidth(next) > right - line.size * 0.1;
}

function wordWidth({ text, left, right, size }: Line): number {
  if (isUnspaced(text.charCodeAt(0))) return size;
  const space = text.search(/[ \t]/);
  return (right - left) * (space === -1 ? 1 : space / text.length) + size * 0.2;
}

/** The first line of a paragraph stands in; the next line goes back. */
function isIndented(all: readonly Entry[], i: number): boolean {
  const { line, page } = all[i] as Entry; // both are places of `all`
  const { line: last } = all[i - 1] as Entry;
  const next = all[i + 1];
  if (line.left < last.left + line.size * 0.8 || !endsSentence(last.text)) return false;
  return next === undefined || next.page !== page || next.line.region !== line.region || next.line.left < line.left - line.size * 0.8;
}

const ITEM =
  /^(?:[•▪◦‣●○■□–—*·]\s|[([](?:\d{1,3}|[A-Za-z]|[ivxlc]{1,6})[)\]]\s|(?:\d{1,3}|[A-Za-z]|[ivxlc]{1,6})[.)]\s|\d{1,3}(?:\.\d{1,3}){1,5}\.?\s|§)/i;

function startsItem(text: string): boolean {
  return ITEM.test(text);
}

const SENTENCE_END = /[.!?:;。！？：；।۔؟…]["'”’»)\]」』）]{0,3}$/;

function endsSentence(text: string): boolean {
  return SENTENCE_END.test(text);
}

function isUnspacedJoint(last: string, next: string): boolean {
  return isUnspaced(last.charCodeAt(last.length - 1)) && isUnspaced(next.charCodeAt(0));
}

/** The usual step from line to line of a size in a region. */
function leadingsOf(pages: readonly PageLines[]): ReadonlyMap<string, number> {
  const steps = new Map<string, number[]>();
  for (const { number, lines } of pages) {
    for (const [i, line] of lines.entries()) {
      const last = lines[i - 1];
      if (last === undefined || last.region !== line.region) continue;
      const step = line.base - last.base;
      if (step > line.size * 2.5) continue;
      const key = leadingKey(number, line);
      const list = steps.get(key);
      if (list === undefined) steps.set(key, [step]);
      else list.push(step);
    }
  }
  return new Map([...steps].map(([key, list]) => [key, Math.max(lowerMedian(list), 1)]));
}

function leadingKey(page: number, { region, size }: Line): string {
  return `${page}:${region}:${Math.round(size * 2)}`;
}

/** Below the middle, since gaps between paragraphs are among the steps. */
function lowerMedian(values: readonly number[]): number {
  const middle = median(values);
  return median(values.filter((value) => value <= middle));
}

/** All words that stand whole in a line: they tell which broken words have a hyphen of their own. */
function vocabulary(pages: readonly PageLines[]): ReadonlySet<string> {
  const words = new Set<string>();
  for (const { lines } of pages) {
    const whole = lines.map(({ text }) => text.slice(0, text.lastIndexOf(" ") + 1)).join("");
    for (const word of whole.toLowerCase().match(/[\p{L}\p{M}-]+/gu) ?? []) words.add(word);
  }
  return words;
}
