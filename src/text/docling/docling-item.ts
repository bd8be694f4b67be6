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

/** How a page's measures become points. */
export interface DoclingPage {
  /** In points. */
  readonly height: number;
  /** Points in a unit of the file; 0 where its units are no lengths. */
  readonly scale: number;
}

/** No page is so high in points; slides are measured in EMU, 12,700 to the point. */
const HIGHEST_PAGE = 100_000;
const EMU = 12_700;

/** The pages by number, those that say their height. A spreadsheet's are measured in cells. */
export function pagesOf(document: DoclingItem): ReadonlyMap<number, DoclingPage> {
  const found = new Map<number, DoclingPage>();
  const isSheets = isItem(document.origin) && /spreadsheet|ms-excel/.test(textAt(document.origin, "mimetype"));
  for (const [key, page] of Object.entries(isItem(document.pages) ? document.pages : {})) {
    const size = isItem(page) ? page.size : undefined;
    const height = isItem(size) ? numberAt(size, "height") : undefined;
    if (height === undefined || height <= 0) continue;
    const scale = isSheets ? 0 : height > HIGHEST_PAGE ? 1 / EMU : 1;
    found.set(Number(key), { height: height * scale, scale });
  }
  return found;
}

export function placesOf(item: DoclingItem, pages: ReadonlyMap<number, DoclingPage>): DoclingPlace[] {
  return itemsAt(item, "prov").flatMap((prov) => {
    const page = numberAt(prov, "page_no");
    if (page === undefined || !Number.isInteger(page) || page < 1) return [];
    const box = isItem(prov.bbox) ? boxOf(prov.bbox, pages.get(page)) : undefined;
    const [start, end] = Array.isArray(prov.charspan) ? prov.charspan : [];
    const chars = typeof start === "number" && typeof end === "number" && start < end ? ([start, end] as const) : undefined;
    return [{ page, ...(box === undefined ? {} : { box }), ...(chars === undefined ? {} : { chars }) }];
  });
}

/** PDF counts from the bottom of the page, pictures from its top: `coord_origin` says which. A box without extent says nothing. */
export function boxOf(box: DoclingItem, page: DoclingPage | undefined): DoclingPlace["box"] | undefined {
  const { height, scale } = page ?? { height: undefined, scale: 1 };
  const sides = ["l", "t", "r", "b"].map((key) => numberAt(box, key));
  const [left, top, right, bottom] = sides.map((side) => (side === undefined ? undefined : side * scale));
  if (left === undefined || top === undefined || right === undefined || bottom === undefined) return undefined;
  if (left === right && top === bottom) return undefined;
  const fromBottom = box.coord_origin === "BOTTOMLEFT";
  if (fromBottom && height === undefined) return undefined;
  const [a, b] = fromBottom && height !== undefined ? [height - top, height - bottom] : [top, bottom];
  const round = (value: number) => Math.round(value * 100) / 100;
  return [round(Math.min(left, right)), round(Math.min(a, b)), round(Math.max(left, right)), round(Math.max(a, b))];
}
