/** One entry of the outline that a PDF carries, with the place that it points at. */
export interface Bookmark {
  /** 1 (outermost) or more. */
  readonly level: number;
  readonly title: string;
  /** 1-based. */
  readonly page: number;
  /** From the top of the page as it is shown; points. Absent where it points at the page as a whole. */
  readonly y?: number;
}

interface OutlineItem {
  readonly title?: unknown;
  readonly dest?: unknown;
  readonly items?: readonly OutlineItem[];
}

/** The part of the library's document that bookmarks are read from. */
export interface BookmarkSource {
  getOutline(): Promise<readonly OutlineItem[] | null>;
  getDestination(name: string): Promise<readonly unknown[] | null>;
  getPageIndex(reference: never): Promise<number>;
}

/** More than any book has; a damaged file may go round in circles. */
const MOST_BOOKMARKS = 20_000;
const DEEPEST = 20;

/**
 * The bookmarks whose place can be found, in their order; a damaged outline is none.
 *
 * @param shownY - from a page (1-based) and a height in its own space to points from the top as it is shown
 */
export async function bookmarksOf(
  source: BookmarkSource,
  shownY: (page: number, x: number, y: number) => number | undefined,
): Promise<Bookmark[]> {
  const found: Bookmark[] = [];
  let seen = 0;
  const walk = async (items: readonly OutlineItem[], level: number): Promise<void> => {
    for (const item of items) {
      if (++seen > MOST_BOOKMARKS || level > DEEPEST) return;
      const title = typeof item.title === "string" ? oneLine(item.title) : "";
      const place = title === "" ? undefined : await placeOf(source, item.dest);
      if (place !== undefined) {
        const y = place.y === undefined ? undefined : shownY(place.page, place.x ?? 0, place.y);
        found.push({ level, title, page: place.page, ...(y === undefined ? {} : { y }) });
      }
      await walk(item.items ?? [], level + 1);
    }
  };
  try {
    await walk((await source.getOutline()) ?? [], 1);
  } catch {
    return found; // an outline is a help for readers; the text is whole without it
  }
  return found;
}

async function placeOf(source: BookmarkSource, given: unknown): Promise<{ page: number; x?: number; y?: number } | undefined> {
  try {
    const destination = typeof given === "string" ? await source.getDestination(given) : given;
    if (!Array.isArray(destination)) return undefined;
    const [target, kind, ...values] = destination;
    const index = typeof target === "number" ? target : await source.getPageIndex(target as never);
    if (!Number.isInteger(index)) return undefined;
    const name = (kind as { name?: unknown } | undefined)?.name;
    const [x, y] = name === "XYZ" ? [values[0], values[1]] : name === "FitH" || name === "FitBH" ? [0, values[0]] : [undefined, undefined];
    return {
      page: index + 1,
      ...(typeof x === "number" ? { x } : {}),
      ...(typeof y === "number" ? { y } : {}),
    };
  } catch {
    return undefined; // it points at nothing
  }
}

function oneLine(text: string): string {
  return text.replaceAll(/[\p{Cc}\s]+/gu, " ").trim();
}
