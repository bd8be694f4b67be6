import type { Span } from "../model.ts";
import { linesOf } from "../text/lines.ts";
import { titlesIn } from "./contents-list.ts";

/** A title and its page: "12. Other Interests 8". */
const ENTRY = /(\d{1,3})[.)]?[ \t]{1,9}[^\d\s][^\d\n]{1,120}?[ \t.]{1,200}(\d{1,4})(?=\s|$)/y;
const LEAST_ENTRIES = 4;
/** Between the name of the list and its first line, in characters. */
const NEAR = 200;
/** Lines behind the list's first that may go on with it: signatories, schedules. */
const MOST_LINES = 20;
const LONGEST_REST = 200;
/** Pages from one entry to the next; a year at a line's end is none. */
const FURTHEST_PAGE = 60;

/**
 * A table of contents whose entries were run together, titles and pages in one line: "1. Interpretation 3 2. Term 4 3. Place of Work 4".
 * Known by its name before it, by numbers that run on, and by pages that do not fall. From its name to the end of its last entry.
 */
export function runTogetherContents(text: string): Span | undefined {
  const titles = titlesIn(text);
  for (const [i, title] of titles.entries()) {
    const next = titles[i + 1]?.start ?? text.length;
    let rest = MOST_LINES;
    let list: { end: number; page: number } | undefined;
    let passed = 0;
    for (const line of linesOf(text, { start: title.end, end: text.length })) {
      if (text.slice(line.start, line.end).trim() === "") continue;
      if (list === undefined) {
        if (line.start - title.end > NEAR || line.start >= next) break;
        const read = entriesOf(text, line, 0);
        if (read.count >= LEAST_ENTRIES) list = read;
        continue;
      }
      const read = lastPage(text, line, list.page);
      if (read !== undefined) [list, passed] = [read, 0];
      else if (line.end - line.start > LONGEST_REST || ++passed > 1) break;
      if (--rest === 0) break;
    }
    if (list !== undefined) return { start: title.start, end: list.end };
  }
  return undefined;
}

interface Read {
  readonly end: number;
  readonly page: number;
  readonly count: number;
}

/** Entries from a line's start on, while numbers run on from 1 and pages do not fall. */
function entriesOf(text: string, line: Span, from: number): Read {
  let [at, page, count] = [line.start, from, 0];
  for (;;) {
    while (at < line.end && (text.charAt(at) === " " || text.charAt(at) === "\t")) at++;
    ENTRY.lastIndex = at;
    const found = ENTRY.exec(text);
    if (found === null || ENTRY.lastIndex > line.end || Number(found[1]) !== count + 1 || Number(found[2]) < page) break;
    [at, page, count] = [ENTRY.lastIndex, Number(found[2]), count + 1];
  }
  return { end: at, page, count };
}

/** A further line of the list: entries of their own numbers, or a title with its page. */
function lastPage(text: string, line: Span, from: number): Read | undefined {
  const read = entriesOf(text, line, from);
  if (read.count > 0) return read;
  if (line.end - line.start > LONGEST_REST) return undefined;
  const page = /[ \t.](\d{1,4})[ \t]*$/.exec(text.slice(line.start, line.end))?.[1];
  return page === undefined || Number(page) < from || Number(page) > from + FURTHEST_PAGE
    ? undefined
    : { end: line.end, page: Number(page), count: 1 };
}
