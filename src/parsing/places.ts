import { checkNumber, checkObject, checkSpan } from "../arguments.ts";
import type { CitedPlace, Document, Page, SourcePlace, Span } from "../model.ts";

/**
 * The page an offset stands on; undefined where the document has no pages, or the offset stands between two. Looked up, not searched for.
 *
 * @example
 * pageAt({ pages: [{ number: 1, start: 0, end: 10 }, { number: 2, start: 10, end: 30 }] }, 12)?.number; // 2
 */
export function pageAt(document: Pick<Document, "pages">, offset: number): Page | undefined {
  checkObject("pageAt", document, "document");
  checkNumber("pageAt", offset, "offset");
  const { pages = [] } = document;
  const page = pages[lastStartingAt(pages, offset)];
  return page !== undefined && offset < page.end ? page : undefined;
}

/**
 * The pages that a span touches, in order.
 *
 * @example
 * pagesOf({ pages: [{ number: 1, start: 0, end: 10 }, { number: 2, start: 10, end: 30 }] }, { start: 8, end: 12 }).length; // 2
 */
export function pagesOf(document: Pick<Document, "pages">, span: Span): Page[] {
  checkObject("pagesOf", document, "document");
  checkSpan("pagesOf", span);
  const { pages = [] } = document;
  const { start, end } = span;
  return touching(pages, start, end);
}

/**
 * Where in its source a span stands: the lines of a page, or the elements with an id, that it touches.
 *
 * @example
 * placesOf({ places: [{ start: 0, end: 9, anchor: "art_1" }] }, { start: 4, end: 6 })[0]?.anchor; // "art_1"
 */
export function placesOf(document: Pick<Document, "places">, span: Span): SourcePlace[] {
  checkObject("placesOf", document, "document");
  checkSpan("placesOf", span);
  const { places = [] } = document;
  const { start, end } = span;
  return touching(places, start, end);
}

/**
 * Where a quotation stands, as a viewer needs it: its lines' rectangles page by page, and elements by their id. A rectangle is that of
 * the whole line.
 *
 * @example
 * citedPlaces({ places: [{ start: 0, end: 9, page: 2, box: [72, 90, 300, 102] }] }, { start: 4, end: 6 })[0]?.boxes?.length; // 1
 */
export function citedPlaces(document: Pick<Document, "places">, span: Span): CitedPlace[] {
  checkObject("citedPlaces", document, "document");
  checkSpan("citedPlaces", span);
  const pages = new Map<number, (readonly [number, number, number, number])[]>();
  const anchors: CitedPlace[] = [];
  for (const { page, box, anchor } of placesOf(document, span)) {
    if (page !== undefined) {
      const boxes = pages.get(page) ?? [];
      if (box !== undefined) boxes.push(box);
      pages.set(page, boxes);
    } else if (anchor !== undefined) anchors.push({ anchor });
  }
  return [...[...pages].map(([page, boxes]) => (boxes.length === 0 ? { page } : { page, boxes })), ...anchors];
}

function touching<T extends Span>(all: readonly T[], start: number, end: number): T[] {
  const found: T[] = [];
  for (let i = Math.max(0, lastStartingAt(all, start)); i < all.length; i++) {
    const one = all[i] as T; // i < length
    if (one.start >= end) break;
    if (one.end > start) found.push(one);
  }
  return found;
}

/** Place of the last one that starts at or before an offset, in a list that rises by `start`; -1 when there is none. */
function lastStartingAt(all: readonly Span[], offset: number): number {
  let low = 0;
  let high = all.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((all[middle]?.start ?? 0) <= offset) low = middle + 1;
    else high = middle;
  }
  return low - 1;
}
