import type { Omission, OutlineEntry, Page, SourcePlace, Span } from "../../model.ts";
import { trimSpan } from "../whitespace.ts";
import type { DoclingBlock } from "./docling-block.ts";
import { doclingBlocks } from "./docling-blocks.ts";
import { type DoclingItem, itemsAt, textAt } from "./docling-item.ts";

/** A document of Docling's as text. Spans count in `text`. */
export interface DoclingText {
  readonly text: string;
  readonly title?: string;
  readonly outline: readonly OutlineEntry[];
  readonly pages: readonly Page[];
  readonly places: readonly SourcePlace[];
  readonly omissions: readonly Omission[];
  /** References that name nothing. */
  readonly broken: number;
  /** Labels of items that are of no known kind, and of which no text could be read. */
  readonly unknown: readonly string[];
}

/**
 * The text of what Docling made of a file: its items in reading order with a blank line between, the rows of tables as Markdown has
 * them, page headers and footers in their place as omissions. Text that was recognised in pictures is taken as it comes.
 */
export function doclingToText(document: DoclingItem): DoclingText {
  const { blocks, broken, unknown } = doclingBlocks(document);
  const parts: string[] = [];
  const outline: OutlineEntry[] = [];
  const omissions: Omission[] = [];
  const places: SourcePlace[] = [];
  const firsts: { readonly page: number; readonly start: number }[] = [];
  let at = 0;
  let page = 0;
  for (const [i, block] of blocks.entries()) {
    const gap = i === 0 ? "" : block.isClose ? "\n" : "\n\n";
    parts.push(gap, block.text);
    const start = at + gap.length;
    at = start + block.text.length;
    if (block.omitted !== undefined) omissions.push({ omitted: { start, end: at }, reason: block.omitted });
    if (block.heading !== undefined) {
      outline.push({ level: block.heading, title: block.text.replaceAll(/\s+/g, " ").trim(), at: { start, end: at } });
    }
    for (const place of placesIn(block, start)) {
      // A page begins where its first text stands; what comes of an earlier page later on is not told apart.
      if (place.page !== undefined && place.page > page) {
        page = place.page;
        firsts.push({ page, start: place.start });
      }
      places.push(place);
    }
  }
  const text = parts.join("");
  const title = titleOf(document, outline);
  return {
    text,
    ...(title === undefined ? {} : { title }),
    outline,
    pages: firsts.map(({ page: number, start }, i) => ({ number, start: i === 0 ? 0 : start, end: firsts[i + 1]?.start ?? text.length })),
    places: places.flatMap(({ start, end, ...place }) => {
      const span = trimSpan(text, { start, end });
      return span === undefined ? [] : [{ ...span, ...place }];
    }),
    omissions,
    broken,
    unknown,
  };
}

/** A title that the document shows, or that its file has without showing it. */
function titleOf(document: DoclingItem, outline: readonly OutlineEntry[]): string | undefined {
  const titles = itemsAt(document, "texts").filter(({ label }) => label === "title");
  const hidden = titles.every(({ content_layer }) => content_layer === "furniture") ? titles[0] : undefined;
  if (hidden !== undefined) return textAt(hidden, "text").replaceAll(/\s+/g, " ").trim() || undefined;
  return titles.length > 0 ? outline.find(({ level }) => level === 1)?.title : undefined;
}

/** One place for the whole block, or one for each part that stands elsewhere: a paragraph that goes on overleaf. */
function placesIn({ text, places, offset }: DoclingBlock, start: number): SourcePlace[] {
  const [only] = places;
  const whole: Span = { start, end: start + text.length };
  const of = (place: DoclingBlock["places"][number]) => ({ page: place.page, ...(place.box === undefined ? {} : { box: place.box }) });
  if (only === undefined) return [];
  const cuts = places.map(({ chars }) => (chars === undefined ? undefined : Math.min(Math.max(0, chars[0] + offset), text.length)));
  const isRising = cuts.every((cut, i) => cut !== undefined && (i === 0 || cut > (cuts[i - 1] ?? 0)));
  if (places.length === 1 || !isRising) return [{ ...whole, ...of(only) }];
  return places.map((place, i) => ({
    start: start + (i === 0 ? 0 : (cuts[i] ?? 0)),
    end: start + (cuts[i + 1] ?? text.length),
    ...of(place),
  }));
}
