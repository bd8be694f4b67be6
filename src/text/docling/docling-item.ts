import type { Json } from "../../model.ts";

/** An item of Docling's JSON, of which nothing is taken for granted: another program may have written it. */
export type DoclingItem = { readonly [key: string]: Json };

/** Where an item stands in the source, as Docling has it. `chars` is the range of the item's own text that stands there. */
export interface DoclingPlace {
  readonly page: number;
  /** Left, top, right, bottom from the top left corner, in points; absent where the page's height is unknown. */
  readonly box?: readonly [left: number, top: number, right: number, bottom: number];
  readonly chars?: readonly [start: number, end: number];
}

export function isItem(value: Json | undefined): value is DoclingItem {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

export function isDocling(value: unknown): value is DoclingItem {
  return isItem(value as Json) && (value as DoclingItem).schema_name === "DoclingDocument"; // a JSON value, of unknown shape
}

export function textAt(item: DoclingItem, key: string): string {
  const value = item[key];
  return typeof value === "string" ? value : "";
}

export function numberAt(item: DoclingItem, key: string): number | undefined {
  const value = item[key];
  return typeof value === "number" && Number.isFinite(value) ? value : undefined;
}

export function itemsAt(item: DoclingItem, key: string): DoclingItem[] {
  const value = item[key];
  return Array.isArray(value) ? value.filter(isItem) : [];
}

/** The item that `#/texts/3` names. */
export function resolve(document: DoclingItem, reference: DoclingItem): DoclingItem | undefined {
  const pointer = textAt(reference, "$ref") || textAt(reference, "cref");
  const [root, list = "", index = ""] = pointer.split("/");
  if (root !== "#") return undefined;
  const found = document[list];
  if (index === "") return isItem(found) ? found : undefined;
  const item = Array.isArray(found) ? (found[Number(index)] as Json | undefined) : undefined; // any index may be past the end
  return isItem(item) ? item : undefined;
}

/** Heights of the pages in points, by number. */
export function pageHeights(document: DoclingItem): ReadonlyMap<number, number> {
  const heights = new Map<number, number>();
  const pages = document.pages;
  for (const [key, page] of Object.entries(isItem(pages) ? pages : {})) {
    const size = isItem(page) ? page.size : undefined;
    const height = isItem(size) ? numberAt(size, "height") : undefined;
    if (height !== undefined && height > 0) heights.set(Number(key), height);
  }
  return heights;
}

export function placesOf(item: DoclingItem, heights: ReadonlyMap<number, number>): DoclingPlace[] {
  return itemsAt(item, "prov").flatMap((prov) => {
    const page = numberAt(prov, "page_no");
    if (page === undefined || !Number.isInteger(page) || page < 1) return [];
    const box = isItem(prov.bbox) ? boxOf(prov.bbox, heights.get(page)) : undefined;
    const [start, end] = Array.isArray(prov.charspan) ? prov.charspan : [];
    const chars = typeof start === "number" && typeof end === "number" && start < end ? ([start, end] as const) : undefined;
    return [{ page, ...(box === undefined ? {} : { box }), ...(chars === undefined ? {} : { chars }) }];
  });
}

/** PDF counts from the bottom of the page, pictures from its top: `coord_origin` says which. */
export function boxOf(box: DoclingItem, height: number | undefined): DoclingPlace["box"] | undefined {
  const [left, top, right, bottom] = ["l", "t", "r", "b"].map((key) => numberAt(box, key));
  if (left === undefined || top === undefined || right === undefined || bottom === undefined) return undefined;
  const fromBottom = box.coord_origin === "BOTTOMLEFT";
  if (fromBottom && height === undefined) return undefined;
  const [a, b] = fromBottom && height !== undefined ? [height - top, height - bottom] : [top, bottom];
  const round = (value: number) => Math.round(value * 100) / 100;
  return [round(Math.min(left, right)), round(Math.min(a, b)), round(Math.max(left, right)), round(Math.max(a, b))];
}
