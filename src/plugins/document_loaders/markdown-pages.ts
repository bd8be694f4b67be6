import type { Omission, OutlineEntry, Page } from "../../model.ts";
import { markdownOutline } from "../../parsing/markdown-outline.ts";

/** A Markdown text that was made from pages, each under a heading of its own: `## Page 12`. */
export interface MarkdownPages {
  readonly pages: readonly Page[];
  /** The headings themselves, which are no topics. */
  readonly omissions: readonly Omission[];
}

const HEADING = /^page (\d{1,6})$/i;
/** Looked for first, since reading a text's headings costs more than any text without such a line should pay. */
const ANY = /^ {0,3}#{1,6}[ \t]+page[ \t]+\d{1,6}[ \t]*#*[ \t]*$/im;

/**
 * The pages of a text whose headings `Page N` are all of one level and rise: two of them, or one that everything else but a title
 * stands under. A lone "Page 3" among other headings is a heading like them, and undefined is given.
 *
 * @param from - where the Markdown starts, after front matter
 */
export function markdownPages(text: string, from: number): MarkdownPages | undefined {
  if (!ANY.test(text)) return undefined;
  const outline = markdownOutline(text, from);
  const found = outline.flatMap((entry) => {
    const number = HEADING.exec(entry.title)?.[1];
    return number === undefined ? [] : [{ ...entry, number: Number(number) }];
  });
  const [first] = found;
  if (first === undefined || !isPaged(found) || (found.length === 1 && !standsFirst(first, text, outline, from))) return undefined;
  const pages = found.map(({ number, at }, i) => ({ number, start: at.start, end: found[i + 1]?.at.start ?? text.length }));
  return { pages, omissions: found.map(({ at }) => ({ omitted: at, reason: "page heading" })) };
}

function isPaged(found: readonly (OutlineEntry & { readonly number: number })[]): boolean {
  return found.every(({ level, number }, i) => {
    const before = found[i - 1];
    return number > 0 && (before === undefined || (level === before.level && number > before.number));
  });
}

/** Nothing but headings, a title's say, before it. */
function standsFirst(page: OutlineEntry, text: string, outline: readonly OutlineEntry[], from: number): boolean {
  let at = from;
  for (const entry of outline) {
    if (text.slice(at, entry.at.start).trim() !== "") return false;
    if (entry.at.start === page.at.start) return true;
    at = entry.at.end;
  }
  return false;
}
