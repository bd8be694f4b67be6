import type { OutlineEntry } from "../../model.ts";
import type { Bookmark } from "./bookmarks.ts";
import { findHeadings } from "./find-headings.ts";
import type { PlacedLine } from "./flow.ts";
import { placeBookmarks } from "./place-bookmarks.ts";

/** Pages that one bookmark may stand for before headings are looked for between them. */
const PAGES_PER_BOOKMARK = 8;

export interface PdfOutline {
  readonly outline: readonly OutlineEntry[];
  /** It is the file's own, at least in part. */
  readonly bookmarked: boolean;
}

/** The document's own outline where it has one that says enough; else, or between its entries, headings by their looks. */
export function outlineOf(bookmarks: readonly Bookmark[], lines: readonly PlacedLine[], pages: number): PdfOutline {
  const { outline, matched } = placeBookmarks(bookmarks, lines);
  if (matched >= 2 && outline.length * PAGES_PER_BOOKMARK >= pages && matched * 2 >= outline.length) return { outline, bookmarked: true };
  const headings = findHeadings(lines);
  if (matched < 2 || matched * 2 < outline.length) return { outline: headings, bookmarked: false };
  return { outline: nested(outline, headings), bookmarked: true };
}

/** Headings one level under the bookmark that they stand in. */
function nested(outline: readonly OutlineEntry[], headings: readonly OutlineEntry[]): OutlineEntry[] {
  const starts = new Set(outline.map(({ at }) => at.start));
  const all = [
    ...outline.map((entry) => ({ entry, isOwn: true })),
    ...headings.filter(({ at }) => !starts.has(at.start)).map((entry) => ({ entry, isOwn: false })),
  ].sort((a, b) => a.entry.at.start - b.entry.at.start);
  let level = 0;
  return all.map(({ entry, isOwn }) => {
    if (isOwn) level = entry.level;
    return isOwn ? entry : { ...entry, level: level + entry.level };
  });
}
